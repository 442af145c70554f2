"""Knockout: plans, their evenness, fill to optimum, and where winners go (RULES 6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from heapq import nsmallest
from itertools import accumulate, pairwise
from typing import Final

from tournament.rules.errors import DrawRefused
from tournament.rules.presets import Format
from tournament.rules.round_names import name_round

MOST_PLANS: Final = 20_000
"""So many plans are compared in a few seconds; past that (far beyond any hall) the answer is a plain refusal."""

MOST_TO_FILL: Final = 300
"""Up to so many, all sizes are compared for the optimum; a hall's cap is far below."""

REMEMBERED: Final = 1000
"""So many answers are kept: whoever worked the plans out before a lock need not do so again while others wait."""


def sizes(players: int, tables: int) -> tuple[int, ...]:
    """⌊n/T⌋ or ⌈n/T⌉ at each table, the short ones spread: table i is short when ⌊i·k/T⌋ > ⌊(i−1)·k/T⌋."""
    small, larger = divmod(players, tables)
    if not larger:
        return (small,) * tables
    short = tables - larger
    return tuple(small if i * short // tables > (i - 1) * short // tables else small + 1 for i in range(1, tables + 1))


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
        return _odds(self.players, self.tables)

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

    def rank(self) -> tuple[object, ...]:
        """Sorts plans: no table of 2 first; then evenness; fewest rounds; fewest first-round tables; largest final;
        then the smaller numbers first."""
        return (
            self.has_pair, -self.evenness, len(self.tables), self.tables[0], -self.sizes[-1][0], self.tables,
        )  # fmt: skip


@lru_cache(maxsize=4096)
def _odds(players: int, tables: tuple[int, ...]) -> tuple[int, ...]:
    """A chance is the product of 1/size along the path; winners of tables 1, 2, 3 … fill the next tables in order."""
    row = sizes(players, tables[0])
    if len(tables) == 1:
        return row
    next_row = sizes(tables[0], tables[1])
    beyond = [odds for odds, size in zip(_odds(tables[0], tables[1:]), next_row, strict=True) for _ in range(size)]
    return tuple(size * odds for size, odds in zip(row, beyond, strict=True))


def chances(plan: Plan, *, redraw: bool) -> tuple[int, ...]:
    """The odds of each first-round table. Where each round is drawn anew no way is fixed, so at equal skill each
    winner of the first round has the same chance from there on."""
    if not redraw or len(plan.tables) == 1:
        return plan.odds
    return tuple(size * plan.tables[0] for size in plan.sizes[0])


def plans(players: int, table_max: int, *, most_tables: int | None = None, few: int = 8) -> list[Plan]:
    """The best few plans, best first; a limit on tables, decks or umpires is an input."""
    return list(_ranked(players, table_max, most_tables, few))


@lru_cache(maxsize=REMEMBERED)
def _ranked(players: int, table_max: int, most_tables: int | None, few: int) -> tuple[Plan, ...]:
    """Worked out once: a page asks for the same few again at every tap, and whoever chooses before and under the lock.

    Plans with a table of 2 rank behind all others, so they are worked out only when there are too few others;
    where they are too many to compare, those others are the answer.
    """
    if players < 2:
        raise DrawRefused("A draw needs at least two players.")
    found: list[Plan] = []
    for smallest in (3, 2):
        if len(found) >= few or (found and _endless(players, table_max, smallest)):
            break
        _refuse_endless(players, table_max, smallest)
        every = (Plan(players, t) for t in _tables(players, table_max, smallest) if t[0] <= (most_tables or t[0]))
        found = nsmallest(few, every, key=Plan.rank)
    if not found:
        raise DrawRefused(_too_few_tables(players, table_max, most_tables))
    return tuple(found)


def _too_few_tables(players: int, table_max: int, most_tables: int | None) -> str:
    fitting = range(-(-players // table_max), players // 2 + 1)
    need = next((t for t in fitting if t == 1 or _count(t, table_max, 2)), None)
    if need is None or most_tables is None:
        return f"There is no knockout of {players} players with tables of 2 to {table_max}: one would sit alone."
    return f"{players} players need at least {need} tables of up to {table_max}; there are only {most_tables}."


def _tables(players: int, table_max: int, smallest: int) -> Iterator[tuple[int, ...]]:
    """Every plan whose tables all have from `smallest` to `table_max` players."""
    if smallest <= players <= table_max:
        yield (1,)
    for tables in range(max(2, -(-players // table_max)), players // smallest + 1):
        for rest in _tables(tables, table_max, smallest):
            yield (tables, *rest)


@cache
def _count(players: int, table_max: int, smallest: int) -> int:
    """How many plans there are, without making them."""
    beyond = range(max(2, -(-players // table_max)), players // smallest + 1)
    return (smallest <= players <= table_max) + sum(_count(tables, table_max, smallest) for tables in beyond)


def _endless(players: int, table_max: int, smallest: int) -> bool:
    return players > 10_000 or _count(players, table_max, smallest) > MOST_PLANS


def _refuse_endless(players: int, table_max: int, smallest: int) -> None:
    if _endless(players, table_max, smallest):
        raise DrawRefused(
            f"{players:,} players at tables of up to {table_max} have too many plans to compare: "
            "run several competitions, or allow larger tables."
        )


def check_plan(players: int, tables: Sequence[int], table_max: int) -> Plan:
    """A plan that an organiser picked by hand, or a refusal that says what does not fit."""
    plan = Plan(players, tuple(tables))
    if not tables or tables[-1] != 1 or any(t < 1 for t in tables):
        raise DrawRefused("A plan ends with one table, the final.")
    if players < 2:
        raise DrawRefused("A draw needs at least two players.")
    if max(tables) > players:
        raise DrawRefused(f"There can't be {max(tables):,} tables for {players:,} players.")
    for number, row in enumerate(plan.sizes, start=1):
        if min(row) < 2 or max(row) > table_max:
            name = name_round(Format.KNOCKOUT, len(tables), number)
            raise DrawRefused(
                f"{name.opening} would have tables of {min(row)} to {max(row)}; 2 to {table_max} is allowed."
            )
    return plan


@lru_cache(maxsize=REMEMBERED)
def optimum(entries: int, reserves: int, cap: int | None, table_max: int, *, most_tables: int | None = None) -> int:
    """Fill to optimum: the draw size from E … min(C, E + R) by its best plan: no table of 2, then highest
    evenness, then the largest. Without room for every entry it is the cap."""
    most = min(cap or entries + reserves, entries + reserves)
    if entries >= most:
        return most
    if most > MOST_TO_FILL:
        raise DrawRefused(f"With more than {MOST_TO_FILL} people set a cap, or choose the size yourself.")
    best: dict[int, Plan] = {}
    for size in range(most, max(entries, 2) - 1, -1):
        with suppress(DrawRefused):  # so many do not fit at the tables there are
            best[size] = plans(size, table_max, most_tables=most_tables, few=1)[0]
            if not best[size].has_pair and best[size].evenness == 1:
                return size  # nothing smaller can be better
    return max(best, key=lambda size: (not best[size].has_pair, best[size].evenness, size), default=most)


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
