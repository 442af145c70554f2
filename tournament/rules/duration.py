"""How long a competition takes, as far as its settings say so (RULES 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tournament.rules.presets import Ending, Settings

BETWEEN: Final = 10 * 60
"""What people need between two rounds, in seconds: the last sheet comes in, everybody finds their next table."""

A_HAND: Final = (5 * 60, 10 * 60)
"""5 to 10 minutes a hand (RULES 2, classroom)."""


@dataclass(frozen=True)
class Duration:
    """From so many seconds to so many; at least nothing where only the clock sets a limit."""

    least: int
    most: int


def of_round(settings: Settings) -> Duration | None:
    """One round; None where nobody can say, because it is played to a target without a clock."""
    clock = settings.clock
    if settings.ending is Ending.CLOCK and clock is not None:
        return Duration(clock, clock)
    if settings.ending is Ending.HANDS and settings.hands is not None:
        least, most = (settings.hands * minutes for minutes in A_HAND)
        return Duration(min(least, clock or least), min(most, clock or most))
    return None if clock is None else Duration(0, clock)


def of_all(settings: Settings, rounds: int) -> Duration | None:
    """All rounds, with what people need between them."""
    one = of_round(settings)
    if one is None:
        return None
    between = (rounds - 1) * BETWEEN
    return Duration(one.least and rounds * one.least + between, rounds * one.most + between)
