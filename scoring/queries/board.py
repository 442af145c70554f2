"""All tables of a round for the organiser: how far each is, and those that are looked at with their people and hands.

With a thousand tables only few are looked at. How far the others are follows from their rows alone while nothing but
the clock ends their round; where more decides, a table is read whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final, NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from scoring.models import Hand, Tablet
from scoring.queries.round_tables import read_hands_of_tables
from scoring.queries.table import name_of, open_calls, round_now, table_now
from scoring.queries.tablets import CONNECTED_FOR
from scoring.rules.needs import HeardTablet, OpenCall
from scoring.rules.outcomes import judge
from scoring.rules.sheet import only_the_clock_ends
from scoring.rules.table_now import SeatNow, TableNow
from scoring.rules.table_stage import PlainTable
from scoring.rules.troubles import HandInCount, HandInTrouble
from tournament.models import Competition, Seat, Table
from tournament.prepared import PreparedQuery
from tournament.queries.rounds import Waits, is_clock_going
from tournament.rules.presets import Format
from tournament.rules.standing import PlannedRound, Standing


@dataclass(frozen=True)
class BoardTable:
    """One table on the board, with its people and hands."""

    now: TableNow
    tablets: Sequence[HeardTablet]
    call: OpenCall | None
    read_at: datetime


class TableRow(NamedTuple):
    """How far a table is, as far as rows tell without its hands."""

    pk: int
    number: int
    accepted_at: datetime | None
    lot: bool
    present: int
    seated: int
    has_hands: bool
    has_unfinished: bool


@dataclass(frozen=True)
class BoardRead:
    """A round's tables by their number, their tablets and their calls."""

    standing: Standing
    round: PlannedRound
    rows: Mapping[int, TableRow]
    tablets: Mapping[int, Sequence[HeardTablet]]
    calls: Mapping[int, OpenCall]
    read_at: datetime

    @property
    def elsewhere(self) -> list[OpenCall]:
        """Unanswered calls of tables that are not in this round."""
        return [call for number, call in self.calls.items() if number not in self.rows]

    @property
    def waits(self) -> Waits:
        """What the round waits for: the same answer as waiting_for_sheets(), without reading again."""
        shown = self.standing.numbers.shown
        return Waits(
            clock=is_clock_going(self.round, self.read_at),
            tables=[shown(row.number) for row in self.rows.values() if row.accepted_at is None and row.present >= 2],
            disputed=[shown(number) for number in self.rows if number in self.disputed],
        )

    @cached_property
    def disputed(self) -> frozenset[int]:
        """The tables where a tablet has a hand of this round that was refused."""
        round_number = self.round.number
        return frozenset(
            number for number, tablets in self.tablets.items() if any(heard.disputes(round_number) for heard in tablets)
        )

    def plain_tables(self) -> dict[int, PlainTable]:
        """The tables whose stage follows from their rows."""
        round_ = round_now(self.round, self.read_at)
        plays_on = {
            unfinished: not round_.time_is_up and only_the_clock_ends(self.standing.settings, unfinished=unfinished)
            for unfinished in (True, False)
        }
        plain: dict[int, PlainTable] = {}
        for number, row in self.rows.items():
            is_open = row.accepted_at is None and not round_.closed
            if not is_open or (row.present > 1 and plays_on[row.has_unfinished]):
                plain[number] = PlainTable(is_open, row.has_hands, row.seated == row.present)
        return plain


_TABLETS: Final = PreparedQuery(lambda competition: _heard(competition=competition))
_HANDS: Final = Hand.objects.filter(table=OuterRef("pk"), deleted_at__isnull=True)
_PRESENT: Final = Q(seats__absent=False)
_ROWS: Final = PreparedQuery(
    lambda round_: (
        Table.objects.filter(round=round_)
        .annotate(
            present=Count("seats", filter=_PRESENT),
            seated=Count("seats__sat", filter=_PRESENT),
            has_hands=Exists(_HANDS),
            has_unfinished=Exists(_HANDS.filter(complete=False)),
        )
        .order_by("number")
        .values_list("pk", "number", "accepted_at", "lot", "present", "seated", "has_hands", "has_unfinished")
    )
)


