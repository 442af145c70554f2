"""Groups for an event that was set up without: everybody is given one, and nothing that was typed is lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import F

from tournament.actions.base import action, lock_competition, lock_event, log
from tournament.log_kinds import Happened
from tournament.models import Competition, Competitor, Entry, Event, Group
from tournament.permissions import Actor, may_organise, require
from tournament.queries.late_groups import read_people, read_why_without_groups
from tournament.rules import names
from tournament.rules.club_nights import groups_of, read_list
from tournament.rules.entries import Kind, is_beyond_limit
from tournament.rules.errors import EntryRefused


@action
def bring_in_groups(*, by: Actor, event: int, lines: str, request: str = "") -> dict[str, int]:
    """From now on people of this event come in groups. `lines` says who is in which, one person in each line: how many
    groups and people these are. Entries, seats, wristbands and presence stay with their people."""
    require(may_organise(by, event), by)
    locked_event = lock_event(event)
    competitions = [
        lock_competition(pk) for pk in locked_event.competitions.order_by("pk").values_list("pk", flat=True)
    ]
    if locked_event.has_groups:
        raise EntryRefused("This event already has groups.")
    if why := read_why_without_groups(locked_event):
        raise EntryRefused(why)
    people = read_people(locked_event)
    homes = groups_of([person.name for person in people], read_list(lines, has_groups=True))
    made = _move(locked_event, people, homes)
    for competition in competitions:
        _lift_limits(competition)
    Event.objects.filter(pk=event).update(has_groups=True, version=F("version") + 1)
    log(by, locked_event, Happened.GROUPS_BROUGHT_IN, request)
    return {"groups": made, "people": len(people)}


def _move(event: Event, people: Sequence[Competitor], homes: Mapping[str, str]) -> int:
    """Make the named groups and put everybody into theirs; the nameless ones of single people go. How many it made."""
    groups: dict[str, Group] = {}
    for person in people:
        name = homes[names.folded(person.name)]
        if names.folded(name) not in groups:
            groups[names.folded(name)] = Group.objects.create(event=event, name=name)
        person.group = groups[names.folded(name)]
    Competitor.objects.bulk_update(people, ["group"])
    for group in groups.values():
        Entry.objects.filter(competitor__group=group).update(group=group)
    event.groups.filter(name="").delete()
    return len(groups)


def _lift_limits(competition: Competition) -> None:
    """Lift the preset's limits on entries per group if more people are entered than they allow. While everybody played
    for themselves nobody was asked how many a group may enter."""
    standing = competition.entries.filter(withdrawn_at__isnull=True).values_list("group", "kind")
    counted = list(standing)
    lifted = {
        column: None
        for kind, column in ((Kind.ENTRY, "entries_per_group"), (Kind.RESERVE, "reserves_per_group"))
        for group, of_kind in set(counted)
        if of_kind == kind and is_beyond_limit(competition.settings, kind, counted.count((group, kind)))
    }
    if lifted:
        Competition.objects.filter(pk=competition.pk).update(**lifted, version=F("version") + 1)
