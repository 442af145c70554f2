"""Entries and reserves, until closing: enter, nominate, change, withdraw, close, reopen (RULES 5)."""

from __future__ import annotations

from typing import Final

from django.db.models import Count, Q

from tournament import current_time
from tournament.actions.base import action, do_each, lock_competition, lock_for_people, log
from tournament.actions.group_people import check_namesake, known_person, lock_people, person_named, spell
from tournament.actions.reasons import keep_reason
from tournament.actions.settled_wishes import settle_place, settle_withdrawal
from tournament.log_facts import AReason
from tournament.log_kinds import Happened
from tournament.models import Competition, Competitor, Entry, FormerName, Group
from tournament.permissions import SYSTEM, Actor, may_enter_for, may_organise, require
from tournament.prepared import PreparedQuery
from tournament.queries.entries import is_sealed
from tournament.queries.published_draws import standing_draws
from tournament.queries.standing import is_open
from tournament.rules import names
from tournament.rules.entries import Kind, check_limits
from tournament.rules.errors import EntryRefused, NotFound, Stale

_OF_PERSON: Final = PreparedQuery(
    lambda competition, person: Entry.objects.filter(competition=competition, competitor=person)
)
_TWICE: Final = "This person is already entered here. A person can be in a competition once."


@action
def enter(
    *, by: Actor, competition: int, group: int = 0, name: str, kind: str = "entry", sure: bool = False,
    request: str = "",
) -> int:  # fmt: skip
    """Enter one of the group's people, or nominate them as reserve. An event without groups has none to name. Two at
    the same moment cannot exceed a limit: the competition's row is locked while its entries are counted. Who may be
    somebody known in another spelling is asked about."""
    locked = lock_for_people(competition)
    home = _group(by, locked, group)
    check_open(locked, by)
    kind_ = _kind(kind)
    name = names.clean(name)
    lock_people(home)
    check_namesake(home, name, sure=sure)
    person = person_named(home, name)
    entry = _OF_PERSON.first(locked.pk, person.pk)
    if entry is not None and entry.withdrawn_at is None:
        raise EntryRefused(_TWICE)
    _check_limits(locked, person.group, kind_)
    if entry is None:
        entry = Entry(competition=locked, competitor=person, group=person.group)
    entry.kind, entry.withdrawn_at = kind_, None
    entry.save()
    log(
        by,
        locked,
        Happened.ENTERED if kind_ is Kind.ENTRY else Happened.RESERVE_NOMINATED,
        request,
        entry=entry.travel_id,
    )
    return entry.pk


def _group(by: Actor, competition: Competition, group: int) -> Group:
    """The group somebody is entered for. Without groups it is one that is made with the person."""
    if not group and not competition.event.has_groups:
        require(may_organise(by, competition.event_id), by)
        return Group(event_id=competition.event_id)
    home = Group.objects.filter(pk=group, event_id=competition.event_id).first()
    if home is None:
        raise NotFound("There is no such group in this event.")
    require(may_enter_for(by, home), by)
    return home


def _kind(kind: str) -> Kind:
    try:
        return Kind(kind)
    except ValueError:
        raise EntryRefused("An entry is of kind “entry” or “reserve”.") from None


def check_open(competition: Competition, by: Actor) -> None:
    """After the closing time nothing is entered, changed or withdrawn."""
    if not is_open(competition, current_time.now()):
        next_ = "Reopen them first" if may_organise(by, competition.event_id) else "Ask the organiser"
        raise EntryRefused(f"Entries are closed. {next_}.")


_STANDING: Final = PreparedQuery(
    lambda competition, group, kind: (
        Entry.objects.filter(competition=competition, withdrawn_at__isnull=True)
        .order_by()
        .values("competition")
        .annotate(of_group=Count("pk", filter=Q(group=group, kind=kind)), every=Count("pk", filter=Q(kind=Kind.ENTRY)))
        .values_list("of_group", "every")
    )
)


