"""The numbers on tables (RULES 1): where competitions share a hall, no number occurs twice.

The draw, the rules and the open record count each competition's tables from 1. People see a number that begins at the
competition's first table number. This is the only place that turns one into the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NewType

from tournament.rules.errors import DrawRefused

ShownTable = NewType("ShownTable", int)
"""The number that people see on a table. A plain number of a table counts from 1."""

HIGHEST_TABLE_NUMBER: Final = 9999
"""More digits than these do not fit a screen."""


@dataclass(frozen=True, slots=True)
class TableNumbers:
    """How a competition's tables are numbered."""

    first: int = 1

    def shown(self, table: int) -> ShownTable:
        """The number on the table that the record calls by this number. 0, no table, stays 0."""
        return ShownTable(self.first + table - 1 if table else 0)

    def stored(self, shown: int) -> int:
        """The record's number of the table with this number on it; 0 where no table can have it."""
        return max(0, shown - self.first + 1)


NO_TABLE: Final = ShownTable(0)
"""Where somebody has no table, or nobody knows it yet."""
FROM_ONE: Final = TableNumbers()
"""As in the record: what a competition has whose hall is its own."""


@dataclass(frozen=True, slots=True)
class TakenNumbers:
    """The numbers of another competition of the event whose plan is chosen."""

    competition: str
    first: int
    last: int


def most_tables(plan: Sequence[int]) -> int:
    """The most tables that a round of this plan uses."""
    return max(plan, default=0)


def meeting(first: int, tables: int, taken: Iterable[TakenNumbers]) -> list[TakenNumbers]:
    """The other competitions that would have some of these numbers too."""
    last = first + tables - 1
    return [other for other in taken if first <= other.last and other.first <= last]


def suggest(tables: int, taken: Iterable[TakenNumbers]) -> int:
    """The lowest first number that gives this many tables numbers that no other competition has."""
    first = 1
    for other in sorted(taken, key=lambda numbers: numbers.first):
        if first + tables - 1 < other.first:
            break
        first = max(first, other.last + 1)
    return first


def keep_or_suggest(present: int, tables: int, taken: Iterable[TakenNumbers]) -> int:
    """The first number to offer for a plan with this many tables: the present one, unless somebody else has its
    numbers."""
    taken = list(taken)
    return suggest(tables, taken) if meeting(present, tables, taken) else present


def check_first(first: int, tables: int) -> int:
    """The first number, or a sentence about why it cannot be."""
    if first < 1:
        raise DrawRefused("Table numbers begin at 1 or higher.")
    if first + tables - 1 > HIGHEST_TABLE_NUMBER:
        raise DrawRefused(f"Table numbers go up to {HIGHEST_TABLE_NUMBER:,}. Choose a lower first number.")
    return first
