"""How long a competition takes, as far as its settings say so (RULES 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournament.rules.presets import Ending, Settings

SECONDS_BETWEEN_ROUNDS: Final = 10 * 60
"""The last sheet comes in, and everybody finds their next table. A competition may set another length."""

SECONDS_A_HAND_TAKES: Final = (5 * 60, 10 * 60)
"""From 5 to 10 minutes (RULES 2, classroom)."""


@dataclass(frozen=True)
class Duration:
    """The least and the most seconds it takes; the least is 0 where only the clock sets a limit."""

    least: int
    most: int


def of_round(settings: Settings) -> Duration | None:
    """How long one round takes; None if nobody can say, because it is played to a target without a clock."""
    clock = settings.clock
    if settings.ending is Ending.CLOCK and clock is not None:
        return Duration(clock, clock)
    if settings.ending is Ending.HANDS and settings.hands is not None:
        least, most = (settings.hands * seconds for seconds in SECONDS_A_HAND_TAKES)
        return Duration(min(least, clock or least), min(most, clock or most))
    return None if clock is None else Duration(0, clock)


def of_all(rounds: Sequence[Duration], break_length: int = SECONDS_BETWEEN_ROUNDS) -> Duration:
    """How long these rounds take, with the breaks between them."""
    between = (len(rounds) - 1) * break_length
    least = sum(each.least for each in rounds) + between if all(each.least for each in rounds) else 0
    return Duration(least, sum(each.most for each in rounds) + between)
