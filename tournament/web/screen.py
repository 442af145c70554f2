"""A screen of the hall: any browser opened at /screen. It needs nobody, keeps its picture whatever fails, and comes
back by itself."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from tournament.actions import screens
from tournament.live.topics import everyone
from tournament.live.topics import screens as for_screens
from tournament.models import Screen, Slide
from tournament.queries.programme import Running, read_programmes
from tournament.queries.screens import find_screen, showing
from tournament.rules.errors import Refused
from tournament.web.clock import clock_context
from tournament.web.live_page import live_context
from tournament.web.organiser.hall import keeps_its_picture
from tournament.web.scenes import Picture, picture
from tournament.web.throttle import count_new_screen, too_many_screens

COOKIE: Final = "turntable_screen"
LASTS: Final = 2 * 365 * 24 * 60 * 60
HALF_A_DAY: Final = 12 * 60 * 60
"""A ticket is good for a day: so often a screen gets another."""


@keeps_its_picture
@never_cache
@require_safe
def show_screen(request: HttpRequest) -> HttpResponse:
    """The present picture; to a screen that has it already, nothing."""
    key = request.COOKIES.get(COOKIE, "")
    screen = find_screen(key)
    made = "" if screen else key if len(key) == len(new_key()) else new_key()
    if screen is None:
        if too_many_screens(request):
            return render(request, "screens/busy.html", status=503)
        count_new_screen(request)
        try:
            screen = screens.open_screen(made)
        except Refused:
            return render(request, "screens/busy.html", status=503)
    answer = _answer(request, screen, timezone.now())
    if made:
        answer.set_cookie(COOKIE, made, LASTS, path="/screen", secure=settings.HTTPS, httponly=True, samesite="Lax")
    return answer


def new_key() -> str:
    """What the browser keeps; the server keeps its hash."""
    return secrets.token_urlsafe(24)


def _answer(request: HttpRequest, screen: Screen, now: datetime) -> HttpResponse:
    screens.hear(screen, now)
    topics = _topics(screen)
    hears = live_context(topics)  # before anything is read, so that no change falls between
    programmes = read_programmes(screen.event, now) if screen.event else []
    shown = _picture(request, screen, programmes, now)
    version = f"{shown.version}-{screen.pk}-{int(screen.muted)}-{_token(topics, now)}-{_clocks(programmes)}"
    asks = request.headers.get("HX-Request")
    if asks and request.GET.get("seen") == version:
        return HttpResponse(status=204)
    context = {
        "screen": screen, "picture": shown, "version": version, "rings": _rings(screen, programmes, now),
        "topics": _token(topics, now), "event": screen.event, **hears, **shown.facts, **shown.counting,
    }  # fmt: skip
    return render(request, "screens/screen.html#scene" if asks else "screens/screen.html", context)


def _topics(screen: Screen) -> list[str]:
    """What a screen hears: that its picture changed, and what everybody may hear. It is no staff."""
    if screen.event is None:
        return []
    return [for_screens(screen.event.pk), *map(everyone, screen.event.competitions.values_list("pk", flat=True))]


def _token(topics: Sequence[str], now: datetime) -> str:
    """The same while the ticket need not be another."""
    return f"{','.join(topics)}@{int(now.timestamp()) // HALF_A_DAY}" if topics else ""


def _clocks(programmes: Sequence[Running]) -> str:
    """Another one when a clock was changed that this scene does not show: it may ring here all the same."""
    return hashlib.sha256(repr([one.clock for one in programmes]).encode()).hexdigest()[:8]


def _picture(request: HttpRequest, screen: Screen, programmes: Sequence[Running], now: datetime) -> Picture:
    if screen.event is None:
        return Picture("number", {"number": screen.number})
    return picture(request, screen, screen.event, showing(screen, programmes), now)


def _rings(screen: Screen, programmes: Sequence[Running], now: datetime) -> list[dict[str, Any]]:
    """Every clock that may ring on this screen, whatever it shows, and how long ago it was changed."""
    mine = [one for one in programmes if screen.competition_id in (None, one.competition.pk)]
    return [
        clock_context(one.clock, one.competition.pk, "", now) | {"age": _age(one, now)} for one in mine if one.clock
    ]


def _age(one: Running, now: datetime) -> int:
    """Milliseconds since the phase began."""
    return max(0, round((now - one.since).total_seconds() * 1000)) if one.since else 10**9


@cache_control(max_age=LASTS, immutable=True, public=True)
@require_safe
def show_picture(request: HttpRequest, digest: str) -> HttpResponse:
    """A slide's picture. Its address is its digest, which nobody can guess."""
    slide = Slide.objects.filter(digest=digest).first() if digest else None
    if slide is None:
        raise Http404("There is no such picture.")
    return HttpResponse(bytes(slide.picture), content_type=slide.content_type)
