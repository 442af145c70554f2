"""What a hall full of phones asks for in the same moment is worked out once.

    remember(("draw", slug), topics, make, heard)

When a draw is published five hundred phones ask for the same page within seconds, and every second spent on drawing it
again is one that a tablet waits with its hand. So each process keeps what it worked out until something is told that
matters, and for two seconds at most: that bounds what nobody tells, such as a command in another process. What a single
table does, hand by hand, is no reason to throw away what the whole hall reads, except for those who were told of it.

Nobody gets anything older than what they were told of. A page says what it has heard; what was worked out before that
is worked out again. A stream may also be ahead of the process that answers, which then waits until it has heard as much
(live.catch_up); one whose line is down looks into the database and keeps nothing. Somebody who only opens a page may
get one two seconds old, and learns from `hello` what has changed since. What must be worked out from everybody, as the
final order of thousands, is kept longer: until the log has a line more, which says as much. Only what everyone may see
is kept and, under keys of their own, facts that all of an event's staff may see: nothing that depends on who asks.
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
SECONDS_WITH_A_SIGN: Final = 60
"""Lines of the log can be committed in another order than that of their numbers, so a sign is not believed for ever."""
MOST_THINGS_KEPT: Final = 200
"""How many things are kept: pages of what is on today, a few megabytes."""


@dataclass(frozen=True, slots=True)
class _Content:
    """What was made, from which topics, and how new they were."""

    value: Any
    topics: Sequence[str]
    same: tuple[int, ...]
    newest: int
    at: float
    sign: Hashable = None

    def is_good(self, same: tuple[int, ...], heard: int, seconds: float, now: float, sign: Hashable = None) -> bool:
        """Nothing that matters was told or written since it was made, and its reader was told of nothing newer."""
        is_same = self.same == same and self.sign == sign
        return is_same and self.newest >= heard and now - self.at < seconds


@dataclass
class _Kept:
    """One kept thing. A reader who finds it too old makes it again, and readers who come meanwhile wait for that.
    Looking whether it is there needs no lock, because its content changes in one step."""

    lock: Lock = field(default_factory=Lock)
    content: _Content | None = None


class Shelf:
    """What this process keeps; the least used is put away first."""

    def __init__(self, most: int = MOST_THINGS_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._lock = Lock()

    def take(
        self,
        key: Hashable,
        version: tuple[tuple[int, ...], int],
        seconds: float,
        make: Callable[[], T],
        heard: int = 0,
        topics: Sequence[str] = (),
        sign: Hashable = None,
    ) -> T:
        """What is kept if it is good for this reader, or else made now. `version` and `sign` were read before anything
        else is."""
        kept = self._find(key)
        with kept.lock:
            now, content = time.monotonic(), kept.content
            if content is None or not content.is_good(version[0], heard, seconds, now, sign):
                content = kept.content = _Content(make(), topics, *version, now, sign)
            return content.value  # type: ignore[no-any-return]

    def look(self, key: Hashable) -> _Content | None:
        """What is kept, good or not. It may be asked from any thread, and never waits."""
        kept = self._kept.get(key)
        return kept.content if kept is not None else None

    def _find(self, key: Hashable) -> _Kept:
        with self._lock:
            kept = self._kept.setdefault(key, _Kept())
            self._kept.move_to_end(key)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return kept


shelf: Final = Shelf()


def remember(
    key: Hashable,
    topics: Sequence[str],
    make: Callable[[], T],
    heard: int = 0,
    sign: Callable[[], Hashable] | None = None,
) -> T:
    """What `make` would answer now, for somebody who was told of version `heard` of one of these topics. Versions that
    this process has not heard of belong to other topics, or are made up: they are no reason to make anything again.
    With a `sign` of all that it is made from, it is kept for longer, while the sign is the same."""
    version = live.version(topics)
    if version is None or not settings.SECONDS_REMEMBERED:
        return make()
    seconds = SECONDS_WITH_A_SIGN if sign else settings.SECONDS_REMEMBERED
    made_from = sign() if sign else None
    return shelf.take(key, version, seconds, make, min(heard, version[1]), topics, made_from)


def find_kept(key: Hashable, heard: int = 0) -> Any:
    """What `remember` would answer at once; None if it would have to be made."""
    content = shelf.look(key)
    version = live.version(content.topics) if content is not None else None
    if content is None or version is None:
        return None
    is_good = content.is_good(version[0], min(heard, version[1]), settings.SECONDS_REMEMBERED, time.monotonic())
    return content.value if is_good else None
