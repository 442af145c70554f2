"""The projector's page of the draw ceremony: it follows the organiser, and keeps its picture when something fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament import current_time
from tournament.permissions import Actor
from tournament.queries.event_facts import competition_facts
from tournament.web.fragments import is_fragment
from tournament.web.projector import keeps_its_picture, turn_at
from tournament.web.scenes.draw import draw_facts, picture_version, remember_ceremony
from tournament.web.visitors import for_organiser_of_competition

if TYPE_CHECKING:
    from tournament.models import Competition


@keeps_its_picture
@for_organiser_of_competition
@require_safe
def show_screen(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """The present picture; nothing for a screen that has it already."""
    known = competition_facts(competition)
    facts = draw_facts(known, remember_ceremony(known, lambda: competition), turn_at(current_time.now()))
    version = picture_version(facts)
    if is_fragment(request) and request.GET.get("seen") == version:
        return HttpResponse(status=204)
    template = "screens/ceremony.html#scene" if is_fragment(request) else "screens/ceremony.html"
    return render(request, template, facts | {"version": version})
