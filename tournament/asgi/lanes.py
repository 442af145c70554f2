"""Threads by what they are for, so that no work takes the threads of another.

    hands       what tablets and desks write: hands, check-in, the MC's clock
    states      what they read meanwhile
    pages       everything else that is read
    forms       everything else that is written: a writer that waits for the database takes no reader's thread
    passwords   what computes a password's hash: half a second of a processor each, so one at a time
    slow        what takes long for its sender alone: records, files, searches
    health      /health (watch.py)

The first two are for those who carry a badge (web/badges.py), whose signature the event loop checks itself: neither a
forged hand nor a crowd that reloads a page gets there. A lane's line is first come, first served; who waits too long is
told to send again, well before a tablet gives up (20 s for what it sends, 10 s for what it asks).
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final
from weakref import WeakKeyDictionary

from django.conf import settings

from tournament.asgi.bridge import DjangoAnswer, Request, ask

SECONDS_IN_LINE: Final = 5.0
"""With the wait for a lock (environment.SECONDS_FOR_A_LOCK) a tablet hears from us after ten seconds at most."""
SECONDS_IN_LINE_FOR_OTHERS: Final = 20.0
SECONDS_TO_GIVE_WAY: Final = 0.005
TIMES_TO_GIVE_WAY: Final = 10
"""A page begins at most this many times that long later for it."""
WRITERS: Final = 2 if settings.EMBEDDED else 6
"""SQLite lets one write at a time, and a writer that finds it taken looks again after up to a tenth of a second. With
six writers the slowest of a hundred hands took three times as long as with two, because the others wait in our line
instead."""

_OF_TABLES: Final = re.compile(r"/table/[\w-]+/(\d+/(state\.json|do/\w+)?)?")
_OF_DESKS: Final = re.compile(r"/organise/[\w-]+/[\w-]+/(check-in/.*|board/\d+/(paper|hands/\w+)/)")
_OF_THE_CLOCK: Final = re.compile(r"/mc/[\w-]+/[\w-]+/")
_WRITES_WHEN_OPENED: Final = re.compile(r"/(screen|t/.*|login/.+|join/.*|table/[\w-]+/\d+/)")
_HASHES: Final = re.compile(r"/(login|welcome|account)/|/group/.*password.*")
_SEARCHES: Final = re.compile(r"(q|%71)=")
"""The letter may also be written as its number."""
_SLOW: Final = re.compile(r"(?!/static/).*(\.(json|csv|xlsx|pdf|pyz)|/slips/)")


class LaneIsFull(Exception):
    """The request waited in line for too long."""


class Lane:
    """A few threads, and the line before them, which is kept in the event loop."""

    def __init__(
        self, name: str, threads: int, seconds_in_line: float = SECONDS_IN_LINE_FOR_OTHERS, *, goes_first: bool = False
    ) -> None:
        self.name, self.threads, self.seconds_in_line, self.goes_first = name, threads, seconds_in_line, goes_first
        self.executor = self._threads()
        self.under_way: Counter[str] = Counter()
        """By badge."""
        self._free: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    def _threads(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads, thread_name_prefix=self.name)

    def renew(self) -> None:
        """Begin with fresh threads: those of a server that stopped may still be at work, or hold its database."""
        self.executor.shutdown(wait=False)
        self.executor = self._threads()

    def has_room_for(self, badge: str) -> bool:
        """Whether this badge may use the lane. A tablet or desk that takes half of the lane has gone wrong, so its
        further requests take the common lanes."""
        return self.under_way[badge] < max(1, self.threads // 2)

    async def answer(self, request: Request, django: Any, receive: Any) -> DjangoAnswer:
        """Django's answer, once a thread is free. The thread is taken until it is done, even if nobody waits for the
        answer any more."""
        loop = asyncio.get_running_loop()
        free = self._free.setdefault(loop, asyncio.Semaphore(self.threads))
        badge = request.badge
        self.under_way[badge] += 1
        try:
            if free.locked():
                await self._stand_in_line(free, receive)
            else:
                await free.acquire()
            await self._give_way(free)
            work = self.executor.submit(ask, django, request)
            work.add_done_callback(lambda _: _release(loop, free))
            return await asyncio.wrap_future(work)
        finally:
            self.under_way[badge] -= 1
            if not self.under_way[badge]:
                del self.under_way[badge]

    async def _give_way(self, free: asyncio.Semaphore) -> None:
        """Let hands that are under way go first, for a moment. Python's threads share one interpreter, and a request
        that has not begun yet does not slow them."""
        try:
            for _ in range(0 if self.goes_first else TIMES_TO_GIVE_WAY):
                if not (hands.under_way or states.under_way):
                    return
                await asyncio.sleep(SECONDS_TO_GIVE_WAY)
        except asyncio.CancelledError:
            free.release()
            raise

    async def _stand_in_line(self, free: asyncio.Semaphore, receive: Any) -> None:
        """Wait for a thread; ConnectionError once nobody waits for the answer any more."""
        turn, gone = asyncio.ensure_future(free.acquire()), asyncio.ensure_future(_is_gone(receive))
        try:
            await asyncio.wait({turn, gone}, timeout=self.seconds_in_line, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            if turn.done():
                free.release()
            raise
        finally:
            gone.cancel()
            if not turn.done():
                turn.cancel()
        if turn.cancelled() or not turn.done():
            raise ConnectionError if gone.done() else LaneIsFull


def _release(loop: asyncio.AbstractEventLoop, free: asyncio.Semaphore) -> None:
    with suppress(RuntimeError):  # the server has stopped
        loop.call_soon_threadsafe(free.release)


async def _is_gone(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


hands: Final = Lane("hands", WRITERS, SECONDS_IN_LINE, goes_first=True)
states: Final = Lane("states", 3, SECONDS_IN_LINE, goes_first=True)
pages: Final = Lane("pages", 4)
forms: Final = Lane("forms", WRITERS)
passwords: Final = Lane("passwords", 1)
slow: Final = Lane("slow", 1)
health: Final = Lane("health", 1)
ALL: Final = (hands, states, pages, forms, passwords, slow, health)


def choose_lane(request: Request) -> Lane:
    """The lane that answers a request."""
    writes = not request.is_read_only or bool(_WRITES_WHEN_OPENED.fullmatch(request.path))
    if is_score_entry(request) and request.badge:
        lane = hands if writes else states
        if lane.has_room_for(request.badge):
            return lane
    if not request.is_read_only and _HASHES.fullmatch(request.path):
        return passwords
    if _is_slow(request):
        return slow
    return forms if writes else pages


def is_score_entry(request: Request) -> bool:
    """Hands, tables' states, check-in and the buttons of the clock."""
    if _OF_TABLES.fullmatch(request.path) or _OF_DESKS.fullmatch(request.path):
        return True
    return not request.is_read_only and bool(_OF_THE_CLOCK.fullmatch(request.path))


def _is_slow(request: Request) -> bool:
    is_file = bool(_SLOW.fullmatch(request.path)) and not request.path.endswith("/state.json")
    is_search = request.path.startswith("/e/") and bool(_SEARCHES.search(request.query))
    return request.is_read_only and (is_file or is_search)
