"""What the public calls everybody: first name and initial, or the code once names are erased (RULES 5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tournament.models import Competition, Entry
from tournament.rules.names import public_names


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a competition, as public pages show them. Their whole name does not come this far."""

    name: str
    group: str
    code: str = ""
    status: str = ""


class Row(NamedTuple):
    """What is read of one entry."""

    pk: int
    code: str
    name: str
    group: str
    status: str


ROW = ("pk", "code", "competitor__name", "group__name", "status")


def read_people(competition: Competition, *, full_names: bool | None = None) -> dict[int, Person]:
    """Everybody of the competition, by entry, in one query. Who withdrew before the seal is nobody's business.

    As the public may know them, unless whoever asks may see whole names.
    """
    standing = Entry.objects.filter(competition=competition, withdrawn_at__isnull=True)
    rows = [Row(*row) for row in standing.order_by("pk").values_list(*ROW)]
    return name_people(rows, full_names=competition.event.full_names if full_names is None else full_names)


def name_people(rows: Iterable[Row], *, full_names: bool) -> dict[int, Person]:
    """Names are shortened over all of these together, so that no two people look alike."""
    rows = list(rows)
    shown = {} if full_names else public_names(row.name for row in rows if row.name)
    return {row.pk: Person(shown.get(row.name, row.name) or row.code, row.group, row.code, row.status) for row in rows}


def name_one(rows: Iterable[Row], code: str, *, full_names: bool) -> Person:
    """One person among many. Only people with the same first name can look alike, so only those are compared."""
    rows = list(rows)
    one = next(row for row in rows if row.code == code)
    alike = [row for row in rows if row.name.partition(" ")[0] == one.name.partition(" ")[0]]
    return name_people(alike, full_names=full_names)[one.pk]


def by_code(people: Mapping[int, Person]) -> dict[str, Person]:
    """The same people, by the code of the sealed list."""
    return {person.code: person for person in people.values() if person.code}
