"""A list of people, from the file to the entries: received, read and checked, looked at, saved or discarded (RULES 5).

receive_list, confirm_import and discard_import are the organiser's buttons. What takes long happens behind them, in
import_jobs.py; at its end import_entries saves everybody in one step.
"""

from __future__ import annotations

import base64
import binascii
from datetime import timedelta
from typing import Final

from tournament import current_time, progress
from tournament.actions.base import action, check_names_kept, lock_competition, lock_event, log
from tournament.actions.bulk_entries import enter_all
from tournament.actions.import_preview import preview
from tournament.actions.job_queue import to_do
from tournament.actions.registration import check_open
from tournament.lists.reading import FoundInFile
from tournament.log_facts import WhatAListBrought
from tournament.log_kinds import Happened
from tournament.models import Competition, Group, Import
from tournament.models.travel_ids import new_travel_id
from tournament.permissions import Actor, may_organise, require
from tournament.queries.imports import answers_of, key_of_group, lists_of, people_on, problems_of, read_already_entered
from tournament.rules.entries import Kind
from tournament.rules.errors import EntryRefused, ListRefused, NotFound
from tournament.rules.imports import CheckedList, ImportStep, check
from tournament.rules.travel_ids import TravelId

TIME_A_LIST_IS_KEPT: Final = timedelta(hours=24)
"""A list that nobody saves or discards in this time is forgotten: it is full of names."""
_CHANGED_MEANWHILE: Final = (
    "Something was entered or changed since you opened this list. Check it again; nothing has been saved yet."
)
_SAY_WHO: Final = "Some of these people may already be known. First say who is the same person."
_SAY_WHICH: Final = "Some of these groups may already be known, spelt another way. First say which are the same."
_HAS_PROBLEMS: Final = "Some rows have problems. Leave them out, or fix the list and send it again."


@action
def receive_list(*, by: Actor, competition: int, content: str, request: str = "") -> int:
    """Take a list in, as base64 of its file or text. An unfinished one of the same person makes way for it."""
    found = lock_competition(competition)
    require(may_organise(by, found.event_id), by)
    check_open(found, by)
    check_names_kept(found.event)
    lists_of(found, by.account, by.name).exclude(step=ImportStep.SAVING).delete()
    whose = {"by": by.name[:120], "account_id": by.account}
    received = found.imports.create(
        pk=new_travel_id(), **whose, content=_decoded(content), touched_at=current_time.now()
    )
    log(by, found, Happened.LIST_RECEIVED, request, upload=TravelId(received.pk))
    return received.pk


def _decoded(content: str) -> bytes:
    try:
        return base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError):
        raise ListRefused("Part of the list didn’t arrive. Send it again.") from None


@action
def confirm_import(*, by: Actor, upload: int, leave_out: bool = False, request: str = "") -> None:
    """The organiser has seen what would be entered and wants it; rows with problems only if they are left out."""
    competition, received = _lock(upload)
    require(may_organise(by, competition.event_id), by)
    check_open(competition, by)
    if received.step != ImportStep.CHECKED:
        raise EntryRefused("This list is being read or saved. Wait a moment.")
    if "alike_groups" not in received.found:
        _check_again(competition, received)  # an earlier version showed less: the organiser looks once more
        return
    if received.found["alike_groups"]:
        raise EntryRefused(_SAY_WHICH)
    if received.found["alike"]:
        raise EntryRefused(_SAY_WHO)
    if received.problems and not leave_out:
        raise EntryRefused(_HAS_PROBLEMS)
    if not received.found["fresh"]:
        raise EntryRefused("Nobody on this list is new, so there is nothing to save.")
    columns = {"step": ImportStep.SAVING, "leave_out": leave_out, "by": by.name[:120], "account_id": by.account}
    Import.objects.filter(pk=upload).update(**columns, **to_do())
    log(by, competition, Happened.LIST_CONFIRMED, request, upload=TravelId(received.pk), leave_out=leave_out)


@action
def say_who_is_the_same(*, by: Actor, upload: int, same: dict[str, bool], request: str = "") -> None:
    """The organiser says of rows with the letters of somebody known, by their number, whether it is the same person; of
    groups, by `key_of_group`, whether it is the same group. The list is checked again with that, and shown."""
    competition, received = _lock(upload)
    require(may_organise(by, competition.event_id), by)
    if received.step != ImportStep.CHECKED:
        raise EntryRefused("This list is being read or saved. Wait a moment.")
    asked = {str(row) for row, *_ in received.found["alike"]}
    asked |= {key_of_group(group) for _, group, _ in received.found.get("alike_groups", ())}
    received.same |= {row: bool(is_same) for row, is_same in same.items() if row in asked}
    _check_again(competition, received)
    log(by, competition, Happened.LIST_LOOKED_AT, request, upload=TravelId(upload))


