"""Bracket: the plan's picture, and as soon as somebody went on, the tree of names."""

from __future__ import annotations

from typing import Final

from tournament import words
from tournament.pictures import bracket
from tournament.queries.way import read_way
from tournament.web.bracket import branch_out, rounds_for_the_hall
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Bracket"


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """A bracket that is drawn anew each round has no tree that could be filled in."""
    running, standing = asked.running, asked.running.standing
    redraw = standing.settings.redraw
    way = read_way(running.competition, running.competition.draws.get(published_at__isnull=False))
    plan = {"plan": words.plan_in_words(way.plan.tables), "size": way.plan.players, "champion": way.champion}
    if redraw or not any(round_.decided for round_ in way.rounds):
        return asked.picture(**plan, bracket=bracket(way.plan, redraw=redraw))
    rounds = [standing.name(round_.number).heading for round_ in rounds_for_the_hall(way)]
    return asked.picture(**plan, tree=branch_out(way), rounds=rounds)
