"""When organisers are reminded to erase the names of an event that is over (RULES 5)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Final

UNTIL_THE_REMINDER: Final = timedelta(weeks=4)


def is_time_to_erase(days: Iterable[date | None], today: date) -> bool:
    """Whether the event was so long ago that nobody should need its names.

    `days` are its own day, and those of its last result, hand and draw, of which it may lack some. The last one counts:
    a league goes on for weeks after its day. An event that has none of them is not over.
    """
    last = max(filter(None, days), default=None)
    return last is not None and today - last >= UNTIL_THE_REMINDER
