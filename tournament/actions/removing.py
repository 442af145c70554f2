"""Taking away what is not wanted: practice, and events and competitions that were set up by mistake."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from tournament.actions.base import action, do_each, lock_competition, lock_event, log
from tournament.actions.job_queue import fell_silent
from tournament.actions.removed_events import keep_copy
from tournament.backups.files import BackupReason
from tournament.backups.making import backed_up_first
from tournament.log_kinds import Happened
from tournament.models import Event, Table
from tournament.permissions import SYSTEM, Actor, may_organise, organiser, require
from tournament.queries.removing import read_use, read_why_event_stays
from tournament.rules.errors import NeedsConfirmation, Refused
from tournament.rules.removing import why_not_remove

DEMO_MAKER_IS_GONE_AFTER: Final = timedelta(minutes=2)
"""The maker of a demo that has not been heard from for this long is gone."""


def forget_unfinished() -> int:
    """Remove demos whose making was interrupted: they are half of an event, and nobody's. How many there were."""
    quiet = Event.objects.filter(fell_silent("unfinished_since", DEMO_MAKER_IS_GONE_AFTER), fictional=True)
    return do_each("Removing the unfinished demo", list(quiet.values_list("pk", flat=True)), remove_unfinished)


def remove_unfinished(event: int) -> int:
    """Remove an event that the program itself was making: nobody has seen it, so no copy is kept. How many it was."""
    left = Event.objects.filter(pk=event).first()
    if left is None:
        return 0
    remove_event(by=organiser(left, SYSTEM.name), event=event, name=left.name, with_copy=False)
    return 1


@backed_up_first(BackupReason.REMOVE, unless=lambda arguments: not arguments.get("with_copy", True))
@action
def remove_event(*, by: Actor, event: int, name: str, with_copy: bool = True, request: str = "") -> None:
    """Remove an event that was never played, or was practice, with everything in it. `name` is its name, typed by the
    organiser to be sure. A copy is kept for a week; the log keeps its lines."""
    require(may_organise(by, event), by)
    locked_event = lock_event(event)
    competitions = list(locked_event.competitions.select_for_update(no_key=True).order_by("pk"))
    # A tablet that is just sending a hand to one of its tables is waited for, and the next one finds no table.
    list(Table.objects.select_for_update().filter(round__competition__in=competitions))
    if why := read_why_event_stays(locked_event):
        raise Refused(why)
    if _plain(name) != _plain(locked_event.name):
        raise Refused(f"Type the event’s name to remove it: {locked_event}")
    if with_copy:
        keep_copy(locked_event)
    slugs = [competition.slug for competition in competitions]
    log(by, locked_event, Happened.EVENT_REMOVED, request, competitions=slugs)
    locked_event.delete()


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


@action
def remove_competition(*, by: Actor, competition: int, sure: bool = False, request: str = "") -> None:
    """Take away a competition that was added by mistake, while nobody was entered and nothing drawn."""
    locked_competition = lock_competition(competition)
    require(may_organise(by, locked_competition.event_id), by)
    if why := why_not_remove(read_use([locked_competition])):
        raise Refused(why)
    if not sure:
        raise NeedsConfirmation(f"“{locked_competition}” and its settings will be deleted. Remove it?")
    log(by, locked_competition.event, Happened.COMPETITION_REMOVED, request, name=locked_competition.name)
    locked_competition.delete()
