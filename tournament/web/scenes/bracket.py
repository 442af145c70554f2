"""Bracket: the tree of tables and who went on, in pages that can be read from the back wall."""

from __future__ import annotations

from typing import Final

from tournament import plan_words
from tournament.queries.bracket import read_bracket
from tournament.queries.programme import GOING
from tournament.web.bracket import pages_for_the_hall, pages_of_rounds
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

TITLE: Final = "Bracket"


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """The tree; if each round is drawn again, there is none, but its rounds."""
    running, standing = asked.running, asked.running.public
    played = read_bracket(running.competition, standing)
    plan = {
        "plan": plan_words.plan_in_words(played.plan.tables),
        "size": played.plan.players,
        "champion": played.champion,
    }
    word = "playing" if running.phase in GOING else "at the podium" if standing.held_until else "to play"
    pages = pages_of_rounds(played) if standing.settings.redraw else pages_for_the_hall(played)
    return asked.pages(pages, **plan, word=word)
