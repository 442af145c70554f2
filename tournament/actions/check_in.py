"""Who has come: here, and the wristband that the umpire ticks at the table (RULES 5)."""

from __future__ import annotations

from tournament import current_time
from tournament.actions.base import action, check_names_kept, lock_event, log
from tournament.log_kinds import Happened
from tournament.models import Competitor, Event
from tournament.permissions import Actor, may_check_in, require
from tournament.rules import wristbands
from tournament.rules.errors import EntryRefused, NotFound


def _lock_person(by: Actor, competitor: int) -> tuple[Event, Competitor]:
    """The person with their event. The event is locked, because a wristband is unique in it and names may be erased."""
    person = Competitor.objects.filter(pk=competitor).first()
    if person is None:
        raise NotFound("There is no such person.")
    require(may_check_in(by, person.event_id), by)
    event = lock_event(person.event_id)
    check_names_kept(event)
    return event, Competitor.objects.get(pk=competitor)


@action
def check_in(*, by: Actor, competitor: int, request: str = "") -> None:
    """Check somebody in. The first moment stays, because two desks may tick the same person."""
    event, person = _lock_person(by, competitor)
    person.here_at = person.here_at or current_time.now()
    person.save(update_fields=["here_at"])
    log(by, event, Happened.CHECKED_IN, request, competitor=person.travel_id)


@action
def undo_check_in(*, by: Actor, competitor: int, request: str = "") -> None:
    """Undo a check-in that was a slip of the finger. The wristband goes back into the box."""
    event, person = _lock_person(by, competitor)
    person.here_at, person.wristband = None, ""
    person.save(update_fields=["here_at", "wristband"])
    log(by, event, Happened.CHECK_IN_UNDONE, request, competitor=person.travel_id)


@action
def give_wristband(*, by: Actor, competitor: int, number: str, request: str = "") -> None:
    """Record the wristband number, which is unique in the event, and check the person in. An empty number takes it
    back."""
    event, person = _lock_person(by, competitor)
    band = wristbands.read(number)
    number = str(band) if band else ""
    if band and (wearer := _who_has(event, band, besides=person)):
        of_group = f", of {wearer.group}" if wearer.group.name else ""
        raise EntryRefused(f"Wristband {wearer.wristband} is already {wearer}’s{of_group}.")
    person.wristband = number
    person.here_at = person.here_at or (current_time.now() if number else None)
    person.save(update_fields=["wristband", "here_at"])
    if number:
        log(by, event, Happened.WRISTBAND_GIVEN, request, competitor=person.travel_id, number=number)
    else:
        log(by, event, Happened.WRISTBAND_TAKEN_BACK, request, competitor=person.travel_id)


def _who_has(event: Event, band: wristbands.Band, besides: Competitor) -> Competitor | None:
    """The person who wears this number, where 101 and 00101 are the same. The event is locked, so nobody else gets it
    meanwhile."""
    worn = Competitor.objects.filter(event=event, wristband__endswith=band.number).exclude(pk=besides.pk)
    people = worn.exclude(wristband="").select_related("group")
    return next((person for person in people if wristbands.same(person.wristband, band)), None)
