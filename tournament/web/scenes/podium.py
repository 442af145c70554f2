"""Podium: third, second, first, opened at the MC's press; in `single` the winner of each table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tournament import ranking_words
from tournament.queries.results import ResultLine
from tournament.queries.scenes import PodiumStep, read_podium, read_podium_steps
from tournament.rules.presets import Format
from tournament.rules.standing import Standing
from tournament.web.scenes.picture import SceneRequest, ScreenPicture
from tournament.words import count

TITLE: Final = "Podium"
MOST_TABLES_IN_ONE_COLUMN: Final = 4
WHAT_COMES: Final = (
    "Well played, everybody.",
    "And the winner is …",
    "Second place goes to …",
    "Third place goes to …",
)
"""What stands below, by the place that the next press opens."""


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """The winners, as far as they are shown."""
    running = asked.running
    if running.standing.format is Format.SINGLE:
        tables = read_podium(running.competition, running.standing).tables
        columns = "across-1 lines-5" if len(tables) <= MOST_TABLES_IN_ONE_COLUMN else "across-2 lines-8"
        return asked.picture(tables=tables, columns=columns)
    steps = read_podium_steps(running.competition, running.standing, running.podium_shown)
    valued = [(step, _value(step.winner, running.standing) if step.winner else "") for step in steps]
    return asked.picture(steps=valued, words=_words(steps, is_finished=running.standing.is_finished))


def _value(winner: ResultLine, standing: Standing) -> str:
    """What brought somebody their place: the points of a knockout's last table, in words that tell which round it was
    where they did not reach the last one; in a rotation what the standings go by."""
    if standing.format is Format.ROTATION:
        return ranking_words.in_words(winner, standing.settings)
    points = count(winner.points, "point")
    return points if standing.is_last(winner.reached) else f"{points} in {standing.name(winner.reached).lower}"


def _words(steps: Sequence[PodiumStep], *, is_finished: bool) -> str:
    if not is_finished:
        return "The winners come up here."
    closed = [step.place for step in steps if step.winner is None]
    return WHAT_COMES[max(closed, default=0)]
