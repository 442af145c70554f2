"""What time it is, for everything that this program decides, writes down or counts.

    current_time.now()

A computer's clock can be set while a round runs: a laptop fetches the time when its Wi-Fi comes up. So a server that
runs asks that clock once (`keep`) and from then on counts with one that nobody can set. When the two drift apart
(`step`), the round clocks are moved first and then this one (`move`), so that a round keeps its length by what has
really passed. On servers the database's clock is the time (`database_time`), which is the same for all processes.
Commands, which run for a moment, simply ask the computer.
"""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime
from typing import Final

SMALLEST_STEP: Final = 2.0
"""Seconds. Less is followed at once: a computer that corrects its clock in the ordinary way moves it a little at a
time."""

# It must count while a laptop sleeps, too: that time has really passed.
_NOBODY_SETS: Final = (
    time.CLOCK_MONOTONIC_RAW if sys.platform == "darwin" else getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
)

_ahead: float | None = None
"""How many seconds the time is ahead of the steady clock; None while this process simply asks the computer."""
_stepped = 0.0
"""By how many seconds in all the computer's clock was set since this data folder was first used."""


def steady() -> float:
    """Seconds on a clock that nobody can set, which counts on while the computer sleeps."""
    return time.clock_gettime(_NOBODY_SETS)


def now() -> datetime:
    """The time, with its zone."""
    return datetime.now(UTC) if _ahead is None else datetime.fromtimestamp(steady() + _ahead, UTC)


def keep(seconds: float | None = None, *, precision: float = 0.0) -> None:
    """From now on count from the given time (in seconds since 1970), or from what the computer says now. What is
    counted already stays if it is as near to that as the precision allows."""
    global _ahead
    ahead = (time.time() if seconds is None else seconds) - steady()
    if _ahead is None or abs(ahead - _ahead) > precision:
        _ahead = ahead


def step() -> float:
    """By how many seconds the computer's clock was set; 0 if it was not.

    A difference that is small is taken over here, and is no step.
    """
    global _ahead
    if _ahead is None:
        return 0.0
    apart = time.time() - steady() - _ahead
    if abs(apart) > SMALLEST_STEP:
        return apart
    _ahead += apart
    return 0.0


def move(seconds: float) -> None:
    """Take a step over, once everything that counts has been moved with it."""
    global _ahead
    if _ahead is not None:
        _ahead += seconds
        count_step(seconds)


def count_step(seconds: float) -> None:
    """The computer's clock was set by so much, and the time follows or has followed already."""
    global _stepped
    _stepped += seconds


def stepped() -> float:
    """By how many seconds in all the computer's clock was set, as far as anybody noticed."""
    return _stepped


def without_steps() -> float:
    """Seconds since 1970, as if the computer's clock had never been set: for what is given to people with a time on it
    and cannot be moved, because they hold it."""
    return now().timestamp() - _stepped


def forget() -> None:
    """Ask the computer again."""
    global _ahead, _stepped
    _ahead, _stepped = None, 0.0
