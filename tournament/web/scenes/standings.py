"""Standings: the final order, or a rotation's order on its way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tournament import ranking_words
from tournament.queries.people import Person
from tournament.queries.results import ResultLine
from tournament.queries.scenes import read_order
from tournament.rules.presets import Format
from tournament.rules.standing import Standing
from tournament.web.projector import in_columns
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Standings"
MOST_LINES_DOWN: Final = 10
MOST_LINES_ACROSS: Final = 2


@dataclass(frozen=True)
class PlaceLine:
    """One line of the standings: who has which place, and by what."""

    place: int
    person: Person
    value: str


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """Everybody in their order, in columns."""
    running, standing = asked.running, asked.running.public
    lines = [
        PlaceLine(line.place, line.person, _value(line, standing)) for line in read_order(running.competition, standing)
    ]
    return asked.pages(
        in_columns(lines, MOST_LINES_DOWN, MOST_LINES_ACROSS),
        final=standing.is_finished,
        heading=ranking_words.heading("Final order" if standing.is_finished else "Standings", standing.settings),
        foot=_foot(standing),
    )


def _foot(standing: Standing) -> str:
    """What the order goes by, at the foot of the page."""
    if standing.format is not Format.ROTATION:
        return "The round each player reached"
    return ranking_words.in_short(standing.settings)


def _value(line: ResultLine, standing: Standing) -> str:
    """What somebody is ranked by: in a knockout, the round they reached."""
    if standing.format is not Format.ROTATION:
        return standing.name(line.reached).heading
    return ranking_words.value_of(line, standing.settings)
