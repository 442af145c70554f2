"""Threads by what they are for, so that no work takes the threads of another.

    hands       what tablets and desks write: hands, check-in, the MC's clock
    states      what they read meanwhile
    pages       everything else that is read
    forms       everything else that is written: a writer that waits for the database takes no reader's thread
    passwords   what computes a password's hash: half a second of a processor each, so one at a time
    slow        what takes long for its sender alone: records, files, searches
    health      /health (watch.py)

The first two are for those who carry a badge (web/badges.py), whose signature the event loop checks itself: neither a
forged hand nor a crowd that reloads a page gets there. In a lane's line senders take turns (lines.py); who waits too
long is told to send again, well before a tablet gives up (20 s for what it sends, 10 s for what it asks), and so is, at
once, a sender without a badge who has more in line than would be answered in time.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final
from weakref import WeakKeyDictionary

from django.conf import settings

from tournament.asgi.bridge import DjangoAnswer, Request, ask
from tournament.asgi.lines import Line
from tournament.call_stack import with_room

SECONDS_IN_LINE: Final = 5.0
"""With the wait for a lock (environment.SECONDS_FOR_A_LOCK) a tablet hears from us after ten seconds at most."""
SECONDS_IN_LINE_FOR_OTHERS: Final = 20.0
MOST_IN_LINE: Final = 2000
MOST_SLOW_IN_LINE: Final = 60
"""Of one sender without a badge: what some four threads answer in twenty seconds, and one thread of what is slow. A
hall of two thousand phones may be behind one address."""
SECONDS_TO_GIVE_WAY: Final = 0.005
TIMES_TO_GIVE_WAY: Final = 10
"""While hands are under way a page waits that long, this many times at most, before it begins."""
SECONDS_OF_A_LATE_LOOP: Final = 0.005
TIMES_TO_CATCH_UP: Final = 100
"""While a turn of the event loop takes longer than that, a page waits as well, this many times at most."""
PAGES_AT_ONCE: Final = 1 if settings.EMBEDDED else 2
"""Pages share one interpreter with the event loop, which takes it anew for each connection and each part of it. Four at
once answer no more than one, but with 600 new connections a second the loop came too late for hands: they took twice as
long."""
SECONDS_TO_STAND_BACK: Final = 0.5
"""A page that takes longer than this may be waiting for the database, so the next one begins beside it."""
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
_SLOW: Final = re.compile(r"(?!/static/).*(\.(json|csv|xlsx|pdf|pyz|sqlite3)|/slips/)")


class LaneIsFull(Exception):
    """The request waited in line for too long, or its sender has too many in line."""


class Lane:
    """A few threads, and the line before them, which is kept in the event loop."""

    def __init__(
        self,
        name: str,
        threads: int,
        seconds_in_line: float = SECONDS_IN_LINE_FOR_OTHERS,
        *,
        most_of_one_sender: int = MOST_IN_LINE,
        at_once: int | None = None,
        goes_first: bool = False,
    ) -> None:
        self.name, self.threads, self.seconds_in_line, self.goes_first = name, threads, seconds_in_line, goes_first
        self.most_of_one_sender, self.at_once = most_of_one_sender, at_once or threads
        self.executor = self._threads()
        self.under_way = 0
        self._lines: WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[Line, Line]] = WeakKeyDictionary()
        """For each event loop those who wait for a thread, and those who have one and stand back."""

    def _threads(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self.threads, thread_name_prefix=self.name)

    def renew(self) -> None:
        """Begin with fresh threads: those of a server that stopped may still be at work, or hold its database."""
        self.executor.shutdown(wait=False)
        self.executor = self._threads()

    async def answer(self, request: Request, django: Any, receive: Any) -> DjangoAnswer:
        """Django's answer, once a thread is free. The thread is taken until it is done, even if nobody waits for the
        answer any more."""
        loop = asyncio.get_running_loop()
        line, beginners = self._lines.setdefault(loop, (Line(self.threads), Line(self.at_once)))
        self.under_way += 1
        try:
            if not line.take():
                await self._stand_in(line, request, receive)
            taken = [line, *await self._give_way(line, beginners)]
            work = self.executor.submit(with_room, ask, django, request)
            work.add_done_callback(lambda _: _release(loop, taken))
            return await asyncio.wrap_future(work)
        finally:
            self.under_way -= 1

    async def _give_way(self, line: Line, beginners: Line) -> list[Line]:
        """Let hands that are under way go first, for a moment, and then whoever began before: Python's threads share
        one interpreter, and whoever has not begun yet does not slow them. Returns what is taken for that."""
        if self.goes_first:
            return []
        try:
            taken = await _stand_back(beginners)
        except asyncio.CancelledError:
            line.release()
            raise
        try:
            for _ in range(TIMES_TO_GIVE_WAY):
                if not (hands.under_way or states.under_way):
                    break
                await asyncio.sleep(SECONDS_TO_GIVE_WAY)
            for _ in range(TIMES_TO_CATCH_UP):
                if await _turn_of_the_loop() < SECONDS_OF_A_LATE_LOOP:
                    break
                await asyncio.sleep(SECONDS_TO_GIVE_WAY)
        except asyncio.CancelledError:
            for place in [line, *taken]:
                place.release()
            raise
        return taken

    async def _stand_in(self, line: Line, request: Request, receive: Any) -> None:
        """Wait for a thread; ConnectionError once nobody waits for the answer any more."""
        who = (request.badge.right or request.sender, request.badge.browser)
        if not request.badge and line.length_of(request.sender) >= self.most_of_one_sender:
            raise LaneIsFull
        turn, gone = line.stand(*who), asyncio.ensure_future(_is_gone(receive))
        try:
            await asyncio.wait({turn, gone}, timeout=self.seconds_in_line, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            if turn.done():
                line.release()
            raise
        finally:
            gone.cancel()
            if not turn.done():
                line.leave(turn, *who)
        if not turn.done():
            raise ConnectionError if gone.done() else LaneIsFull


async def _turn_of_the_loop() -> float:
    """Seconds that the event loop takes for everything that is waiting for it, new connections among them."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    await asyncio.sleep(0)
    return loop.time() - begun


