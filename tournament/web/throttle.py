"""Guessing is slowed, and nobody else with it.

Wrong attempts are counted for what was tried from where, and for each address as a whole. A hall sits behind one
address, so its limit is far above what a hall mistypes; and a link that works is never refused, because nobody
guesses 128 bits. Counts live in the cache: lost with a restart, they cost a guesser nothing worth having.
"""

from __future__ import annotations

import hashlib
from typing import Final

from django.core.cache import cache
from django.http import HttpRequest

WINDOW: Final = 60
PER_NAME: Final = 5
PER_ADDRESS: Final = 100


def too_many(request: HttpRequest, name: str = "") -> bool:
    """Whether this name from this address, or the address as a whole, was wrong too often in the last minute."""
    counts = cache.get_many([_key(request, ""), _key(request, name)])
    limits = {_key(request, ""): PER_ADDRESS} | ({_key(request, name): PER_NAME} if name else {})
    return any(counts.get(key, 0) >= limit for key, limit in limits.items())


def count_wrong(request: HttpRequest, name: str = "") -> None:
    """One more wrong attempt."""
    for key in {_key(request, ""), _key(request, name)}:
        if not cache.add(key, 1, WINDOW):
            try:
                cache.incr(key)
            except ValueError:  # it ran out between the two lines
                cache.set(key, 1, WINDOW)


def _key(request: HttpRequest, name: str) -> str:
    said = f"{request.META.get('REMOTE_ADDR', '')} {name}"
    return f"wrong:{hashlib.sha256(said.encode()).hexdigest()}"
