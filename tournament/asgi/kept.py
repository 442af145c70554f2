"""Public pages that this process keeps are answered here, by the event loop: without a thread and without Django.

They are the same bytes for everybody, whoever is signed in (web/everyone.py). Django draws such a page once, for a
request that holds an address and nothing else, marks its answer (web/waiting.py), and its headers are noted here; from
then on the page comes from where it is remembered (web/remembered.py), for as long as it is good, compressed once.
Nothing else of a request is looked at than its path, what the browser has, which encodings it takes, and what it was
told of. Only whom a phone follows leads to Django: it has the list of them in a cookie of that one page, so that
following works without a script.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from tournament import live
from tournament.asgi.bridge import DjangoAnswer, Request
from tournament.rules.numbers import whole_number
from tournament.web.everyone import SentPage
from tournament.web.following import COOKIE
from tournament.web.remembered import MOST_THINGS_KEPT, find_kept

Headers = list[tuple[bytes, bytes]]

_FOLLOWS: Final = COOKIE.encode()
_OF_ONE_ANSWER: Final = frozenset({b"content-length", b"content-encoding", b"etag"})
_OF_A_BODY: Final = frozenset({b"content-type"})

_noted: OrderedDict[str, Headers] = OrderedDict()
"""The headers that Django sent with each page, by its path."""


def note(request: Request, found: DjangoAnswer, always: Headers) -> None:
    """Keep the headers of a page that is the same for everyone. Those of an answer that sets a cookie, or that went to
    a browser with one, are not kept."""
    names = {name for name, _ in found.headers}
    if not found.is_kept or found.status != 200 or b"set-cookie" in names:
        return
    if request.query or b"cookie" in request.headers:
        return
    headers = [pair for pair in found.headers if pair[0] not in _OF_ONE_ANSWER]
    _noted[request.path] = headers + [pair for pair in always if pair[0] not in names]
    if len(_noted) > MOST_THINGS_KEPT:
        _noted.popitem(last=False)


def is_personal(request: Request) -> bool:
    """Whether the answer may depend on more than the path."""
    return bool(request.query) or _FOLLOWS in request.headers.get(b"cookie", b"")


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
