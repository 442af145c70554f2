"""Bracket: the plan's picture, and as soon as somebody went on, the tree of names."""

from __future__ import annotations

from typing import Final

from tournament import plan_words
from tournament.pictures import bracket
from tournament.queries.bracket import read_bracket
from tournament.web.bracket import branch_out, rounds_for_the_hall
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Bracket"


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """A bracket that is drawn anew each round has no tree that could be filled in."""
    running, standing = asked.running, asked.running.standing
    redraw = standing.settings.redraw
    played = read_bracket(running.competition, standing)
    plan = {
        "plan": plan_words.plan_in_words(played.plan.tables),
        "size": played.plan.players,
        "champion": played.champion,
    }
    if redraw or not any(round_.decided for round_ in played.rounds):
        return asked.picture(**plan, bracket=bracket(played.plan, redraw=redraw))
    rounds = [round_.name.heading for round_ in rounds_for_the_hall(played)]
    return asked.picture(**plan, tree=branch_out(played), rounds=rounds)
