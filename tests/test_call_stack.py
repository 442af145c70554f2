"""Calls within calls cost the same at every depth."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from tournament.call_stack import with_room

DEPTHS, CALLS, TIMES = 400, 500, 5


def call(a: int, b: int, c: int, d: int) -> int:
    return a


def nanoseconds() -> int:
    """What many small calls take, undisturbed."""
    took = []
    for _ in range(TIMES):
        begun = time.thread_time_ns()
        for _ in range(CALLS):
            call(1, 2, 3, 4)
        took.append(time.thread_time_ns() - begun)
    return min(took)


def at_depth(depth: int) -> int:
    return at_depth(depth - 1) if depth else nanoseconds()


def dearest() -> float:
    """How much more the same calls take at the worst depth than at most others."""
    took = [at_depth(depth) for depth in range(DEPTHS)]
    return max(took) / median(took)


def test_no_depth_of_calls_is_dearer_than_others():
    assert with_room(dearest) < 10


def test_without_room_some_are():
    """If this fails, Python keeps its frames otherwise, and the room is no longer needed. A thread has its own calls
    within calls, without the room that all tests have."""
    with ThreadPoolExecutor() as thread:
        assert thread.submit(dearest).result() > 10


def test_tests_have_it():
    assert dearest() < 10
