"""Guessing is slowed, and nobody else with it.

Wrong passwords are counted for a name from one address, for an address, and for a name wherever it is tried from. Above
a limit an attempt is still looked at, because the right password may come from the person's own device while somebody
else guesses; but it waits its turn, one at a time for each address. Wrong links are counted apart, and a link that
works is never refused, because nobody guesses 128 bits. Counts live in the cache: lost with a restart, they cost a
guesser nothing worth having.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
PER_NAME_AND_ADDRESS: Final = 5
PER_ADDRESS: Final = 100
"""In a minute. A hall sits behind one address, so this is far above what a hall mistypes."""
PER_NAME: Final = 30
"""In an hour, from wherever: who has many addresses is slowed too."""
NEW_SCREENS: Final = 60
SEARCHES: Final = 1200
"""In a minute from one address: a whole hall looks itself up when the QR code is shown, and nobody needs more."""
PAUSE = 3.0
TURNS: Final = 5
"""So often somebody waits for those before them, before they are asked to come back."""
waiting: Final = BoundedSemaphore(4)
"""Who waits holds one of the ten threads of this process (asgi.py): the others are for everybody else."""


def address_of(request: HttpRequest) -> str:
    """Where a request comes from. Behind a proxy that is what the proxy added, at the very right: whatever stands left
    of it the sender may have invented."""
    passed_on = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.HTTPS else ""
    return passed_on.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")


def count_wrong_link(request: HttpRequest) -> None:
    """One more link that does not work."""
    _count(_key("link", address_of(request)), MINUTE)


def too_many_links(request: HttpRequest) -> bool:
    """Whether this address tried too many of them in the last minute."""
    return int(cache.get(_key("link", address_of(request)), 0)) >= PER_ADDRESS


def count_new_screen(request: HttpRequest) -> None:
    """One more browser that became a screen of the hall."""
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
    """One more wrong password."""
    for key in _limits(request, name):
        _count(key, HOUR if key == _key("name", name) else MINUTE)


def is_slowed(request: HttpRequest, name: str) -> bool:
    """Whether an attempt for this name from here has to wait."""
    limits = _limits(request, name)
    counts = cache.get_many(limits)
    return any(counts.get(key, 0) >= limit for key, limit in limits.items())


@contextmanager
def turn(request: HttpRequest, name: str) -> Iterator[bool]:
    """Inside, the password may be looked at; False if too many wait already. Who is not slowed does not wait."""
    if not is_slowed(request, name):
        yield True
    elif not waiting.acquire(blocking=False):
        yield False
    else:
        mine = _key("turn", address_of(request))
        came = False
        try:
            came = _wait(mine)
            yield came
        finally:
            waiting.release()
            if came:
                cache.delete(mine)


def _wait(mine: str) -> bool:
    """One after the other for each address, and so slowly that guessing is not worth it."""
    for _ in range(TURNS):
        came = cache.add(mine, 1, MINUTE)
        time.sleep(PAUSE)
        if came:
            return True
    return False


def _limits(request: HttpRequest, name: str) -> Mapping[str, int]:
    here = address_of(request)
    return {
        _key("address", here): PER_ADDRESS,
        _key("name and address", name, here): PER_NAME_AND_ADDRESS,
        _key("name", name): PER_NAME,
    }


def _count(key: str, window: int) -> None:
    if not cache.add(key, 1, window):
        try:
            cache.incr(key)
        except ValueError:  # it ran out between the two lines
            cache.set(key, 1, window)


def _key(*parts: str) -> str:
    return f"wrong:{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()}"
