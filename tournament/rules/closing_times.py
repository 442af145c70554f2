"""Which closing times are hardly meant (RULES 5)."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Final

LATEST_ON_THE_DAY: Final = time(12)
"""An event has a day and no hour. People may be entered at the door in the morning; at noon most have begun."""


def closes_late(day: date | None, closes: datetime | None) -> bool:
    """Whether entries would close after the event may have begun. Both as the hall's clock and calendar show them."""
    if day is None or closes is None:
        return False
    return closes.replace(tzinfo=None) > datetime.combine(day, LATEST_ON_THE_DAY)
