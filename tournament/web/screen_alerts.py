"""What no screen of the hall may miss, no matter what it shows: each clock's warning, last seconds and time up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.queries.programme import RunningProgramme
from tournament.queries.screens import ScreenFacts, programmes_of
from tournament.rules.alerts import Reach, reach_of
from tournament.rules.breaks import Break
from tournament.web.clock import break_context
from tournament.web.scenes.clock import count_down, poster_facts


@dataclass(frozen=True)
class ScreenAlert:
    """One clock of the event as it may come to this screen: as a poster, as a band, or in a corner of its scene."""

    poster: Mapping[str, Any]
    """What stands around the clock."""
    clock: Mapping[str, Any]
    """The clock itself, which counts."""
    own: bool
    """Whether the screen is about this competition."""
    reach: Reach
    corner_name: str


def list_alerts(
    screen: ScreenFacts, programmes: Sequence[RunningProgramme], now: datetime, *, is_drawing: bool
) -> list[ScreenAlert]:
    """Every clock of the event: this screen counts them all, so that each comes at its second."""
    own = [running.competition.pk for running in programmes_of(screen, programmes)]
    reach = {
        running.competition.pk: reach_of(screen.competition, running.competition.pk, is_drawing=is_drawing)
        for running in programmes
    }
    return [
        _alert(running, own, reach[running.competition.pk], now) for running in programmes if running.clock is not None
    ]


@dataclass(frozen=True)
class CornerBreak:
    """A break in the corner of a scene."""

    name: str
    clock: Mapping[str, Any]
    facts: str


def list_breaks(screen: ScreenFacts, programmes: Sequence[RunningProgramme], now: datetime) -> list[CornerBreak]:
    """The breaks of the competitions that the screen is about."""
    own = programmes_of(screen, programmes)
    breaks = [(running, running.break_now) for running in own]
    return [
        CornerBreak(_until(running, coming, len(own)), break_context(coming, running.competition.pk, now), repr(coming))
        for running, coming in breaks
        if coming is not None
    ]


def _until(running: RunningProgramme, coming: Break, competitions: int) -> str:
    """Round 2 in; among several competitions with the name of this one."""
    name = f"{coming.before.heading} in"
    return f"{running.competition}: {name.lower()}" if competitions > 1 else name


def _alert(running: RunningProgramme, own: Sequence[int], reach: Reach, now: datetime) -> ScreenAlert:
    poster, competition = poster_facts(running), running.competition.pk
    return ScreenAlert(
        poster=poster,
        clock=count_down(running, now),
        own=competition in own,
        reach=reach,
        corner_name=poster["name"] if len(own) > 1 else poster["round"],
    )
