"""Standings for the tests of rules and words that take one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from tournament.rules.clock import RoundClock
from tournament.rules.presets import Settings
from tournament.rules.standing import MadeRound, Standing, StandingDraw, make_standing

NOW: Final = datetime(2026, 11, 21, 9, tzinfo=UTC)


def a_standing(
    settings: Settings,
    size: int,
    plan: Sequence[int],
    *,
    made: int = 0,
    began: bool = True,
    closed: bool = False,
    finished: bool = False,
    clock: RoundClock | None = None,
) -> Standing:
    """A published draw with so many rounds made: all but the latest are closed, and the latest as it is said."""
    draw = StandingDraw(size, tuple(plan), sealed_at=NOW, drawn_at=NOW, published_at=NOW)
    rounds = [
        MadeRound(
            pk=number,
            number=number,
            began_at=NOW if began or number < made else None,
            closed_at=NOW if closed or number < made else None,
            clock=clock,
        )
        for number in range(1, made + 1)
    ]
    return make_standing(1, settings, draw, rounds, takes_entries=False, finished_at=NOW if finished else None)
