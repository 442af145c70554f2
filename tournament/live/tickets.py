"""Streams bypass Django's sessions, so a page carries a ticket: the topics it may hear, signed, for a day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.core import signing

LASTS: Final = 24 * 60 * 60
_SALT: Final = "turntable.live"


def ticket(topics: Sequence[str]) -> str:
    """To be put into a page that its reader may see."""
    return signing.dumps(list(topics), salt=_SALT)


def topics_of(tickets: Sequence[str]) -> frozenset[str]:
    """All the topics of these tickets. One that is not ours, or too old, gives none: all tabs of a browser share a
    stream, and yesterday's must not keep today's from hearing."""
    return frozenset(topic for one in tickets for topic in _read(one))


def _read(one: str) -> list[str]:
    try:
        topics: list[str] = signing.loads(one, salt=_SALT, max_age=LASTS)
    except signing.BadSignature:
        return []
    return topics
