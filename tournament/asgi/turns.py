"""Guesses from one address come one after the other.

Passwords and short codes can be guessed, so each address sends one at a time of each; the others stand in line. A wrong
one that came too often is held back for some seconds (web/throttle.py says when and how long). It holds up the line
for a second, and for the rest of its pause whatever else its browser guesses. So whoever guesses waits alone: nobody at
another address notices, and somebody who types the right code behind the same address is next after a second.

A browser has one guess in the line, its latest, and where too many browsers stand there the one that came first has to
go. Browsers with a badge, which were let in here before, have a line of their own at the same address. The line is kept
in the event loop, where waiting costs no thread.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from django.conf import settings

from tournament.asgi.bridge import Request

GUESSED: Final = {"/login/": "password", "/table/": "code"}
"""The forms where something is guessed."""
MOST_IN_LINE: Final = 24
"""How many may wait from one address for one kind: a hall's tablets that all mistype their codes at once."""
SECONDS_IN_THE_WAY: Final = 1.0
"""For so long a wrong one that is held back holds up the line, which bounds what an address can guess in an hour."""
TOO_MANY: Final = "Too many attempts at once from your network. Wait a minute, then try again."
_BROWSER: Final = re.compile(rb"(?:^|;)\s*%s=(\w{1,64})" % settings.CSRF_COOKIE_NAME.encode())


class TooManyWait(Exception):
    """Too many came after this one."""


@dataclass
class GuessLine:
    """The requests of one address that try one kind of secret."""

    is_taken: bool = False
    waiting: dict[bytes, asyncio.Future[None]] = field(default_factory=dict)
    """By browser; whoever came first stands first."""
    paused: set[bytes] = field(default_factory=set)
    """Browsers whose last guess is being held back."""

    async def stand(self, browser: bytes) -> None:
        """Wait until the line is this browser's."""
        turn = asyncio.get_running_loop().create_future()
        self._send_away(browser)
        self.waiting[browser] = turn
        if len(self.waiting) > MOST_IN_LINE:
            self._send_away(next(iter(self.waiting)))
        self.call_next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.let_go()
            elif self.waiting.get(browser) is turn:
                del self.waiting[browser]
            raise

    def _send_away(self, browser: bytes) -> None:
        turn = self.waiting.pop(browser, None)
        if turn is not None and not turn.done():
            turn.set_exception(TooManyWait())

    def call_next(self) -> None:
        """Give the line, if it is free, to the first one who may have it."""
        may = (name for name, turn in self.waiting.items() if name not in self.paused and not turn.done())
        if not self.is_taken and (browser := next(may, None)) is not None:
            self.is_taken = True
            self.waiting.pop(browser).set_result(None)

    def let_go(self) -> None:
        self.is_taken = False
        self.call_next()

    @property
    def is_empty(self) -> bool:
        return not (self.is_taken or self.waiting or self.paused)


@dataclass
class GuessTurn:
    """Whose turn it is says what came of it: for how many seconds the answer is held back."""

    pause: float = 0


_lines: dict[tuple[str, str, bool], GuessLine] = {}


@asynccontextmanager
async def turn_of(request: Request) -> AsyncIterator[GuessTurn]:
    """While the block runs it is this request's turn; for what it is held back is waited at its end. A request that
    guesses nothing has its turn at once."""
    kind = "" if request.is_read_only else GUESSED.get(request.path, "")
    turn = GuessTurn()
    if not kind:
        yield turn
        await asyncio.sleep(turn.pause)
        return
    key = kind, request.sender, bool(request.badge)
    line, browser = _lines.setdefault(key, GuessLine()), _browser_of(request)
    try:
        await line.stand(browser)
        try:
            yield turn
            await _hold_up(line, browser, turn.pause)
        finally:
            line.let_go()
        await asyncio.sleep(max(0.0, turn.pause - SECONDS_IN_THE_WAY))
    finally:
        if turn.pause:
            line.paused.discard(browser)
            line.call_next()
        if line.is_empty:
            _lines.pop(key, None)


async def _hold_up(line: GuessLine, browser: bytes, pause: float) -> None:
    if pause:
        line.paused.add(browser)
        await asyncio.sleep(min(pause, SECONDS_IN_THE_WAY))


def _browser_of(request: Request) -> bytes:
    """What a browser brings along with every form of ours. Somebody may make one up for each guess, so it only decides
    who is next."""
    found = _BROWSER.search(request.headers.get(b"cookie", b""))
    return found[1] if found else b""
