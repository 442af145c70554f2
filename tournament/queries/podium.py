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
"""A screen asks every few seconds, so after this long without a word it shows nothing new."""


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
    waiting = {
        competition.pk: competition.event_id
        for competition in competitions
        if waits_until(standings[competition.pk], now, has_screen=True) is not None
    }
    if not waiting:
        return standings
    since = now - TIME_UNTIL_A_SCREEN_IS_SILENT
    screens = Screen.objects.filter(event__in=waiting.values(), last_seen__gt=since)
    seen = set(screens.values_list("event_id", flat=True))
    held = {
        pk: hold_back(standings[pk], waits_until(standings[pk], now, has_screen=event in seen))
        for pk, event in waiting.items()
    }
    return standings | held
