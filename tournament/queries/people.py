"""What the public calls everybody: first name and initial, or the code once names are erased (RULES 5).

Public pages, screens and downloads all get their names here, so somebody who is hidden is hidden everywhere: they are
"A player" without a group, and only their seat tells them from another. Those who run the event still see the name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from string import ascii_letters, digits
from typing import Final, NamedTuple

from django.db.models import Q
from django.db.models.functions import Substr

from tournament.models import Competitor, Entry, Event
from tournament.queries.event_facts import KnownCompetition
from tournament.rules.names import ANONYMOUS, marked_as_hidden, may_look_alike, public_names
from tournament.rules.travel_ids import TravelId, travel_id_of


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a competition, as public pages show them. Their whole name does not come this far."""

    name: str
    group: str
    code: str = ""
    status: str = ""


class EntryRow(NamedTuple):
    """The columns of one entry from which its public name is made."""

    pk: int
    code: str
    name: str
    group: str
    status: str
    hidden: bool = False


ENTRY_ROW: Final = ("pk", "code", "competitor__name", "group__name", "status", "competitor__hidden")


def read_people(competition: KnownCompetition, *, full_names: bool = False, staff: bool = False) -> dict[int, Person]:
    """Everybody of the competition, by entry, in one query. People who withdrew before the seal are left out.

    Names are as the public may know them, unless `full_names` asks for everybody's whole name. The event's `staff` see
    whole names too (RULES 5), and people who are hidden keep their name there, with a mark.
    """
    standing = Entry.objects.filter(competition=competition.pk, withdrawn_at__isnull=True)
    rows = [EntryRow(*row) for row in standing.order_by("pk").values_list(*ENTRY_ROW)]
    if full_names:
        return name_people([row._replace(hidden=False) for row in rows], full_names=True)
    return name_people(rows, full_names=competition.event.full_names or staff, staff=staff)


def name_people(rows: Iterable[EntryRow], *, full_names: bool, staff: bool = False) -> dict[int, Person]:
    """Names are shortened over all of these together, so that no two people look alike. Those who are hidden count
    too: otherwise hiding somebody would change what others are called, and tell whose name it was."""
    rows = list(rows)
    shown = {} if full_names else public_names(row.name for row in rows if row.name)
    return {row.pk: _person(row, shown.get(row.name, row.name), staff) for row in rows}


def _person(row: EntryRow, name: str, staff: bool) -> Person:
    if not row.hidden or not row.name:
        return Person(name or row.code, row.group, row.code, row.status)
    if staff:
        return Person(marked_as_hidden(name), row.group, row.code, row.status)
    return Person(ANONYMOUS, "", row.code, row.status)


def name_one(rows: Iterable[EntryRow], code: str, *, full_names: bool) -> Person:
    """One person among many. Only names with the same first letter can look alike, so only those are compared."""
    rows = list(rows)
    sought = next(row for row in rows if row.code == code)
    alike = [row for row in rows if may_look_alike(row.name, sought.name)]
    return name_people(alike, full_names=full_names)[sought.pk]


BEGINS: Final = Substr("competitor__name", 1, 1)
"""With what an entry's name begins, as `begins`: for may_look_alike_to()."""


def may_look_alike_to(name: str) -> Q:
    """The entries whose public names may look like this one's, for the database, which knows nothing of letters that
    are written in several ways: only another plain letter at their beginning rules them out."""
    plain = ascii_letters + digits
    return ~Q(begins__in=[letter for letter in plain if not may_look_alike(letter, name)])


def by_code(people: Mapping[int, Person]) -> dict[str, Person]:
    """The same people, by the code of the sealed list."""
    return {person.code: person for person in people.values() if person.code}


class PersonKeys(NamedTuple):
    """Somebody's number in this database, and the id by which they travel."""

    pk: int
    travel_id: TravelId


def find_person_of(event: Event, told: int) -> PersonKeys | None:
    """The person whom pages know by this number, if they are in the event."""
    people = Competitor.objects.filter(travel_id=travel_id_of(told, event.travel_id), event=event)
    found = people.values_list("pk", "travel_id").first()
    return PersonKeys(*found) if found else None


def read_followed_before(event: int, codes: Collection[str]) -> dict[str, TravelId]:
    """Whose codes these are, of those that an earlier version gave out."""
    given_out = Competitor.objects.filter(event=event, phone_code__in=codes).exclude(phone_code="")
    return dict(given_out.values_list("phone_code", "travel_id"))
