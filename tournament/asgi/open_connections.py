"""How many connections are open, together and by sender: idle and trickling ones too take memory and files.

Behind our proxy every connection is the proxy's, so only all of them together are limited there; the proxy has limits
of its own for whoever connects to it.
"""

from __future__ import annotations

import resource
from collections import Counter
from typing import Final

from django.conf import settings

from tournament.live.streams import FILES_KEPT_FREE
from tournament.networks import network_of

MOST_OF_ONE_SENDER: Final = 4500
"""A hall's streams (4,000 of one sender are let in), and as many again of its phones as load a page at a time."""
FEW_OF_ONE_SENDER: Final = 50
"""Above half of what may be open together only those are let in who have fewer: a tablet has three or four."""
MOST_TOGETHER: Final = 20_000

_open: Counter[str] = Counter()
_together = 0


def let_in(peer: str) -> str | None:
    """Count one more connection. Returns as whose it is counted; None if there are too many already."""
    global _together
    sender = "" if settings.HTTPS else network_of(peer)
    if _together >= most_together() or (sender and _open[sender] >= _most_of_one_sender()):
        return None
    _open[sender] += 1
    _together += 1
    return sender


def let_out(sender: str) -> None:
    """One of these is closed."""
    global _together
    _together -= 1
    _open[sender] -= 1
    if not _open[sender]:
        del _open[sender]


def _most_of_one_sender() -> int:
    return FEW_OF_ONE_SENDER if _together >= most_together() // 2 else MOST_OF_ONE_SENDER


def most_together() -> int:
    """As many as there are files for, less those that are kept free."""
    return min(MOST_TOGETHER, max(100, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - FILES_KEPT_FREE))
