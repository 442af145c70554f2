"""A round's tables as the rules know them once their sheets are in: who sat where, and what their hands add up to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tournament.models import Round, Seat, Table
from tournament.rules.ranking import Tally
from tournament.rules.rounds import Finished


def read_finished_tables(round_: Round) -> list[Finished]:
    """Every table of the round, in two queries."""
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in round_.seats.select_related("entry").order_by("number"):
        seats[seat.table_id].append(seat)
    tables = round_.tables.select_related("playoff").order_by("number")
    return [_finished(table, seats[table.pk]) for table in tables]


def _finished(table: Table, seats: Sequence[Seat]) -> Finished:
    """The table's codes in seat order, and the tallies of those who were present."""
    tallies = tuple(
        Tally(seat.entry.code, seat.points or 0, seat.hands or 0, seat.won or 0, seat.last)
        for seat in seats
        if not seat.absent
    )
    playoff = table.playoff.code if table.playoff else None
    return Finished(table.number, tuple(seat.entry.code for seat in seats), tallies, playoff)
