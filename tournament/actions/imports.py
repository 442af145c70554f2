"""A list of people, from the file to the entries: received, read and checked, looked at, saved or discarded (RULES 5).

receive_list and confirm_import are the organiser's two buttons. What takes long happens behind them, called by
Celery: read_list while nothing is locked, and import_entries in one step. Whoever is killed at it leaves the row as it
was, and the next sweep gives it to somebody else.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import connection
from django.db.models import F, Model, Q
from django.utils import timezone

from tournament import progress
from tournament.actions.base import action, check_names_kept, lock_competition, lock_event, log
from tournament.actions.registration import check_open
from tournament.lists.reading import Found, read
from tournament.log_facts import WhatAListBrought
from tournament.log_kinds import Happened
from tournament.models import Competition, Competitor, Entry, Group, Import
from tournament.permissions import Actor, Role, may_organise, require
from tournament.queries.imports import lists_of, read_here
from tournament.rules.entries import Kind
from tournament.rules.errors import EntryRefused, ListRefused, NotFound, TurntableError
from tournament.rules.imports import Checked, Line, Problem, Step, check, fold

KEPT: Final = timedelta(hours=24)
"""A list that nobody saves or discards is forgotten after so long."""
SILENCE: Final = timedelta(seconds=30)
"""Whoever works on a list and has not been heard of for so long is gone."""
MOST_ATTEMPTS: Final = 2
_SIGNS: Final = timedelta(seconds=5)
_MENDABLE: Final = 100_000
_FIRST_SHOWN: Final = 20
_BATCH: Final = 1000
_MEANWHILE: Final = "Something was entered or changed meanwhile. Look at the list again; nothing was saved yet."


# The organiser's buttons


@action
def receive_list(*, by: Actor, competition: int, content: str, request: str = "") -> int:
    """Take a list in, as base64 of its file or text. An unfinished one of the same person makes way for it."""
    it = lock_competition(competition)
    require(may_organise(by, it.event_id), by)
    check_open(it, by)
    check_names_kept(it.event)
    lists_of(it, by.account, by.name).exclude(step=Step.SAVING).delete()
    whose = {"by": by.name[:120], "account_id": by.account}
    received = it.imports.create(**whose, content=_decoded(content), touched_at=timezone.now())
    log(by, it, Happened.LIST_RECEIVED, request, upload=received.pk)
    return received.pk


def _decoded(content: str) -> bytes:
    try:
        return base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError):
        raise ListRefused("The list did not arrive whole. Send it again.") from None


@action
def confirm_import(*, by: Actor, upload: int, leave_out: bool = False, request: str = "") -> None:
    """The organiser has seen what would be entered and wants it; rows with problems only if they are left out."""
    it, received = _lock(upload)
    require(may_organise(by, it.event_id), by)
    check_open(it, by)
    if received.step != Step.CHECKED:
        raise EntryRefused("This list is being read or saved. Wait a moment.")
    if received.problems and not leave_out:
        raise EntryRefused("Some rows have problems. Choose to leave them out, or mend the list and send it again.")
    if not received.found["fresh"]:
        raise EntryRefused("Nobody on this list is new, so there is nothing to save.")
    received.step, received.leave_out, received.why = Step.SAVING, leave_out, ""
    received.by, received.account_id = by.name[:120], by.account
    received.working, received.touched_at, received.attempts = False, timezone.now(), 0
    changed = ["step", "leave_out", "why", "by", "account", "working", "touched_at", "attempts"]
    received.save(update_fields=changed)
    log(by, it, Happened.LIST_CONFIRMED, request, upload=received.pk, leave_out=leave_out)


@action
def discard_import(*, by: Actor, upload: int, request: str = "") -> None:
    """Forget a list, at whatever step it is. Nothing of it stays."""
    it, received = _lock(upload)
    require(may_organise(by, it.event_id), by)
    received.delete()
    log(by, it, Happened.LIST_DISCARDED, request, upload=upload)


def _lock(upload: int) -> tuple[Competition, Import]:
    """The competition and the list, in this order everywhere; its long columns stay where they are."""
    where = Import.objects.filter(pk=upload).values_list("competition", flat=True).first()
    it = lock_competition(where) if where else None
    received = Import.objects.select_for_update().defer("content", "lines").filter(pk=upload).first()
    if it is None or received is None:
        raise NotFound("This list is not here any more. It was saved or discarded.")
    return it, received


# Reading, while nothing is locked


def read_list(upload: int) -> None:
    """Read a list that was received and check it against what is entered now."""
    received = _take_up(upload, Step.READING)
    if received is None:
        return
    try:
        found = read(bytes(received.content), _Signs(upload))
    except ListRefused as error:
        _note(upload, Step.READING, step=Step.FAILED, why=str(error), content=_mendable(bytes(received.content)))
    except Exception:
        _note(upload, Step.READING, step=Step.FAILED, why="This list cannot be read. Send it as CSV, or paste it.")
        raise
    else:
        kept = {"lines": found.lines, "unreadable": found.problems}
        _note(upload, Step.READING, step=Step.CHECKED, **kept, **_look(received.competition, found))


def _take_up(upload: int, step: Step) -> Import | None:
    """The list, if nobody else works on it: one conditional update decides who does. After two who never came back
    nobody tries it again."""
    free = Q(working=False) | Q(touched_at__lt=timezone.now() - SILENCE)
    taken = {"working": True, "touched_at": timezone.now(), "attempts": F("attempts") + 1}
    mine = Import.objects.filter(free, pk=upload, step=step).update(**taken)
    received = Import.objects.select_related("competition").filter(pk=upload).first() if mine else None
    if received is not None and received.attempts > MOST_ATTEMPTS:
        _give_up(received, step)
        return None
    return received


def _give_up(received: Import, step: Step) -> None:
    if step is Step.SAVING:
        _show_again(received, "This list could not be saved, twice. Nothing was; send it in smaller parts.")
    else:
        why = "Reading this list was begun twice and never ended. Send it as CSV, or paste it."
        _note(received.pk, step, step=Step.FAILED, why=why)


class _Signs:
    """Tells how far the reading is, and now and then that it is alive."""

    def __init__(self, upload: int) -> None:
        self.upload, self.last = upload, timezone.now()

    def __call__(self, done: int, total: int) -> None:
        if total:
            progress.note(f"{Step.READING}-{self.upload}", done, total)
        if timezone.now() - self.last > _SIGNS:
            self.last = timezone.now()
            Import.objects.filter(pk=self.upload).update(touched_at=self.last)


def _note(upload: int, expected: Step, **columns: Any) -> None:
    """What came of it, unless the list was discarded meanwhile. What was sent is needed no more, unless it
    is to be mended."""
    came = {"content": b"", "working": False, "touched_at": timezone.now(), **columns}
    Import.objects.filter(pk=upload, step=expected).update(**came)


def _mendable(content: bytes) -> bytes:
    """What was sent, if it is a text short enough to be mended where it was pasted."""
    try:
        text = content[:_MENDABLE].decode()
    except UnicodeDecodeError:
        return b""
    return content if len(content) <= _MENDABLE and "\0" not in text else b""


def _look(competition: Competition, found: Found) -> dict[str, Any]:
    """The preview: what would be entered, and which rows would not."""
    checked = check(found.lines, read_here(competition))
    return {
        "problems": sorted([*found.problems, *checked.problems]),
        "found": {
            "fresh": len(checked.fresh),
            "entries": checked.count(Kind.ENTRY),
            "reserves": checked.count(Kind.RESERVE),
            "groups": checked.groups,
            "there": checked.there,
            "elsewhere": checked.elsewhere,
            "also": checked.also,
            "unused": found.unused,
            "first": checked.fresh[:_FIRST_SHOWN],
        },
    }


# Saving, in one step


def save_list(upload: int) -> None:
    """Save a list that the organiser confirmed. If it does not fit any more they see why, and nothing is saved."""
    received = _take_up(upload, Step.SAVING)
    if received is None:
        return
    by = Actor(Role.ORGANISER, received.competition.event_id, received.by, received.account_id)
    try:
        import_entries(by=by, upload=upload, leave_out=received.leave_out)  # once: with the list gone, NotFound
    except NotFound:
        return  # discarded at the last moment
    except TurntableError as error:
        _show_again(received, str(error))
    except Exception:
        _show_again(received, "This list could not be saved. Nothing was; try again, or send it anew.")
        raise


def _show_again(received: Import, why: str) -> None:
    found = Found(_lines(received), _problems(received.unreadable), tuple(received.found["unused"]))
    preview = _look(received.competition, found)
    _note(received.pk, Step.SAVING, step=Step.CHECKED, why=why, **preview)


@action
def import_entries(*, by: Actor, upload: int, leave_out: bool = False, request: str = "") -> WhatAListBrought:
    """Enter everybody on a list that was looked at, in one step: the competition is locked as for a single entry and
    the list checked once more, so that no limit is passed whoever else enters people at this moment. A problem that
    nobody has seen yet stops it; a row that was to be left out stays out, even if it could be entered by now. The list
    is deleted with the same commit. Answers how many of what."""
    it, received = _lock_for_saving(upload)
    require(may_organise(by, it.event_id), by)
    check_open(it, by)
    check_names_kept(it.event)
    seen = {problem.row for problem in _problems(received.problems)}
    wanted = [line for line in _lines(received) if not leave_out or line.row not in seen]
    checked = check(wanted, read_here(it))
    _check_as_seen(received, checked, seen, leave_out)
    _enter_all(it, checked, upload)
    received.delete()
    came: WhatAListBrought = {
        "entries": checked.count(Kind.ENTRY),
        "reserves": checked.count(Kind.RESERVE),
        "groups": len(checked.groups),
        "there": checked.there,
        "left_out": len(seen) if leave_out else 0,
    }
    log(by, it, Happened.ENTRIES_IMPORTED, request, upload=upload, **came)
    return came


def _lock_for_saving(upload: int) -> tuple[Competition, Import]:
    """New groups are added too, so the event is locked first: the order in which everybody locks."""
    event = Import.objects.filter(pk=upload).values_list("competition__event", flat=True).first()
    if event is not None:
        lock_event(event)
    it, received = _lock(upload)
    list(Group.objects.select_for_update(no_key=True).filter(event=it.event_id).order_by("pk").values_list("pk"))
    return it, received


def _lines(received: Import) -> list[Line]:
    return [Line(*line) for line in received.lines]


def _problems(stored: Sequence[Any]) -> list[Problem]:
    return [Problem(*problem) for problem in stored]


def _check_as_seen(received: Import, checked: Checked, seen: set[int], leave_out: bool) -> None:
    if any(problem.row not in seen for problem in checked.problems):
        raise EntryRefused(_MEANWHILE)
    if (checked.problems or received.unreadable) and not leave_out:
        raise EntryRefused("Some rows have problems. Choose to leave them out, or mend the list and send it again.")


def _enter_all(competition: Competition, checked: Checked, upload: int) -> None:
    groups = _groups(competition, checked.groups)
    people = _people(competition, groups, checked.fresh)
    withdrawn = dict(competition.entries.filter(withdrawn_at__isnull=False).values_list("competitor", "pk"))
    new: list[dict[str, Any]] = []
    for line in checked.fresh:
        group = groups[fold(line.group)]
        person = people[group, fold(line.name)]
        if person in withdrawn:
            Entry.objects.filter(pk=withdrawn[person]).update(kind=line.kind, withdrawn_at=None)
        else:
            new.append({"competitor_id": person, "group_id": group, "kind": str(line.kind)})
    for start in range(0, len(new), _BATCH):
        progress.note(f"{Step.SAVING}-{upload}", start, len(new))
        _insert(Entry(competition=competition), new[start : start + _BATCH])


def _groups(competition: Competition, new: Sequence[str]) -> dict[str, int]:
    """Every group of the event by its name, the new ones added."""
    _insert(Group(event_id=competition.event_id), [{"name": name} for name in new])
    known = Group.objects.filter(event=competition.event_id).values_list("name", "pk")
    return {fold(name): pk for name, pk in known}


def _people(competition: Competition, groups: dict[str, int], lines: Sequence[Line]) -> dict[tuple[int, str], int]:
    """Everybody of the event by group and name, those added who are new to it."""
    known = _known_people(competition)
    new = [
        {"group_id": groups[fold(line.group)], "name": line.name}
        for line in lines
        if (groups[fold(line.group)], fold(line.name)) not in known
    ]
    _insert(Competitor(event_id=competition.event_id), new)
    return _known_people(competition) if new else known


def _known_people(competition: Competition) -> dict[tuple[int, str], int]:
    people = Competitor.objects.filter(event=competition.event_id).values_list("group", "name", "pk")
    return {(group, fold(name)): pk for group, name, pk in people}


def _insert(like: Model, rows: Sequence[dict[str, Any]]) -> None:
    """Rows that are like this one but for a few columns. While they are written everybody else waits, and bulk_create
    works out every column of every row anew, which takes ten times as long."""
    fields = [field for field in like._meta.concrete_fields if not field.primary_key]
    same = {field.attname: field.get_db_prep_save(field.pre_save(like, add=True), connection) for field in fields}
    names = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    into = f"INSERT INTO {connection.ops.quote_name(like._meta.db_table)} ({names}) VALUES ({places})"  # noqa: S608 (our own names)
    with connection.cursor() as cursor:
        cursor.executemany(into, [tuple((same | row).values()) for row in rows])


# What nobody came back to


def lists_that_wait() -> list[tuple[int, str]]:
    """Lists that should be worked on and are not: their task was lost, or its worker."""
    quiet = Q(touched_at__lt=timezone.now() - SILENCE) | Q(working=False, touched_at__lt=timezone.now() - _SIGNS)
    waiting = Import.objects.filter(quiet, step__in=[Step.READING, Step.SAVING])
    return list(waiting.values_list("pk", "step"))


def forget_old_lists() -> int:
    """Lists that nobody saved or discarded are full of names; how many were forgotten."""
    old = list(Import.objects.filter(touched_at__lt=timezone.now() - KEPT).values_list("pk", flat=True))
    return Import.objects.filter(pk__in=old).delete()[0] if old else 0  # deleting locks, and this runs every second
