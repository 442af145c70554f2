"""Taking away what is not wanted: rehearsals, and events and competitions that were set up by mistake."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from tournament.actions.base import action, do_each, lock_competition, lock_event, log
from tournament.actions.job_queue import fell_silent
from tournament.log_kinds import Happened
from tournament.models import Event, Table
from tournament.permissions import SYSTEM, Actor, Role, may_organise, require
from tournament.queries.removing import read_use
from tournament.rules.errors import NeedsConfirmation, Refused
from tournament.rules.removing import why_not_remove

SILENCE: Final = timedelta(minutes=2)
"""Whoever makes a demo and has not been heard of for so long is gone."""


def forget_unfinished() -> int:
    """Remove demos whose making was interrupted: they are half of an event, and nobody's. How many there were."""
    quiet = Event.objects.filter(fell_silent("unfinished_since", SILENCE), fictional=True)
    return do_each("Removing the unfinished demo", list(quiet.values_list("pk", flat=True)), _forget_unfinished)


def _forget_unfinished(event: int) -> int:
    forget_rehearsal(by=Actor(Role.ORGANISER, event, SYSTEM.name), event=event)
    return 1


@action
def forget_rehearsal(*, by: Actor, event: int, request: str = "") -> None:
    """Remove a rehearsal with everything that was played in it. The log keeps its lines; a real event always stays."""
    require(may_organise(by, event), by)
    locked_event = lock_event(event)
    if not locked_event.fictional:
        raise Refused(
            f"“{locked_event}” is not a rehearsal. Real events stay; their names can be erased when they are over."
        )
    competitions = list(locked_event.competitions.select_for_update(no_key=True).order_by("pk"))
    # A tablet that is just sending a hand to one of its tables is waited for, and the next one finds no table.
    list(Table.objects.select_for_update().filter(round__competition__in=competitions))
    log(
        by,
        locked_event,
        Happened.REHEARSAL_FORGOTTEN,
        request,
        competitions=[competition.slug for competition in competitions],
    )
    locked_event.delete()


@action
def remove_event(*, by: Actor, event: int, sure: bool = False, request: str = "") -> None:
    """Take away an event that was set up by mistake, while nobody was entered and nothing drawn. The log keeps its
    lines."""
    require(may_organise(by, event), by)
    locked_event = lock_event(event)
    competitions = list(locked_event.competitions.select_for_update(no_key=True).order_by("pk"))
    if why := why_not_remove(read_use(competitions)):
        raise Refused(why)
    if not sure:
        raise NeedsConfirmation(f"“{locked_event}” goes with its groups, links and settings. Remove it?")
    log(
        by,
        locked_event,
        Happened.EVENT_REMOVED,
        request,
        competitions=[competition.slug for competition in competitions],
    )
    locked_event.delete()


@action
def remove_competition(*, by: Actor, competition: int, sure: bool = False, request: str = "") -> None:
    """Take away a competition that was added by mistake, while nobody was entered and nothing drawn."""
    locked_competition = lock_competition(competition)
    require(may_organise(by, locked_competition.event_id), by)
    if why := why_not_remove(read_use([locked_competition])):
        raise Refused(why)
    if not sure:
        raise NeedsConfirmation(f"“{locked_competition}” goes with its settings. Remove it?")
    log(by, locked_competition.event, Happened.COMPETITION_REMOVED, request, name=locked_competition.name)
    locked_competition.delete()
