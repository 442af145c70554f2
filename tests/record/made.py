"""Invented competitions in which everything happens that a record can tell of. Made once, handed out as copies."""

import copy
from collections.abc import Callable, Mapping
from functools import cache

from . import known
from .chance import Json
from .maker import Maker


def groups(number: int, of: int) -> list[str]:
    return [f"G{n % of + 1:02}" for n in range(number)]


def bracket() -> Maker:
    """18 entries and 2 of 5 reserves in a fixed bracket: a swap, a substitute, a called-up player, empty chairs,
    ties by hands won, play-off and lot."""
    return Maker(605, groups(18, 9), groups(5, 5), size=20, plan=[6, 3, 1], trouble=0.1)


def redraw() -> Maker:
    """24 players, high wins, redrawn for round 2 by shuffle and for the final by deal."""
    settings: Json = {"redraw": True, "scoring": "winner_takes", "ending": "target", "target": 60, "clock": None}
    return Maker(2, groups(24, 8), plan=[6, 3, 1], trouble=0.05, **settings)


def rotation() -> Maker:
    """14 players, four rounds: balanced before round 1 and later, late arrivals, substitutes, ties by every step."""
    settings: Json = {"format": "rotation", "move": "circular", "ranking": "average", "rounds": 4, "table_max": 5}
    return Maker(200, groups(14, 5), plan=[3], trouble=0.12, **settings)


def capped() -> Maker:
    """14 entries for 12 places: a lot among the entries; a ladder ranked by table-mates beaten, two hands a round."""
    settings: Json = {
        "format": "rotation",
        "move": "ladder",
        "ranking": "beaten",
        "rounds": 3,
        "table_max": 5,
        "cap": 12,
    }
    return Maker(4, groups(14, 7), size=12, plan=[3], ending="hands", hands=2, clock=None, **settings)


def dealt() -> Maker:
    """Twelve players of three groups at three tables: they cannot be apart and are dealt."""
    return Maker(5, groups(12, 3), plan=[3], format="single", ending="hands", hands=3)


def club_night() -> Maker:
    """13 players, each their own group, in a rotation: anybody sits for anybody."""
    settings: Json = {"format": "rotation", "move": "circular", "ranking": "average", "rounds": 3, "table_max": 5}
    return Maker(31, groups(13, 13), plan=[3], trouble=0.3, **settings)


MAKERS: Mapping[str, Callable[[], Json]] = {
    "bell": known.at_the_bell,
    "winner_takes": known.winner_takes,
    "thirteen": known.thirteen_rotate,
    "bracket": lambda: bracket().make(),
    "redraw": lambda: redraw().make(),
    "rotation": lambda: rotation().make(),
    "capped": lambda: capped().make(),
    "dealt": lambda: dealt().make(),
    "club night": lambda: club_night().make(),
}


@cache
def _made(name: str) -> Json:
    return MAKERS[name]()


def record(name: str) -> Json:
    return copy.deepcopy(_made(name))