async def _stand_back(beginners: Line) -> list[Line]:
    """Wait until fewer are at work, but not for ever. Returns the place among those, if one was free in time."""
    if beginners.take():
        return [beginners]
    turn = beginners.stand("")
    try:
        await asyncio.wait({turn}, timeout=SECONDS_TO_STAND_BACK)
    except asyncio.CancelledError:
        if turn.done():
            beginners.release()
        raise
    finally:
        if not turn.done():
            beginners.leave(turn, "")
    return [beginners] if turn.done() else []


def _release(loop: asyncio.AbstractEventLoop, taken: Iterable[Line]) -> None:
    for line in taken:
        with suppress(RuntimeError):  # the server has stopped
            loop.call_soon_threadsafe(line.release)


async def _is_gone(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


hands: Final = Lane("hands", WRITERS, SECONDS_IN_LINE, goes_first=True)
states: Final = Lane("states", 3, SECONDS_IN_LINE, goes_first=True)
pages: Final = Lane("pages", 4, at_once=PAGES_AT_ONCE)
forms: Final = Lane("forms", WRITERS)
passwords: Final = Lane("passwords", 1, most_of_one_sender=MOST_SLOW_IN_LINE)
slow: Final = Lane("slow", 1, most_of_one_sender=MOST_SLOW_IN_LINE)
health: Final = Lane("health", 1)
ALL: Final = (hands, states, pages, forms, passwords, slow, health)


def choose_lane(request: Request) -> Lane:
    """The lane that answers a request."""
    writes = not request.is_read_only or bool(_WRITES_WHEN_OPENED.fullmatch(request.path))
    if is_score_entry(request) and request.badge:
        return hands if writes else states
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
