"""Seating a hundred thousand entries of a thousand groups, against random.shuffle of the same list."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.bench.measure import Measurement, cpu
from tournament.rules.knockout import sizes
from tournament.rules.seating import larger_first, seat

ENTRIES, GROUPS = 100_000, 1_000
SEED = bytes(range(32))


def shuffle(codes: list[str]) -> None:
    Random(1).shuffle(list(codes))


def measure() -> Iterator[Measurement]:
    groups = {f"E{n:06}": f"G{n % GROUPS:04}" for n in range(ENTRIES)}
    floor = cpu(lambda: shuffle(list(groups)))
    tables = sizes(ENTRIES, ENTRIES // 4)
    knockout = cpu(lambda: seat(SEED, groups, tables, (len(tables) // 4,) * 4), runs=3)
    of = "random.shuffle"
    yield Measurement("seating 100,000 of 1,000 groups, knockout", knockout, floor, of, "dealt by section", "seating")
    rotation = cpu(lambda: seat(SEED, groups, larger_first(ENTRIES, ENTRIES // 5)), runs=1)
    note = "the record asks for 5,000 attempts to shuffle them apart first"
    yield Measurement("seating 100,000 of 1,000 groups, rotation", rotation, floor, of, note, "seating")
