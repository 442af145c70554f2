"""What the public may know of the result: the podium is opened before the hall first."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from tournament.models import Competition, Screen
from tournament.queries.standing import read_standing, read_standings
from tournament.rules.podium import hold_back, waits_until
from tournament.rules.standing import Standing

TIME_UNTIL_A_SCREEN_IS_SILENT: Final = timedelta(seconds=60)
"""A screen asks every few seconds: one that was heard of within this time was on."""


def read_public_standing(competition: Competition, now: datetime) -> Standing:
    """How far a competition is, as far as everyone may know."""
    return hold_results_back([competition], {competition.pk: read_standing(competition, now)}, now)[competition.pk]


def read_public_standings(competitions: Iterable[Competition], now: datetime) -> dict[int, Standing]:
    """The same for each of these, by its number."""
    known = list(competitions)
    return hold_results_back(known, read_standings(known, now), now)


def hold_results_back(
    competitions: Iterable[Competition], standings: dict[int, Standing], now: datetime
) -> dict[int, Standing]:
    """The standings as the public knows them. Only while a podium waits is there a query, about the hall's screens."""
    waiting = [
        competition
        for competition in competitions
        if waits_until(standings[competition.pk], now, has_screen=True) is not None
    ]
    if not waiting:
        return standings
    screens = Screen.objects.filter(event__in={competition.event_id for competition in waiting})
    known = list(screens.values_list("event_id", "made_at", "last_seen"))
    held = {}
    for competition in waiting:
        standing = standings[competition.pk]
        times = [(made, seen) for event, made, seen in known if event == competition.event_id]
        has_screen = _was_on(times, standing.latest.closed_at if standing.latest else None)
        held[competition.pk] = hold_back(standing, waits_until(standing, now, has_screen=has_screen))
    return standings | held


def _was_on(screens: Iterable[tuple[datetime, datetime]], closed_at: datetime | None) -> bool:
    """Whether a screen of the hall was on when the last round was closed. One that loses the network afterwards tells
    nobody who won, and one that is put up later takes back nothing that is public."""
    return closed_at is not None and any(
        made <= closed_at < seen + TIME_UNTIL_A_SCREEN_IS_SILENT for made, seen in screens
    )
