"""An event's times are those of its own time zone, wherever the server is and wherever somebody reads them.

Pages, screens and tablets say once which event they are about (`show_in_time_of`); from there on every time that a
template or a sentence writes is the event's. Web requests begin and end without one (web/event_time.py). Paper, and
everything else that is made outside of a request, is made `in_time_of` its event.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.utils import timezone

from tournament.rules import time_zones


class HasTimeZone(Protocol):
    """An event, as a row or as facts."""

    @property
    def time_zone(self) -> str: ...


def zone_of(event: HasTimeZone) -> ZoneInfo:
    """The event's zone. A database may have moved to a machine that does not know it: then it is that machine's."""
    try:
        return ZoneInfo(event.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(settings.TIME_ZONE)


def show_in_time_of(event: HasTimeZone) -> None:
    """Write every time of this web request's answer in the event's zone."""
    timezone.activate(zone_of(event))


def in_time_of(event: HasTimeZone) -> AbstractContextManager[object]:
    """Write every time in the event's zone, until the block is left."""
    return timezone.override(zone_of(event))


def zone_in_words(moment: datetime) -> str:
    """Melbourne time (AEDT): the zone in which times are written now, as it is at this moment."""
    return time_zones.in_words(_zone_now(), moment)


def zone_in_short(moment: datetime) -> str:
    """AEDT: the same where there is no room for more."""
    return time_zones.in_short(_zone_now(), moment)


def _zone_now() -> ZoneInfo:
    zone = timezone.get_current_timezone()
    return zone if isinstance(zone, ZoneInfo) else ZoneInfo(settings.TIME_ZONE)
