"""The projector's page for the draw: it follows the organiser's hand, and keeps its picture whatever fails."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament import words
from tournament.models import Competition
from tournament.permissions import Actor
from tournament.queries.hall import Hall, read_hall
from tournament.web.visitors import for_organiser_of_competition

A_PAGE: Final = 12
"""So many seconds a page of tables stays before the next one comes."""


def keeps_its_picture(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A screen that asks for news gets news or nothing: no page of ours that says something else ever replaces what
    the hall is looking at, not even to sign in again."""

    @wraps(view)
    def quiet(request: HttpRequest, **rest: Any) -> HttpResponse:
        if not request.headers.get("HX-Request"):
            return view(request, **rest)
        try:
            answer = view(request, **rest)
        except Http404:
            return HttpResponse(status=204)
        return HttpResponse(status=204) if answer.status_code != 200 or "HX-Redirect" in answer else answer

    return quiet


@keeps_its_picture
@for_organiser_of_competition
@require_safe
def show_hall(request: HttpRequest, competition: Competition, by: Actor) -> HttpResponse:
    """The present picture; to a screen that has it already, nothing."""
    hall = read_hall(competition, int(timezone.now().timestamp()) // A_PAGE)
    asks = request.headers.get("HX-Request")
    if asks and request.GET.get("seen") == hall.version:
        return HttpResponse(status=204)
    template = "screens/hall.html#scene" if asks else "screens/hall.html"
    return render(request, template, _context(competition, hall))


def _context(competition: Competition, hall: Hall) -> dict[str, Any]:
    latest = hall.reserves[-1] if hall.reserves else None
    return {
        "competition": competition,
        "event": competition.event,
        "hall": hall,
        "plan": words.plan_in_words(hall.plan) if hall.plan else "",
        "latest": latest,
        "name_fits": fits(latest.name) if latest else "",
        "numbers_fit": fits(hall.public),
        "before": hall.reserves[:-1],
    }


def fits(text: str) -> str:
    """How large a text can be shown: `short`, `middle`, `long` or `longest`. Wide letters count twice."""
    width = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
    return next((word for word, most in (("short", 9), ("middle", 16), ("long", 34)) if width <= most), "longest")
