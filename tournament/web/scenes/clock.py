"""Clock: one clock, or two side by side if they run at the same time."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from tournament import words
from tournament.queries.programme import RunningProgramme
from tournament.web.clock import clock_context
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Clock"


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """The clocks, with what counts under each; they count by themselves."""
    clocks = [_facts(running) for running in asked.shown.clocks]
    counting = [_counting(running, asked.now) for running in asked.shown.clocks]
    picture = asked.picture(clocks=clocks)
    return ScreenPicture(picture.scene, picture.facts, {"counting": list(zip(clocks, counting, strict=True))})


def _facts(running: RunningProgramme) -> dict[str, Any]:
    """What stands around a clock and stays while it counts."""
    warning = running.clock.warning if running.clock is not None else None
    return {
        "name": str(running.competition),
        "round": running.round.name.heading if running.round is not None else "",
        "counts": words.what_counts(running.standing.settings),
        "no_new_hand": f"No new hand after {_minutes(int(warning.total_seconds()))}" if warning else "",
        "facts": repr(running.clock),
    }


def _minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def _counting(running: RunningProgramme, now: datetime) -> dict[str, Any]:
    """The clock itself, and how much of the round is left, in hundredths, as the dial shows it."""
    clock = running.clock
    context = clock_context(clock, running.competition.pk, "", now)
    if clock is None:
        return context
    return context | {"share": f"{100 * min(1.0, clock.left(now) / (clock.length + clock.added)):.2f}"}
