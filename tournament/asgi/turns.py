"""Guesses from one address come one after the other.

Passwords and short codes can be guessed, so each address sends one at a time of each; the others wait in line. After
too many wrong ones the next wrong one is held back for some seconds (web/throttle.py says when and how long), and the
line with it. So somebody who guesses waits alone: nobody at another address notices, and a hall behind one address
still gets in, one after the other. Browsers with a badge, which were let in here before, have a line of their own at
the same address. The line is kept in the event loop, where waiting costs no thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from tournament.asgi.bridge import Request

GUESSED: Final = {"/login/": "password", "/table/": "code"}
"""The forms where something is guessed."""
MOST_IN_LINE: Final = 24
"""How many may wait from one address for one kind: a hall's tablets that all mistype their codes at once."""
TOO_MANY: Final = "Too many attempts at once from your network. Wait a minute, then try again."


class TooManyWait(Exception):
    """The line of this address is full."""


@dataclass
class Line:
    """The requests of one address that try one kind of secret."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    length: int = 0


_lines: dict[tuple[str, str, bool], Line] = {}


@asynccontextmanager
async def turn_of(request: Request) -> AsyncIterator[None]:
    """While the block runs it is this request's turn. A request that guesses nothing has its turn at once."""
    kind = "" if request.is_read_only else GUESSED.get(request.path, "")
    if not kind:
        yield
        return
    key = kind, request.sender, bool(request.badge)
    line = _lines.setdefault(key, Line())
    if line.length >= MOST_IN_LINE:
        raise TooManyWait
    line.length += 1
    try:
        async with line.lock:
            yield
    finally:
        line.length -= 1
        if not line.length:
            _lines.pop(key, None)
