"""Planning and filling a knockout of thousands, against walking every way of one plan once, which its picture takes
anyway."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from tests.bench.measure import Measurement, cpu
from tournament.rules import knockout, plan_search

SAMPLES = sorted(Random(16).sample(range(1_000, 10_001), 60))
LIMITS = (None, 1.01, 1.1)
"""How many times the fewest tables there are: any number, or hardly more than are needed."""
FILLS = (
    ("5,000 entries and 5,000 reserves", 5_000, 5_000, None),
    ("5,185 entries and 1,374 reserves, no size quite even", 5_185, 1_374, None),
    ("8,032 entries and 1,968 reserves, hardly enough tables", 8_032, 1_968, 1.1),
)


def cold(job: Callable[[], object]) -> object:
    """With nothing remembered from a search before."""
    for kept in (knockout._ranked, knockout.optimum):
        kept.cache_clear()
    return job()


def most_tables(players: int, largest: int, times: float | None) -> int | None:
    return None if times is None else int(-(-players // largest) * times)


def first(players: int, largest: int, few: int, times: float | None = None) -> list[knockout.Plan]:
    return knockout.plans(players, largest, most_tables=most_tables(players, largest, times), few=few)


def walk(plan: knockout.Plan) -> list[int]:
    return list(plan_search.odds_in_turn((plan.players, *plan.tables)))


def slowest(largest: int, few: int) -> tuple[float, int, float | None]:
    """How long the size and the limit take that take longest."""
    jobs = {
        (size, times): partial(cold, partial(first, size, largest, few, times)) for size in SAMPLES for times in LIMITS
    }
    size, times = max(jobs, key=lambda each: cpu(jobs[each], runs=1))
    return cpu(jobs[size, times], runs=3), size, times


def measure() -> Iterator[Measurement]:
    of = "every way of one plan"
    for largest in (4, 5, 10):
        for few, job in ((1, "the best plan"), (8, "eight plans")):
            ours, players, times = slowest(largest, few)
            floor = cpu(partial(walk, first(players, largest, 1)[0]))
            limited = f"{most_tables(players, largest, times):,} tables" if times else "any number of tables"
            note = f"{players:,} players, {limited}: the slowest of {len(SAMPLES)} sizes up to 10,000, each three times"
            aim = job if few == 8 or largest < 10 else "eight plans"
            yield Measurement(f"{job} for thousands, tables of up to {largest}", ours, floor, of, note, aim)
    for largest in (4, 10):
        for who, entries, reserves, times in FILLS:
            limit = most_tables(entries, largest, times)
            fill = partial(knockout.optimum, entries, reserves, None, largest, most_tables=limit)
            filled = cpu(partial(cold, fill), runs=3)
            floor = cpu(partial(walk, first(fill(), largest, 1)[0]))
            yield Measurement(f"filling to the optimum, tables of up to {largest}", filled, floor, of, who, "filling")
