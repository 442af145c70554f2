"""A clock as devices get it: moments and durations in milliseconds, no ticks. They count by themselves (RULES 8)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TypedDict

from tournament.rules.clock import Clock, State


class Facts(TypedDict):
    """`deadline` while it runs; `left` while it is ready or paused; `warning` is the time before the end, if any."""

    state: str
    deadline: int | None
    left: int
    warning: int | None
    length: int


def clock_facts(clock: Clock, now: datetime) -> Facts:
    """What a device needs to show the same second as every other."""
    state = clock.state(now)
    running = state is State.RUNNING and clock.deadline is not None
    return Facts(
        state=state.value,
        deadline=round(clock.deadline.timestamp() * 1000) if running and clock.deadline else None,
        left=0 if running else _milliseconds(clock.left(now)),
        warning=None if clock.warning is None else _milliseconds(clock.warning),
        length=_milliseconds(clock.length + clock.added),
    )


def _milliseconds(time: timedelta) -> int:
    return round(time / timedelta(milliseconds=1))
