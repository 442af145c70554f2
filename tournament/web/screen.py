"""A screen of the hall: any browser opened at /screen.

It needs nobody at its keyboard, keeps its picture when something fails, and comes back by itself.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from tournament import current_time
from tournament.actions import screens
from tournament.event_time import show_in_time_of
from tournament.live.topics import everyone
from tournament.live.topics import screens as for_screens
from tournament.queries.competitions import read_competition_keys
from tournament.queries.event_facts import event_facts
from tournament.queries.programme import RunningProgramme, read_programmes
from tournament.queries.screens import (
    ScreenFacts,
    ShownScene,
    find_screen,
    find_slide_for_everybody,
    find_slide_picture,
    find_turns,
    programmes_of,
    screen_facts,
)
from tournament.rules.errors import Refused
from tournament.rules.hall_messages import HallMessage, gives_way, message_now
from tournament.rules.programme import Item, Phase, Scene
from tournament.rules.turns import turn_at
from tournament.web.clock import clock_context
from tournament.web.fragments import is_fragment
from tournament.web.live_page import live_context
from tournament.web.projector import keeps_its_picture
from tournament.web.scenes import make_picture
from tournament.web.scenes.picture import SceneRequest, ScreenPicture
from tournament.web.screen_alerts import CornerBreak, ScreenAlert, list_alerts, list_breaks
from tournament.web.senders import sign_of_address
from tournament.web.throttle import PAUSE, count_new_screen, too_many_screens
from tournament.web.waiting import hold_back

if TYPE_CHECKING:
    from tournament.models import Event, Screen

COOKIE: Final = "turntable_screen"
SECONDS_A_COOKIE_LASTS: Final = 2 * 365 * 24 * 60 * 60
SECONDS_A_TICKET_SERVES: Final = 12 * 60 * 60
"""A ticket is good for a day; a screen gets another this often."""
A_LONG_TIME_AGO: Final = 10**9
"""In milliseconds."""


@keeps_its_picture
@never_cache
@require_safe
def show_screen(request: HttpRequest) -> HttpResponse:
    """The present picture; nothing for a screen that has it already."""
    key = request.COOKIES.get(COOKIE, "")
    screen = find_screen(key)
    new = "" if screen else key if len(key) == len(make_key()) else make_key()
    if screen is None:
        if too_many_screens(request):
            return hold_back(render(request, "screens/busy.html", status=503), PAUSE)
        count_new_screen(request)
        try:
            screen = screens.open_screen(new, opened_from=sign_of_address(request))
        except Refused:
            return render(request, "screens/busy.html", status=503)
    answer = _answer(request, screen, current_time.now())
    if new:
        answer.set_cookie(
            COOKIE, new, SECONDS_A_COOKIE_LASTS, path="/screen", secure=settings.HTTPS, httponly=True, samesite="Lax"
        )
    return answer


def make_key() -> str:
    """A new key for a browser to keep; the server keeps its hash."""
    return secrets.token_urlsafe(24)


def _answer(request: HttpRequest, screen: Screen, now: datetime) -> HttpResponse:
    if screen.event is not None:
        show_in_time_of(screen.event)
    screens.hear(screen, now)
    topics = _topics(screen)
    hears = live_context(topics)
    programmes = read_programmes(screen.event, now) if screen.event else []
    facts = screen_facts(screen)
    shown = _show(request, screen, programmes, now)
    alerts = list_alerts(facts, programmes, now, is_drawing=shown.is_drawing)
    breaks = list_breaks(facts, programmes, now)
    message = message_now(screen.event.message, screen.event.message_until, now) if screen.event else None
    own = programmes_of(facts, programmes)
    slide = _slide_for_everybody(request, screen.event, own, now) if screen.event and message else None
    sign = _sign_of(alerts, breaks, (message, slide.version if slide else ""))
    version = f"{shown.version}-{screen.pk}-{int(screen.muted)}-{_token(topics, now)}-{sign}"
    if is_fragment(request) and request.GET.get("seen") == version:
        return HttpResponse(status=204)
    context = hears | {
        "screen": facts,
        "event": event_facts(screen.event) if screen.event else None,
        "shown": shown,
        "version": version,
        "alerts": alerts,
        "breaks": breaks,
        "message": message,
        "message_slide": slide,
        "rings": _rings(facts, programmes, now),
        "topics": _token(topics, now),
    }  # fmt: skip
    return render(request, "screens/screen.html#scene" if is_fragment(request) else "screens/screen.html", context)


def _topics(screen: Screen) -> list[str]:
    """What a screen listens to: that its picture changed, and what everybody may hear. It is not staff."""
    if screen.event is None:
        return []
    return [for_screens(screen.event.pk), *map(everyone, read_competition_keys(screen.event.pk))]


def _token(topics: Sequence[str], now: datetime) -> str:
    """The same for as long as the screen needs no new ticket."""
    return f"{','.join(topics)}@{int(now.timestamp()) // SECONDS_A_TICKET_SERVES}" if topics else ""


def _slide_for_everybody(
    request: HttpRequest, event: Event, programmes: Sequence[RunningProgramme], now: datetime
) -> ScreenPicture | None:
    """The slide that the MC shows on all screens at once, over what they were told to show, until the screen's own
    programmes move on."""
    slide = find_slide_for_everybody(event)
    if slide is None or gives_way(event.message_since, (running.moved_on_at for running in programmes)):
        return None
    about = programmes[0] if len(programmes) == 1 else None
    return make_picture(SceneRequest(request, event, ShownScene(Item(Scene.SLIDE, slide.pk), about), now))


def _sign_of(
    alerts: Sequence[ScreenAlert], breaks: Sequence[CornerBreak], message: tuple[HallMessage | None, str]
) -> str:
    """A fingerprint of all clocks of the event: one that this scene does not show may still ring on this screen."""
    clocks = [(alert.poster, alert.own, alert.reach) for alert in alerts]
    return hashlib.sha256(repr((clocks, [listed.facts for listed in breaks], message)).encode()).hexdigest()[:8]


@dataclass(frozen=True)
class ShownPictures:
    """What a screen shows in turns, and which picture is open now."""

    pictures: Sequence[ScreenPicture]
    open: int = 0
    since: int = 0
    """The moment from which turns are counted, in milliseconds."""

    @property
    def version(self) -> str:
        """The same for the same pictures."""
        return "-".join([*(picture.version for picture in self.pictures), str(self.since)])

    @property
    def is_drawing(self) -> bool:
        """Whether a draw has the screen to itself."""
        return all(picture.scene == Scene.DRAW for picture in self.pictures)


def _show(
    request: HttpRequest, screen: Screen, programmes: Sequence[RunningProgramme], now: datetime
) -> ShownPictures:  # fmt: skip
    """What the screen shows; until it belongs to an event, its number."""
    if screen.event is None:
        return ShownPictures([ScreenPicture("number", {"number": screen.number})])
    turns = find_turns(screen_facts(screen), programmes)
    about = turns[0].about
    since = about.claim.latest if about is not None else None
    turn = turn_at(now, since, len(turns))
    pictures = [make_picture(SceneRequest(request, screen.event, shown, now, turn.page)) for shown in turns]
    return ShownPictures(pictures, turn.picture, round(since.timestamp() * 1000) if since is not None else 0)


def _rings(screen: ScreenFacts, programmes: Sequence[RunningProgramme], now: datetime) -> list[dict[str, Any]]:
    """Every clock that may ring on this screen, even if the screen shows something else, and how long ago its phase
    began."""
    return [
        clock_context(running.clock, running.competition.pk, "", now) | {"age": _age(running, now)}
        for running in programmes_of(screen, programmes)
        if running.clock
    ]


def _age(running: RunningProgramme, now: datetime) -> int:
    """Milliseconds since the phase began, or since the warning was given in it."""
    warned = running.clock.given_warning(now) if running.clock and running.phase is Phase.PLAYING else None
    since = warned or running.since
    return A_LONG_TIME_AGO if since is None else max(0, round((now - since).total_seconds() * 1000))


@cache_control(max_age=SECONDS_A_COOKIE_LASTS, immutable=True, public=True)
@require_safe
def show_picture(request: HttpRequest, digest: str) -> HttpResponse:
    """A slide's picture. Its address is its digest, which nobody can guess."""
    picture = find_slide_picture(digest)
    if picture is None:
        raise Http404("There is no such picture.")
    return HttpResponse(picture.content, content_type=picture.content_type)
