"""The scenes of the hall's screens, one module each: its title, and how its picture is made.

To add a scene: docs/architecture.md has the recipe, with every file to touch. Here it gets a module and a row in the
table below.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from tournament.rules.programme import FOLLOWS, Lack, Scene
from tournament.web.scenes import (
    bracket,
    clock,
    countdown,
    dealer,
    draw,
    names,
    podium,
    results,
    rules,
    slide,
    standings,
    states,
    tables,
    welcome,
)
from tournament.web.scenes.picture import SceneRequest, ScreenPicture


class SceneModule(Protocol):
    """What each module of a scene holds."""

    TITLE: str
    """What the scene is called, on the MC's pages and in the hall."""

    def make_picture(self, asked: SceneRequest) -> ScreenPicture:
        """The picture for now."""


SCENES: Final[Mapping[Scene, SceneModule]] = {
    Scene.WELCOME: welcome,
    Scene.RULES: rules,
    Scene.DRAW: draw,
    Scene.TABLES: tables,
    Scene.NAMES: names,
    Scene.DEALER: dealer,
    Scene.CLOCK: clock,
    Scene.COUNTDOWN: countdown,
    Scene.STATES: states,
    Scene.RESULTS: results,
    Scene.BRACKET: bracket,
    Scene.STANDINGS: standings,
    Scene.PODIUM: podium,
    Scene.SLIDE: slide,
}
TITLES: Final[Mapping[str, str]] = {
    FOLLOWS: "The programme",
    **{scene.value: module.TITLE for scene, module in SCENES.items()},
}
"""What a screen can be told to show, in words."""
WHY_NOT_YET: Final[Mapping[Lack, str]] = {
    Lack.DRAW: "The draw isn’t published yet.",
    Lack.CEREMONY: "No draw is being held now.",
    Lack.CLOCK: "No clock runs in this round.",
    Lack.BREAK: "There is no break now.",
    Lack.FIRST_RESULTS: "No round is over yet.",
    Lack.KNOCKOUT: "Only a knockout has a bracket.",
    Lack.ORDER: "The order isn’t known yet.",
    Lack.WINNERS: "The winners aren’t known yet.",
    Lack.PODIUM: "The winners are announced first.",
}
"""Why a scene has nothing to show, as the hall may read it."""


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """The picture of the scene that is asked for, or why there is none yet."""
    lacks = asked.shown.lacks
    if lacks is None:
        return SCENES[asked.scene].make_picture(asked)
    heading = TITLES[asked.scene]
    if asked.scene is Scene.CLOCK:
        heading = asked.common_facts().get("round_name", "Soon.")
    return asked.wait(heading, WHY_NOT_YET[lacks])
