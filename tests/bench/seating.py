"""Seating a hundred thousand entries of a thousand groups, against random.shuffle of the same list."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from scoring.record.check.seating import Hall, draw_seats
from tests.bench.measure import Measurement, cpu
from tournament.rules.knockout import Plan, plans, sizes
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
    yield from bracket()


def bracket() -> Iterator[Measurement]:
    """The best plan of 10,000: all attempts to shuffle groups of two apart are in vain, then they are dealt."""
    groups = {f"E{n:05}": f"G{n % 5_000:04}" for n in range(10_000)}
    codes, plan = sorted(groups), Plan(10_000, plans(10_000, 4, few=1)[0].tables)
    floor = cpu(lambda: shuffle(codes))
    assert plan.sections is not None
    hall = Hall(plan.sizes[0], [n for n, each in enumerate(plan.sections) for _ in range(each)], "seats/", "deal/")
    seated = cpu(lambda: seat(SEED, groups, plan.sizes[0], plan.sections), runs=2)
    checked = cpu(lambda: draw_seats(SEED, codes, groups, hall), runs=1)
    of, note = "random.shuffle", "5,000 attempts to shuffle them apart, then dealt"
    yield Measurement("seating a knockout of 10,000 of 5,000 groups", seated, floor, of, note, "seats of thousands")
    yield Measurement("the checker: the same", checked, floor, of, note, "checking seats of thousands")
