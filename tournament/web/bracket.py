"""The picture of a knockout's bracket: the plan's own with what is decided, and a tree of names for the hall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournament.pictures import Picture, bracket
from tournament.pictures.bracket import MOST
from tournament.pictures.parts import Spot
from tournament.queries.bracket import Bracket, BracketRound
from tournament.queries.people import Person
from tournament.rules.knockout import feeds

MOST_TABLES_IN_THE_HALL: Final = 20
"""So many names below each other can be read from the back wall; earlier rounds are left out of the tree."""


def latest_first(played: Bracket) -> list[BracketRound]:
    """The round that is played now, those before it, and then what is still to come."""
    made = [round_ for round_ in reversed(played.rounds) if round_.is_made]
    return made + [round_ for round_ in played.rounds if not round_.is_made]


def draw_bracket(played: Bracket, *, redraw: bool) -> list[tuple[str, Picture, list[tuple[Spot, str]]]]:
    """Wide for a laptop and tall for a phone: each table with its state, done, now or to come."""
    drawn = [(round_, planned) for round_, planned in zip(played.rounds, played.plan.tables, strict=True)]
    states = [_state(round_, table) for round_, planned in drawn if planned <= MOST for table in range(planned)]
    pictures = [
        (shape, bracket(played.plan, tall=tall, redraw=redraw)) for shape, tall in (("wide", False), ("tall", True))
    ]
    return [(shape, picture, list(zip(picture.spots, states, strict=True))) for shape, picture in pictures]


def _state(round_: BracketRound, index: int) -> str:
    """A redrawn round may have fewer tables than were planned: those stay empty."""
    if not round_.is_made or index >= len(round_.tables):
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


def rounds_for_the_hall(played: Bracket) -> list[BracketRound]:
    """Those whose tables a hall can read below each other."""
    return [
        round_
        for round_, planned in zip(played.rounds, played.plan.tables, strict=True)
        if planned <= MOST_TABLES_IN_THE_HALL
    ]


def branch_out(played: Bracket) -> Branch:
    """The tree of a fixed bracket, from the final back to the first round that a hall can read."""
    return _branch(played, rounds_for_the_hall(played), 0)


def _branch(played: Bracket, rounds: Sequence[BracketRound], index: int) -> Branch:
    *before, last = rounds
    goals = feeds(played.plan)[last.number - 2] if before else []
    feeders = tuple(_branch(played, before, child) for child, goal in enumerate(goals) if goal == index + 1)
    return Branch(index + 1, _state(last, index), last.tables[index].first, feeders, last.is_final)
