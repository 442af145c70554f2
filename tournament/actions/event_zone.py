"""Another time zone for an event: what was told as Sunday 18:00 stays Sunday 18:00."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from tournament import current_time
from tournament.actions.base import lock_competition
from tournament.event_time import zone_of
from tournament.models import Competition, Event
from tournament.rules.errors import SettingsRefused
from tournament.rules.time_zones import moments_of, on_the_wall


def keep_closing_times(event: Event, before: ZoneInfo) -> None:
    """Keep future closing times at the same time of day in the event's new zone, because people who typed or read them
    meant the hall's clock."""
    waiting = event.competitions.filter(closed_at__isnull=True, closes_at__gt=current_time.now()).order_by("pk")
    for pk in waiting.values_list("pk", flat=True):
        _keep_closing_time(lock_competition(pk), before, zone_of(event))


def _keep_closing_time(competition: Competition, before: ZoneInfo, after: ZoneInfo) -> None:
    assert competition.closes_at is not None  # only those that close by themselves were asked for
    told = on_the_wall(competition.closes_at, before)
    moment = (moments_of(told, after) or [told.replace(tzinfo=after)])[0]
    if moment <= current_time.now():
        raise SettingsRefused(
            f"It’s already past {told:%H:%M} there, so entries for {competition} would close at once. Set another "
            "closing time first.",
            "time_zone",
        )
    competition.closes_at = moment
    competition.save(update_fields=["closes_at"])
