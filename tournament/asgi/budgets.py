"""How many requests of one sender Django answers: so many at once, and so many a second after that.

A view of Django's takes ten times the processor of an answer that the event loop gives by itself, so kept pages,
streams and /health are not counted: two thousand phones behind one address see a new draw at once. Whoever wears a
badge has a budget of their own, so that a flood from the tablets' address does not take theirs.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

from django.conf import settings

from tournament.asgi.bridge import Request

REQUESTS_A_SECOND: Final = 200 if settings.HTTPS else 60
REQUESTS_AT_ONCE: Final = 4000 if settings.HTTPS else 600
"""In each process. In a hall each phone has its own address; on servers all phones of a hall may come from one."""
MOST_SENDERS: Final = 20_000
"""Of whom this is remembered; whoever sent nothing for the longest is forgotten first, with a full budget by then."""
TOO_OFTEN: Final = "Too much is being asked for from your network at the moment. Wait a few seconds, then try again."

_left: OrderedDict[str, tuple[float, float]] = OrderedDict()
"""By sender or badge: how many requests were left, and when."""


class NothingLeft(Exception):
    """This sender has asked for too much lately."""


def spend(request: Request) -> None:
    """Take one request out of its sender's budget, or its badge's."""
    if not _has_left(request.sender) and not (request.badge and _has_left(request.badge)):
        raise NothingLeft


def _has_left(who: str) -> bool:
    now = time.monotonic()
    left, since = _left.pop(who, (float(REQUESTS_AT_ONCE), now))
    left = min(float(REQUESTS_AT_ONCE), left + (now - since) * REQUESTS_A_SECOND)
    _left[who] = (left - 1 if left >= 1 else left), now
    if len(_left) > MOST_SENDERS:
        _left.popitem(last=False)
    return left >= 1
