"""The podium, opened step by step before the hall: third, second, first. Until then the public waits with the hall."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from tournament.rules.errors import Refused
from tournament.rules.presets import Format
from tournament.rules.standing import PlannedRound, Stage, Standing

STEPS: Final = 3
TIME_THE_PUBLIC_WAITS: Final = timedelta(minutes=15)
"""Counted from the end of the last round, so that people at home do not wait for a ceremony that never comes."""

TIME_UNTIL_A_SCREEN_IS_SILENT: Final = timedelta(seconds=60)
"""A screen asks every few seconds: one that was heard from within this time was on."""


def steps_for(people: int) -> int:
    """How many steps the podium has: fewer where fewer were there to win."""
    return min(STEPS, people)


def is_shown(place: int, shown: int) -> bool:
    """Whether a place is open. `shown` counts from third place on, also where nobody is third: a podium of two begins
    with its second place, and every podium is open at three."""
    return STEPS - shown < place


def is_open(shown: int) -> bool:
    """Whether the winner is shown, and with the winner everybody."""
    return is_shown(1, shown)


def comes_next(people: int, shown: int) -> int:
    """The place that the next press shows; 0 once all are open."""
    return min(steps_for(people), STEPS - shown)


def show(place: int, people: int, shown: int) -> int:
    """What is shown after a press that means this place. Pressed twice, it shows one."""
    if place not in range(1, steps_for(people) + 1):
        raise Refused("The podium has no such place.")
    if is_shown(place, shown):
        return shown
    if place != comes_next(people, shown):
        raise Refused("Show third place first, then second, then the winner.")
    return STEPS - place + 1


def _is_watched(latest: PlannedRound, closed_at: datetime) -> bool:
    """Whether a screen of the hall was on when the last round was closed. One that loses the network afterwards tells
    nobody who won, and one that is put up later takes back nothing that is public."""
    seen = latest.screen_seen_at
    return seen is not None and closed_at < seen + TIME_UNTIL_A_SCREEN_IS_SILENT


def waits_until(standing: Standing, now: datetime) -> datetime | None:
    """Until when the public waits at most for the podium; None if it need not wait (RULES 10).

    It waits from the end of the last round until the winner is shown, for a quarter of an hour at most, and only if
    somebody can see the podium: a screen of the hall was on, or the MC has begun to open it. In `single` every table
    has its own winner and no place is opened.
    """
    latest = standing.latest
    if latest is None or latest.closed_at is None or not latest.is_last or standing.format is Format.SINGLE:
        return None
    until = latest.closed_at + TIME_THE_PUBLIC_WAITS
    is_used = standing.podium_shown > 0 or _is_watched(latest, latest.closed_at)
    return until if is_used and not is_open(standing.podium_shown) and now < until else None


def hold_back(standing: Standing, now: datetime) -> Standing:
    """The standing as the public knows it: while it waits, the last round is over and the results are to come."""
    until = waits_until(standing, now)
    return standing if until is None else replace(standing, finished_at=None, stage=Stage.OVER, held_until=until)
