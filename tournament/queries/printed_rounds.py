"""Reads a round as it is printed: who sits where, also where only the tables that winners come from are known yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from tournament.queries.draw import read_tables
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.people import read_people
from tournament.rules.knockout import Plan
from tournament.rules.presets import Format, Moving, Settings
from tournament.rules.rotation import target
from tournament.rules.round_names import RoundName
from tournament.rules.standing import Standing
from tournament.rules.table_numbers import NO_TABLE, ShownTable

if TYPE_CHECKING:
    from tournament.queries.draw import DrawnChair


@dataclass(frozen=True)
class PrintedChair:
    """A seat. Without a name it is to be written on."""

    seat: int
    name: str = ""
    group: str = ""
    stands_for: str = ""
    """The name of the person for whom a substitute plays."""
    absent: bool = False
    winner_of: ShownTable = NO_TABLE
    """The table of the round before whose winner will sit here."""


@dataclass(frozen=True)
class PrintedTable:
    """A table of a round; number 0 is a blank sheet's."""

    number: ShownTable
    chairs: Sequence[PrintedChair]


@dataclass(frozen=True)
class PrintedRound:
    """A round with its tables, and where its players go afterwards; number 0 is a blank sheet's."""

    standing: Standing
    number: int
    tables: Sequence[PrintedTable]
    is_seated: bool = False
    """Whether people have their seats, not only their tables."""

    @property
    def settings(self) -> Settings:
        return self.standing.settings

    @property
    def name(self) -> RoundName:
        """What the round is called."""
        return self.standing.name(self.number)

    @property
    def is_last(self) -> bool:
        """Whether nobody goes on from it."""
        return self.standing.is_last(self.number)

    def goes_to(self, number: ShownTable, why: str = "best") -> ShownTable | None:
        """The table that the first, or a rotation's best or worst, moves to; None if nobody knows, or nobody moves."""
        if self.is_last or not number:
            return None
        table = self.standing.numbers.stored(number)
        if self.settings.format is Format.ROTATION:
            goal = target(table, len(self.tables), why, self.settings.move or Moving.CIRCULAR)
            return self.standing.numbers.shown(goal) if goal != table else None
        return self.standing.numbers.shown(self.standing.goal(self.number, table)) or None


def read_printed_round(
    competition: KnownCompetition, standing: Standing, number: int, *, full_names: bool = False
) -> PrintedRound:  # fmt: skip
    """A round's tables in two queries. Of a knockout's later rounds at least whose winners will sit there is known. A
    round about which nothing is known has no tables."""
    seated = read_tables(competition, number, read_people(competition, full_names=full_names))
    tables = [PrintedTable(table, [_chair(chair) for chair in chairs]) for table, chairs in seated.items()]
    return PrintedRound(standing, number, tables or _expected(standing, number), is_seated=bool(seated))


def _chair(chair: DrawnChair) -> PrintedChair:
    person, stands_for = chair.person, chair.stands_for
    return PrintedChair(chair.seat, person.name, person.group, stands_for.name if stands_for else "", chair.absent)


def _expected(standing: Standing, number: int) -> list[PrintedTable]:
    """Winners of tables 1, 2, 3 … take a knockout's next seats in order, unless each round is drawn again."""
    if standing.draw is None or standing.format is not Format.KNOCKOUT or standing.settings.redraw:
        return []
    row = Plan(standing.draw.size, standing.draw.plan).sizes[number - 1]
    starts, shown = [0, *accumulate(row)], standing.numbers.shown
    return [
        PrintedTable(
            shown(table), [PrintedChair(n, winner_of=shown(starts[table - 1] + n)) for n in range(1, size + 1)]
        )
        for table, size in enumerate(row, start=1)
    ]
