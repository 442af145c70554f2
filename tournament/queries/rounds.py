"""What a round still waits for, and whether it has dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple, cast

from django.db.models import Count, Q
from django.dispatch import Signal

from tournament.models import Move, Table
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.people import Person
from tournament.rules.clock import State
from tournament.rules.standing import PlannedRound, Standing
from tournament.rules.table_numbers import ShownTable

DEALT: Final = Q(dealt_at__isnull=False) | Q(accepted_at__isnull=False)
"""A table at which a hand was recorded, or whose sheet came in: from then on nobody of the round is redrawn (RULES 5).
The clock's start alone does not count: no record could tell it from the minute before."""


disputed_tables = Signal()
"""Asked with `round_`: at which of its tables does a tablet have a hand that is not on the sheet, and an organiser has
not decided? Who knows what happened at a table answers with numbers."""


@dataclass(frozen=True)
class Waits:
    """What a round waits for before it can be closed: its clock, the tables whose sheets are not in, and those where a
    tablet has a hand that nobody has chosen or let go."""

    clock: bool
    tables: Sequence[ShownTable]
    disputed: Sequence[ShownTable] = ()

    def __bool__(self) -> bool:
        return self.clock or bool(self.tables) or bool(self.disputed)


def waiting_for_sheets(standing: Standing, round_: PlannedRound, now: datetime) -> Waits:
    """What a made round waits for. A table with fewer than two players has no sheet to wait for."""
    open_tables = (
        Table.objects.filter(round=round_.pk, accepted_at__isnull=True)
        .annotate(present=Count("seats", filter=Q(seats__absent=False)))
        .filter(present__gte=2)
        .order_by("number")
    )
    shown = standing.numbers.shown
    return Waits(
        clock=is_clock_going(round_, now),
        tables=[shown(table) for table in open_tables.values_list("number", flat=True)],
        disputed=[shown(table) for table in _read_disputed(round_)],
    )


def is_clock_going(round_: PlannedRound, now: datetime) -> bool:
    """Whether the round's clock runs or is paused, so that it is played."""
    return round_.clock is not None and round_.clock.state(now) in (State.RUNNING, State.PAUSED)


def _read_disputed(round_: PlannedRound) -> list[int]:
    """The numbers of the round's tables with two versions of a hand, whether or not anybody has noticed."""
    answers = disputed_tables.send(sender=Table, round_=round_)
    return sorted(number for _, numbers in answers for number in cast(list[int], numbers))


class RotationMove(NamedTuple):
    """Whom the end of a round sent to which table."""

    person: Person
    target: ShownTable


def read_moves(competition: KnownCompetition, people: Mapping[int, Person]) -> dict[tuple[int, int, str], RotationMove]:
    """Everybody whom a round sent to another table, by the round, the table they left and why: as best or worst."""
    moves = Move.objects.filter(competition=competition.pk).exclude(why="balance")
    rows, shown = moves.values_list("after", "source", "why", "entry", "target"), competition.numbers.shown
    return {(after, source, why): RotationMove(people[entry], shown(goal)) for after, source, why, entry, goal in rows}
