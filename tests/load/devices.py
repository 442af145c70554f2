"""A browser in a hall: its cookies, its stream, and when it asks again."""

from __future__ import annotations

import asyncio
import gzip
import random
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any, NamedTuple
from urllib.parse import quote

from tests.load.wire import SECONDS_UNTIL_GIVEN_UP, Wire, WireAnswer

JSON, FORM = "application/json", "application/x-www-form-urlencoded"
SECONDS_UNTIL_A_STREAM_IS_BACK = 2.0
"""As the server asks for (`retry:`)."""
TOKEN = "x" * 32
"""The key of forms: a browser may bring any, in the cookie and with the form."""


class Noted(NamedTuple):
    """One answer: what was asked for, when, how long it took, and why it was none (else empty)."""

    what: str
    at: float
    wait: float
    failure: str


@dataclass
class Ledger:
    """What came of everything that was asked for, and how many streams are open."""

    answers: list[Noted] = field(default_factory=list)
    streams: Counter[str] = field(default_factory=Counter)

    def of(self, *what: str) -> list[Noted]:
        return [noted for noted in self.answers if noted.what in what]


@dataclass
class HallSide:
    """What the devices of one event share: the way to the server, the ledger, chance, and what they have to do."""

    wire: Wire
    ledger: Ledger
    chance: random.Random
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    is_over: bool = False

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._end)
        return task

    def _end(self, task: asyncio.Task[Any]) -> None:
        """A mistake in a device is not to be taken for silence."""
        self.tasks.discard(task)
        if not task.cancelled() and (problem := task.exception()) is not None:
            self.ledger.answers.append(Noted("a device", time.monotonic(), 0, repr(problem)))

    async def leave(self) -> None:
        self.is_over = True
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


class Device:
    """Asks and listens, and notes what came of it. `name` is what its stream is called in the ledger."""

    name = ""

    def __init__(self, hall: HallSide, cookies: Mapping[str, str] | None = None) -> None:
        self.hall = hall
        self.cookies = {"turntable_csrf": TOKEN, **(cookies or {})}

    async def open(self) -> None:
        """Open the page, and do from then on what it does by itself."""

    async def ask(
        self,
        what: str,
        method: str,
        path: str,
        *,
        body: bytes | None = None,
        kind: str = JSON,
        headers: Mapping[str, str] | None = None,
        good: Collection[int] = (200,),
    ) -> WireAnswer | None:
        """The answer, unless it is none of the good ones; then that is noted."""
        begun = time.monotonic()
        failure, answer = "", None
        try:
            answer = await self.hall.wire.ask(method, path, self._headers(body, kind) | dict(headers or {}), body)
            failure = "" if answer.status in good else str(answer.status)
            self.cookies |= answer.cookies()
        except TimeoutError:
            failure = f"no answer in {SECONDS_UNTIL_GIVEN_UP} s"
        except OSError as problem:
            failure = type(problem).__name__
        self.hall.ledger.answers.append(Noted(what, begun, time.monotonic() - begun, failure))
        return None if failure else answer

    def _headers(self, body: bytes | None, kind: str) -> dict[str, str]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {} if body is None else {"Content-Type": kind, "X-CSRFToken": TOKEN}
        return {"Accept-Encoding": "gzip", "Cookie": cookie, **sent}

    async def listen(self, ticket: str) -> None:
        """Hear the stream, and open it again whenever it ends."""
        while True:
            begun, failure = time.monotonic(), ""
            try:
                stream = await self.hall.wire.listen(f"/live/events?t={quote(ticket)}", self.hear)
                failure = "" if stream.begun.result() == 200 else str(stream.begun.result())
            except (OSError, TimeoutError) as problem:
                failure = type(problem).__name__
            self.hall.ledger.answers.append(Noted("a stream", begun, time.monotonic() - begun, failure))
            if not failure:
                await self._stay(stream)
            await asyncio.sleep(SECONDS_UNTIL_A_STREAM_IS_BACK)

    async def _stay(self, stream: Any) -> None:
        self.hall.ledger.streams[self.name] += 1
        try:
            await stream.over
            self.hall.ledger.answers.append(Noted("a stream", time.monotonic(), 0, "ended"))
        finally:
            self.hall.ledger.streams[self.name] -= 1
            stream.transport.abort()

    def hear(self, name: str, message: dict[str, Any]) -> None:
        """Something was told."""

    async def every(self, seconds: float, work: Callable[[], Awaitable[Any]]) -> None:
        """Again and again, not in step with the others."""
        await asyncio.sleep(self.hall.chance.uniform(0, seconds))
        while True:
            await work()
            await asyncio.sleep(seconds)


class Soon:
    """Does something in a while: one thing at a time, and once more if it was wanted meanwhile."""

    def __init__(self, hall: HallSide, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        self.hall, self.work = hall, work
        self.due = float("inf")
        self.timer: asyncio.TimerHandle | None = None
        self.is_busy = self.is_wanted = False

    def within(self, seconds: float) -> None:
        """Then, or earlier if that was said before."""
        loop = asyncio.get_running_loop()
        if loop.time() + seconds >= self.due:
            return
        if self.timer is not None:
            self.timer.cancel()
        self.due, self.timer = loop.time() + seconds, loop.call_later(seconds, self._begin)

    def _begin(self) -> None:
        self.due = float("inf")
        if self.is_busy:
            self.is_wanted = True
        elif not self.hall.is_over:
            self.is_busy = True
            self.hall.start(self._work())

    async def _work(self) -> None:
        try:
            await self.work()
        finally:
            self.is_busy = False
        if self.is_wanted:
            self.is_wanted = False
            self._begin()


def page_in(answer: WireAnswer) -> str:
    """The text of a page, unpacked."""
    packed = answer.header("content-encoding") == "gzip"
    return (gzip.decompress(answer.body) if packed else answer.body).decode()


def attribute(page: str, name: str) -> str:
    """What an attribute of the page says that occurs once; empty without it."""
    found = re.search(rf'{name}="([^"]*)"', page)
    return unescape(found[1]) if found else ""
