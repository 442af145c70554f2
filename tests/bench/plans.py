"""Planning a knockout of thousands, against walking every way of one plan once, which its picture takes anyway."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from random import Random

from tests.bench.measure import Measurement, cpu
from tournament.rules.knockout import Plan
from tournament.rules.plan_search import in_order_of_rank, most_even, odds_in_turn

SAMPLES = sorted(Random(16).sample(range(1_000, 10_001), 60))


def first(players: int, largest: int, few: int) -> list[tuple[int, ...]]:
    return list(islice(in_order_of_rank(players, 3, largest), few))


def walk(plan: Plan) -> list[int]:
    return list(odds_in_turn((plan.players, *plan.tables)))


def slowest(largest: int, few: int) -> tuple[float, int]:
    """The size that takes longest, and how long."""
    return max((cpu(partial(first, size, largest, few), runs=3), size) for size in SAMPLES)


def measure() -> Iterator[Measurement]:
    of = "every way of one plan"
    for largest in (4, 5, 10):
        for few, job in ((1, "the best plan"), (8, "eight plans")):
            ours, players = slowest(largest, few)
            floor = cpu(partial(walk, Plan(players, first(players, largest, 1)[0])))
            note = f"{players:,} players, the slowest of {len(SAMPLES)} sizes up to 10,000"
            yield Measurement(f"{job} for thousands, tables of up to {largest}", ours, floor, of, note, job)
    filled = cpu(lambda: most_even(range(6_560, 5_184, -1), 3, 4), runs=3)
    yield Measurement("filling to the optimum, nothing quite even in 1,376 sizes", filled, floor, of, aim="eight plans")
