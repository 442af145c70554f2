"""Which events are so long over that their organisers are reminded of the names (RULES 5)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery

from tournament.event_time import zone_of
from tournament.log_kinds import Happened
from tournament.models import Competitor, Event, LogEntry
from tournament.rules.reminding import UNTIL_THE_REMINDER, is_time_to_erase

_PLAYED: Final = tuple(
    kind.stored
    for kind in (
        Happened.DRAW_SEALED,
        Happened.DRAW_PUBLISHED,
        Happened.HAND_RECORDED,
        Happened.HAND_CHANGED,
        Happened.SHEET_ACCEPTED,
    )
)
"""The lines of the log that say that an event was not over yet."""


def read_names_to_erase(events: Collection[int], now: datetime) -> dict[int, int]:
    """How many names each of these events still has, of which its organisers are to be reminded; in one query."""
    return {event.pk: event.names for event in _may_be_over(events, now) if event.names and _is_over(event, now)}


def _may_be_over(events: Collection[int], now: datetime) -> QuerySet[Any]:
    """Real events whose names nobody has erased or decided to keep, and whose day, if they have one, is long past."""
    earlier = (now + timedelta(days=1) - UNTIL_THE_REMINDER).date()  # in every time zone
    kept = Event.objects.filter(pk__in=events, fictional=False, erased_at=None, names_kept_at=None)
    played = LogEntry.objects.filter(event=OuterRef("pk"), what__in=_PLAYED).order_by().values("event")
    named = Competitor.objects.filter(event=OuterRef("pk")).exclude(name="").order_by().values("event")
    return kept.filter(Q(date=None) | Q(date__lte=earlier)).annotate(
        finished=Max("competitions__finished_at"),
        played=Subquery(played.annotate(last=Max("at")).values("last")),
        names=Subquery(named.annotate(number=Count("pk")).values("number")),
    )


def _is_over(event: Any, now: datetime) -> bool:
    zone = zone_of(event)
    happened = [moment.astimezone(zone).date() for moment in (event.finished, event.played) if moment is not None]
    return is_time_to_erase([event.date, *happened], now.astimezone(zone).date())
