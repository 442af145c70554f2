"""Slows down people who guess, and nobody else.

Wrong passwords are counted for a name from one address, for an address, and for a name from anywhere. Above a limit an
attempt is still checked, because the right password may come from the person's own device while somebody else guesses;
but it waits its turn, one at a time for each address. The short codes of tables are slowed in the same way. Wrong links
are counted apart, and a link that works is never refused, because nobody guesses 128 bits. The counts are kept in the
cache: if a restart loses them, a guesser gains nothing worth having.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from threading import BoundedSemaphore
from typing import Final, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
PER_NAME_AND_ADDRESS: Final = 5
"""Wrong passwords for a name from one address in a minute."""
PER_ADDRESS: Final = 100
"""Wrong passwords, codes or links from one address in a minute. A hall sits behind one address, so this is far above
what a hall mistypes."""
PER_NAME: Final = 30
"""Wrong passwords for a name in an hour, from anywhere, so that many addresses do not help."""
NEW_SCREENS: Final = 60
"""Screens opened from one address in a minute."""
SEARCHES: Final = 1200
"""In a minute from one address. A whole hall looks itself up when the QR code is shown, and nobody needs more."""
CODES_PER_HOUR: Final = 300
"""Wrong short codes, from anywhere."""
PAUSE = 3.0
"""Seconds that each turn takes."""
TURNS: Final = 5
"""Somebody waits for this many others before they are asked to come back."""
waiting: Final = BoundedSemaphore(4)
"""Each who waits holds one of the ten threads of this process (asgi.py); the others are for everybody else."""


def address_of(request: HttpRequest) -> str:
    """The address that a request comes from. Behind a proxy it stands at the very right, where the proxy added it.

    Whatever stands left of it, the sender may have invented.
    """
    passed_on = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.HTTPS else ""
    return passed_on.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")


def count_wrong_link(request: HttpRequest) -> None:
    """Count one more link that does not work."""
    _count(_key("link", address_of(request)), MINUTE)


def too_many_links(request: HttpRequest) -> bool:
    """Whether this address tried too many of them in the last minute."""
    return int(cache.get(_key("link", address_of(request)), 0)) >= PER_ADDRESS


def count_new_screen(request: HttpRequest) -> None:
    """Count one more browser that became a screen of the hall."""
    _count(_key("screen", address_of(request)), MINUTE)


def too_many_screens(request: HttpRequest) -> bool:
    """Whether this address opened more screens in the last minute than any hall has: there are only 9,000 numbers."""
    return int(cache.get(_key("screen", address_of(request)), 0)) >= NEW_SCREENS


def searches_too_often(request: HttpRequest) -> bool:
    """Count one more search for somebody's name, and say whether it is one too many."""
    key = _key("search", address_of(request))
    _count(key, MINUTE)
    return int(cache.get(key, 0)) > SEARCHES


def count_wrong_password(request: HttpRequest, name: str) -> None:
    """Count one more wrong password."""
    _count_all(_of_password(request, name))


def is_slowed(request: HttpRequest, name: str) -> bool:
    """Whether an attempt for this name from here has to wait."""
    return _is_reached(_of_password(request, name))


def turn(request: HttpRequest, name: str) -> AbstractContextManager[bool]:
    """Inside, the password may be checked; False if too many wait already. An attempt that is not slowed waits not."""
    return _turn(_of_password(request, name), _key("turn", address_of(request)))


def count_wrong_code(request: HttpRequest) -> None:
    """Count one more short code that opens no table."""
    _count_all(_of_code(request))


def turn_of_code(request: HttpRequest) -> AbstractContextManager[bool]:
    """The same for a table's short code."""
    return _turn(_of_code(request), _key("turn of code", address_of(request)))


@contextmanager
def _turn(limits: Sequence[Limit], mine: str) -> Iterator[bool]:
    if not _is_reached(limits):
        yield True
    elif not waiting.acquire(blocking=False):
        yield False
    else:
        came = False
        try:
            came = _wait(mine)
            yield came
        finally:
            waiting.release()
            if came:
                cache.delete(mine)


def _wait(mine: str) -> bool:
    """Wait for a turn: one after the other for each address, and so slowly that guessing is not worth it."""
    for _ in range(TURNS):
        came = cache.add(mine, 1, MINUTE)
        time.sleep(PAUSE)
        if came:
            return True
    return False


class Limit(NamedTuple):
    """At most this many wrong ones within a window of seconds."""

    key: str
    most: int
    window: int


def _of_password(request: HttpRequest, name: str) -> list[Limit]:
    address = address_of(request)
    return [
        Limit(_key("address", address), PER_ADDRESS, MINUTE),
        Limit(_key("name and address", name, address), PER_NAME_AND_ADDRESS, MINUTE),
        Limit(_key("name", name), PER_NAME, HOUR),
    ]


def _of_code(request: HttpRequest) -> list[Limit]:
    return [
        Limit(_key("code", address_of(request)), PER_ADDRESS, MINUTE),
        Limit(_key("code", "anywhere"), CODES_PER_HOUR, HOUR),
    ]


def _is_reached(limits: Sequence[Limit]) -> bool:
    counts = cache.get_many([limit.key for limit in limits])
    return any(counts.get(limit.key, 0) >= limit.most for limit in limits)


def _count_all(limits: Sequence[Limit]) -> None:
    for limit in limits:
        _count(limit.key, limit.window)


def _count(key: str, window: int) -> None:
    if not cache.add(key, 1, window):
        try:
            cache.incr(key)
        except ValueError:  # it ran out between the two lines
            cache.set(key, 1, window)


def _key(*parts: str) -> str:
    return f"wrong:{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()}"
