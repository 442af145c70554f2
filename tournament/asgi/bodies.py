"""Bodies of requests while they arrive: how long each may take, how large it may be, and how large all together.

What tablets send is small and always finds room. Only what is large is counted, and one address may not take all of the
room, so that nobody can fill the memory of the laptop by beginning thirty files and finishing none.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.conf import settings

SECONDS_FOR_A_BODY = 60
BYTES_THAT_ARE_SMALL: Final = 8 * 2**10
"""The largest hand has some 2 KB. So little is not counted, because a connection takes several times as much for
itself: however many send it, their connections are what fills the memory, not their bodies."""
MOST_BYTES_TOGETHER: Final = 40 * 2**20
MOST_BYTES_OF_ONE_SENDER: Final = 20 * 2**20


class Unfinished(Exception):
    """A body that is not taken; its sentence is what the sender is told."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


TOO_LATE: Final = Unfinished(408, "The request didn’t arrive in time. Send it again.")
NO_ROOM: Final = Unfinished(503, "Too much is being sent at the moment. Wait a minute, then send it again.")
_taken: Counter[str] = Counter()
"""Bytes of large bodies that are held now, by sender."""


class Body:
    """One body, and what it takes of the room."""

    def __init__(self, sender: str) -> None:
        self.sender = sender
        self._bytes = bytearray()
        self._counted = 0

    async def arrive(self, receive: Any) -> None:
        """All of it, or Unfinished; ConnectionError if the sender went away.

        A body that is not taken is still read, up to ten times the limit, and thrown away, because a sender who is cut
        off never hears why.
        """
        try:
            async with asyncio.timeout(SECONDS_FOR_A_BODY):
                await self._read(receive)
        except TimeoutError:
            raise TOO_LATE from None

    async def _read(self, receive: Any) -> None:
        length, more = 0, True
        refusal: Unfinished | None = None
        while more and length <= 10 * settings.MAX_REQUEST_BYTES:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ConnectionError
            part = message.get("body", b"")
            length += len(part)
            more = message.get("more_body", False)
            refusal = refusal or self._why_not(length)
            if refusal is None:
                self._bytes += part
            else:
                self._bytes.clear()
                self.give_back()
        if refusal is not None:
            raise refusal

    def _why_not(self, length: int) -> Unfinished | None:
        """Why a body of this length is not taken."""
        most = settings.MAX_REQUEST_BYTES
        if length > most:
            return Unfinished(413, f"You can’t send more than {most // 2**20} MB at once. Send it in smaller parts.")
        return None if self._has_room_for(length) else NO_ROOM

    def _has_room_for(self, length: int) -> bool:
        """Whether a body of this length is small, or there is room, which it then takes."""
        if length <= BYTES_THAT_ARE_SMALL:
            return True
        more = length - self._counted
        if _taken[self.sender] + more > MOST_BYTES_OF_ONE_SENDER or _taken.total() + more > MOST_BYTES_TOGETHER:
            return False
        _taken[self.sender] += more
        self._counted = length
        return True

    def whole(self) -> bytes:
        """What arrived; it is kept once."""
        found, self._bytes = bytes(self._bytes), bytearray()
        return found

    def give_back(self) -> None:
        """Leave the room to others."""
        _taken[self.sender] -= self._counted
        self._counted = 0
        if not _taken[self.sender]:
            del _taken[self.sender]


@contextmanager
def counted(sender: str) -> Iterator[Body]:
    """A body to be filled; its room is free again when its request is answered."""
    body = Body(sender)
    try:
        yield body
    finally:
        body.give_back()
