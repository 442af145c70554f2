"""When entries close by themselves (RULES 5); registration.py closes them, by hand or when the time has come."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from django.utils import timezone

from tournament.actions.base import MEANWHILE, action, lock_competition, log
from tournament.log_kinds import Happened
from tournament.models import Competition
from tournament.permissions import Actor, may_organise, require
from tournament.queries.standing import is_open
from tournament.rules.errors import EntryRefused, SettingsRefused, Stale

MOST_YEARS: Final = 5


@action
def set_closing(*, by: Actor, competition: int, closes: str = "", was: str | None = None, request: str = "") -> None:
    """When entries close by themselves; empty, they close by hand only. `was` is the time that was on the form."""
    locked = lock_competition(competition)
    require(may_organise(by, locked.event_id), by)
    if not is_open(locked, timezone.now()):
        raise EntryRefused("Entries are closed. Reopen them first, then set a new closing time.")
    current = closing_text(locked)
    if closes == current:
        return
    if was not in (None, current):
        raise Stale(MEANWHILE, theirs={"closes_at": current}, yours={"closes_at": closes})
    locked.closes_at = _moment(closes)
    locked.save(update_fields=["closes_at"])
    log(by, locked, Happened.CLOSING_TIME_SET, request, closes=closes)


def closing_text(competition: Competition) -> str:
    """The closing time as a form shows it: the day and the time in the server's zone."""
    at = competition.closes_at
    return "" if at is None else timezone.localtime(at).replace(tzinfo=None).isoformat(timespec="minutes")


def _moment(text: str) -> datetime | None:
    """A moment to come, in the server's time zone unless the text names one."""
    if not text:
        return None
    try:
        typed = datetime.fromisoformat(text)
    except ValueError:
        raise SettingsRefused(f"“{text[:20]}” is not a time. Write it as 2026-11-20T18:00.") from None
    now = timezone.now()
    if typed.year > now.year + MOST_YEARS:
        raise SettingsRefused(f"This closing time is more than {MOST_YEARS} years away. Look at the year again.")
    moment = _in_our_zone(typed) if typed.year >= now.year - 1 else now
    if moment <= now:
        raise SettingsRefused("The closing time must be in the future. To close now, close entries by hand.")
    return moment


def _in_our_zone(typed: datetime) -> datetime:
    """On the night when clocks are put forward an hour does not exist: there and back again it is another time. A
    zone that the text names is turned into ours at once: some that can be written Postgres does not know."""
    if timezone.is_aware(typed):
        return typed.astimezone(UTC)
    moment = timezone.make_aware(typed)
    if timezone.make_naive(moment.astimezone(UTC)) != typed:
        raise SettingsRefused("The clocks are put forward that night, and this time is left out. Choose another.")
    return moment
