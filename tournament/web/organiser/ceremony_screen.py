"""The projector's page of the draw ceremony: it follows the organiser, and keeps its picture whatever fails."""

from __future__ import annotations

import hashlib
from math import ceil
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament import plan_words
from tournament.permissions import Actor
from tournament.queries.ceremony_screen import CeremonyScreen, read_ceremony_screen
from tournament.web.fragments import is_fragment
from tournament.web.projector import SeatingPage, SeatingTable, keeps_its_picture, most_tables, turn_at, width_class
from tournament.web.visitors import for_organiser_of_competition

if TYPE_CHECKING:
    from tournament.models import Competition


@keeps_its_picture
@for_organiser_of_competition
@require_safe
def show_screen(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """The present picture; nothing for a screen that has it already."""
    screen = read_ceremony_screen(competition)
    seating = seating_page(screen, turn_at(timezone.now())) if screen.tables else None
    version = hashlib.sha256(repr((screen, seating)).encode()).hexdigest()[:16]
    if is_fragment(request) and request.GET.get("seen") == version:
        return HttpResponse(status=204)
    template = "screens/ceremony.html#scene" if is_fragment(request) else "screens/ceremony.html"
    context = _context(competition, screen) | {"seating": seating, "version": version}
    return render(request, template, context)


def seating_page(screen: CeremonyScreen, turn: int) -> SeatingPage:
    """The page with the newest table; once all tables are shown, the pages turn by themselves."""
    on_page = most_tables(screen.seats)
    pages = ceil(len(screen.tables) / on_page)
    page = ceil(screen.newest / on_page) if screen.newest else turn % pages + 1
    tables = [SeatingTable(number, chairs, number == screen.newest) for number, chairs in screen.tables.items()]
    return SeatingPage(tables[(page - 1) * on_page : page * on_page], screen.seats, page, pages)


def _context(competition: Competition, screen: CeremonyScreen) -> dict[str, Any]:
    latest = screen.reserves[-1] if screen.reserves else None
    return {
        "competition": competition,
        "event": competition.event,
        "ceremony": screen,
        "plan": plan_words.plan_in_words(screen.plan) if screen.plan else "",
        "latest": latest,
        "name_fits": width_class(latest.name) if latest else "",
        "numbers_fit": width_class(screen.public),
        "before": screen.reserves[:-1],
    }
