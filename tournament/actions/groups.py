"""Groups: add, rename, merge what was entered twice, remove what is empty (RULES 1 and 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import IntegrityError, transaction

from tournament import current_time
from tournament.actions.base import action, check_names_kept, lock_competition, lock_event, log
from tournament.log_kinds import Happened
from tournament.models import Competition, Competitor, Entry, Event, Group, Invitation, Membership
from tournament.permissions import Actor, may_organise, require
from tournament.queries.entries import is_sealed
from tournament.rules import names
from tournament.rules.entries import Kind, check_joined
from tournament.rules.errors import EntryRefused, NeedsConfirmation, NotFound, Stale

MOST_AT_ONCE: Final = 500


@action
def add_group(*, by: Actor, event: int, name: str, request: str = "") -> int:
    """Add a group to this event; two groups cannot have the same name."""
    require(may_organise(by, event), by)
    locked_event = _event_with_groups(event)
    name = _free(locked_event, name)
    group = _save(Group(event=locked_event, name=name))
    log(by, locked_event, Happened.GROUP_ADDED, request, group=group.travel_id)
    return group.pk


@action
def add_groups(*, by: Actor, event: int, lines: Sequence[str], request: str = "") -> dict[str, int]:
    """Add several groups, one name on each line. Groups that exist already stay as they are. Answers how many of each
    there were."""
    require(may_organise(by, event), by)
    locked_event = _event_with_groups(event)
    wanted = _names(lines)
    taken = _taken(locked_event)
    new = {key: name for key, name in wanted.items() if key not in taken}
    if not new:
        only = next(iter(wanted.values()))
        raise EntryRefused(_is_there(only) if len(wanted) == 1 else "You already have all of these groups.")
    made = [_save(Group(event=locked_event, name=name)) for name in new.values()]
    log(by, locked_event, Happened.GROUPS_ADDED, request, groups=[group.travel_id for group in made])
    written = sum(bool(line.strip()) for line in lines)
    return {"added": len(made), "there": len(wanted) - len(made), "twice": written - len(wanted)}


def _event_with_groups(event: int) -> Event:
    """Lock the event, if groups can be added to it."""
    locked_event = lock_event(event)
    check_names_kept(locked_event)
    if not locked_event.has_groups:
        raise EntryRefused("This event has no groups: everybody plays for themselves.")
    return locked_event


def _names(lines: Sequence[str]) -> dict[str, str]:
    """The cleaned names, each once, by what makes two names the same. A bad line is named by its number."""
    found: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        if line.strip():
            name = names.clean(line, f"Line {number}: the group’s name" if len(lines) > 1 else "The group’s name")
            found.setdefault(names.folded(name), name)
    if not found:
        raise EntryRefused("Type the name of a group, or several, one on each line.")
    if len(found) > MOST_AT_ONCE:
        raise EntryRefused(f"That’s {len(found):,} groups; you can add {MOST_AT_ONCE} at once.")
    return found


def _taken(event: Event, but: int = 0) -> set[str]:
    """The names of the event's groups, in small letters of any script: databases fold only plain ones."""
    groups = Group.objects.filter(event=event).exclude(pk=but)
    return {names.folded(name) for name in groups.values_list("name", flat=True)}


def _is_there(name: str) -> str:
    return f"There is already a group called “{name}”."


def _free(event: Event, name: str, but: int = 0) -> str:
    name = names.clean(name, "The group’s name")
    if names.folded(name) in _taken(event, but):
        raise EntryRefused(_is_there(name))
    return name


def _save(group: Group) -> Group:
    """Save the group. If the database takes two names for the same that we keep apart, the database has the last
    word."""
    try:
        with transaction.atomic():
            group.save()
    except IntegrityError:
        raise EntryRefused(_is_there(group.name)) from None
    return group


def _find(by: Actor, group: int) -> tuple[Event, Group]:
    """The group and its event. The event is locked, so changes to its groups wait for each other."""
    found = Group.objects.filter(pk=group).first()
    if found is None:
        raise NotFound("That group no longer exists.")
    locked_event = lock_event(found.event_id)
    require(may_organise(by, locked_event.pk), by)
    return locked_event, _again(locked_event, group)


def _again(event: Event, group: int) -> Group:
    found = Group.objects.filter(pk=group, event=event).first()
    if found is None:
        raise NotFound("That group is no longer in this event.")
    return found


@action
def rename_group(*, by: Actor, group: int, name: str, was: str, request: str = "") -> None:
    """Correct a group's name. `was` is the name that was on the form: if somebody else changed it, both are shown."""
    locked_event, found = _find(by, group)
    name = _free(locked_event, name, but=group)
    if found.name not in (was, name):
        raise Stale(
            "Somebody else changed this name since you opened it. Which one is right?",
            theirs={"name": found.name},
            yours={"name": name},
        )
    found.name = name
    _save(found)
    log(by, locked_event, Happened.GROUP_RENAMED, request, group=found.travel_id)


