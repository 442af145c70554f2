"""The people of a group: known by their name, locked while somebody is found or added, respelt where it is fixed."""

from __future__ import annotations

from django.db.models import QuerySet

from tournament import current_time
from tournament.actions.base import check_names_kept, log
from tournament.actions.settled_wishes import settle_spelling
from tournament.log_kinds import Happened
from tournament.models import Competitor, Event, FormerName, Group, Wish
from tournament.permissions import Actor
from tournament.queries.grades import read_withdrawals
from tournament.rules import names
from tournament.rules.errors import LooksAlike, NotFound
from tournament.words import listed


def people_of(group: Group) -> QuerySet[Competitor]:
    """The group's people. In an event without groups, all the event's people together."""
    return Competitor.objects.filter(group=group) if group.name else Competitor.objects.filter(event=group.event_id)


def known_person(group: Group, name: str) -> Competitor | None:
    """The group's person of this name, in small letters or capitals of any script: databases fold only plain ones,
    and see what nobody sees."""
    wanted = names.folded(name)
    for pk, known in people_of(group).order_by("pk").values_list("pk", "name"):
        if names.folded(known) == wanted:
            return Competitor.objects.get(pk=pk)
    return None


def person_named(group: Group, name: str) -> Competitor:
    """The group's person of this name, new if need be. Two competitions may enter them at once, so the caller has
    locked the group's people. Without groups somebody new is a group of their own."""
    known = known_person(group, name)
    if known is not None:
        return known
    home = group if group.name else Group.objects.create(event_id=group.event_id)
    return Competitor.objects.create(event_id=home.event_id, group=home, name=name)


def check_namesake(group: Group, name: str, *, sure: bool, respelt: Competitor | None = None) -> None:
    """Ask about a new name with the same letters as a known one, in its present or an earlier spelling: O'Brien and
    OBrien are hardly two people. Who withdrew is marked as such. `respelt` is the person whose name is fixed. The
    caller has locked the group's people."""
    if sure:
        return
    rows = people_of(group).order_by("pk", "former_names").values_list("pk", "name", "former_names__name")
    people = list(rows)
    if any(names.folded(now) == names.folded(name) for _, now, _ in people):
        return
    others = [row for row in people if row[1] and row[0] != (respelt and respelt.pk)]
    for spelling, now, pk in (*((now, now, pk) for pk, now, _ in others), *((was, now, pk) for pk, now, was in others)):
        if spelling and names.differ_in_signs_only(spelling, name):
            of_group = f" of {group}" if group.name else ""
            raise LooksAlike(f"Is “{name}” the same person as {now}{of_group}{_withdrew(group, pk)}?", known=now)


def _withdrew(group: Group, person: int) -> str:
    """What the question adds about somebody who withdrew: they are hardly entered again by mistake."""
    withdrew_from = read_withdrawals(group.event_id, competitor=person).get(person, ())
    return f", who withdrew from {listed(withdrew_from)}" if withdrew_from else ""


def lock_people(group: Group) -> None:
    """Lock the group's people; without groups the caller holds the event (`lock_for_people`). Erasing names waits for
    the competition or event that the caller holds; if it came first, this refuses."""
    if not group.name:
        check_names_kept(Event.objects.get(pk=group.event_id))
        return
    groups = Group.objects.select_for_update(no_key=True, of=("self",)).select_related("event")
    locked = groups.filter(pk=group.pk).first()
    if locked is None:
        raise NotFound("That group no longer exists.")
    check_names_kept(locked.event)


def spell(by: Actor, person: Competitor, name: str, why: str = "", request: str = "") -> None:
    """The person stays, with entries, seats, presence and wristband; the name is spelt so from now on, in every
    competition they are in. How it was is kept where erasing names reaches it, and the reason with it, which may well
    name somebody: nothing of either is in the log."""
    former = FormerName.objects.create(competitor=person, name=person.name, until=current_time.now(), why=why)
    Wish.objects.filter(entry__group=person.group_id, answered_at__isnull=True, name=person.name).update(name=name)
    settle_spelling(person, name)
    Competitor.objects.filter(pk=person.pk).update(name=name)
    event = Event.objects.get(pk=person.event_id)
    log(by, event, Happened.NAME_RESPELT, request, competitor=person.travel_id, former=former.travel_id)
