"""How the people of a table differ from those its umpire last saw there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.queries.table import TableRead, name_of
from scoring.rules.seat_changes import SeatChange, SeenSeat, compare
from scoring.rules.table_now import TableNow
from tournament.models import Entry, Seat, Table
from tournament.rules.table_numbers import ShownTable
from tournament.rules.travel_ids import number_told


@dataclass(frozen=True)
class SeatChanges:
    """The changes that the umpire has to be told, and the names, by entry, of everybody in them."""

    changes: Sequence[SeatChange] = ()
    names: Mapping[int, str] | None = None
    told: Mapping[int, int] = field(default_factory=dict)
    """The number of each of them by which tablets know the player."""


def seats_now(table: TableNow) -> list[SeenSeat]:
    """The chairs as a tablet shows them."""
    return [SeenSeat(seat.number, seat.entry, seat.absent) for seat in table.seats]


def read_seat_changes(table: Table, read: TableRead) -> SeatChanges:
    """The changes since the umpire last looked. None once the sheet is accepted, or if no tablet has shown the table
    yet. People who left cost two queries."""
    known = getattr(table, "seen_seats", None)
    if known is None or not read.now.open:
        return SeatChanges()
    seen, now = [SeenSeat._make(seat) for seat in known.seats], seats_now(read.now)
    if seen == now:
        return SeatChanges()
    names = {seat.entry: read.now.names[seat.code] for seat in read.now.seats}
    went = {seat.entry for seat in seen} - set(names)
    told = {seat.entry: seat.told for seat in read.now.seats}
    for entry, name, number in _people(read, went):
        names[entry], told[entry] = name, number
    seen = [seat for seat in seen if seat.entry in names]  # a tablet is told nothing of other competitions
    return SeatChanges(compare(seen, now, _tables(read, went)), names, told)


def _people(read: TableRead, entries: set[int]) -> Iterator[tuple[int, str, int]]:
    rows = Entry.objects.filter(competition=read.competition.pk, pk__in=entries)
    named = rows.values_list("pk", "competitor", "competitor__name", "travel_id")
    return ((pk, name_of(competitor, name), number_told(travel_id)) for pk, competitor, name, travel_id in named)


def _tables(read: TableRead, entries: set[int]) -> dict[int, ShownTable]:
    seats = Seat.objects.filter(round=read.round.pk, entry__in=entries)
    shown = read.standing.numbers.shown
    return {entry: shown(table) for entry, table in seats.values_list("entry", "table__number")}
