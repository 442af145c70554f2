"""A line before a few threads, in which senders take turns.

Whoever sends hundreds of requests at once waits behind their own, and everybody else behind one of them. The line is
kept in the event loop, where waiting costs no thread.
"""

from __future__ import annotations

import asyncio
from collections import deque


class Line:
    """Those who wait until one of `free` threads is theirs."""

    def __init__(self, free: int) -> None:
        self.free = free
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """By sender; the sender whose turn is next stands first."""

    def length_of(self, sender: str) -> int:
        """How many requests of this sender wait."""
        return len(self._waiting.get(sender, ()))

    def take(self) -> bool:
        """Take a thread, if one is free. Then nobody waits."""
        is_free = self.free > 0
        self.free -= is_free
        return is_free

    def stand(self, sender: str) -> asyncio.Future[None]:
        """Stand in line: the future is done when a thread is taken for it."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(sender, deque()).append(turn)
        return turn

    def leave(self, sender: str, turn: asyncio.Future[None]) -> None:
        """Wait no longer."""
        turns = self._waiting[sender]
        turns.remove(turn)
        if not turns:
            del self._waiting[sender]

    def release(self) -> None:
        """A thread has become free: it goes to the oldest request of the sender whose turn it is, who is last then."""
        if not self._waiting:
            self.free += 1
            return
        sender, turns = next(iter(self._waiting.items()))
        turn = turns.popleft()
        del self._waiting[sender]
        if turns:
            self._waiting[sender] = turns
        turn.set_result(None)
