"""A line before a few threads, in which senders take turns.

Whoever sends hundreds of requests at once waits behind their own, and everybody else behind one of them. Browsers that
came in by the same right are one sender, and take turns when it is that sender's turn. The line is kept in the event
loop, where waiting costs no thread.
"""

from __future__ import annotations

import asyncio
from collections import deque


class Line:
    """Those who wait until one of `free` threads is theirs."""

    def __init__(self, free: int) -> None:
        self.free = free
        self._waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}
        """By sender and browser; those whose turn is next stand first."""

    def length_of(self, sender: str) -> int:
        """How many requests of this sender wait."""
        return sum(len(turns) for turns in self._waiting.get(sender, {}).values())

    def take(self) -> bool:
        """Take a thread, if one is free. Then nobody waits."""
        is_free = self.free > 0
        self.free -= is_free
        return is_free

    def stand(self, sender: str, browser: str = "") -> asyncio.Future[None]:
        """Stand in line: the future is done when a thread is taken for it."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(sender, {}).setdefault(browser, deque()).append(turn)
        return turn

    def leave(self, turn: asyncio.Future[None], sender: str, browser: str = "") -> None:
        """Wait no longer."""
        browsers = self._waiting[sender]
        browsers[browser].remove(turn)
        if not browsers[browser]:
            del browsers[browser]
        if not browsers:
            del self._waiting[sender]

    def release(self) -> None:
        """A thread has become free: it goes to the oldest request of the browser whose turn it is at the sender whose
        turn it is. Both are last then."""
        if not self._waiting:
            self.free += 1
            return
        sender, browsers = next(iter(self._waiting.items()))
        browser, turns = next(iter(browsers.items()))
        turn = turns.popleft()
        del browsers[browser], self._waiting[sender]
        if turns:
            browsers[browser] = turns
        if browsers:
            self._waiting[sender] = browsers
        turn.set_result(None)
