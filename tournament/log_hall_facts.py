"""The facts of the log's lines about breaks, the podium and the computer's clock, as `log_facts` has all others."""

from collections.abc import Mapping
from typing import Any, TypedDict


class ABreak(TypedDict):
    seconds: int


class ABreakLength(TypedDict):
    length: int


class APlace(TypedDict):
    place: int


class AMovedClock(TypedDict):
    stepped: int
    """By how many milliseconds the computer's clock was set."""
    now: int
    """What time it was then, after the step, in milliseconds."""
    shows: Mapping[str, Any] | None
    """What the competition's clock shows since then; None if it has none."""
