"""What the warning, the last seconds and time up do to the hall's screens (RULES 8).

Nobody may miss them, so they take over a screen no matter what it was told to show, and give it back after a while. A
screen that was given to another competition, or that shows a draw, gets a band along its table edge instead.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from tournament.rules.clock import RoundClock, State

TIME_AN_ALERT_STAYS: Final = timedelta(seconds=60)
"""After this long everybody has looked up (static/js/alerts.js counts it too)."""
LAST_SECONDS: Final = timedelta(seconds=10)
"""The hall counts these together."""


class Alert(StrEnum):
    """What a clock has to say to everybody at once."""

    NONE = ""
    LAST_HAND = "last-hand"
    LAST_SECONDS = "last-seconds"
    TIME_UP = "time-up"


class Reach(StrEnum):
    """How much of a screen an alert takes."""

    SCREEN = "screen"
    BAND = "band"


def alert_of(clock: RoundClock, now: datetime) -> Alert:
    """What the clock has to say now."""
    state = clock.state(now)
    if state is State.RUNNING and clock.left(now) <= LAST_SECONDS:
        return Alert.LAST_SECONDS
    since = alert_since(clock, now)
    if since is None or now - since >= TIME_AN_ALERT_STAYS:
        return Alert.NONE
    return Alert.TIME_UP if state is State.TIME_UP else Alert.LAST_HAND


def alert_since(clock: RoundClock, now: datetime) -> datetime | None:
    """When the warning was given, or time was up. A paused or closed clock says nothing."""
    match clock.state(now):
        case State.RUNNING:
            return clock.given_warning(now)
        case State.TIME_UP:
            return clock.ended_at or clock.deadline
    return None


def reach_of(screen: int | None, competition: int, *, is_drawing: bool) -> Reach:
    """How much of a screen the alert of a competition takes; `screen` is the competition that the screen was given,
    None for the whole event."""
    return Reach.BAND if is_drawing or screen not in (None, competition) else Reach.SCREEN
