"""An event's day: read as a form sends it, and asked about where it is hardly meant."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from tournament import current_time
from tournament.actions.closing import MOST_YEARS_AHEAD
from tournament.event_time import zone_of
from tournament.models import Event
from tournament.rules.closing_times import closes_late
from tournament.rules.errors import NeedsConfirmation, SettingsRefused
from tournament.rules.time_zones import on_the_wall

FIRST_YEAR: Final = 2000


def read_day(on: str) -> date | None:
    """A day that can be meant: nobody sets up an event of another century."""
    if not on:
        return None
    try:
        day = date.fromisoformat(on)
    except ValueError:
        raise SettingsRefused(f"“{on[:20]}” isn’t a day. Write it like 2026-11-21.", "on") from None
    if day.year < FIRST_YEAR:
        raise SettingsRefused("That day is a very long time ago. Check the year.", "on")
    if day.year > timezone.localdate(current_time.now()).year + MOST_YEARS_AHEAD:
        raise SettingsRefused(f"That day is more than {MOST_YEARS_AHEAD} years away. Check the year.", "on")
    return day


def ask_about_the_past(day: date | None, time_zone: str) -> None:
    """A new event on a day that is over is hardly meant."""
    if day is not None and day < timezone.localdate(current_time.now(), ZoneInfo(time_zone)):
        raise NeedsConfirmation(
            f"{day:%A} {day.day} {day:%B %Y} has passed. Set the event up for that day anyway?", field="on"
        )


def ask_about_closings(event: Event, before: date | None) -> None:
    """The event has another day: closing times that fitted the day before may be too late for this one."""
    waiting = event.competitions.filter(closed_at__isnull=True, closes_at__gt=current_time.now()).order_by("pk")
    zone, times = zone_of(event), waiting.values_list("name", "closes_at")
    closings = [(name, on_the_wall(at, zone)) for name, at in times if at is not None]
    late = [
        f"{name} at {closes:%H:%M} on {_in_words(closes)}"
        for name, closes in closings
        if closes_late(event.date, closes) and not closes_late(before, closes)
    ]
    if late and event.date is not None:
        raise NeedsConfirmation(
            f"Entries would close too late for {_in_words(event.date)}: {', '.join(late)}. You can change that in the "
            "settings of each competition. Save the day anyway?"
        )


def _in_words(day: date | datetime) -> str:
    return date_format(day, "j F Y")
