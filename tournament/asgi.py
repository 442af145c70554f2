"""The one way in: streams beside Django, everything else to Django in a few threads.

Django under ASGI answers a quarter of what it answers as WSGI in threads, and would hold a thread for every open
stream. So /live/… is answered by the event loop and Django never sees it.

A thread is worth more than memory. A tablet whose Wi-Fi fails half-way through its request, or half-way through the
answer, must not hold a thread. So a request is handed over only when it has arrived whole, and its answer is taken
whole.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from typing import Any, cast
from urllib.parse import urlsplit

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.template.loader import render_to_string

from tournament import hosts, live
from tournament.web.headers import PLAIN

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

THREADS = 10
CLOSE = (b"connection", b"close")
SECONDS_FOR_A_BODY = 60
NOT_OUR_NAME = "This server doesn't know that name. Open it by its address, or add the name to TURNTABLE_ALLOWED_HOSTS."

django: Any = WSGIMiddleware(cast(Any, get_wsgi_application()), workers=THREADS, send_queue_size=0)


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        guarded = with_headers(send)
        try:
            await answer(scope, receive, guarded)
        except asyncio.CancelledError:
            await say_goodbye(guarded)
    elif scope["type"] == "lifespan":
        await lifespan(receive, send)
    else:
        await send({"type": "websocket.close"})


def with_headers(send: Any) -> Any:
    """A `send` that adds the headers which every answer of ours carries."""
    always = dict(PLAIN)
    if settings.HTTPS:
        always[b"strict-transport-security"] = f"max-age={settings.SECURE_HSTS_SECONDS}".encode()

    async def guarded(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", []))
            names = {name.lower() for name, _ in headers}
            message = {**message, "headers": headers + [pair for pair in always.items() if pair[0] not in names]}
        await send(message)

    return guarded


async def lifespan(receive: Any, send: Any) -> None:
    """Start the streams with the server, and stop them with it."""
    for stage, what in (("startup", live.start), ("shutdown", live.stop)):
        await receive()
        what()
        await send({"type": f"lifespan.{stage}.complete"})


async def answer(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["path"] != "/health" and not is_for_us(scope):
        await say(send, 400, NOT_OUR_NAME)
    elif scope["path"].startswith("/live/"):
        await live.stream(scope, receive, send)
    else:
        await hand_to_django(scope, receive, send)


def is_for_us(scope: dict[str, Any]) -> bool:
    header = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1")
    return hosts.is_own(header, names=settings.OWN_HOSTS, addresses=settings.EMBEDDED)


async def hand_to_django(scope: dict[str, Any], receive: Any, send: Any) -> None:
    try:
        async with asyncio.timeout(SECONDS_FOR_A_BODY):
            body = await whole_body(receive)
    except TimeoutError:
        await say(send, 408, "The request didn't arrive in time. Send it again.")
    except OverflowError:
        most = settings.MAX_REQUEST_BYTES // 2**20
        await say(send, 413, f"You can't send more than {most} MB at once. Send it in smaller parts.", scope)
    except ConnectionError:
        return
    else:
        await django(without_lookalikes(scope), already(body), send)


async def whole_body(receive: Any) -> bytes:
    """The whole request body; OverflowError if it is too long, ConnectionError if the sender went away.

    A body that is too long is still read, up to ten times the limit, and thrown away, because a sender who is cut off
    never hears why.
    """
    body, length, more = bytearray(), 0, True
    while more and length <= 10 * settings.MAX_REQUEST_BYTES:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError
        part = message.get("body", b"")
        length += len(part)
        if length <= settings.MAX_REQUEST_BYTES:
            body += part
        more = message.get("more_body", False)
    if length > settings.MAX_REQUEST_BYTES:
        raise OverflowError
    return bytes(body)


def already(body: bytes) -> Any:
    """A `receive` that hands over what has been received already."""

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


def without_lookalikes(scope: dict[str, Any]) -> dict[str, Any]:
    """The request without headers that hold an underscore.

    WSGI cannot tell X_Forwarded_Proto from X-Forwarded-Proto, which only a proxy may set.
    """
    return {**scope, "headers": [(name, value) for name, value in scope["headers"] if b"_" not in name]}


async def say_goodbye(send: Any) -> None:
    """Answer when the server was told to stop and has waited long enough, unless an answer has begun already."""
    with suppress(RuntimeError):
        await say(send, 503, "The server is stopping. Send it again in a moment.")


async def say(send: Any, status: int, sentence: str, scope: dict[str, Any] | None = None) -> None:
    """Answer with one sentence. A browser that sent a form (`scope` says so) gets it as a page with a way back."""
    asked = dict(scope["headers"]) if scope else {}
    is_page = b"text/html" in asked.get(b"accept", b"")
    headers = [(b"content-type", b"text/%s; charset=utf-8" % (b"html" if is_page else b"plain")), CLOSE]
    if is_page:
        headers.append((b"content-security-policy", b"default-src 'none'; style-src 'self'; img-src 'self'"))
    body = page(sentence, asked.get(b"referer", b"").decode("latin-1")) if is_page else f"{sentence}\n"
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body.encode()})


def page(sentence: str, came_from: str) -> str:
    """The sentence on a page like our other refusals, with a way back to the form.

    Only the path of where the browser came from counts, so that the link never leads to another site.
    """
    path = urlsplit(came_from).path
    back = path if path.startswith("/") and not path.startswith("//") else "/"
    return render_to_string("too_long.html", {"sentence": sentence, "back": back})
