"""What a public page has besides for people who are signed in: a corner of its own, fetched by their browser.

Public pages are the same bytes for everybody (everyone.py), so that nothing about a reader can be kept with them. A
browser in which somebody is signed in has a second cookie beside the session's, which says only that. The page's script
(team-corner.js) sees it and fetches the corner: who is signed in, and for the event's own team the way to the page as
they may see it, with what the public has to wait for. Nobody else asks for anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, ResolverMatch, resolve
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.queries.event_facts import EventFacts
from tournament.queries.events import find_competition, find_public_event, read_event
from tournament.web.everyone import AS_TEAM, FOR_EVERYONE
from tournament.web.visitors import is_of_team

COOKIE: Final = "turntable_signed_in"


class SignedInMiddleware:
    """Keeps the cookie in step with the session, whenever the session was looked at anyway."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.session.accessed:
            _follow_session(request, response)
        return response


def _follow_session(request: HttpRequest, response: HttpResponse) -> None:
    is_signed_in, is_told = SESSION_KEY in request.session, COOKIE in request.COOKIES
    if is_signed_in and not is_told:
        response.set_cookie(COOKIE, "1", settings.SESSION_COOKIE_AGE, secure=settings.HTTPS, samesite="Lax")
    elif is_told and not is_signed_in:
        response.delete_cookie(COOKIE)


@never_cache
@require_safe
def show_corner(request: HttpRequest) -> HttpResponse:
    """Who is signed in, and the page at `of` as its team may see it. Nothing for anybody else."""
    if not request.user.is_authenticated:
        return HttpResponse()
    page = request.GET.get("of", "")
    return render(request, "public/team_corner.html", {"team_page": _team_page(request, page)})


def _team_page(request: HttpRequest, page: str) -> str:
    """The address of the same page as the event's team sees it; empty for people who see no more than everyone."""
    try:
        event = _event_of(resolve(page))
    except Resolver404:
        return ""
    return f"{page}?{AS_TEAM}" if event is not None and is_of_team(request, event) else ""


def _event_of(page: ResolverMatch) -> EventFacts | None:
    """The event that a public page is about."""
    if page.url_name == "event-page":
        found = find_public_event(page.kwargs["event"])
        return read_event(found.event) if found is not None else None
    if not getattr(page.func, FOR_EVERYONE, False):
        return None
    competition = find_competition(page.kwargs["slug"])
    return competition.event if competition is not None else None
