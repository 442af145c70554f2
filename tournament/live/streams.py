"""The raw ASGI route below /live/: server-sent events, held by the event loop and by no thread.

    /live/events?t=TICKET&t=TICKET     a stream
    /live/time                         what time it is here, for devices to measure their own clock's error

A stream begins with `hello`: the server's time, and the newest version of each topic, so that a page knows whether it
was drawn before the last change. Then comes `told` for each change, a comment every fifteen seconds so that a lost
line is noticed, and `look` when something may have been missed.
"""

from __future__ import annotations

import asyncio
import json
import logging
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import parse_qs

from django.conf import settings

from tournament import current_time
from tournament.live.hub import LOOK_AGAIN, Hub, Listener
from tournament.live.tickets import Holder, Ticket, members_among, read_tickets
from tournament.networks import sender_of

if not settings.EMBEDDED:
    from tournament.live import redis_line

log = logging.getLogger(__name__)

FIRST_VERSION: Final = time.time_ns() // 1_000_000
"""Versions only grow, across restarts too: they start at the time."""
SECONDS_BETWEEN_HEARTBEATS: Final = 15.0
MOST_TICKETS: Final = 20
"""All tabs of a browser share one stream, and each tab has a ticket."""
MOST_STREAMS_OF_ONE_SENDER: Final = 4000
"""A hall of two thousand phones may be behind one address, and all of them with the same web process. As many again are
for streams that are not known to be dead yet: a phone that leaves the Wi-Fi does not say goodbye. One phone that opens
streams for fun could otherwise hold some 28,000, and each change would be told to all of them."""
MOST_STREAMS: Final = 10_000
"""However many addresses they come from: five such halls."""
FILES_KEPT_FREE: Final = 200
"""Connections that streams may not take, because score entry, the database and the log need them."""

_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]

hub = Hub()
_open: Counter[str] = Counter()
"""How many streams are open, by sender."""
_loop: asyncio.AbstractEventLoop | None = None


def start() -> None:
    """Called once, in the event loop, when the server starts."""
    global _loop, _line
    _loop = asyncio.get_running_loop()
    _allow_many_streams()
    if settings.EMBEDDED:
        hub.latest = max(FIRST_VERSION, hub.latest)
    else:
        _line = asyncio.ensure_future(_listen())


_line: asyncio.Future[None] | None = None
_hears_redis = False


def stop() -> None:
    """Called once, in the event loop, when the server has stopped."""
    if _line is not None:
        _line.cancel()


def hear(text: str) -> None:
    """Take in a message from any thread; it is delivered in the loop's thread. Without a loop nobody listens."""
    _in_the_loop(_deliver, text)


def close_streams() -> None:
    """End every open stream, so that the server can stop. It may be called from anywhere, and twice."""
    _in_the_loop(hub.end_all)


def _in_the_loop(function: Callable[..., None], *args: Any) -> None:
    if _loop is not None and not _loop.is_closed():
        _loop.call_soon_threadsafe(function, *args)


def _deliver(text: str) -> None:
    number, _, rest = text.partition(" ")
    version = int(number)
    topics, message = json.loads(rest)
    if "removed" in message:
        hub.end_of(Holder(*message["removed"]))
        return
    event = _event("told", message | {"topics": topics, "version": version})
    hub.deliver(topics, event, version, weighty=message.get("kind") != "table")


def seen(topics: Iterable[str]) -> dict[str, int]:
    """The newest version of each topic that this process has heard of.

    A page reads it before anything else and carries it, so that it learns from `hello` whether something changed since.
    """
    return {topic: hub.newest.get(topic, 0) for topic in topics}


def version(topics: Sequence[str]) -> tuple[tuple[int, ...], int] | None:
    """How new these topics are, to compare with later; None while this process does not hear what others change.

    The first part must stay the same: the gaps so far, and each topic's newest version, not counting what single
    tables did. The second part is the newest version of all.
    """
    if _loop is None or _loop.is_closed() or not (settings.EMBEDDED or _hears_redis):
        return None
    same = (hub.gaps, *(hub.weighty.get(topic, 0) for topic in topics))
    return same, max((hub.newest.get(topic, 0) for topic in topics), default=0)


SECONDS_TO_CATCH_UP: Final = (0.05, 0.2, 0.75)


async def catch_up(version: int) -> None:
    """Wait until this process has heard as much as a page that was told by another one. That takes milliseconds; who
    has made a number up, or has it from a time before Redis forgot, waits a second in vain."""
    for seconds in SECONDS_TO_CATCH_UP:
        if version <= hub.latest:
            return
        await asyncio.sleep(seconds)


