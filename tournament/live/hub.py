"""The fan-out inside one process: who listens to what. Everything here runs in the event loop's thread."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Final

from tournament.live.topics import is_everyones

PATIENCE: Final = 200
"""So many messages may wait for a slow listener; then it is told to look at everything instead."""

GATHER: Final = 0.5
"""What single tables do is told so many seconds late, all of it at once. At the bell every table saves its hand within
a moment; two thousand streams that are told of each one by itself would leave no time for saving."""

GATHER_FOR_EVERYONE: Final = 2.0
"""So many seconds late to those who only hear of it as everyone does. Their pages are kept as long (web/remembered.py),
and there are so many of them that telling costs more than saving."""

AT_ONCE: Final = 100
"""So many streams are served before anything else has its turn."""

LOOK_AGAIN: Final = b"event: look\ndata: {}\n\n"


class Listener:
    """One open stream: the topics it hears, and what waits to be sent."""

    __slots__ = ("_ready", "_waiting", "over", "topics")

    def __init__(self, topics: Iterable[str]) -> None:
        self.topics = frozenset(topics)
        self.over = False
        self._waiting: deque[bytes] = deque()
        self._ready = asyncio.Event()

    def tell(self, message: bytes) -> None:
        """Put a message behind the others, and send them all."""
        self.keep(message)
        self._ready.set()

    def keep(self, message: bytes) -> None:
        """Put a message behind the others, to be sent with the next; too many become one that says to look at
        everything."""
        if len(self._waiting) >= PATIENCE:
            self._waiting.clear()
            message = LOOK_AGAIN
        self._waiting.append(message)

    def wake(self) -> None:
        """Send what was kept."""
        if self._waiting:
            self._ready.set()

    def end(self) -> None:
        """Nothing more will come."""
        self.over = True
        self._ready.set()

    async def hear(self) -> bytes:
        """All that waits, at once, as soon as it is to be sent; perhaps nothing when the stream is over."""
        await self._ready.wait()
        self._ready.clear()
        heard = b"".join(self._waiting)
        self._waiting.clear()
        return heard


class Hub:
    """All open streams of this process, by topic, and the newest version that each topic has been told."""

    def __init__(self) -> None:
        self._by_topic: dict[str, set[Listener]] = {}
        self._all: set[Listener] = set()
        self.newest: dict[str, int] = {}
        self.weighty: dict[str, int] = {}
        """The same without what single tables do, hand by hand."""
        self.gaps = 0
        """How often something may have been missed: what was known before a gap says nothing about after it."""
        self._keeping: dict[float, set[Listener]] = {GATHER: set(), GATHER_FOR_EVERYONE: set()}
        """Who is to be woken within so many seconds."""

    def __len__(self) -> int:
        return len(self._all)

    def join(self, listener: Listener) -> None:
        """From now on it hears."""
        self._all.add(listener)
        for topic in listener.topics:
            self._by_topic.setdefault(topic, set()).add(listener)

    def leave(self, listener: Listener) -> None:
        """It hears no more; a topic without listeners is forgotten."""
        self._all.discard(listener)
        for keeping in self._keeping.values():
            keeping.discard(listener)
        for topic in listener.topics:
            here = self._by_topic.get(topic, set())
            here.discard(listener)
            if not here:
                self._by_topic.pop(topic, None)

    def deliver(self, topics: Iterable[str], message: bytes, version: int, *, weighty: bool = True) -> None:
        """Tell everybody who listens to any of these, once: at once, or a little later with what comes meanwhile."""
        told: set[Listener] = set()
        closer: set[Listener] = set()
        for topic in topics:
            self.newest[topic] = max(version, self.newest.get(topic, 0))
            if weighty:
                self.weighty[topic] = self.newest[topic]
            here = self._by_topic.get(topic, set())
            told |= here
            if not is_everyones(topic):
                closer |= here
        for listener in told:
            listener.keep(message)
        if weighty:
            self._wake(list(told))
        else:
            self._wake_within(GATHER, closer)
            self._wake_within(GATHER_FOR_EVERYONE, told - closer)

    def _wake_within(self, seconds: float, told: set[Listener]) -> None:
        if told and not self._keeping[seconds]:
            asyncio.get_running_loop().call_later(seconds, self._wake_kept, seconds)
        self._keeping[seconds] |= told

    def _wake_kept(self, seconds: float) -> None:
        kept, self._keeping[seconds] = self._keeping[seconds], set()
        self._wake(list(kept))

    def _wake(self, listeners: list[Listener]) -> None:
        """Some now and the others in a moment, so that between them the loop takes in what tablets send."""
        for listener in listeners[:AT_ONCE]:
            listener.wake()
        if len(listeners) > AT_ONCE:
            asyncio.get_running_loop().call_soon(self._wake, listeners[AT_ONCE:])

    def tell_all(self, message: bytes) -> None:
        """After something may have been missed."""
        self.newest.clear()
        self.weighty.clear()
        self.gaps += 1
        for listener in self._all:
            listener.tell(message)

    def end_all(self) -> None:
        """The server stops."""
        for listener in self._all:
            listener.end()
