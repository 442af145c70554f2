"""RULES 6: the short search finds what comparing every plan would find."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from heapq import nsmallest
from itertools import islice

import pytest

from tests.rules import spec
from tournament.rules import knockout
from tournament.rules.plan_search import in_order_of_rank, most_even

FEW = 8
EVERY_SIZE = range(2, 201)
SIZES_WITH_PAIRS = (*range(2, 81), 97, 113, 128, 150)
"""With tables of 2 there are tens of thousands of plans for two hundred; all sizes were compared once, by hand."""


def every_plan(players: int, smallest: int, largest: int) -> Iterator[tuple[int, ...]]:
    """The plain search: every list of tables, the last 1."""
    if smallest <= players <= largest:
        yield (1,)
    for tables in range(max(2, -(-players // largest)), players // smallest + 1):
        yield from ((tables, *rest) for rest in every_plan(tables, smallest, largest))


@cache
def spread(players: int, tables: int) -> tuple[int, ...]:
    return tuple(spec.spread(players, tables))


@cache
def odds(players: int, plan: tuple[int, ...]) -> list[int]:
    """Of each first-round table: the sizes on its way multiplied, every way walked."""
    row = spread(players, plan[0])
    if len(plan) == 1:
        return list(row)
    feeding = zip(spread(plan[0], plan[1]), odds(plan[0], plan[1:]), strict=True)
    ahead = [odds_of_next for tables, odds_of_next in feeding for _ in range(tables)]
    return [size * odds_of_next for size, odds_of_next in zip(row, ahead, strict=True)]


def rank(players: int, plan: tuple[int, ...]) -> tuple[object, ...]:
    """Most even first; then the fewest rounds and first-round tables, the largest final, the smaller numbers."""
    ways = odds(players, plan)
    final = plan[-2] if len(plan) > 1 else players
    return (-Fraction(min(ways), max(ways)), len(plan), plan[0], -final, plan)


def plain(players: int, smallest: int, largest: int) -> list[tuple[int, ...]]:
    return nsmallest(FEW, every_plan(players, smallest, largest), key=lambda plan: rank(players, plan))


@pytest.mark.parametrize("largest", range(3, 11))
def test_without_tables_of_two_it_is_the_plain_search_up_to_200(largest: int) -> None:
    for players in EVERY_SIZE:
        found = list(islice(in_order_of_rank(players, 3, largest), FEW))
        assert found == plain(players, 3, largest), (players, largest)


@pytest.mark.parametrize("largest", [2, 3, 4])
def test_with_tables_of_two_it_is_the_plain_search_too(largest: int) -> None:
    for players in SIZES_WITH_PAIRS:
        found = list(islice(in_order_of_rank(players, 2, largest), FEW))
        assert found == plain(players, 2, largest), (players, largest)


@pytest.mark.parametrize("largest", [4, 7])
@pytest.mark.parametrize("most_tables", [3, 11, 12, 30])
def test_a_limit_on_tables_leaves_the_order_as_it_is(largest: int, most_tables: int) -> None:
    for players in range(2, 70):
        every = [plan for plan in every_plan(players, 3, largest) if plan[0] <= most_tables]
        expected = nsmallest(FEW, every, key=lambda plan, players=players: rank(players, plan))
        assert list(islice(in_order_of_rank(players, 3, largest, most_tables=most_tables), FEW)) == expected


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
