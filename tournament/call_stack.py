"""Room for calls within calls.

Python 3.11 to 3.13 keeps the frames of calls in pieces of 16 kB. It takes a piece from the system when calls go past
the end of the last one, and gives it back as soon as they return. A loop whose calls happen to cross such an end asks
the system each time round, which takes two hundred times as long as the call. A template's loops are 50 to 200 calls
deep, so each page had such a loop somewhere: check-in took twice as long after one more tag was written around it.

A call that needs a large piece for itself leaves the rest of that piece to everything that it calls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")
ROOM: Final = 33_000
"""In places of 8 bytes. Python doubles its piece until this fits, to 512 kB, so nearly half of it is left: some 1,200
calls. Memory that nobody touches costs nothing."""


def with_room(work: Callable[..., T], *arguments: object) -> T:
    """What `work` answers, done where calls within calls cost what they should."""
    return work(*arguments)


with_room.__code__ = with_room.__code__.replace(co_stacksize=ROOM)
