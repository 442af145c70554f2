"""Slows down people who guess, and nobody else.

Wrong passwords are counted for a name from one address, for an address, and for a name from anywhere; wrong short codes
for an address. Above a limit every further wrong one is answered some seconds late, and asgi/turns.py lets nobody else
of that address try for a second. A right one is answered at once, no matter what was guessed before.

What can be guessed: from one address 3,600 passwords an hour, and from however many addresses no more than one at a
time is computed, some 7,000 an hour for each web process; eight small letters by chance would take those 1,700 years. A
table's code has 35 bits, and 65 of them open something in a hall of 64 tables: at 3,600 an hour one address finds one
in 17 years, and two hundred addresses together within eight hours with a chance of 1 %.

Wrong links are counted apart, and a link that works is never refused, because nobody guesses 128 bits. The counts are
kept in the cache: if a restart loses them, a guesser gains nothing worth having.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, NamedTuple

from django.core.cache import cache
from django.http import HttpRequest

from tournament.web import badges
from tournament.web.senders import address_of

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
PER_NAME_AND_ADDRESS: Final = 5
"""Wrong passwords for a name from one address in a minute."""
PER_ADDRESS: Final = 30
"""Wrong passwords from one address in a minute, for any name."""
PER_NAME: Final = 30
"""Wrong passwords for a name in an hour, from anywhere, so that many addresses do not help."""
CODES_PER_ADDRESS: Final = 20
"""Wrong short codes from one address in a minute. A hall may sit behind one address, and its umpires mistype."""
LINKS_PER_ADDRESS: Final = 100
"""Wrong links from one address in a minute."""
NEW_SCREENS: Final = 60
"""Screens opened from one address in a minute."""
SEARCHES: Final = 1200
"""In a minute from one address. A whole hall looks itself up when the QR code is shown, and nobody needs more."""
PAUSE: Final = 3
"""Seconds by which each further wrong one is answered late."""


def count_wrong_link(request: HttpRequest) -> None:
    """Count one more link that does not work."""
    _count(_key("link", address_of(request)), MINUTE)


def too_many_links(request: HttpRequest) -> bool:
    """Whether this address tried too many of them in the last minute."""
    return int(cache.get(_key("link", address_of(request)), 0)) >= LINKS_PER_ADDRESS


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


def count_wrong_password(request: HttpRequest, name: str) -> int:
    """Count one more wrong password, and say for how many seconds its answer is held back."""
    limits = _of_password(request, name)
    pause = PAUSE if _is_reached(limits) else 0
    _count_all(limits)
    return pause


def is_slowed(request: HttpRequest, name: str) -> bool:
    """Whether the next wrong password for this name from here is answered late."""
    return _is_reached(_of_password(request, name))


def count_wrong_code(request: HttpRequest) -> int:
    """The same for a short code that opens no table."""
    limits = [Limit(_key("code", _guesser(request)), CODES_PER_ADDRESS, MINUTE)]
    pause = PAUSE if _is_reached(limits) else 0
    _count_all(limits)
    return pause


class Limit(NamedTuple):
    """At most this many wrong ones within a window of seconds."""

    key: str
    most: int
    window: int


def _guesser(request: HttpRequest) -> str:
    """The browsers that share the line (asgi/turns.py): those of an address that were let in before, or all others."""
    known = bool(badges.checked(request.COOKIES.get(badges.COOKIE, "")))
    return f"{address_of(request)} {known}"


def _of_password(request: HttpRequest, name: str) -> list[Limit]:
    guesser = _guesser(request)
    return [
        Limit(_key("address", guesser), PER_ADDRESS, MINUTE),
        Limit(_key("name and address", name, guesser), PER_NAME_AND_ADDRESS, MINUTE),
        Limit(_key("name", name), PER_NAME, HOUR),
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
