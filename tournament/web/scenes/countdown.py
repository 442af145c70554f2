"""Break: how long it is until the next round, beside the clocks that run meanwhile."""

from __future__ import annotations

from typing import Final

from tournament.web.scenes import clock
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Break"


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """Posters like the clock's."""
    return clock.make_picture(asked)
