"""The one way in: streams, /health and kept pages beside Django, everything else to Django in lanes of threads.

Django under ASGI answers a quarter of what it answers as WSGI in threads, and would hold a thread for every open
stream. So /live/… is answered by the event loop and Django never sees it; nor does it see who asks for a public page
that this process has ready (kept.py).

A thread is worth more than memory. A tablet whose Wi-Fi fails half-way through its request, or half-way through the
answer, must not hold a thread. So a request is handed over only when it has arrived whole (bodies.py), and its answer
is taken whole (bridge.py). Saving hands must not wait for anything else, so each kind of work has threads of its own
(lanes.py), and who guesses waits in the event loop, where waiting costs nothing (turns.py).
"""

from __future__ import annotations

import asyncio
import os
import sys
from functools import lru_cache
from typing import Any, Final

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
django: Any = get_wsgi_application()

from tournament import hosts, live, static_files  # noqa: E402 (Django is set up first)
from tournament.asgi import bodies, budgets, garbage, kept, sent_files, turns, watch  # noqa: E402
from tournament.asgi.bridge import DjangoAnswer, Request  # noqa: E402
from tournament.asgi.lanes import ALL, LaneIsFull, choose_lane  # noqa: E402
from tournament.asgi.sentences import NOT_OUR_NAME, say, say_busy, say_goodbye, say_too_often  # noqa: E402
from tournament.web.headers import PLAIN  # noqa: E402

SECONDS_UNTIL_A_THREAD_YIELDS: Final = 0.0002
"""Python lets a thread work for 5 ms while others wait. Saving a hand asks the database a dozen times and has to queue
again after each, and so has the event loop for each connection; so they wait a fraction of that behind pages, which
lose next to nothing."""

SECONDS_UNTIL_ASKED_AGAIN: Final = 0.5
TIMES_ASKED_AGAIN: Final = 20


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        try:
            await answer(scope, receive, send)
        except asyncio.CancelledError:
            await say_goodbye(with_headers(send))
    elif scope["type"] == "lifespan":
        await lifespan(receive, send)
    else:
        await send({"type": "websocket.close"})


def with_headers(send: Any) -> Any:
    """A `send` that adds the headers which every answer of ours carries."""

    async def guarded(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            headers = list(message.get("headers", []))
            names = {name.lower() for name, _ in headers}
            message = {**message, "headers": headers + [pair for pair in always() if pair[0] not in names]}
        await send(message)

    return guarded


def always() -> list[tuple[bytes, bytes]]:
    """The headers that all our answers carry, no matter which part answers."""
    strictly = (b"strict-transport-security", f"max-age={settings.SECURE_HSTS_SECONDS}".encode())
    return [*PLAIN.items(), *([strictly] if settings.HTTPS else [])]


def start() -> None:
    """Called once in the event loop, before the first request."""
    sys.setswitchinterval(SECONDS_UNTIL_A_THREAD_YIELDS)
    for lane in ALL:
        lane.renew()
    static_files.keep(settings.STATIC_KEPT)
    garbage.start()
    live.start()


async def lifespan(receive: Any, send: Any) -> None:
    """Start threads and streams with the server, and stop them with it."""
    for stage, what in (("startup", start), ("shutdown", live.stop)):
        await receive()
        what()
        await send({"type": f"lifespan.{stage}.complete"})


async def answer(scope: dict[str, Any], receive: Any, send: Any) -> None:
    guarded = with_headers(send)
    if scope["path"] == "/health":
        await watch.tell(guarded)
    elif not is_for_us(next((value for name, value in scope["headers"] if name == b"host"), b"")):
        await say(guarded, 400, NOT_OUR_NAME)
    elif scope["path"].startswith("/live/"):
        await live.stream(scope, receive, guarded)
    elif scope["path"].startswith(settings.STATIC_URL):
        await sent_files.answer(scope, guarded)
    else:
        request = Request(without_lookalikes(scope))
        heard = await kept.catch_up(request)
        if not await kept.is_answered(request, send, heard):
            await hand_to_django(request, receive, guarded)


@lru_cache(maxsize=100)
def is_for_us(host: bytes) -> bool:
    return hosts.is_own(host.decode("latin-1"), names=settings.OWN_HOSTS, addresses=settings.EMBEDDED)


async def hand_to_django(request: Request, receive: Any, send: Any) -> None:
    """Take the body in, wait for a turn and a thread, and send what Django answers; or say why not."""
    try:
        with bodies.counted(request.sender) as body:
            await body.arrive(receive)
            request.body = body.whole()
            budgets.spend(request)
            found = await in_turn(request, receive)
            kept.note(request, found, always())
            await found.send(send)
    except bodies.Unfinished as trouble:
        await say(send, trouble.status, trouble.sentence, request)
    except budgets.NothingLeft:
        await say_too_often(send, request, budgets.TOO_OFTEN)
    except turns.TooManyWait:
        await say_too_often(send, request, turns.TOO_MANY)
    except LaneIsFull:
        await say_busy(send, request)
    except ConnectionError:
        return


async def in_turn(request: Request, receive: Any) -> DjangoAnswer:
    """Django's answer. Guesses from one address come one after the other; a wrong one may have to sit out a pause. What
    is being made behind the pages is asked for until it is there."""
    async with turns.turn_of(request) as turn:
        found = await choose_lane(request).answer(request, django, receive)
        for _ in range(TIMES_ASKED_AGAIN):
            if not found.is_being_made:
                break
            await asyncio.sleep(SECONDS_UNTIL_ASKED_AGAIN)
            found = await choose_lane(request).answer(request, django, receive)
        turn.pause = found.pause
    return found


def without_lookalikes(scope: dict[str, Any]) -> dict[str, Any]:
    """The request without headers that hold an underscore.

    WSGI cannot tell X_Forwarded_Proto from X-Forwarded-Proto, which only a proxy may set.
    """
    return {**scope, "headers": [(name, value) for name, value in scope["headers"] if b"_" not in name]}