def read_board(standing: Standing, competition: Competition, round_: PlannedRound, now: datetime) -> BoardRead:
    """Read how far the tables are, in three queries, however many there are."""
    return BoardRead(
        standing=standing,
        round=round_,
        rows={row.number: row for row in (TableRow(*values) for values in _ROWS(round_.pk))},
        tablets=_tablets(_TABLETS(competition.pk), now),
        calls=_calls(competition, round_.number),
        read_at=now,
    )


def read_board_tables(read: BoardRead, numbers: Collection[int]) -> dict[int, BoardTable]:
    """These tables with their people and hands, in three queries. The board does not show what was corrected."""
    chosen = {row.pk: row for number, row in read.rows.items() if number in set(numbers)}
    if not chosen:
        return {}
    asked, standing = _run_of(sorted(row.number for row in chosen.values())), read.standing
    seats = _seats(read.round, chosen, asked)
    hands, state = read_hands_of_tables(read.round, seats, asked), round_now(read.round, read.read_at)
    return {
        row.number: BoardTable(
            table_now(row, standing.settings, standing.numbers, state, seats.get(pk, []), hands.get(pk, [])),
            read.tablets.get(row.number, ()),
            read.calls.get(row.number),
            read.read_at,
        )
        for pk, row in chosen.items()
    }


def _run_of(numbers: Sequence[int]) -> slice | None:
    """These tables, counted from 0, if no other is between them."""
    return slice(numbers[0] - 1, numbers[-1]) if numbers[-1] - numbers[0] < len(numbers) else None


def read_board_table(competition: Competition, table: Table, now: TableNow, read_at: datetime) -> BoardTable:
    """One table as the board shows it, without reading the others."""
    tablets = _tablets(_heard(competition=competition, number=table.number), read_at)
    call = _calls(competition, now.round.number, table__number=table.number).get(table.number)
    return BoardTable(now, tablets.get(table.number, []), call, read_at)


_SEAT: Final = (
    "table", "pk", "number", "entry", "entry__code", "absent", "entry__competitor", "entry__competitor__name", "sat",
    "nod__seen", "entry__travel_id",
)  # fmt: skip
_SEATS: Final = PreparedQuery(
    lambda round_, after, last: (
        Seat.objects.filter(round=round_, table__number__gt=after, table__number__lte=last)
        .order_by("number")
        .values_list(*_SEAT)
    )
)


def _seats(round_: PlannedRound, tables: Collection[int], asked: slice | None) -> dict[int, list[SeatNow]]:
    if asked is not None:
        rows: Iterable[tuple[Any, ...]] = _SEATS(round_.pk, asked.start, asked.stop)
    else:
        rows = Seat.objects.filter(table__in=tables).order_by("number").values_list(*_SEAT)
    seats: dict[int, list[SeatNow]] = {}
    for table, pk, number, entry, code, absent, competitor, name, sat, agreed, travel_id in rows:
        called = name_of(competitor, name)
        seat = SeatNow(pk, number, entry, code, absent, called, sat is not None, agreed, travel_id)
        seats.setdefault(table, []).append(seat)
    return seats


def read_names_at_tables(round_: PlannedRound) -> dict[int, list[str]]:
    """Who sits at each table, by its number: to search for them."""
    rows = Seat.objects.filter(round=round_.pk).order_by("number")
    names: dict[int, list[str]] = {}
    for table, competitor, name in rows.values_list("table__number", "entry__competitor", "entry__competitor__name"):
        names.setdefault(table, []).append(name_of(competitor, name))
    return names


def winner_of(standing: Standing, table: TableNow) -> str | None:
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


def _heard(**where: Any) -> QuerySet[Tablet, tuple[Any, ...]]:
    columns = "number", "heard_at", "counting", "trouble", "at_result"
    return Tablet.objects.filter(**where).order_by("pk").values_list(*columns)


def _tablets(rows: Iterable[tuple[Any, ...]], now: datetime) -> dict[int, list[HeardTablet]]:
    tablets: dict[int, list[HeardTablet]] = {}
    for number, heard_at, counting, trouble, at_result in rows:
        heard = HeardTablet(
            heard_at=heard_at,
            connected=heard_at > now - CONNECTED_FOR,
            counting=HandInCount.from_kept(counting) if counting else None,
            trouble=HandInTrouble.from_kept(trouble) if trouble else None,
            at_result=at_result,
        )
        tablets.setdefault(number, []).append(heard)
    return tablets
