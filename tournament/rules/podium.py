"""The podium, opened step by step before the hall: third, second, first."""

from __future__ import annotations

from typing import Final

from tournament.rules.errors import Refused

STEPS: Final = 3


def steps_for(people: int) -> int:
    """How many steps the podium has: fewer where fewer were there to win."""
    return min(STEPS, people)


def is_shown(place: int, people: int, shown: int) -> bool:
    """Whether a place is open, after so many were shown from the lowest on."""
    return steps_for(people) - shown < place


def comes_next(people: int, shown: int) -> int:
    """The place that the next press shows; 0 once all are open."""
    return max(0, steps_for(people) - shown)


def show(place: int, people: int, shown: int) -> int:
    """How many are shown after a press that means this place. Pressed twice, it shows one."""
    if place not in range(1, steps_for(people) + 1):
        raise Refused("The podium has no such place.")
    if is_shown(place, people, shown):
        return shown
    if place != comes_next(people, shown):
        raise Refused("Another place comes first: third, second, then the winner.")
    return shown + 1
