"""Knockout: plans, their evenness, fill to optimum, and where winners go (RULES 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, chain, islice, pairwise
from typing import Final

from tournament.rules.entries import draw_size_range
from tournament.rules.errors import DrawRefused
from tournament.rules.plan_search import in_order_of_rank, most_even, odds_in_turn, sizes_in_turn
from tournament.rules.presets import Format
from tournament.rules.round_names import name_round

MOST_PLAYERS: Final = 10_000
"""Larger draws are refused. No hall is so large, and a number this high is a slip of the finger."""

REMEMBERED: Final = 1000
"""How many answers are kept. Plans that were worked out before a lock need not be worked out again while others
wait."""


def sizes(players: int, tables: int) -> tuple[int, ...]:
    """How many sit at each table."""
    return tuple(sizes_in_turn(players, tables))


@dataclass(frozen=True)
class Plan:
    """A list of table counts, one per round, the last 1."""

    players: int
    tables: tuple[int, ...]

    @cached_property
    def sizes(self) -> tuple[tuple[int, ...], ...]:
        """How many sit at each table of each round, when nobody is missing."""
        return tuple(sizes(n, t) for n, t in pairwise((self.players, *self.tables)))

    @cached_property
    def odds(self) -> tuple[int, ...]:
        """For each first-round table, n of its players' "one in n" chance of the title at equal skill."""
        return tuple(odds_in_turn((self.players, *self.tables)))

    @property
    def evenness(self) -> Fraction:
        """The smallest chance of the title over the largest."""
        return Fraction(min(self.odds), max(self.odds))

    @property
    def has_pair(self) -> bool:
        """Whether two sit alone at some table."""
        return any(2 in row for row in self.sizes)

    @property
    def total_tables(self) -> int:
        return sum(self.tables)

    @property
    def sections(self) -> tuple[int, ...] | None:
        """How many first-round tables feed each table of the last round but one; None for a single round."""
        if len(self.tables) < 2:
            return None
        feeding = (1,) * self.tables[0]
        for row in self.sizes[1:-1]:
            ends = list(accumulate(row))
            feeding = tuple(sum(feeding[end - size : end]) for size, end in zip(row, ends, strict=True))
        return feeding


def chances(plan: Plan, *, redraw: bool) -> tuple[int, ...]:
    """The odds of each first-round table. If each round is drawn again no way is fixed, so at equal skill each winner
    of the first round has the same chance from there on."""
    if not redraw or len(plan.tables) == 1:
        return plan.odds
    return tuple(size * plan.tables[0] for size in plan.sizes[0])


def plans(players: int, table_max: int, *, most_tables: int | None = None, few: int = 8) -> list[Plan]:
    """The best few plans, best first; a limit on tables, decks or umpires is an input."""
    return list(_ranked(players, table_max, most_tables, few))


@lru_cache(maxsize=REMEMBERED)
def _ranked(players: int, table_max: int, most_tables: int | None, few: int) -> tuple[Plan, ...]:
    """The ranked plans, worked out once: a page asks for the same few at every tap, and choosing asks before and under
    the lock. Plans with a table of 2 rank behind all others."""
    _refuse_size(players)
    found = tuple(islice(chain(*_without_and_with_pairs(players, table_max, most_tables)), few))
    if not found:
        raise DrawRefused(_too_few_tables(players, table_max, most_tables))
    return found


def _without_and_with_pairs(players: int, table_max: int, most_tables: int | None) -> Iterator[Iterator[Plan]]:
    for smallest in (3, 2):
        every = (Plan(players, t) for t in in_order_of_rank(players, smallest, table_max, most_tables=most_tables))
        yield every if smallest == 3 else (plan for plan in every if plan.has_pair)


def _refuse_size(players: int) -> None:
    if players < 2:
        raise DrawRefused("A draw needs at least two players.")
    if players > MOST_PLAYERS:
        raise DrawRefused(f"One knockout holds at most {MOST_PLAYERS:,} players. Split them into several competitions.")


def _too_few_tables(players: int, table_max: int, most_tables: int | None) -> str:
    fitting = range(-(-players // table_max), players // 2 + 1)
    need = next((t for t in fitting if t == 1 or any(in_order_of_rank(t, 2, table_max))), None)
    if need is None or most_tables is None:
        return f"There is no knockout of {players:,} players with tables of 2 to {table_max}: one would sit alone."
    return f"{players:,} players need at least {need:,} tables of up to {table_max}; there are only {most_tables:,}."


def check_plan(players: int, tables: Sequence[int], table_max: int) -> Plan:
    """A plan that an organiser picked by hand, or a refusal that says what does not fit."""
    plan = Plan(players, tuple(tables))
    if not tables or tables[-1] != 1 or any(t < 1 for t in tables):
        raise DrawRefused("A plan ends with one table, the final.")
    if players < 2:
        raise DrawRefused("A draw needs at least two players.")
    if max(tables) > players:
        raise DrawRefused(f"There can’t be {max(tables):,} tables for {players:,} players.")
    for number, row in enumerate(plan.sizes, start=1):
        if min(row) < 2 or max(row) > table_max:
            name = name_round(Format.KNOCKOUT, len(tables), number)
            raise DrawRefused(
                f"{name.opening} would have tables of {min(row)} to {max(row)}; 2 to {table_max} is allowed."
            )
    return plan


def size_range(entries: int, reserves: int, cap: int | None) -> range:
    """The sizes a draw may have: every entry, up to every reserve too, within the cap and what one knockout holds."""
    allowed = draw_size_range(entries, reserves, cap)
    _refuse_size(max(2, allowed[0]))
    return range(allowed[0], min(allowed[-1], MOST_PLAYERS) + 1)


@lru_cache(maxsize=REMEMBERED)
def optimum(entries: int, reserves: int, cap: int | None, table_max: int, *, most_tables: int | None = None) -> int:
    """Fill to optimum: the draw size from E … min(C, E + R) by its best plan: no table of 2, then highest
    evenness, then the largest. Without room for every entry it is the cap."""
    allowed = size_range(entries, reserves, cap)
    largest_first = [size for size in reversed(allowed) if size >= 2]
    for smallest in (3, 2) if len(allowed) > 1 else ():
        if best := most_even(largest_first, smallest, table_max, most_tables=most_tables):
            return best
    return allowed[-1]


def feeds(plan: Plan) -> list[list[int]]:
    """For each later round, the table number that the winner of each table of the round before goes to."""
    return [[table for table, size in enumerate(row, start=1) for _ in range(size)] for row in plan.sizes[1:]]


def next_tables(winners: Mapping[int, str], row: Sequence[int]) -> list[list[str]]:
    """Fixed bracket: winners of tables 1, 2, 3 … take the next round's seats in order. A table that sends
    nobody leaves its place out; seats are numbered without gaps, and a table nobody reaches stays empty."""
    ends = list(accumulate(row))
    return [
        [winners[table] for table in range(end - size + 1, end + 1) if table in winners]
        for size, end in zip(row, ends, strict=True)
    ]


def redrawn_tables(players: int, planned: int) -> int:
    """With `redraw` the players left sit at the plan's number of tables, or ⌊n/2⌋ (at least 1) if that is fewer."""
    return max(1, min(planned, players // 2))
