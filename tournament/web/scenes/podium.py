"""Podium: the first three; in `single` the winner of each table."""

from __future__ import annotations

from typing import Final

from tournament.queries.scenes import read_podium
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Podium"


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """The winners."""
    running = asked.running
    return asked.picture(podium=read_podium(running.competition, running.standing))
