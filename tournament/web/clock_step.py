"""The computer's clock was set while clocks were running: what is said about it, on the MC's desk and in the log."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tournament.queries.clock import find_clock_step
from tournament.words import count


def step_in_words(step: timedelta) -> str:
    """The computer's clock was set back by 9 minutes 58 seconds."""
    return f"The computer’s clock was set {'back' if step < timedelta(0) else 'forward'} by {length_in_words(step)}"


def length_in_words(step: timedelta) -> str:
    """The two largest parts of a length, whichever way it goes: 1 hour 2 minutes, 40 seconds."""
    seconds = round(abs(step).total_seconds())
    parts = [(seconds // 86400, "day"), (seconds // 3600 % 24, "hour"), (seconds // 60 % 60, "minute")]
    told = [count(number, unit) for number, unit in [*parts, (seconds % 60, "second")] if number]
    return " ".join(told[:2]) or "a moment"


def step_context(competition: int, now: datetime) -> dict[str, Any]:
    """What templates/mc/desk/clock_step.html shows, for half an hour."""
    step = find_clock_step(competition, now)
    return {"clock_step": step and {"at": step.at, "sentence": step_in_words(step.by)}}
