"""Bracket: the tree of tables and who went on, in pages that can be read from the back wall."""

from __future__ import annotations

from typing import Final

from tournament import plan_words
from tournament.pictures import bracket
from tournament.queries.bracket import read_bracket
from tournament.queries.programme import GOING
from tournament.web.bracket import pages_for_the_hall
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Bracket"


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """If each round is drawn again, the bracket has no tree that could be filled in."""
    running, standing = asked.running, asked.running.public
    redraw = standing.settings.redraw
    played = read_bracket(running.competition, standing)
    plan = {
        "plan": plan_words.plan_in_words(played.plan.tables),
        "size": played.plan.players,
        "champion": played.champion,
    }
    if redraw:
        return asked.picture(**plan, bracket=bracket(played.plan, redraw=redraw, numbers=played.numbers))
    word = "playing" if running.phase in GOING else "at the podium" if standing.held_until else "to play"
    return asked.pages(pages_for_the_hall(played), **plan, word=word)