def _check_limits(competition: Competition, group: Group, kind: Kind) -> None:
    of_group, entries = _STANDING.first(competition.pk, group.pk, kind.value) or (0, 0)
    check_limits(competition.settings, kind, of_group=of_group, entries=entries)


def _standing_entry(entry: int) -> Entry:
    found = Entry.objects.select_related("group", "competitor").filter(pk=entry, withdrawn_at__isnull=True).first()
    if found is None:
        raise NotFound("That entry no longer exists.")
    return found


@action
def rename(*, by: Actor, entry: int, name: str, was: str, sure: bool = False, request: str = "") -> None:
    """Enter another person in this place, or correct the name. `was` is the name that was on the form: if somebody
    else changed it meanwhile, both are shown and nothing is overwritten."""
    locked = lock_for_people(_standing_entry(entry).competition_id)
    found = _standing_entry(entry)
    require(may_enter_for(by, found.group), by)
    check_open(locked, by)
    name = names.clean(name)
    if found.competitor.name != was:
        raise Stale(
            "Somebody else changed this name since you opened it. Which one is right?",
            theirs={"name": found.competitor.name},
            yours={"name": name},
        )
    lock_people(found.group)
    known = known_person(found.group, name)
    if known == found.competitor or (known is None and names.is_respelt(found.competitor.name, name)):
        check_namesake(found.group, name, sure=sure, respelt=found.competitor)
        spell(by, found.competitor, name, request=request)
        return
    check_namesake(found.group, name, sure=sure)
    if known is not None:
        _check_free(locked, known)
        _hand_over(found, known)
    elif not _entered_elsewhere(found):
        _give_name(found.competitor, name)
    else:
        _hand_over(found, person_named(found.group, name))
    settle_place(found, name)
    log(by, locked, Happened.ENTRY_CHANGED, request, entry=found.travel_id)


def _give_name(person: Competitor, name: str) -> None:
    """The place is somebody else's from now on, who has not checked in yet, has no wristband and had no other name."""
    FormerName.objects.filter(competitor=person).delete()
    Competitor.objects.filter(pk=person.pk).update(name=name, wristband="", here_at=None)


def _check_free(competition: Competition, person: Competitor) -> None:
    """A person is in a competition once; a withdrawn entry is entered again rather than doubled."""
    entry = Entry.objects.filter(competition=competition, competitor=person).first()
    if entry is not None and entry.withdrawn_at is None:
        raise EntryRefused(_TWICE)
    if entry is not None:
        raise EntryRefused("That person was withdrawn here. Withdraw this entry, then enter that person again.")


def _entered_elsewhere(entry: Entry) -> bool:
    """Whether this person is entered in other competitions too, where a change of name here must not show."""
    return Entry.objects.filter(competitor=entry.competitor_id).exclude(pk=entry.pk).exists()


def _hand_over(entry: Entry, person: Competitor) -> None:
    """Another person takes the place. Nothing is kept about somebody who is entered nowhere."""
    before = entry.competitor
    entry.competitor = person
    entry.save(update_fields=["competitor"])
    Competitor.objects.filter(pk=before.pk, entries__isnull=True, wristband="", here_at__isnull=True).delete()


def take_off_list(by: Actor, competition: Competition, entry: Entry, request: str = "") -> None:
    """After closing, and until the draw is sealed: leave this place empty, because the group said so. One entry fewer
    needs another plan, so a size and plan that were chosen have to be chosen again."""
    standing_draws().filter(competition=competition).delete()
    entry.withdrawn_at = current_time.now()
    entry.save(update_fields=["withdrawn_at"])
    log(by, competition, Happened.WITHDRAWN, request, entry=entry.travel_id)


