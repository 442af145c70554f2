"""What a hall full of phones asks for in the same moment is worked out once.

    remember(("draw", slug), topics, make, heard)

When a draw is published five hundred phones ask for the same page within seconds, and every second spent on drawing it
again is one that a tablet waits with its hand. So each process keeps what it worked out, for as long as nothing is told
about it, and for two seconds at most: that bounds what nobody tells, such as a command in another process.

Nobody gets anything older than what they were told of. A stream may be ahead of the process that answers, so a page
says what it has heard; a process that has not heard that much, or whose line is down, works it out from the database.
Only what everyone may see is kept here: nothing that depends on who asks.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Final, TypeVar

from django.conf import settings

from tournament import live

T = TypeVar("T")
MOST: Final = 200
"""So many things are kept: pages of what is on today, a few megabytes."""


@dataclass
class _Kept:
    """One thing. Who finds it too old makes it anew, and those who come meanwhile wait for that."""

    lock: Lock = field(default_factory=Lock)
    value: Any = None
    version: tuple[int, ...] | None = None
    at: float = 0


class Shelf:
    """What this process keeps; the least used is put away first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._lock = Lock()

    def take(self, key: Hashable, version: tuple[int, ...], seconds: float, make: Callable[[], T]) -> T:
        """What is kept if it is at least this new, or else made now. `version` was read before anything is read."""
        kept = self._find(key)
        with kept.lock:
            now = time.monotonic()
            if _is_as_new(kept.version, version) and now - kept.at < seconds:
                return kept.value  # type: ignore[no-any-return]
            value = make()
            kept.value, kept.version, kept.at = value, version, now
            return value

    def _find(self, key: Hashable) -> _Kept:
        with self._lock:
            kept = self._kept.setdefault(key, _Kept())
            self._kept.move_to_end(key)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return kept


def _is_as_new(kept: tuple[int, ...] | None, wanted: tuple[int, ...]) -> bool:
    """Across a gap nothing can be compared; otherwise each topic's version only grows."""
    if kept is None or len(kept) != len(wanted) or kept[0] != wanted[0]:
        return False
    return all(have >= want for have, want in zip(kept[1:], wanted[1:], strict=True))


shelf: Final = Shelf()


def remember(key: Hashable, topics: Sequence[str], make: Callable[[], T], heard: int = 0) -> T:
    """What `make` would answer now, for somebody who was told of version `heard` of one of these topics."""
    version = live.version(topics)
    if version is None or heard > max(version[1:], default=0) or not settings.SECONDS_REMEMBERED:
        return make()
    return shelf.take(key, version, settings.SECONDS_REMEMBERED, make)