def _check_again(competition: Competition, received: Import) -> None:
    found = FoundInFile(people_on(received), problems_of(received.unreadable), tuple(received.found["unused"]))
    columns = preview(competition, found, answers_of(received))
    Import.objects.filter(pk=received.pk).update(same=received.same, why="", touched_at=current_time.now(), **columns)


@action
def discard_import(*, by: Actor, upload: int, request: str = "") -> None:
    """Discard a list at any step. Nothing of it stays."""
    competition, received = _lock(upload)
    require(may_organise(by, competition.event_id), by)
    received.delete()
    log(by, competition, Happened.LIST_DISCARDED, request, upload=TravelId(upload))


def _lock(upload: int) -> tuple[Competition, Import]:
    """The competition and the list, in this order everywhere; its long columns stay where they are."""
    where = Import.objects.filter(pk=upload).values_list("competition", flat=True).first()
    competition = lock_competition(where) if where else None
    received = Import.objects.select_for_update().defer("content", "lines").filter(pk=upload).first()
    if competition is None or received is None:
        raise NotFound("This list is gone: it was saved or discarded.")
    return competition, received


@action
def import_entries(*, by: Actor, upload: int, leave_out: bool = False, request: str = "") -> WhatAListBrought:
    """Enter everybody on a list that was looked at, in one step. Answers what came to the list's own competition.

    The competitions are locked as for a single entry and the list is checked once more, so that no limit is passed even
    if others enter people at this moment. A problem that nobody has seen yet stops it. A row that was to be left out
    stays out, even if it could be entered by now. The list is deleted with the same commit.
    """
    competition, received = _lock_for_saving(upload)
    require(may_organise(by, competition.event_id), by)
    check_open(competition, by)
    check_names_kept(competition.event)
    seen = {problem.row for problem in problems_of(received.problems)}
    wanted = [person for person in people_on(received) if not leave_out or person.row not in seen]
    checked = check(wanted, read_already_entered(competition, current_time.now()), answers_of(received))
    _check_as_seen(received, checked, seen, leave_out)
    grades = {grade.name: grade for grade in competition.event.competitions.all()}
    enter_all(grades, checked, lambda done, of: progress.note(f"{ImportStep.SAVING}-{upload}", done, of))
    received.delete()
    for name in {person.grade for person in checked.fresh} - {competition.name}:
        log(by, grades[name], Happened.ENTRIES_IMPORTED, request, upload=TravelId(upload), **_brought(checked, name))
    brought = _brought(checked, competition.name) | {
        "groups": len(checked.groups),
        "there": checked.known,
        "left_out": len(seen) if leave_out else 0,
    }
    log(by, competition, Happened.ENTRIES_IMPORTED, request, upload=TravelId(upload), **brought)
    return brought


def _brought(checked: CheckedList, grade: str) -> WhatAListBrought:
    """What came to one competition. What came to the whole event is told where the list was sent."""
    return {
        "entries": checked.count(Kind.ENTRY, grade),
        "reserves": checked.count(Kind.RESERVE, grade),
        "groups": 0,
        "there": 0,
        "left_out": 0,
    }


def _lock_for_saving(upload: int) -> tuple[Competition, Import]:
    """New groups are added too, and a row may be for any competition, so the event and all of them are locked first:
    the order in which everybody locks."""
    event = Import.objects.filter(pk=upload).values_list("competition__event", flat=True).first()
    if event is not None:
        grades = lock_event(event).competitions.select_for_update(no_key=True)
        list(grades.order_by("pk").values_list("pk"))
    competition, received = _lock(upload)
    groups = Group.objects.select_for_update(no_key=True).filter(event=competition.event_id)
    list(groups.order_by("pk").values_list("pk"))
    return competition, received


def _check_as_seen(received: Import, checked: CheckedList, seen: set[int], leave_out: bool) -> None:
    if checked.alike or checked.alike_groups or any(problem.row not in seen for problem in checked.problems):
        raise EntryRefused(_CHANGED_MEANWHILE)
    if (checked.problems or received.unreadable) and not leave_out:
        raise EntryRefused(_HAS_PROBLEMS)


def forget_old_lists() -> int:
    """Forget lists that nobody saved or discarded; how many there were."""
    old = Import.objects.filter(touched_at__lt=current_time.now() - TIME_A_LIST_IS_KEPT)
    pks = list(old.values_list("pk", flat=True))
    return Import.objects.filter(pk__in=pks).delete()[0] if pks else 0  # deleting locks, and this runs every second