def replace_on_list(
    by: Actor, competition: Competition, entry: Entry, name: str, reason: AReason, request: str = ""
) -> None:
    """After closing, and until the draw is sealed: put somebody else in this place on the list, because their group
    asked for it. A person who was its reserve, or was withdrawn, takes the place with their own entry."""
    lock_people(entry.group)
    person = person_named(entry.group, name)
    theirs = Entry.objects.filter(competition=competition, competitor=person).first()
    if theirs is None:
        _hand_over(entry, person)
    elif theirs.withdrawn_at is None and theirs.kind == entry.kind:
        raise EntryRefused(_TWICE)
    else:
        theirs.kind, theirs.withdrawn_at = entry.kind, None
        entry.withdrawn_at = current_time.now()
        theirs.save(update_fields=["kind", "withdrawn_at"])
        entry.save(update_fields=["withdrawn_at"])
    log(by, competition, Happened.ENTRY_CHANGED, request, entry=(theirs or entry).travel_id, **reason)


@action
def withdraw(*, by: Actor, entry: int, was: str = "", request: str = "") -> None:
    """Take an entry or reserve back, until closing. `was` is the name on the form: if somebody else entered another
    person here meanwhile, that one stays until they are asked about too."""
    locked = lock_competition(_standing_entry(entry).competition_id)
    found = _standing_entry(entry)
    require(may_enter_for(by, found.group), by)
    check_open(locked, by)
    if was and found.competitor.name != was:
        raise Stale(
            "Somebody else changed this name since you opened it. Nobody was withdrawn.",
            theirs={"name": found.competitor.name},
            yours={"name": was},
        )
    found.withdrawn_at = current_time.now()
    found.save(update_fields=["withdrawn_at"])
    settle_withdrawal(found)
    log(by, locked, Happened.WITHDRAWN, request, entry=found.travel_id)


@action
def close_entries(*, by: Actor, competition: int, request: str = "") -> None:
    """Close entries by hand, before the set time or without one."""
    locked = lock_competition(competition)
    require(may_organise(by, locked.event_id), by)
    if locked.closed_at is not None:
        raise EntryRefused("Entries are already closed.")
    locked.closed_at = current_time.now()
    locked.save(update_fields=["closed_at"])
    log(by, locked, Happened.ENTRIES_CLOSED, request)


@action
def reopen_entries(
    *, by: Actor, competition: int, why: str, note: str = "", keep_closing: bool = False, request: str = ""
) -> None:
    """Open entries again: possible until the draw is sealed. With `keep_closing` they close at the time that was set,
    if it is still to come."""
    locked = lock_competition(competition)
    require(may_organise(by, locked.event_id), by)
    if is_open(locked, current_time.now()):
        raise EntryRefused("Entries are open.")
    if is_sealed(locked):
        raise EntryRefused("The draw is sealed, so entries stay closed.")
    standing_draws().filter(competition=locked).delete()  # an unsealed choice of size and plan is no draw yet
    locked.closed_at = None
    keeps = keep_closing and locked.closes_at is not None and locked.closes_at > current_time.now()
    locked.closes_at = locked.closes_at if keeps else None
    locked.save(update_fields=["closed_at", "closes_at"])
    log(by, locked, Happened.ENTRIES_REOPENED, request, **keep_reason(locked.event_id, why, note))


def close_due_entries() -> int:
    """Close every competition whose closing time has come; how many. Late or double alarms find nothing to do."""
    due = Competition.objects.filter(closed_at__isnull=True, closes_at__lte=current_time.now()).order_by("closes_at")
    pks = list(due.values_list("pk", flat=True))
    return do_each("Closing entries of competition", pks, lambda pk: _close_if_due(by=SYSTEM, competition=pk))


@action
def _close_if_due(*, by: Actor, competition: int) -> int:
    locked = lock_competition(competition)
    if locked.closed_at is not None or locked.closes_at is None or locked.closes_at > current_time.now():
        return 0
    locked.closed_at = current_time.now()
    locked.save(update_fields=["closed_at"])
    log(by, locked, Happened.ENTRIES_CLOSED)
    return 1
