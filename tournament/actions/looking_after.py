"""What an organiser does with an event once it is over: close or open its public pages, and keep its names for now."""

from __future__ import annotations

from tournament import current_time
from tournament.actions.base import action, lock_event, log
from tournament.log_kinds import Happened
from tournament.permissions import Actor, may_organise, require
from tournament.queries.events import read_unfinished
from tournament.rules.errors import NeedsConfirmation


@action
def hide_event(*, by: Actor, event: int, sure: bool = False, request: str = "") -> None:
    """Close the event's public pages. While something is being played people need them, so it asks first: an event
    that was abandoned is never finished."""
    require(may_organise(by, event), by)
    locked_event = lock_event(event)
    if not sure and (names := read_unfinished(locked_event)):
        raise NeedsConfirmation(
            f"Not finished yet: {', '.join(names)}. Players need the public pages until then. Close them anyway?"
        )
    locked_event.hidden = True
    locked_event.save(update_fields=["hidden"])
    log(by, locked_event, Happened.EVENT_HIDDEN, request)


@action
def show_event(*, by: Actor, event: int, request: str = "") -> None:
    """Open the event's public pages again."""
    require(may_organise(by, event), by)
    locked_event = lock_event(event)
    locked_event.hidden = False
    locked_event.save(update_fields=["hidden"])
    log(by, locked_event, Happened.EVENT_SHOWN, request)


@action
def keep_names(*, by: Actor, event: int, request: str = "") -> None:
    """The names stay for now; nobody is reminded of them again."""
    require(may_organise(by, event), by)
    locked_event = lock_event(event)
    locked_event.names_kept_at = current_time.now()
    locked_event.save(update_fields=["names_kept_at"])
    log(by, locked_event, Happened.NAMES_KEPT, request)
