"""The draw: what the hall may see of it, step by step, on every screen and on the organiser's own page of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Any, Final

from tournament import plan_words
from tournament.live.topics import staff
from tournament.queries.ceremony_screen import CeremonyScreen, read_ceremony_screen
from tournament.queries.event_facts import CompetitionFacts
from tournament.queries.log import newest_line
from tournament.web.projector import SeatingPage, SeatingTable, most_tables, width_class
from tournament.web.remembered import remember
from tournament.web.scenes.picture import SceneRequest, ScreenPicture

if TYPE_CHECKING:
    from tournament.models import Competition

TITLE: Final = "The draw"


def make_picture(asked: SceneRequest) -> ScreenPicture:
    """The draw that is being held. Nobody signs in to see it: nothing comes this far that was not shown yet."""
    competition = asked.running.competition
    ceremony = remember_ceremony(competition, partial(asked.event.competitions.get, pk=competition.pk))
    facts = asked.common_facts() | draw_facts(competition, ceremony, asked.turns)
    return ScreenPicture(asked.scene.value, facts, look=ceremony.scene.value)


def remember_ceremony(competition: CompetitionFacts, find: Callable[[], Competition]) -> CeremonyScreen:
    """What the hall may see of the draw, worked out once for all screens, which ask every second, until the log has a
    line more. `find` gives the competition's row, where it has to be worked out."""
    event = competition.event.pk
    make = lambda: read_ceremony_screen(find())  # noqa: E731 (one line says it)
    return remember(("ceremony", competition.pk), [staff(event)], make, sign=partial(newest_line, event))


def picture_version(facts: Mapping[str, Any]) -> str:
    """The same while the picture is the same: of the tables only those that are on it count."""
    shown = replace(facts["ceremony"], tables={}), facts["seating"]
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def draw_facts(competition: CompetitionFacts, ceremony: CeremonyScreen, turns: int) -> dict[str, Any]:
    """What templates/screens/scenes/draw.html shows; `turns` says how often pages have turned by now."""
    latest = ceremony.reserves[-1] if ceremony.reserves else None
    return {
        "competition": competition,
        "event": competition.event,
        "ceremony": ceremony,
        "seating": seating_page(ceremony, turns) if ceremony.tables else None,
        "plan": plan_words.plan_in_words(ceremony.plan) if ceremony.plan else "",
        "latest": latest,
        "name_fits": width_class(latest.name) if latest else "",
        "numbers_fit": width_class(ceremony.public),
        "before": ceremony.reserves[:-1],
    }


def seating_page(ceremony: CeremonyScreen, turns: int) -> SeatingPage:
    """The page with the newest table; once all tables are shown, the pages turn by themselves."""
    on_page = most_tables(ceremony.seats)
    pages = ceil(len(ceremony.tables) / on_page)
    place = list(ceremony.tables).index(ceremony.newest) if ceremony.newest else 0
    page = place // on_page + 1 if ceremony.newest else turns % pages + 1
    tables = [SeatingTable(number, chairs, number == ceremony.newest) for number, chairs in ceremony.tables.items()]
    return SeatingPage(tables[(page - 1) * on_page : page * on_page], ceremony.seats, page, pages)
