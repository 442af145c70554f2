"""The picture of a knockout on its way: the plan's own, with what is decided."""

from __future__ import annotations

from tournament.pictures import Picture, bracket
from tournament.pictures.bracket import MOST
from tournament.pictures.parts import Spot
from tournament.queries.way import Way, WayRound


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
