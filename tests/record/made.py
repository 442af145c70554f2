"""Invented competitions in which everything happens that a record can tell of. Made once, handed out as copies."""

import copy
from functools import cache

from . import known
from .maker import Maker


def groups(number, of):
    return [f"G{n % of + 1:02}" for n in range(number)]


def bracket():
    """18 entries and 2 of 5 reserves in a fixed bracket: a swap, a substitute, a called-up player, empty chairs,
    ties by hands won, play-off and lot."""
    return Maker(605, groups(18, 9), groups(5, 5), size=20, plan=[6, 3, 1], trouble=0.1)


def redraw():
    """24 players, high wins, redrawn for round 2 by shuffle and for the final by deal."""
    settings = {"redraw": True, "scoring": "winner_takes", "ending": "target", "target": 60, "clock": None}
    return Maker(2, groups(24, 8), plan=[6, 3, 1], trouble=0.05, **settings)


def rotation():
    """14 players, four rounds: balanced before round 1 and later, late arrivals, substitutes, ties by every step."""
    settings = {"format": "rotation", "move": "circular", "ranking": "average", "rounds": 4, "table_max": 5}
    return Maker(200, groups(14, 5), plan=[3], trouble=0.12, **settings)


def capped():
    """14 entries for 12 places: a lot among the entries; a ladder ranked by table-mates beaten, two hands a round."""
    settings = {"format": "rotation", "move": "ladder", "ranking": "beaten", "rounds": 3, "table_max": 5, "cap": 12}
    return Maker(4, groups(14, 7), size=12, plan=[3], ending="hands", hands=2, clock=None, **settings)


def dealt():
    """Twelve players of three groups at three tables: they cannot be apart and are dealt."""
    return Maker(5, groups(12, 3), plan=[3], format="single", ending="hands", hands=3)


def club_night():
    """13 players, each their own group, in a rotation: anybody sits for anybody."""
    settings = {"format": "rotation", "move": "circular", "ranking": "average", "rounds": 3, "table_max": 5}
    return Maker(31, groups(13, 13), plan=[3], trouble=0.3, **settings)


MAKERS = {
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
def _made(name):
    return MAKERS[name]()


def record(name):
    return copy.deepcopy(_made(name))
