"""The tables of whole rounds, with their hands: for the board, the public round page, paper and the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from scoring.queries.hands import read_hands_by_table
from scoring.queries.table import round_now, table_now
from scoring.rules.table_now import SeatNow, TableNow
from tournament.models import Table
from tournament.rules.standing import PlannedRound, Standing

Seats = Mapping[int, Sequence[SeatNow]]
"""Who sits at each table, by the table's row."""


def read_round_tables(
    standing: Standing, rounds: Sequence[PlannedRound], seats: Seats, now: datetime
) -> dict[int, dict[int, TableNow]]:
    """Every table of these rounds, by round and then by the table's row, in order. Two queries, however many tables
    there are. The caller has read the seats, with as much about each person as it shows."""
    codes = {seat.pk: seat.code for chairs in seats.values() for seat in chairs}
    made = {round_.pk: round_ for round_ in rounds}
    hands = read_hands_by_table(codes, table__round__in=made)
    states = {pk: round_now(round_, now) for pk, round_ in made.items()}
    tables: dict[int, dict[int, TableNow]] = {round_.number: {} for round_ in rounds}
    for row in Table.objects.filter(round__in=made).order_by("number"):
        seated, played, state = seats.get(row.pk, []), hands.get(row.pk, []), states[row.round_id]
        of_round = tables[state.number]
        of_round[row.pk] = table_now(row, standing.settings, standing.numbers, state, seated, played)
    return tables
