"""Hides somebody who must not be found: one tap takes their name off everything public, another puts it back (RULES
5)."""

from __future__ import annotations

from tournament.actions.base import action, lock_event, log
from tournament.log_kinds import Happened
from tournament.models import Competitor, Event
from tournament.permissions import Actor, may_run_hall, require
from tournament.rules.errors import NotFound


@action
def hide_person(*, by: Actor, competitor: int, request: str = "") -> None:
    """Hide a person: from now on public pages and screens say "A player". It stays so after the event, because pages
    that stay must not tell either."""
    event, person = _lock(by, competitor)
    Competitor.objects.filter(pk=competitor).update(hidden=True)
    log(by, event, Happened.PERSON_HIDDEN, request, competitor=person.travel_id)


@action
def show_person(*, by: Actor, competitor: int, request: str = "") -> None:
    """Make a person's name public again, as everybody's is."""
    event, person = _lock(by, competitor)
    Competitor.objects.filter(pk=competitor).update(hidden=False)
    log(by, event, Happened.PERSON_SHOWN, request, competitor=person.travel_id)


def _lock(by: Actor, competitor: int) -> tuple[Event, Competitor]:
    """Lock the person's event. Refuses people who may not hide somebody in it."""
    person = Competitor.objects.filter(pk=competitor).first()
    if person is None:
        raise NotFound("There is no such person.")
    require(may_run_hall(by, person.event_id), by)
    return lock_event(person.event_id), person
