"""Rules of the day: the MC's own words, or how the competition is played."""

from __future__ import annotations

from typing import Final

from tournament import words
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Rules of the day"


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """One rule a line."""
    standing = asked.running.standing
    own = [line for line in asked.event.rules_of_the_day.split("\n") if line]
    return asked.picture(rules=own or words.how_it_is_played(standing.settings, standing.rounds), own=bool(own))
