"""How many requests of one sender Django answers: so many at once, and so many a second after that.

A view of Django's takes ten times the processor of an answer that the event loop gives by itself, so kept pages,
streams and /health are not counted: two thousand phones behind one address see a new draw at once. Whoever wears a
badge has a budget of their own, so that a flood from the tablets' address does not take theirs. Each browser that
wears it has a small one besides: somebody who photographed a table's code, and sends from the address of that table's
tablet, can use up both of the others.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator
from typing import Final

from django.conf import settings

from tournament.asgi.bridge import Request

REQUESTS_A_SECOND: Final = 200 if settings.HTTPS else 60
REQUESTS_AT_ONCE: Final = 4000 if settings.HTTPS else 600
"""In each process. In a hall each phone has its own address; on servers all phones of a hall may come from one."""
REQUESTS_A_SECOND_OF_ONE_BROWSER: Final = 3
REQUESTS_AT_ONCE_OF_ONE_BROWSER: Final = 20
"""A tablet asks for its table's state at most twice a second, and sends a hand now and then. Somebody who comes in anew
as another browser uses up as many of their sender's."""
MOST_SENDERS: Final = 20_000
"""Of whom this is remembered; whoever sent nothing for the longest is forgotten first, with a full budget by then."""
TOO_OFTEN: Final = "Too much is being asked for from your network at the moment. Wait a few seconds, then try again."

_left: OrderedDict[str, tuple[float, float]] = OrderedDict()
"""By sender or badge: how many requests were left, and when."""


class NothingLeft(Exception):
    """This sender has asked for too much lately."""


def spend(request: Request) -> None:
    """Take one request out of its sender's budget, or its badge's, or its browser's."""
    if not any(_has_left(*budget) for budget in _budgets_of(request)):
        raise NothingLeft


def _budgets_of(request: Request) -> Iterator[tuple[str, int, int]]:
    yield request.sender, REQUESTS_AT_ONCE, REQUESTS_A_SECOND
    if request.badge:
        yield request.badge.right, REQUESTS_AT_ONCE, REQUESTS_A_SECOND
    if request.badge.browser:
        yield str(request.badge), REQUESTS_AT_ONCE_OF_ONE_BROWSER, REQUESTS_A_SECOND_OF_ONE_BROWSER


def _has_left(who: str, at_once: int, a_second: int) -> bool:
    now = time.monotonic()
    left, since = _left.pop(who, (float(at_once), now))
    left = min(float(at_once), left + (now - since) * a_second)
    _left[who] = (left - 1 if left >= 1 else left), now
    if len(_left) > MOST_SENDERS:
        _left.popitem(last=False)
    return left >= 1
