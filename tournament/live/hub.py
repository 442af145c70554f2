"""The fan-out inside one process: who listens to what. Everything here runs in the event loop's thread."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Final

from tournament.live.tickets import Holder
from tournament.live.topics import is_everyones

MOST_MESSAGES_WAITING: Final = 200
"""If more than this wait for a slow listener, it is told to look at everything instead."""

SECONDS_TO_GATHER: Final = 0.5
"""How late news of single tables is told, all of it at once. When time is up every table saves its hand within a
moment, and telling two thousand streams about each hand would leave no time for saving."""

SECONDS_TO_GATHER_FOR_EVERYONE: Final = 2.0
"""How late people's phones are told. Their pages are kept for as long (web/remembered.py), and there are so many phones
that telling them costs more than saving."""

STREAMS_SERVED_AT_ONCE: Final = 100
"""After this many streams everything else has its turn."""

LOOK_AGAIN: Final = b"event: look\ndata: {}\n\n"


class Listener:
    """One open stream: the topics it hears, and what waits to be sent."""

    __slots__ = ("_ready", "_waiting", "holders", "over", "topics")

    def __init__(self, topics: Iterable[str], holders: Iterable[Holder] = ()) -> None:
        self.topics = frozenset(topics)
        self.holders = frozenset(holders)
        self.over = False
        self._waiting: deque[bytes] = deque()
        self._ready = asyncio.Event()

    def tell(self, message: bytes) -> None:
        """Put a message behind the others, and send them all."""
        self.keep(message)
        self._ready.set()

    def keep(self, message: bytes) -> None:
        """Put a message behind the others, to be sent with the next one.

        Too many messages become one that says to look at everything.
        """
        if len(self._waiting) >= MOST_MESSAGES_WAITING:
            self._waiting.clear()
            message = LOOK_AGAIN
        self._waiting.append(message)

    def wake(self) -> None:
        """Send what was kept."""
        if self._waiting:
            self._ready.set()

    def end(self) -> None:
        """End the stream: nothing more will come."""
        self.over = True
        self._ready.set()

    async def hear(self) -> bytes:
        """Wait until there is something to send, then take all of it; it may be nothing when the stream is over."""
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
        """The newest version of each topic, not counting what single tables do hand by hand."""
        self.latest = 0
        """The newest version of all topics: everything up to it was heard, or lies before a gap."""
        self.gaps = 0
        """How often something may have been missed; what was known before a gap may be wrong after it."""
        self._keeping: dict[float, set[Listener]] = {
            SECONDS_TO_GATHER: set(),
            SECONDS_TO_GATHER_FOR_EVERYONE: set(),
        }
        """Which listeners are to be woken within how many seconds."""

    def __len__(self) -> int:
        return len(self._all)

    def join(self, listener: Listener) -> None:
        """Add a listener: from now on it hears its topics."""
        self._all.add(listener)
        for topic in listener.topics:
            self._by_topic.setdefault(topic, set()).add(listener)

    def leave(self, listener: Listener) -> None:
        """Remove a listener; a topic without listeners is forgotten."""
        self._all.discard(listener)
        for keeping in self._keeping.values():
            keeping.discard(listener)
        for topic in listener.topics:
            listeners = self._by_topic.get(topic, set())
            listeners.discard(listener)
            if not listeners:
                self._by_topic.pop(topic, None)

    def deliver(self, topics: Iterable[str], message: bytes, version: int, *, weighty: bool = True) -> None:
        """Tell each listener of any of these topics once: now, or a little later with what comes meanwhile."""
        self.latest = max(version, self.latest)
        told: set[Listener] = set()
        closer: set[Listener] = set()
        for topic in topics:
            self.newest[topic] = max(version, self.newest.get(topic, 0))
            if weighty:
                self.weighty[topic] = self.newest[topic]
            listeners = self._by_topic.get(topic, set())
            told |= listeners
            if not is_everyones(topic):
                closer |= listeners
        for listener in told:
            listener.keep(message)
        if weighty:
            self._wake(list(told))
        else:
            self._wake_within(SECONDS_TO_GATHER, closer)
            self._wake_within(SECONDS_TO_GATHER_FOR_EVERYONE, told - closer)

    def _wake_within(self, seconds: float, told: set[Listener]) -> None:
        if told and not self._keeping[seconds]:
            asyncio.get_running_loop().call_later(seconds, self._wake_kept, seconds)
        self._keeping[seconds] |= told

    def _wake_kept(self, seconds: float) -> None:
        kept, self._keeping[seconds] = self._keeping[seconds], set()
        self._wake(list(kept))

    def _wake(self, listeners: list[Listener]) -> None:
        """Wake some listeners now and the others in a moment, so that the loop can read what tablets send between."""
        for listener in listeners[:STREAMS_SERVED_AT_ONCE]:
            listener.wake()
        if len(listeners) > STREAMS_SERVED_AT_ONCE:
            asyncio.get_running_loop().call_soon(self._wake, listeners[STREAMS_SERVED_AT_ONCE:])

    def tell_all(self, message: bytes) -> None:
        """Tell every listener, after something may have been missed."""
        self.newest.clear()
        self.weighty.clear()
        self.gaps += 1
        for listener in self._all:
            listener.tell(message)

    def end_of(self, holder: Holder) -> None:
        """End the streams of somebody who was removed. Their browser opens another with the tickets it has, and gets
        what it may still hear."""
        for listener in self._all:
            if holder in listener.holders:
                listener.end()

    def end_of_members(self) -> None:
        """End the streams of all members of teams, because this process may have missed that one of them was removed.
        Everybody who is still a member is back in two seconds."""
        for listener in self._all:
            if listener.holders:
                listener.end()

    def end_all(self) -> None:
        """End every stream, because the server stops."""
        for listener in self._all:
            listener.end()
