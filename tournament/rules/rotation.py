"""Rotation: tables of 4 or 5, who moves where, empty chairs and late arrivals (RULES 7, RECORD 2 and 3).

A table is a list of codes in seat order; tables are numbered from 1, so `tables[0]` is table 1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tournament.rules.errors import DrawRefused, RoundRefused
from tournament.rules.presets import Moving

SMALLEST_PLANNED_TABLE: Final = 4
FEWEST_AT_A_TABLE: Final = 3
"""A table that would fall below this takes one by lot from the fullest."""
MOVERS: Final = 2
"""Best and worst: at most this many people come to a table after a round, and this many leave it if they are there."""


@dataclass(frozen=True)
class TableMove:
    """One player's way from table to table, and why: `best`, `worst` or `balance`."""

    code: str
    source: int
    target: int
    why: str


def table_counts(players: int, table_max: int) -> range:
    """The numbers of tables to choose from: ⌈n/5⌉ ≤ T ≤ ⌊n/4⌋; where there is none, the fewest that fit."""
    if players < 2:
        raise DrawRefused("A draw needs at least two players.")
    fewest = -(-players // table_max)
    return range(fewest, max(fewest, players // SMALLEST_PLANNED_TABLE) + 1)


def target(number: int, tables: int, why: str, move: Moving) -> int:
    """The best moves down one table number, from table 1 to the highest; the worst up one, from the highest to 1.

    As a `ladder` the best of table 1 and the worst of the last table stay.
    """
    step = number - 1 if why == "best" else number + 1
    if 1 <= step <= tables:
        return step
    if move is Moving.LADDER:
        return number
    return tables if why == "best" else 1


def next_tables(tables: Sequence[Sequence[str]], moves: Sequence[TableMove]) -> list[list[str]]:
    """Those who stay keep their order; then those who arrive, by the table they come from, best before worst."""
    leaving = {move.code for move in moves}
    after = [[code for code in table if code not in leaving] for table in tables]
    for move in sorted(moves, key=lambda m: (m.source, m.why != "best")):
        after[move.target - 1].append(move.code)
    return after


def balance(
    tables: list[list[str]], absent: Collection[str], draw: Callable[[int, Sequence[str]], str]
) -> list[TableMove]:
    """While a table has fewer than three present and another more than three, the lowest-numbered short table
    takes one by lot from the table with most present. Changes `tables`; `draw(k, present)` holds the k-th lot."""
    moves: list[TableMove] = []
    while True:
        present = [[code for code in table if code not in absent] for table in tables]
        counts = [len(table) for table in present]
        short = next((n for n, count in enumerate(counts) if count < FEWEST_AT_A_TABLE), None)
        fullest = counts.index(max(counts))
        if short is None or counts[fullest] <= FEWEST_AT_A_TABLE:
            return moves
        code = draw(len(moves) + 1, present[fullest])
        tables[fullest].remove(code)
        tables[short].append(code)
        moves.append(TableMove(code, fullest + 1, short + 1, "balance"))


def join(tables: list[list[str]], absent: Collection[str], late: Iterable[str], table_max: int) -> None:
    """A late arrival joins the table with fewest present, lowest number on equal, below the table maximum."""
    for code in sorted(late):
        counts = [sum(c not in absent for c in table) for table in tables]
        if min(counts) >= table_max:
            raise RoundRefused(f"Every table is full: {table_max} at each. There is no chair for another player.")
        tables[counts.index(min(counts))].append(code)


def check_room(tables: Sequence[Sequence[str]], absent: Collection[str], table_max: int) -> None:
    """Refuse seats in which a table has more than its maximum, because somebody came back to a chair that was given
    away meanwhile."""
    for table in tables:
        if sum(code not in absent for code in table) > table_max:
            raise RoundRefused(f"That table is full: it has {table_max} players. There is no chair for another player.")


@dataclass(frozen=True)
class Ahead:
    """A table before a next round that is not made yet: how many are present now, how many of them will be gone then,
    and how many come back to a chair that is empty now."""

    present: int
    going: int = 0
    back: int = 0


def check_room_ahead(tables: Sequence[Ahead], late: int, table_max: int) -> None:
    """Refuse unless everybody will have a chair in the next round, no matter who will be best and worst.

    A person who goes may take an empty chair along to another table, so it is not certain that they leave room at their
    own.
    """
    if sum(table.present - table.going + table.back for table in tables) + late > len(tables) * table_max:
        raise RoundRefused(f"Every table is full: {table_max} at each. There is no chair for another player.")
    for table in tables:
        if table.back and max(table.present, MOVERS) + table.back > table_max:
            raise RoundRefused("That table may be full in the next round. Ask again when that round is made.")
