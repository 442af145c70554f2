"""A club night in one step: the event, its competition, everybody on the list, the plan, and the sealed draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from tournament import current_time
from tournament.actions import draw, setup
from tournament.actions.base import action, check_names_kept, lock_for_people, log
from tournament.actions.registration import check_open, close_entries
from tournament.log_kinds import Happened
from tournament.models import Competition, Competitor, Entry, Group
from tournament.permissions import Actor, may_organise, require
from tournament.queries.spellings import read_spellings
from tournament.rules import names
from tournament.rules.club_nights import (
    Listed,
    WayToPlay,
    check_alike,
    check_pair,
    find_alike,
    plan_evening,
    read_list,
    tell_apart,
)
from tournament.rules.entries import Kind, check_limits
from tournament.rules.errors import EntryRefused
from tournament.rules.namesakes import KnownNames
from tournament.rules.time_zones import check_zone

COMPETITION = "Uno"


def set_up_club_night(
    *, by: Actor, name: str, lines: str, way: WayToPlay, time_zone: str = "", has_groups: bool = False,
    draw_now: bool = True, same: Mapping[str, bool] | None = None, sure: bool = False, request: str = "",
) -> int:  # fmt: skip
    """Set up everything on the page for a club night, or nothing. Answers the new competition. With `draw_now` its draw
    is sealed and waits for the dice; otherwise entries stay open.

    Several actions, each with its own line in the log and its own part of the request id, in one transaction.
    """
    if draw_now:
        evening = plan_evening(_who_is_who(read_list(lines, has_groups=has_groups), KnownNames(), same), way)
        if not sure:
            check_pair(evening)

    def request_for(step: str) -> str:
        return f"{request}-{step}" if request else ""

    with transaction.atomic():
        event = setup.create_event(
            by=by, name=name, on=_today(time_zone), time_zone=time_zone, has_groups=has_groups, request=request
        )
        by = replace(by, scope=event)
        competition = setup.create_competition(
            by=by,
            event=event,
            preset_name=way.preset,
            name=COMPETITION,
            choices=way.choices,
            request=request_for("uno"),
        )
        if lines.strip():
            enter_list(by=by, competition=competition, lines=lines, same=same, request=request_for("names"))
        if draw_now:
            close_entries(by=by, competition=competition, request=request_for("close"))
            draw.choose_plan(by=by, competition=competition, request=request_for("plan"))
            draw.seal_draw(by=by, competition=competition, request=request_for("seal"))
    return competition


def _today(time_zone: str) -> str:
    """The date where they play."""
    return timezone.localdate(current_time.now(), ZoneInfo(check_zone(time_zone)) if time_zone else None).isoformat()


@action
def enter_list(
    *, by: Actor, competition: int, lines: str, same: Mapping[str, bool] | None = None, request: str = ""
) -> dict[str, int]:
    """Enter everybody on a list with one person on each line. People who are entered already stay so. Answers how many
    of each there were. It asks about people who may be somebody known in another spelling; `same` answers, by the key
    of the line."""
    locked = lock_for_people(competition)
    require(may_organise(by, locked.event_id), by)
    check_names_kept(locked.event)
    check_open(locked, by)
    listed = read_list(lines, has_groups=locked.event.has_groups)
    if not listed:
        raise EntryRefused("Type a name, or several, one on each line.")
    people = _people(locked, _who_is_who(listed, KnownNames(read_spellings(locked.event_id)), same))
    entered = dict(Entry.objects.filter(competition=locked).values_list("competitor", "withdrawn_at"))
    new = [person for person in people if entered.get(person.pk, "new") is not None]
    _check_limits(locked, new)
    again = Entry.objects.filter(competition=locked, competitor__in=[person.pk for person in new])
    again.update(kind=Kind.ENTRY, withdrawn_at=None)
    Entry.objects.bulk_create(
        Entry(competition=locked, competitor=person, group_id=person.group_id, kind=Kind.ENTRY)
        for person in new
        if person.pk not in entered
    )
    if new:
        log(by, locked, Happened.LIST_ENTERED, request, people=len(new))
    return {"added": len(new), "there": len(people) - len(new)}


def _who_is_who(listed: Sequence[Listed], known: KnownNames, same: Mapping[str, bool] | None) -> list[Listed]:
    """Everybody on the list, once it is settled for every doubtful line who is meant."""
    alike = find_alike(listed, known, same or {})
    check_alike(alike)
    return tell_apart(listed, alike)


def _people(competition: Competition, listed: Sequence[Listed]) -> list[Competitor]:
    """Everybody on the list, in its order. People who are new to the event are added, with their groups."""
    event = competition.event_id
    people = Competitor.objects.filter(event=event).select_related("group")
    known = {(names.folded(person.group.name), names.folded(person.name)): person for person in people}
    keys = [(names.folded(line.group), names.folded(line.name)) for line in listed]
    new = {key: line for key, line in zip(keys, listed, strict=True) if key not in known}
    groups = _named_groups(competition, listed)
    own = iter(Group.objects.bulk_create(Group(event_id=event) for line in new.values() if not line.group))
    made = Competitor.objects.bulk_create(
        Competitor(event_id=event, group=groups[group] if group else next(own), name=line.name)
        for (group, _), line in new.items()
    )
    known |= dict(zip(new, made, strict=True))
    return [known[key] for key in keys]


def _named_groups(competition: Competition, listed: Sequence[Listed]) -> dict[str, Group]:
    """The named groups of the list, by what makes two names the same; those that are new are added."""
    wanted = {names.folded(line.group): line.group for line in listed if line.group}
    known = Group.objects.filter(event=competition.event_id).exclude(name="") if wanted else []
    groups = {names.folded(group.name): group for group in known}
    for key, name in wanted.items():
        if key not in groups:
            groups[key] = Group.objects.create(event_id=competition.event_id, name=name)
    return groups


def _check_limits(competition: Competition, people: Sequence[Competitor]) -> None:
    """Check the limits as if these people were entered one after the other (RULES 5)."""
    standing = Entry.objects.filter(competition=competition, withdrawn_at__isnull=True, kind=Kind.ENTRY)
    groups = list(standing.values_list("group", flat=True))
    for person in people:
        check_limits(competition.settings, Kind.ENTRY, of_group=groups.count(person.group_id), entries=len(groups))
        groups.append(person.group_id)
