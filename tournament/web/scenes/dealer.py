"""Who deals first: each round has another saying."""

from __future__ import annotations

from typing import Final

from tournament.rules.dealers import saying
from tournament.rules.programme import latest_number
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Who deals first"


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """The saying of the latest round."""
    return asked.picture(saying=saying(latest_number(asked.running.standing), asked.event.sayings))
