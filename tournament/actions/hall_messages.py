"""Saying something to the whole hall: one message at a time, on every screen, tablet and phone of the event."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from tournament.actions.base import action, lock_event, log
from tournament.actions.clock import next_moment
from tournament.event_time import zone_of
from tournament.log_kinds import Happened
from tournament.models import Event
from tournament.permissions import Actor, may_run_hall, require
from tournament.rules.errors import Refused
from tournament.rules.hall_messages import USUAL_TIME, clean_message


@action
def say_to_everybody(*, by: Actor, event: int, words: str, until: str = "", request: str = "") -> None:
    """Show a line to everybody until a time of day, such as 14:05. The message before it goes."""
    require(may_run_hall(by, event), by)
    locked, now = lock_event(event), timezone.now()
    if locked.erased_at is not None:
        raise Refused("The names in this event have been erased, so you can't send messages.")
    end = next_moment(until, now, zone_of(locked), "or leave it empty") if until.strip() else now + USUAL_TIME
    _save(locked, clean_message(words), end)
    log(by, locked, Happened.MESSAGE_SAID, request)


@action
def take_message_down(*, by: Actor, event: int, request: str = "") -> None:
    """Take the message off everywhere, before its end."""
    require(may_run_hall(by, event), by)
    locked = lock_event(event)
    if not locked.message:
        return
    _save(locked, "", None)
    log(by, locked, Happened.MESSAGE_TAKEN_DOWN, request)


def _save(event: Event, words: str, until: datetime | None) -> None:
    event.message, event.message_until = words, until
    event.save(update_fields=["message", "message_until"])
