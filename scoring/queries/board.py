"""All tables of a round for the organiser: each as it is now, with its tablets and its call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from scoring.models import Tablet
from scoring.queries.round_tables import read_round_tables
from scoring.queries.table import name_of, open_calls
from scoring.queries.tablets import CONNECTED_FOR
from scoring.rules.needs import HeardTablet, OpenCall
from scoring.rules.outcomes import judge
from scoring.rules.table_now import SeatNow, TableNow
from scoring.rules.troubles import HandInCount, HandInTrouble
from tournament.models import Competition, Seat, Table
from tournament.prepared import PreparedQuery
from tournament.queries.rounds import Waits, is_clock_going
from tournament.rules.presets import Format
from tournament.rules.standing import PlannedRound, Standing


@dataclass(frozen=True)
class BoardTable:
    """One table on the board."""

    now: TableNow
    tablets: Sequence[HeardTablet]
    call: OpenCall | None
    read_at: datetime


@dataclass(frozen=True)
class BoardRead:
    """The round's tables and the people at them, by entry, named as the staff see them."""

    standing: Standing
    round: PlannedRound
    tables: Sequence[BoardTable]
    winners: Mapping[int, str | None]
    """The code of each table's winner, by table number, where the sheet decides one."""
    elsewhere: Sequence[OpenCall]
    """Unanswered calls of tables that are not in this round."""
    read_at: datetime

    @property
    def waits(self) -> Waits:
        """What the round waits for: the same answer as waiting_for_sheets(), without reading again."""
        number, now = self.round.number, [(table, table.now) for table in self.tables]
        return Waits(
            clock=is_clock_going(self.round, self.read_at),
            tables=[table.shown for _, table in now if not table.accepted and len(table.present) >= 2],
            disputed=[table.shown for board, table in now if any(heard.disputes(number) for heard in board.tablets)],
        )


_TABLETS: Final = PreparedQuery(lambda competition: Tablet.objects.filter(competition=competition).order_by("pk"))


def read_board(standing: Standing, competition: Competition, round_: PlannedRound, now: datetime) -> BoardRead:
    """Read the board in a fixed number of queries, however many tables there are."""
    calls = _calls(competition, round_.number)
    tablets = _tablets(_TABLETS(competition.pk), now)
    tables = [
        BoardTable(table, tablets.get(table.number, []), calls.get(table.number), now)
        for table in _tables(standing, round_, now)
    ]
    numbers = {table.now.number for table in tables}
    return BoardRead(
        standing=standing,
        round=round_,
        tables=tables,
        winners={table.now.number: _winner(standing, table.now) for table in tables},
        elsewhere=[call for number, call in calls.items() if number not in numbers],
        read_at=now,
    )


def read_board_table(competition: Competition, table: Table, now: TableNow, read_at: datetime) -> BoardTable:
    """One table as the board shows it, without reading the others."""
    tablets = _tablets(Tablet.objects.filter(competition=competition, number=table.number).order_by("pk"), read_at)
    call = _calls(competition, now.round.number, table__number=table.number).get(table.number)
    return BoardTable(now, tablets.get(table.number, []), call, read_at)


def _tables(standing: Standing, round_: PlannedRound, now: datetime) -> list[TableNow]:
    """Each table with its seats and hands. The board does not show what was corrected."""
    seats: dict[int, list[SeatNow]] = {}
    for table, seat in _seats(round_):
        seats.setdefault(table, []).append(seat)
    return list(read_round_tables(standing, [round_], seats, now, cards=False)[round_.number].values())


_SEATS: Final = PreparedQuery(
    lambda round_: (
        Seat.objects.filter(round=round_)
        .order_by("number")
        .values_list(
            "table", "pk", "number", "entry", "entry__code", "absent", "entry__competitor", "entry__competitor__name",
            "sat", "nod__seen",
        )
    )
)  # fmt: skip


def _seats(round_: PlannedRound) -> Iterable[tuple[int, SeatNow]]:
    for table, pk, number, entry, code, absent, competitor, name, sat, agreed in _SEATS(round_.pk):
        called = name_of(competitor, name)
        yield table, SeatNow(pk, number, entry, code, absent, called, sat is not None, agreed)


def _winner(standing: Standing, table: TableNow) -> str | None:
    """The code of the table's winner: once its sheet is accepted, or when a play-off hand or hands won have decided
    between people with the same points. A rotation's tables have no winner."""
    decided = not table.open or table.playoff_winner is not None or (table.is_decided and len(table.leaders) > 1)
    verdict = judge(table, standing) if decided and standing.format is not Format.ROTATION else None
    return verdict.first if verdict else None


def _calls(competition: Competition, round_number: int, **where: Any) -> dict[int, OpenCall]:
    """The oldest unanswered call of each table, from earlier rounds too."""
    flags = open_calls(competition.pk).filter(table__round__number__lte=round_number, **where)
    calls: dict[int, OpenCall] = {}
    rows = flags.values_list("table__number", "table__round__number", "message", "raised_at")
    for table, number, message, raised_at in rows:
        calls.setdefault(table, OpenCall(competition.numbers.shown(table), number, message, raised_at))
    return calls


def _tablets(rows: Iterable[Tablet], now: datetime) -> dict[int, list[HeardTablet]]:
    tablets: dict[int, list[HeardTablet]] = {}
    for row in rows:
        heard = HeardTablet(
            heard_at=row.heard_at,
            connected=row.heard_at > now - CONNECTED_FOR,
            counting=HandInCount.from_kept(row.counting) if row.counting else None,
            trouble=HandInTrouble.from_kept(row.trouble) if row.trouble else None,
            at_result=row.at_result,
        )
        tablets.setdefault(row.number, []).append(heard)
    return tablets
