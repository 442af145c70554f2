"""The picture of a knockout on its way: the plan's own with what is decided, and a tree of names for the hall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournament.pictures import Picture, bracket
from tournament.pictures.bracket import MOST
from tournament.pictures.parts import Spot
from tournament.queries.people import Person
from tournament.queries.way import Way, WayRound
from tournament.rules.knockout import feeds

IN_THE_HALL: Final = 20
"""So many names below each other can be read from the back wall; earlier rounds are left out of the tree."""


def draw_way(way: Way, *, redraw: bool) -> list[tuple[str, Picture, list[tuple[Spot, str]]]]:
    """Wide for a laptop and tall for a phone: each table with its state, done, now or to come."""
    drawn = [it for it in way.rounds if way.plan.tables[it.number - 1] <= MOST]
    states = [_state(it, table) for it in drawn for table in range(way.plan.tables[it.number - 1])]
    pictures = [
        (shape, bracket(way.plan, tall=tall, redraw=redraw)) for shape, tall in (("wide", False), ("tall", True))
    ]
    return [(shape, picture, list(zip(picture.spots, states, strict=True))) for shape, picture in pictures]


def _state(round_: WayRound, index: int) -> str:
    """A redrawn round may have fewer tables than were planned: those stay empty."""
    if not round_.made or index >= len(round_.tables):
        return "to-come"
    return "done" if round_.tables[index].first else "now"


@dataclass(frozen=True)
class Branch:
    """A table in the tree: `done` with who went on, `now`, or `to-come`; and the tables whose winners it takes."""

    number: int
    state: str
    first: Person | None
    feeders: Sequence[Branch]
    final: bool


def rounds_for_the_hall(way: Way) -> list[WayRound]:
    """Those whose tables a hall can read below each other."""
    return [it for it in way.rounds if way.plan.tables[it.number - 1] <= IN_THE_HALL]


def branch_out(way: Way) -> Branch:
    """The tree of a fixed bracket, from the final back to the first round that a hall can read."""
    return _branch(way, rounds_for_the_hall(way), 0)


def _branch(way: Way, rounds: Sequence[WayRound], index: int) -> Branch:
    *before, last = rounds
    goals = feeds(way.plan)[last.number - 2] if before else []
    feeders = tuple(_branch(way, before, child) for child, goal in enumerate(goals) if goal == index + 1)
    return Branch(index + 1, _state(last, index), last.tables[index].first, feeders, last.final)
