"""When organisers are reminded to erase the names of an event that is over (RULES 5)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

WEEKS_UNTIL_THE_REMINDER: Final = 4


def is_time_to_erase(day: date | None, finished: date | None, today: date) -> bool:
    """Whether the event was so long ago that nobody should need its names. Its day counts, or when the last competition
    was finished, whichever is later; an event that has neither is not over."""
    last = max(filter(None, (day, finished)), default=None)
    return last is not None and today - last >= timedelta(weeks=WEEKS_UNTIL_THE_REMINDER)
