"""When entries close by themselves (RULES 5); registration.py closes them, by hand or when the time has come."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from tournament import current_time
from tournament.actions.base import MEANWHILE, action, lock_competition, log
from tournament.event_time import zone_of
from tournament.log_kinds import Happened
from tournament.models import Competition
from tournament.permissions import Actor, may_organise, require
from tournament.queries.standing import is_open
from tournament.rules.closing_times import closes_late
from tournament.rules.errors import EntryRefused, NeedsConfirmation, SettingsRefused, Stale
from tournament.rules.time_zones import moments_of, on_the_wall

MOST_YEARS_AHEAD: Final = 5


@action
def set_closing(
    *, by: Actor, competition: int, closes: str = "", was: str | None = None, sure: bool = False, request: str = ""
) -> None:
    """Set when entries close by themselves; empty means by hand only. `was` is the time that was on the form. A time
    at which the event may have begun is hardly meant, so it asks first."""
    locked = lock_competition(competition)
    require(may_organise(by, locked.event_id), by)
    if not is_open(locked, current_time.now()):
        raise EntryRefused("Entries are closed. Reopen them first, then set a new closing time.")
    current = closing_text(locked)
    if closes == current:
        return
    if was not in (None, current):
        raise Stale(MEANWHILE, theirs={"closes_at": current}, yours={"closes_at": closes})
    locked.closes_at = _moment(closes, zone_of(locked.event))
    if not sure:
        _ask_about_the_day(locked)
    locked.save(update_fields=["closes_at"])
    log(by, locked, Happened.CLOSING_TIME_SET, request, closes=closes)


def _ask_about_the_day(competition: Competition) -> None:
    day, zone = competition.event.date, zone_of(competition.event)
    closes = None if competition.closes_at is None else on_the_wall(competition.closes_at, zone)
    if day is None or closes is None or not closes_late(day, closes):
        return
    when = "after it." if closes.date() > day else f"at {closes:%H:%M} that day. The draw comes after that."
    raise NeedsConfirmation(
        f"{competition.event} is on {date_format(day, 'j F Y')}, and entries would close {when} Is that what you want?",
        field="closes",
    )


def closing_text(competition: Competition) -> str:
    """The closing time as a form shows it: the day and the time in the event's zone."""
    at = competition.closes_at
    return "" if at is None else on_the_wall(at, zone_of(competition.event)).isoformat(timespec="minutes")


def _moment(text: str, zone: ZoneInfo) -> datetime | None:
    """A moment to come, in the event's time zone unless the text names one."""
    if not text:
        return None
    try:
        typed = datetime.fromisoformat(text)
    except ValueError:
        raise SettingsRefused(f"“{text[:20]}” isn’t a time. Write it like 2026-11-20T18:00.") from None
    now = current_time.now()
    if typed.year > now.year + MOST_YEARS_AHEAD:
        raise SettingsRefused(f"This closing time is more than {MOST_YEARS_AHEAD} years away. Check the year.")
    moment = _in_zone(typed, zone) if typed.year >= now.year - 1 else now
    if moment <= now:
        raise SettingsRefused("The closing time must be in the future. To close now, close entries by hand.")
    return moment


def _in_zone(typed: datetime, zone: ZoneInfo) -> datetime:
    """In the nights when clocks are put forward or back an hour does not exist, or comes twice. A zone that the text
    names is turned into ours at once: some that can be written Postgres does not know."""
    if timezone.is_aware(typed):
        return typed.astimezone(UTC)
    moments = moments_of(typed, zone)
    if not moments:
        raise SettingsRefused("Daylight saving starts that night and skips this time. Choose another.")
    if len(moments) > 1:
        raise SettingsRefused("Daylight saving ends that night and this time comes twice. Choose another.")
    return moments[0].astimezone(UTC)
