"""Streams bypass Django's sessions, so a page carries a ticket: the topics it may hear, signed, good for a day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.core import signing

SECONDS_A_TICKET_LASTS: Final = 24 * 60 * 60
_SALT: Final = "turntable.live"


def ticket(topics: Sequence[str]) -> str:
    """A ticket for these topics, to be put into a page whose reader may see it."""
    return signing.dumps(list(topics), salt=_SALT)


def topics_of(tickets: Sequence[str]) -> frozenset[str]:
    """All the topics of these tickets. A ticket that is not ours, or too old, gives none.

    All tabs of a browser share one stream, and yesterday's tab must not keep today's from hearing.
    """
    return frozenset(topic for signed in tickets for topic in _read(signed))


def _read(signed: str) -> list[str]:
    try:
        topics: list[str] = signing.loads(signed, salt=_SALT, max_age=SECONDS_A_TICKET_LASTS)
    except signing.BadSignature:
        return []
    return topics
