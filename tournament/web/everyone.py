"""Pages that everyone may see: live, the same bytes for everybody, and cheap when a whole hall asks.

    @for_everyone
    def show_draw(request, slug): …

Every browser gets the page that this process keeps (remembered.py), most often from the event loop itself
(asgi/kept.py), whoever is signed in there. What the event's team sees besides has an address of its own, the same with
`?as=team`; the page's corner (team_corner.py) leads there. A hidden event's pages are there for its team alone, and are
kept for nobody. Answers carry an ETag of what the page shows, so that a phone that asks again for what it has gets a
few bytes; the ticket and the digits of a running clock are no news.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, wraps
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags

from tournament import current_time
from tournament.live.topics import everyone, staff
from tournament.queries.events import find_keys
from tournament.rules.numbers import whole_number
from tournament.web.remembered import remember
from tournament.web.waiting import keep

View = Callable[..., HttpResponse]
NO_COMPETITION: Final = "There is no competition at this address. Perhaps a letter is missing."
AS_TEAM: Final = "as=team"
FOR_EVERYONE: Final = "for_everyone"
_DIGITS: Final = re.compile(rb"(data-clock-digits>)[^<]*")
SECONDS_A_TICKET_LASTS: Final = 6 * 60 * 60
"""After this many seconds a page that a browser kept is not taken for the same any more, because its ticket grows
old."""


def heard_by(request: HttpRequest) -> int:
    """The newest version that the page which asks was told of (phone.js); 0 for a page that is only opened."""
    return whole_number(request.headers.get("X-Heard", "")) or 0


def is_anonymous(request: HttpRequest) -> bool:
    """Whether the browser has no session."""
    return settings.SESSION_COOKIE_NAME not in request.COOKIES


def asks_as_team(request: HttpRequest) -> bool:
    """Whether somebody asks for a public page as its event's team sees it. Whether they belong to it is looked up by
    whoever shows them more."""
    return request.GET.get("as") == "team" and not is_anonymous(request)


@dataclass(frozen=True)
class SentPage:
    """A whole page as it is sent, also packed."""

    body: bytes
    packed: bytes
    tag: str

    def as_part(self) -> SentPage:
        """The same by another tag: a browser must not take a part for the page that it keeps."""
        return replace(self, tag=f'{self.tag[:-1]}-part"')

    def for_browser(self, has: str, takes: str) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers for one that `has` pages with these ETags and `takes` these encodings."""
        if has and self.tag in parse_etags(has):
            return 304, b"", {"ETag": self.tag}
        if "gzip" not in takes:
            return 200, self.body, {"ETag": self.tag}
        return 200, self.packed, {"ETag": self.tag, "Content-Encoding": "gzip"}

    def answer(self, request: HttpRequest) -> HttpResponse:
        """The page, or only that the browser has it already. It may keep it, and asks each time whether it is still
        the same."""
        asked = request.headers
        status, body, headers = self.for_browser(asked.get("If-None-Match", ""), asked.get("Accept-Encoding", ""))
        answer = HttpResponse(body, status=status, headers=headers)
        patch_cache_control(answer, no_cache=True)
        patch_vary_headers(answer, ["Accept-Encoding", "Cookie"])
        return answer


def tag_of(body: bytes) -> str:
    """Stands for all that the live part of a page shows."""
    shown = body.partition(b'id="live"')[2].partition(b'id="after"')[0] or body
    content = _DIGITS.sub(rb"\1", shown) + str(int(current_time.now().timestamp()) // SECONDS_A_TICKET_LASTS).encode()
    return f'W/"{hashlib.sha256(content).hexdigest()[:24]}"'


def for_everyone(view: View) -> View:
    """A page of a competition, at /c/<slug>/…"""

    @wraps(view)
    def answered(request: HttpRequest, slug: str, **rest: Any) -> HttpResponse:
        if asks_as_team(request):
            return for_one(view(request, slug=slug, **rest))
        try:
            return _answer_everyone(request, slug, lambda nobody: view(nobody, slug=slug, **rest))
        except Http404:  # nobody may see it, unless they belong to its event's team
            if is_anonymous(request):
                raise
            return for_one(view(request, slug=slug, **rest))

    setattr(answered, FOR_EVERYONE, True)
    return answered


def _answer_everyone(request: HttpRequest, slug: str, draw: View) -> HttpResponse:
    if not settings.SECONDS_REMEMBERED:
        return for_one(draw(of_nobody(request)))
    return answer_everyone(request, _topics(slug), draw)


def answer_everyone(request: HttpRequest, topics: Sequence[str], draw: View) -> HttpResponse:
    """The page at this address for somebody about whom nothing is known, kept for all others."""
    page = remember(request.path, topics, lambda: page_of(draw(of_nobody(request)).content), heard_by(request))
    return keep(page.answer(request))


def of_nobody(request: HttpRequest) -> HttpRequest:
    """The same address, asked for without saying anything else but how new its facts must be: what is drawn for it
    cannot hold anything of somebody's own, whatever a template or a view looks at."""
    bare = HttpRequest()
    bare.method, bare.path, bare.path_info = "GET", request.path, request.path_info
    bare.resolver_match, bare.user = request.resolver_match, AnonymousUser()
    bare.META["HTTP_X_HEARD"] = str(heard_by(request))
    return bare


def page_of(body: bytes) -> SentPage:
    """What a view drew, ready to be sent often."""
    return SentPage(body, gzip.compress(body, 5, mtime=0), tag_of(body))


def for_one(answer: HttpResponse) -> HttpResponse:
    """A page that is about its reader: their browser alone may keep it."""
    patch_cache_control(answer, no_cache=True, private=True)
    return answer


@lru_cache(maxsize=500)
def _topics(slug: str) -> tuple[str, ...]:
    """Everything that a page of this competition shows is told on one of these. Kept for ever: should an address ever
    come to mean another competition, its pages are still no older than what is remembered."""
    found = find_keys(slug)
    if found is None:
        raise Http404(NO_COMPETITION)
    return topics_of(*found)


def topics_of(competition: int, event: int) -> tuple[str, ...]:
    """Names, groups and settings are told to the event's staff alone, but public pages show them too."""
    return everyone(competition), staff(event)
