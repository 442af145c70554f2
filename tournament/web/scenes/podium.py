"""Podium: third, second, first, opened at the MC's press; in `single` the winner of each table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tournament.queries.scenes import PodiumStep, read_podium, read_podium_steps
from tournament.rules.presets import Format
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

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
    return asked.picture(steps=steps, words=_words(steps, is_finished=running.standing.is_finished))


def _words(steps: Sequence[PodiumStep], *, is_finished: bool) -> str:
    if not is_finished:
        return "The winners come up here."
    closed = [step.place for step in steps if step.winner is None]
    return WHAT_COMES[max(closed, default=0)]
