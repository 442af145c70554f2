"""RULES 6: the short search finds what comparing every plan would find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, repeat
from operator import mul

import pytest

from tests.rules import spec
from tournament.rules import knockout
from tournament.rules.errors import DrawRefused
from tournament.rules.plan_search import most_even

FEW = 8
EVERY_SIZE = range(2, 201)


def every_plan(players: int, smallest: int, largest: int, most_tables: int | None = None) -> Iterator[tuple[int, ...]]:
    """The plain search: every list of tables, the last 1. A limit on tables binds the first round, which has most."""
    if smallest <= players <= largest:
        yield (1,)
    most = players // smallest if most_tables is None else min(players // smallest, most_tables)
    for tables in range(max(2, -(-players // largest)), most + 1):
        yield from ((tables, *rest) for rest in every_plan(tables, smallest, largest))


@cache
def spread(players: int, tables: int) -> tuple[int, ...]:
    return tuple(spec.spread(players, tables))


def odds(players: int, plan: tuple[int, ...]) -> list[int]:
    """Of each first-round table: the sizes on its way multiplied, every way walked."""
    if len(plan) == 1:
        return list(spread(players, plan[0]))
    feeding = zip(odds_beyond(plan[0], plan[1:]), spread(plan[0], plan[1]), strict=True)
    ahead = chain.from_iterable(repeat(beyond, tables) for beyond, tables in feeding)
    return list(map(mul, spread(players, plan[0]), ahead))


odds_beyond = cache(odds)


def evenness(players: int, plan: tuple[int, ...]) -> float:
    """Two fractions of such odds, which stay far below 2^26, are the same number only if they are equal."""
    ways = odds(players, plan)
    return min(ways) / max(ways)


def rank(players: int, plan: tuple[int, ...]) -> tuple[object, ...]:
    """Most even first; then the fewest rounds and first-round tables, the largest final, the smaller numbers."""
    final = plan[-2] if len(plan) > 1 else players
    return (-evenness(players, plan), len(plan), plan[0], -final, plan)


def has_pair(players: int, plan: tuple[int, ...]) -> bool:
    return any(2 in spread(n, tables) for n, tables in zip((players, *plan), plan, strict=False))


def plain(players: int, largest: int, limits: Sequence[int]) -> Iterator[tuple[int, list[tuple[int, ...]]]]:
    """For each of these limits on tables, the highest first, the first few plans: those with no table of 2 anywhere
    come before all others."""
    apart = sorted(every_plan(players, 3, largest), key=lambda plan: rank(players, plan))
    paired = None
    for most_tables in limits:
        first = [plan for plan in apart if plan[0] <= most_tables][:FEW]
        if len(first) < FEW:
            paired = with_pairs(players, largest, most_tables) if paired is None else paired
            first += [plan for plan in paired if plan[0] <= most_tables][: FEW - len(first)]
        yield most_tables, first


def with_pairs(players: int, largest: int, most_tables: int) -> list[tuple[int, ...]]:
    found = (plan for plan in every_plan(players, 2, largest, most_tables) if has_pair(players, plan))
    return sorted(found, key=lambda plan: rank(players, plan))


def found(players: int, largest: int, most_tables: int | None) -> list[tuple[int, ...]]:
    try:
        return [plan.tables for plan in knockout.plans(players, largest, most_tables=most_tables, few=FEW)]
    except DrawRefused:
        return []


def limits(players: int, largest: int) -> list[int]:
    """As many tables as players, a few more than are needed, just enough, too few."""
    fewest = -(-players // largest)
    return [players, 2 * fewest, fewest + 4, fewest + 1, fewest, fewest - 1]


@pytest.mark.parametrize("largest", range(2, 11))
def test_it_is_the_plain_search_up_to_200_at_tables_of_any_size_with_any_limit(largest: int) -> None:
    for players in EVERY_SIZE:
        for most_tables, expected in plain(players, largest, limits(players, largest)):
            assert found(players, largest, most_tables) == expected, (players, largest, most_tables)
        assert found(players, largest, None) == found(players, largest, players)


def plain_optimum(sizes: range, largest: int, most_tables: int | None) -> int:
    """The largest of the sizes whose best plan has no table of 2 and is most even; without any plan, the largest."""
    best = {size: plan for size in sizes if size > 1 for plan in plain_best(size, largest, most_tables)}
    return max(
        best,
        key=lambda size: (not has_pair(size, best[size]), evenness(size, best[size]), size),
        default=sizes[-1],
    )


@cache
def plain_best(players: int, largest: int, most_tables: int | None) -> list[tuple[int, ...]]:
    return next(plans[:1] for _, plans in plain(players, largest, [most_tables or players]))


@pytest.mark.parametrize("largest", range(2, 11))
def test_a_draw_is_filled_as_comparing_every_size_would_fill_it(largest: int) -> None:
    for entries in (0, 1, 2, 5, 11, 23, 36, 49, 60):
        for reserves in (1, 2, 7, 15):
            for cap, most_tables in (
                (None, None),
                (entries + 3, None),
                (None, 12),
                (None, max(1, -(-entries // largest))),
            ):
                sizes = range(entries, min(cap or 99, entries + reserves) + 1)
                expected = plain_optimum(sizes, largest, most_tables)
                filled = knockout.optimum(entries, reserves, cap, largest, most_tables=most_tables)
                assert filled == expected, (entries, reserves, cap, most_tables)


def test_thousands_at_tables_of_up_to_four_are_as_even_as_the_argument_in_the_docs_says() -> None:
    """From 81 on: evenness 1 for 3^i·4^j and ¾ for every other number, in the fewest rounds there can be."""
    quite_even = {3**i * 4**j for i in range(9) for j in range(7)}
    for players in (*range(81, 10_000, 89), 4096, 6561, 8748, 9216, 10_000):
        best = knockout.plans(players, 4, few=1)[0]
        assert best.evenness == (1 if players in quite_even else Fraction(3, 4)), players
        if players not in quite_even:
            assert 4 ** (len(best.tables) - 1) < players <= 4 ** len(best.tables)


@pytest.mark.parametrize(
    ("entries", "reserves", "table_max", "size"),
    [
        pytest.param(9000, 999, 4, 9216, id="3^2 · 4^5 is quite even"),
        pytest.param(9300, 400, 4, 9700, id="nothing quite even within reach: the largest"),
        pytest.param(9600, 400, 5, 10_000, id="10,000 = 5^4 · 4^2"),
        pytest.param(290, 20, 4, 310, id="a hall of three hundred"),
        pytest.param(290, 40, 4, 324, id="3^4 · 4"),
    ],
)
def test_thousands_are_filled_to_their_optimum(entries: int, reserves: int, table_max: int, size: int) -> None:
    assert knockout.optimum(entries, reserves, None, table_max) == size


def test_of_several_numbers_the_first_with_the_most_even_plan_is_taken() -> None:
    assert most_even(range(120, 90, -1), 3, 4) == 108
    assert most_even([100, 97], 3, 4) == 100
    assert most_even([7, 6], 3, 5) is None