@action
def remove_group(*, by: Actor, group: int, request: str = "") -> None:
    """Remove an empty group with its invitation. People who were withdrawn do not count as its entries."""
    locked_event, found = _find(by, group)
    _lock_competitions(locked_event)
    if found.entries.filter(withdrawn_at__isnull=True).exists():
        raise EntryRefused(f"“{found}” still has people entered. Withdraw them first, or merge it into another group.")
    found.delete()
    log(by, locked_event, Happened.GROUP_REMOVED, request, group=found.travel_id)


def _lock_competitions(event: Event) -> list[Competition]:
    """Lock all competitions of the event, always in the same order, so that nobody is entered meanwhile and two actions
    cannot block each other."""
    return [lock_competition(pk) for pk in event.competitions.order_by("pk").values_list("pk", flat=True)]


# Merging


@action
def merge_groups(*, by: Actor, group: int, into: int, sure: bool = False, request: str = "") -> None:
    """Merge two groups that are one. Everything of `group` goes to `into`, people of the same name become one person,
    and the links that invited to `group` end. Refused if the rules would not have let one group do all of this."""
    locked_event, gone = _find(by, group)
    if group == into:
        raise EntryRefused("Choose another group to merge this one into.")
    kept = _again(locked_event, into)
    competitions = _lock_competitions(locked_event)
    twins = _twins(gone, kept)
    for competition in competitions:
        _check_unsealed(competition, gone)
    for twin, person in twins:
        _check_twins(twin, person)
    for competition in competitions:
        _check_limits(competition, gone, kept)
    if not sure:
        raise NeedsConfirmation(
            f"Everybody in “{gone}” moves to “{kept}”, and the link for “{gone}” stops working. You can’t undo this. "
            "Merge them?"
        )
    for twin, person in twins:
        _join(twin, person)
    _hand_over(gone, kept)
    log(by, locked_event, Happened.GROUPS_MERGED, request, group=gone.travel_id, into=kept.travel_id, joined=len(twins))


def _twins(gone: Group, kept: Group) -> list[tuple[Competitor, Competitor]]:
    """The people whose name is in both groups, in small letters or capitals of any script."""
    known = {names.folded(person.name): person for person in kept.competitors.all() if person.name}
    people = gone.competitors.order_by("pk")
    return [(person, known[key]) for person in people if (key := names.folded(person.name)) in known]


def _check_unsealed(competition: Competition, gone: Group) -> None:
    """Refuse if a sealed list holds the group that goes."""
    if competition.entries.filter(group=gone, withdrawn_at__isnull=True).exists() and is_sealed(competition):
        raise EntryRefused(f"The draw of {competition} is sealed with “{gone}” in it, so that group can’t be merged.")


def _check_limits(competition: Competition, gone: Group, kept: Group) -> None:
    """Refuse to merge two groups that together have more entries than one group may (RULES 5). People whom both entered
    were found before this, so nobody is counted twice."""
    standing = competition.entries.filter(withdrawn_at__isnull=True)
    moving = list(standing.filter(group=gone).values_list("kind", flat=True))
    for kind in Kind:
        if kind in moving:
            both = moving.count(kind) + standing.filter(group=kept, kind=kind).count()
            check_joined(competition.settings, kind, of_both=both, where=str(competition))


def _check_twins(twin: Competitor, person: Competitor) -> None:
    """Refuse if the two rows of one person both have a place in a competition, or a wristband."""
    standing = _standing(person)
    for competition in _standing(twin).keys() & standing.keys():
        name = standing[competition].competition
        raise EntryRefused(f"{person} is entered in {name} by both groups. Withdraw one of the two first.")
    if twin.wristband and person.wristband:
        raise EntryRefused(f"{person} has a wristband in both groups. Take one of the two back at check-in first.")


def _standing(person: Competitor) -> dict[int, Entry]:
    entries = person.entries.filter(withdrawn_at__isnull=True).select_related("competition")
    return {entry.competition_id: entry for entry in entries}


def _join(twin: Competitor, person: Competitor) -> None:
    """Make two rows of one person one. Of two entries in a competition at least one was withdrawn, and that one
    goes."""
    taken = set(_standing(twin))
    person.entries.filter(competition__in=taken).delete()
    left = set(person.entries.values_list("competition", flat=True))
    twin.entries.filter(competition__in=left).delete()
    twin.entries.update(competitor=person)
    twin.former_names.update(competitor=person)
    person.wristband = person.wristband or twin.wristband
    person.here_at = min((at for at in (person.here_at, twin.here_at) if at is not None), default=None)
    twin.delete()
    person.save(update_fields=["wristband", "here_at"])


def _hand_over(gone: Group, kept: Group) -> None:
    """Hand over everything that is left of the group that goes. Its links end; people who came in by one may hear what
    became of the group."""
    Competitor.objects.filter(group=gone).update(group=kept)
    Entry.objects.filter(group=gone).update(group=kept)
    taken = Membership.objects.filter(group=kept).values("account")
    Membership.objects.filter(group=gone).exclude(account__in=taken).update(group=kept)
    links = Invitation.objects.filter(group=gone)
    links.filter(revoked_at__isnull=True).update(revoked_at=current_time.now())
    links.update(group=kept)
    kept.merged = [*kept.merged, *gone.merged, gone.pk]
    kept.save(update_fields=["merged"])
    gone.delete()
