"""Saying something to the whole hall: one message at a time, a line or a slide, everywhere in the event."""

from __future__ import annotations

from datetime import datetime

from tournament import current_time
from tournament.actions.base import action, lock_event, log
from tournament.actions.clock import next_moment
from tournament.event_time import zone_of
from tournament.log_kinds import Happened
from tournament.models import Event, Slide
from tournament.permissions import Actor, may_run_hall, require
from tournament.rules.errors import Refused
from tournament.rules.hall_messages import USUAL_TIME, clean_message, words_of_slide


@action
def say_to_everybody(
    *, by: Actor, event: int, words: str = "", until: str = "", slide: int | None = None, request: str = ""
) -> None:  # fmt: skip
    """Show a line to everybody until a time of day, such as 14:05, or a slide on the screens: then phones and tablets
    have the line, or the slide's own words. The message before it goes."""
    require(may_run_hall(by, event), by)
    locked, now = lock_event(event), current_time.now()
    if locked.erased_at is not None:
        raise Refused("The names in this event have been erased, so you can’t send messages.")
    end = next_moment(until, now, zone_of(locked), "or leave it empty") if until.strip() else now + USUAL_TIME
    shown = _find_slide(locked, slide) if slide is not None else None
    own = words_of_slide(shown.title, shown.text) if shown is not None and not words.strip() else words
    _save(locked, clean_message(own), (now, end), shown)
    log(by, locked, Happened.MESSAGE_SAID, request)


@action
def take_message_down(*, by: Actor, event: int, request: str = "") -> None:
    """Take the message off everywhere, before its end."""
    require(may_run_hall(by, event), by)
    locked = lock_event(event)
    if not locked.message:
        return
    _save(locked, "", (None, None), None)
    log(by, locked, Happened.MESSAGE_TAKEN_DOWN, request)


def _find_slide(event: Event, slide: int) -> Slide:
    found = event.slides.filter(pk=slide).defer("picture").first()
    if found is None:
        raise Refused("This slide was removed. Choose another, or write one line.")
    return found


def _save(
    event: Event, words: str, since_until: tuple[datetime | None, datetime | None], slide: Slide | None
) -> None:  # fmt: skip
    event.slides.filter(for_everybody=True).update(for_everybody=False)
    if slide is not None:
        event.slides.filter(pk=slide.pk).update(for_everybody=True)
    event.message, (event.message_since, event.message_until) = words, since_until
    event.save(update_fields=["message", "message_since", "message_until"])
