"""Who may take a seat at a table before its first hand: somebody of the same group, or anybody where groups are left
out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.queries.table import TableRead
from tournament.models import Entry, Seat
from tournament.queries.substitutes import read_substitutes as read_free_people


@dataclass(frozen=True)
class Substitute:
    """Somebody of the same group; who has a seat in this round already cannot take another."""

    name: str
    has_seat: bool
    withdrew: bool = False
    """Whether they were entered and withdrew."""


def read_substitutes(read: TableRead) -> Mapping[int, Sequence[Substitute]]:
    """For each seat, by its entry: everybody else of the same group. Nobody once a hand is recorded."""
    if read.now.hands or read.now.accepted:
        return {}
    groups = {entry: person.group_pk for entry, person in read.people.items()}
    if not read.competition.event.has_groups:
        free = read_free_people(read.competition, sitter=0, home=0, round_number=read.round.number)
        anybody = [Substitute(person.name, False, bool(person.withdrew_from)) for person in free if not person.grade]
        return dict.fromkeys(groups, anybody)
    people = Entry.objects.filter(competition=read.competition.pk, group__in=groups.values()).select_related(
        "competitor"
    )
    seated = set(Seat.objects.filter(round=read.round.pk).values_list("entry", flat=True))
    return {
        entry: [
            Substitute(str(person.competitor), person.pk in seated, person.withdrawn_at is not None)
            for person in people
            if person.group_id == groups[entry] and person.pk != entry
        ]
        for entry in groups
    }
