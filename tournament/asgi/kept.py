"""Public pages that this process keeps are answered here, by the event loop: without a thread and without Django.

A browser that says nothing about itself, no session, nobody followed, nothing searched for, gets what everybody
gets. Django draws such a page once, marks its answer (web/waiting.py), and its headers are noted here; from then on the
page comes from where it is remembered (web/remembered.py), for as long as it is good, compressed once. Nothing else of
a request is looked at than its path, what the browser has, which encodings it takes, and what it was told of.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from django.conf import settings

from tournament import live
from tournament.asgi.bridge import DjangoAnswer, Request
from tournament.rules.numbers import whole_number
from tournament.web.everyone import SentPage
from tournament.web.following import COOKIE
from tournament.web.remembered import MOST_THINGS_KEPT, find_kept

Headers = list[tuple[bytes, bytes]]

_PERSONAL: Final = tuple(name.encode() for name in (settings.SESSION_COOKIE_NAME, COOKIE))
_OF_ONE_ANSWER: Final = frozenset({b"content-length", b"content-encoding", b"etag"})
_OF_A_BODY: Final = frozenset({b"content-type"})

_noted: OrderedDict[str, Headers] = OrderedDict()
"""The headers that Django sent with each page, by its path."""


def note(request: Request, found: DjangoAnswer, always: Headers) -> None:
    """Keep the headers of a page that is the same for everyone. A page that sets a cookie is not kept."""
    names = {name for name, _ in found.headers}
    if not found.is_kept or found.status != 200 or b"set-cookie" in names or is_personal(request):
        return
    headers = [pair for pair in found.headers if pair[0] not in _OF_ONE_ANSWER]
    _noted[request.path] = headers + [pair for pair in always if pair[0] not in names]
    if len(_noted) > MOST_THINGS_KEPT:
        _noted.popitem(last=False)


def is_personal(request: Request) -> bool:
    """Whether the answer may depend on who asks, or on more than the path."""
    cookies = request.headers.get(b"cookie", b"")
    return bool(request.query) or any(name in cookies for name in _PERSONAL)


async def catch_up(request: Request) -> int:
    """What the page that asks was told of, once this process has heard it too."""
    heard = whole_number(request.headers.get(b"x-heard", b"").decode("latin-1")) or 0
    if heard:
        await live.catch_up(heard)
    return heard


async def is_answered(request: Request, send: Any, heard: int) -> bool:
    """Answer the request from what is kept, if that is good enough for it."""
    headers = _noted.get(request.path) if request.scope["method"] in ("GET", "HEAD") else None
    if headers is None or is_personal(request):
        return False
    page: SentPage | None = find_kept(request.path, heard)
    if page is None:
        return False
    asked = request.headers
    has, takes = asked.get(b"if-none-match", b""), asked.get(b"accept-encoding", b"")
    status, body, own = page.for_browser(has.decode("latin-1"), takes.decode("latin-1"))
    sent = [pair for pair in headers if pair[0] not in _OF_A_BODY] if status == 304 else list(headers)
    sent += [(name.lower().encode(), value.encode()) for name, value in own.items()]
    if status != 304:
        sent.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": sent})
    await send({"type": "http.response.body", "body": body})
    return True