def _event(name: str, data: dict[str, Any]) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


def now() -> int:
    """The server's time in milliseconds."""
    return int(current_time.now().timestamp() * 1000)


async def stream(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answers one request below /live/."""
    if scope["path"] == "/live/time":
        await _answer(send, 200, str(now()))
    elif scope["path"] == "/live/events":
        await _let_in(scope, receive, send)
    else:
        await _answer(send, 404, "There is no such stream.")


async def _let_in(scope: dict[str, Any], receive: Any, send: Any) -> None:
    sender = sender_of(scope)
    good = await _still_good(read_tickets(_tickets_in(scope["query_string"])))
    topics = frozenset(topic for ticket in good for topic in ticket.topics)
    if not topics:
        await _answer(send, 403, "This stream needs a ticket. Load the page again.")
    elif len(hub) >= most_streams() or _open[sender] >= MOST_STREAMS_OF_ONE_SENDER:
        await _answer(send, 503, "There are already too many streams. Reload the page to see changes.")
    else:
        holders = [ticket.holder for ticket in good if ticket.holder is not None]
        with _counted(sender):
            await _stream(Listener(topics, holders), receive, send)


def _tickets_in(query: bytes) -> list[str]:
    """The tickets of a stream's address; none if it holds more than a browser asks with, which is not even read."""
    try:
        return parse_qs(query.decode("latin-1"), max_num_fields=MOST_TICKETS).get("t", [])
    except ValueError:
        return []


@contextmanager
def _counted(sender: str) -> Iterator[None]:
    """One more stream of this sender is open."""
    _open[sender] += 1
    try:
        yield
    finally:
        _open[sender] -= 1
        if not _open[sender]:
            del _open[sender]


async def _still_good(tickets: Sequence[Ticket]) -> list[Ticket]:
    """The tickets that are for everybody, or whose holder is still a member of the team."""
    holders = {ticket.holder for ticket in tickets if ticket.holder is not None}
    members = await asyncio.to_thread(members_among, holders) if holders else set()
    return [ticket for ticket in tickets if ticket.holder is None or ticket.holder in members]


def most_streams() -> int:
    """How many streams may be open: as many as files may be, less those that are kept free."""
    return min(MOST_STREAMS, max(100, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - FILES_KEPT_FREE))


def _allow_many_streams() -> None:
    """A process starts with room for about a thousand connections; ask for as many as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if most == resource.RLIM_INFINITY else most
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


async def _stream(listener: Listener, receive: Any, send: Any) -> None:
    hub.join(listener)
    watch = asyncio.ensure_future(_watch(listener, receive))
    try:
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        await _say(send, b"retry: 2000\n" + _event("hello", _hello(listener)))
        while not listener.over:
            await _say(send, await listener.hear())
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        hub.leave(listener)
        watch.cancel()


def _hello(listener: Listener) -> dict[str, Any]:
    return {"now": now(), "newest": seen(sorted(listener.topics))}


async def _say(send: Any, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _watch(listener: Listener, receive: Any) -> None:
    """Watch until the device is gone. A comment now and then makes a lost connection show itself."""
    is_connected = True
    while is_connected:
        try:
            async with asyncio.timeout(SECONDS_BETWEEN_HEARTBEATS):
                is_connected = (await receive())["type"] != "http.disconnect"
        except TimeoutError:
            listener.tell(b":\n\n")
    listener.end()


async def _answer(send: Any, status: int, text: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    if status != 200:
        headers.append((b"connection", b"close"))  # a refused client must not hold a connection that others need
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{text}\n".encode()})


async def _listen() -> None:
    """With Redis, hear what any process publishes, for as long as this process lives."""
    global _hears_redis
    while True:
        try:
            async for message in redis_line.heard():
                if isinstance(message, int):
                    _is_connected(message)
                else:
                    _deliver(message)
        except redis_line.TROUBLE as problem:
            log.warning("The line to Redis was lost: %s", problem)
        finally:
            _hears_redis = False
        await asyncio.sleep(1)


def _is_connected(newest: int) -> None:
    """While the connection was lost something may have been missed. So everybody is told to look, and members of teams
    show their tickets again."""
    global _hears_redis
    _hears_redis = True
    hub.latest = max(newest, hub.latest)
    hub.tell_all(LOOK_AGAIN)
    hub.end_of_members()
