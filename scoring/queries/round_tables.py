"""The tables of whole rounds, with their hands: for the board, the public round page, paper and the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, TypeVar

from django.db.models import Model, QuerySet

from scoring.queries.hands import read_hands_by_table, read_hands_of_round
from scoring.queries.table import round_now, table_now
from scoring.rules.table_now import RecordedHand, SeatNow, TableNow
from tournament.models import Table
from tournament.rules.standing import PlannedRound, Standing

Seats = Mapping[int, Sequence[SeatNow]]
"""Who sits at each table, by the table's row."""


ALL: Final = slice(None)
M = TypeVar("M", bound=Model)


def of_tables(rows: QuerySet[M], prefix: str, asked: slice) -> QuerySet[M]:
    """Only the rows of these tables, counted from 0."""
    if asked == ALL:
        return rows
    return rows.filter(**{f"{prefix}number__gt": asked.start, f"{prefix}number__lte": asked.stop})


def count_tables(round_: PlannedRound) -> int:
    """How many tables a round has that is made; it may have fewer than were planned."""
    return Table.objects.filter(round=round_.pk).count()


def read_round_tables(
    standing: Standing,
    rounds: Sequence[PlannedRound],
    seats: Seats,
    now: datetime,
    asked: slice = ALL,
    *,
    cards: bool = True,
) -> dict[int, dict[int, TableNow]]:
    """Every table of these rounds, by round and then by the table's row, in order. Three queries, however many tables
    there are, or `asked` alone. The caller has read the seats, with as much about each person as it shows."""
    codes = {seat.pk: seat.code for chairs in seats.values() for seat in chairs}
    made = {round_.pk: round_ for round_ in rounds}
    hands = _hands(rounds, seats, codes, asked, cards=cards)
    states = {pk: round_now(round_, now) for pk, round_ in made.items()}
    tables: dict[int, dict[int, TableNow]] = {round_.number: {} for round_ in rounds}
    for row in of_tables(Table.objects.filter(round__in=made), "", asked).order_by("number"):
        seated, played, state = seats.get(row.pk, []), hands.get(row.pk, []), states[row.round_id]
        of_round = tables[state.number]
        of_round[row.pk] = table_now(row, standing.settings, standing.numbers, state, seated, played)
    return tables


def _hands(
    rounds: Sequence[PlannedRound], seats: Seats, codes: Mapping[int, str], asked: slice, *, cards: bool
) -> dict[int, list[RecordedHand]]:
    if len(rounds) == 1 and not cards:
        return read_hands_of_round(rounds[0].pk, asked, codes)
    if asked != ALL:
        return read_hands_by_table(codes, cards=cards, table__in=seats)
    return read_hands_by_table(codes, cards=cards, table__round__in=[round_.pk for round_ in rounds])


def read_hands_of_tables(round_: PlannedRound, seats: Seats, asked: slice | None) -> dict[int, list[RecordedHand]]:
    """The hands of some tables of a round without the cards: of those in a row that are `asked`, or of those with these
    seats."""
    codes = {seat.pk: seat.code for chairs in seats.values() for seat in chairs}
    if asked is not None:
        return read_hands_of_round(round_.pk, asked, codes)
    return read_hands_by_table(codes, cards=False, table__in=seats)
