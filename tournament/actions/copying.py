"""A new event like one that was: its settings, groups and coordinators, with or without its people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from django.db import transaction
from django.db.models import Q

from tournament import current_time
from tournament.actions import setup
from tournament.actions.base import check_names_kept, lock_event, log
from tournament.log_kinds import Happened
from tournament.models import Competition, Competitor, Entry, Event, Group, Membership, Slide
from tournament.permissions import Actor, may_organise, require
from tournament.queries.standing import read_standing
from tournament.rules.errors import NeedsConfirmation
from tournament.rules.names import folded
from tournament.rules.presets import Settings, preset
from tournament.rules.round_times import settings_for_all


def copy_event(
    *, by: Actor, event: int, name: str, on: str = "", people: bool = False, slides: bool = False, sure: bool = False,
    request: str = "",
) -> int:  # fmt: skip
    """Make a new event with the competitions, groups and coordinators of this one; with `people` everybody who was
    entered is entered again; with `slides` it has those of the screens, which may show who won. Links are not copied,
    because the same link would then open two events. It asks before making an event that has another one's name and
    day.

    Several actions in one transaction; a request that is sent twice makes one event.
    """
    with transaction.atomic():
        require(may_organise(by, event), by)
        source = lock_event(event)
        if people:
            check_names_kept(source)
        if not sure:
            _check_can_be_told_apart(source, name, on)
        pk = setup.create_event(
            by=by, name=name, on=on, place=source.place, time_zone=source.time_zone, has_groups=source.has_groups,
            request=request,
        )  # fmt: skip
        copied, by = Event.objects.get(pk=pk), replace(by, scope=pk)
        if copied.competitions.exists() or copied.groups.exists():
            return pk  # it was copied when this was sent before
        copied.full_names, copied.sayings = source.full_names, source.sayings
        copied.search_before_draw, copied.rules_of_the_day = source.search_before_draw, source.rules_of_the_day
        copied.save(update_fields=["full_names", "search_before_draw", "sayings", "rules_of_the_day"])
        competitions = {old.pk: _copy_competition(by, old, pk) for old in source.competitions.order_by("pk")}
        groups = _copy_groups(by, source, copied)
        if slides:
            _copy_slides(by, source, copied)
        if people:
            _copy_people(by, source, copied, competitions, groups)
        return pk


def _check_can_be_told_apart(source: Event, name: str, on: str) -> None:
    """Ask about an event with the same name and day. The page suggests the name, and next year's event may well have
    it, but then it has another day."""
    same_day = source.date is not None and on == source.date.isoformat()
    if folded(name) == folded(source.name) and (same_day or not on):
        day = "the same day" if same_day else "no day"
        raise NeedsConfirmation(f"The new event would have the same name as this one, and {day}. Set it up anyway?")


def _copy_competition(by: Actor, old: Competition, event: int) -> Competition:
    rounds = read_standing(old, current_time.now()).rounds
    settings = settings_for_all(old.settings, [round_.time for round_ in rounds])
    pk = setup.create_competition(
        by=by, event=event, preset_name=old.preset, name=old.name, choices=_choices(old.preset, settings)
    )
    Competition.objects.filter(pk=pk).update(calls=old.calls, break_length=old.break_length)
    return Competition.objects.get(pk=pk)


def _choices(preset_name: str, settings: Settings) -> dict[str, Any]:
    """The settings that differ from the preset."""
    usual = preset(preset_name).settings
    values = {field.name: getattr(settings, field.name) for field in fields(Settings)}
    return {name: value for name, value in values.items() if value != getattr(usual, name)}


def _copy_groups(by: Actor, source: Event, copied: Event) -> dict[int, Group]:
    """The named groups, each with the coordinators who have an account; by the number of the old one."""
    old = list(source.groups.exclude(name="").order_by("pk"))
    new = Group.objects.bulk_create(Group(event=copied, name=group.name) for group in old)
    groups = dict(zip((group.pk for group in old), new, strict=True))
    members = Membership.objects.filter(group__in=groups.keys()).order_by("pk")
    Membership.objects.bulk_create(
        Membership(account_id=member.account_id, event=copied, role=member.role, group=groups[member.group_id or 0])
        for member in members
    )
    if new:
        log(by, copied, Happened.GROUPS_ADDED, groups=[group.travel_id for group in new])
    return groups


def _copy_slides(by: Actor, source: Event, copied: Event) -> None:
    """In the same order, with their pictures."""
    alike = ("position", "title", "text", "picture", "content_type", "digest")
    for row in source.slides.values(*alike):
        slide = Slide.objects.create(event=copied, **row)
        log(by, copied, Happened.SLIDE_ADDED, slide=slide.travel_id)


def _copy_people(
    by: Actor, source: Event, copied: Event, competitions: Mapping[int, Competition], groups: Mapping[int, Group]
) -> None:
    """Everybody who was on a list, with the same name and group; without groups also who came later."""
    standing = Entry.objects.filter(competition__event=source, withdrawn_at__isnull=True).exclude(competitor__name="")
    on_list = Q(listed=True) | Q(code="")
    entries = list((standing.filter(on_list) if source.has_groups else standing).order_by("pk"))
    old = list(Competitor.objects.filter(pk__in={entry.competitor_id for entry in entries}).order_by("pk"))
    people = dict(zip((person.pk for person in old), _new_people(copied, old, groups), strict=True))
    for pk, competition in competitions.items():
        made = Entry.objects.bulk_create(
            Entry(
                competition=competition,
                competitor=people[entry.competitor_id],
                group_id=people[entry.competitor_id].group_id,
                kind=entry.kind,
            )
            for entry in entries
            if entry.competition_id == pk
        )
        if made:
            log(by, competition, Happened.LIST_ENTERED, people=len(made))


def _new_people(copied: Event, old: Sequence[Competitor], groups: Mapping[int, Group]) -> list[Competitor]:
    """The copies of these people, in the same order. People who had a group of their own get a new one."""
    alone = sum(person.group_id not in groups for person in old)
    own = iter(Group.objects.bulk_create(Group(event=copied) for _ in range(alone)))
    return Competitor.objects.bulk_create(
        Competitor(event=copied, group=groups.get(person.group_id) or next(own), name=person.name, hidden=person.hidden)
        for person in old
    )
