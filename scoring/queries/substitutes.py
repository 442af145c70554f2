"""Who of the same group may take a seat at a table before its first hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.queries.table import TableRead
from tournament.models import Entry, Seat


@dataclass(frozen=True)
class Substitute:
    """Somebody of the same group; who has a seat in this round already cannot take another."""

    name: str
    has_seat: bool


def read_substitutes(read: TableRead) -> Mapping[int, Sequence[Substitute]]:
    """For each seat, by its entry: everybody else of the same group. Nobody once a hand is recorded."""
    if read.now.hands or read.now.accepted:
        return {}
    groups = {entry: person.group_pk for entry, person in read.people.items()}
    people = Entry.objects.filter(competition=read.competition, group__in=groups.values()).select_related("competitor")
    seated = set(Seat.objects.filter(round=read.table.round_id).values_list("entry", flat=True))
    return {
        entry: [
            Substitute(str(person.competitor), person.pk in seated)
            for person in people
            if person.group_id == groups[entry] and person.pk != entry
        ]
        for entry in groups
    }
