"""What the server knows about a table's tablets, its call for the organiser, and where its people sit next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, QuerySet

from scoring.models import Sat, Tablet
from scoring.queries.seat_changes import SeatChanges, read_seat_changes
from scoring.queries.substitutes import Substitute, read_substitutes
from scoring.queries.table import TableRead, open_calls, read_table
from scoring.rules.sheet import TIME_TO_TAKE_BACK, can_be_taken_back
from scoring.rules.troubles import HandInTrouble
from tournament.log_kinds import Happened
from tournament.models import Competition, LogEntry, Seat, Table
from tournament.permissions import Role
from tournament.prepared import PreparedQuery
from tournament.rules.standing import PlannedRound, Standing
from tournament.rules.table_numbers import ShownTable
from tournament.rules.travel_ids import TravelId, names_in_log

CONNECTED_FOR: Final = timedelta(seconds=45)
"""A tablet counts as connected if it was heard from in the last 45 seconds."""


@dataclass(frozen=True)
class TabletSign:
    """One tablet that has opened the table's page."""

    device: str
    holds: bool
    """Whether it holds the table's sheet."""
    connected: bool
    settled: str
    """The request of this tablet that the organiser has settled."""


@dataclass(frozen=True)
class TableCall:
    """A table's call for the organiser."""

    message: str
    raised_at: datetime


@dataclass(frozen=True)
class NextSeat:
    """The seat of somebody in the next round."""

    table: ShownTable
    seat: int


@dataclass(frozen=True)
class TabletRead:
    """Everything that a tablet is sent about its table. `next_seats` and `substitutes` are by entry."""

    table: TableRead
    tablets: Sequence[TabletSign]
    call: TableCall | None
    next_seats: Mapping[int, NextSeat]
    substitutes: Mapping[int, Sequence[Substitute]]
    seat_changes: SeatChanges
    take_back_until: datetime | None
    """Until when the table may open its sheet again, while it may."""


_TABLETS: Final = PreparedQuery(
    lambda competition, number: (
        Tablet.objects.filter(competition=competition, number=number)
        .order_by("pk")
        .values_list("device", "holds", "heard_at", "settled")
    )
)
_CALL: Final = PreparedQuery(
    lambda competition, number: (
        open_calls(competition).filter(table__number=number).values_list("message", "raised_at")[:1]
    )
)


def read_for_tablet(standing: Standing, competition: Competition, table: Table, now: datetime) -> TabletRead:
    """Read one table as its tablet needs it."""
    read = read_table(standing, competition, table, now)
    call = _CALL.first(competition.pk, table.number)
    return TabletRead(
        table=read,
        tablets=[
            TabletSign(device, holds, heard_at > now - CONNECTED_FOR, settled)
            for device, holds, heard_at, settled in _TABLETS(competition.pk, table.number)
        ],
        call=TableCall(*call) if call else None,
        next_seats=_next_seats(read),
        substitutes=read_substitutes(read),
        seat_changes=read_seat_changes(table, read),
        take_back_until=_take_back_until(read, now),
    )


def _take_back_until(read: TableRead, now: datetime) -> datetime | None:
    accepted_at = read.table.accepted_at
    if accepted_at is None or read.now.round.closed or not can_be_taken_back(accepted_at, now):
        return None
    until = accepted_at + TIME_TO_TAKE_BACK
    by_the_table = until > now and who_accepted(read.competition.pk, read.table.travel_id) == Role.UMPIRE
    return until if by_the_table else None


def who_accepted(competition: int, table: TravelId) -> str | None:
    """The role of whoever accepted the sheet of the table with this id last."""
    accepted = LogEntry.objects.filter(competition=competition, what=Happened.SHEET_ACCEPTED.stored)
    lines = accepted.filter(facts__table__in=names_in_log(table))
    return lines.order_by("pk").values_list("role", flat=True).last()


def find_trouble(competition: int, number: int, request: str) -> HandInTrouble | None:
    """The hand that a tablet of this table typed under this request, and that the server refused."""
    troubles = read_troubles(competition, number)
    return next((trouble for trouble in troubles if trouble.request == request), None)


def read_troubles(competition: int, number: int) -> list[HandInTrouble]:
    """The hands of this table's tablets that the server refused and nobody has settled."""
    tablets = Tablet.objects.filter(competition=competition, number=number, trouble__isnull=False).order_by("pk")
    return [HandInTrouble.from_kept(kept) for kept in tablets.values_list("trouble", flat=True) if kept]


def read_disputed_tables(*, round_: PlannedRound, **_: object) -> list[int]:
    """The tables of this round where a tablet has a hand that the server refused and nobody has settled: another
    version of a recorded hand, or a hand that was never recorded."""
    numbers = Table.objects.filter(round=round_.pk).values("number")
    told = Tablet.objects.filter(competition__round_set=round_.pk, number__in=numbers, trouble__isnull=False)
    rows = told.values_list("number", "trouble")
    return sorted({number for number, kept in rows if kept and HandInTrouble.from_kept(kept).is_of(round_.number)})


def read_ticks(*, competition: int, **_: object) -> QuerySet[Sat]:
    """Whom umpires ticked at the tables of this competition, each with the `entry` and the `number` of the round."""
    seen = Sat.objects.filter(seat__round__competition=competition, seat__absent=False)
    return seen.annotate(entry=F("seat__entry"), number=F("seat__round__number"))


def _next_seats(read: TableRead) -> dict[int, NextSeat]:
    """Where everybody at this table sits in the next round, once it is made."""
    if not read.now.round.closed:
        return {}
    seats = Seat.objects.filter(
        round__competition=read.competition.pk,
        round__number=read.now.round.number + 1,
        entry__in=list(read.now.entries.values()),
    )
    shown = read.standing.numbers.shown
    return {
        entry: NextSeat(shown(table), seat)
        for entry, table, seat in seats.values_list("entry", "table__number", "number")
    }
