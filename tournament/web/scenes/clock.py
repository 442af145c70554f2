"""Clock: one clock, or two side by side if they run at the same time."""

from __future__ import annotations

from datetime import datetime
from math import ceil
from typing import Any, Final

from tournament import words
from tournament.queries.programme import RunningProgramme
from tournament.rules.alerts import alert_of, alert_since
from tournament.rules.programme import Scene
from tournament.web.break_poster import count_break, poster_of_break
from tournament.web.clock import clock_context
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Clock"


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """The clocks, with what counts under each; they count by themselves."""
    posters = [_poster(running, asked.scene, asked.now) for running in asked.shown.clocks]
    picture = asked.picture(clocks=[poster for poster, _ in posters])
    return ScreenPicture(picture.scene, picture.facts, {"counting": posters})


def _poster(running: RunningProgramme, scene: Scene, now: datetime) -> tuple[dict[str, Any], dict[str, Any]]:
    """A clock or, where that is what its programme or this screen shows, a break: what stays and what counts."""
    coming = running.break_now
    if coming is not None and Scene.COUNTDOWN in (scene, running.item.scene):
        return poster_of_break(running, coming), count_break(running, coming, now)
    return poster_facts(running), count_down(running, now)


def poster_facts(running: RunningProgramme) -> dict[str, Any]:
    """What stands around a clock and stays while it counts."""
    warning = running.clock.warning if running.clock is not None else None
    last = words.minutes(int(warning.total_seconds())) if warning else ""
    return {
        "name": str(running.competition),
        "round": running.round.name.heading if running.round is not None else "",
        "counts": words.what_counts(running.standing, running.round.number if running.round is not None else 0),
        "no_new_hand": f"Don’t start a new hand in the last {last}" if last else "",
        "facts": repr(running.clock),
    }


def count_down(running: RunningProgramme, now: datetime) -> dict[str, Any]:
    """The clock itself, how much of the round is left, in hundredths, as the dial shows it, and what it has to say to
    everybody (static/js/alerts.js)."""
    clock = running.clock
    context = clock_context(clock, running.competition.pk, "", now)
    if clock is None:
        return context
    since = alert_since(clock, now)
    return context | {
        "share": f"{100 * min(1.0, clock.left(now) / (clock.length + clock.added)):.2f}",
        "alert": alert_of(clock, now).value,
        "since": round(since.timestamp() * 1000) if since is not None else "",
        "seconds": ceil(clock.left(now).total_seconds()),
    }
