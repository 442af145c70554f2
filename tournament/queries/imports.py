"""Lists of people on their way in: whose they are, what they hold, and what they are checked against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django.db.models import QuerySet

from tournament.log_facts import WhatAListBrought
from tournament.log_kinds import Happened
from tournament.models import Competition, Entry, Group, Import, LogEntry
from tournament.rules.imports import AlreadyEntered, ImportStep, ListedPerson, RowProblem


def lists_of(competition: Competition, account: int | None, name: str) -> QuerySet[Import]:
    """Somebody's unfinished lists. Two organisers may have one name, so it is the account that says whose they are; the
    name only of those who have none."""
    whose = {"account": account} if account else {"account": None, "by": name[:120]}
    return Import.objects.filter(competition=competition, **whose)


def unfinished_list(competition: Competition, account: int | None, name: str) -> int | None:
    """The number of somebody's list that is neither saved nor discarded."""
    return lists_of(competition, account, name).values_list("pk", flat=True).first()


def find_list(competition: Competition, upload: int) -> Import | None:
    """A list of this competition; its long columns stay where they are."""
    return competition.imports.defer("content", "lines").filter(pk=upload).first()


def text_to_mend(competition: Competition, upload: int) -> str:
    """The text of a list that could not be read; only one of this competition."""
    failed = competition.imports.filter(pk=upload, step=ImportStep.FAILED)
    return "".join(bytes(received.content).decode(errors="replace") for received in failed)


def what_a_list_brought(competition: Competition, upload: int) -> WhatAListBrought | None:
    """What the log knows of a list that was saved; nothing if it was not."""
    saved = LogEntry.objects.filter(competition=competition, what=Happened.ENTRIES_IMPORTED.stored)
    line = saved.filter(facts__upload=upload).first()
    return cast(WhatAListBrought, line.facts) if line is not None else None


def people_on(received: Import) -> list[ListedPerson]:
    """Everybody whose row could be read."""
    return [ListedPerson(*person) for person in received.lines]


def problems_of(stored: Sequence[Any]) -> list[RowProblem]:
    """Problems as a list's columns hold them."""
    return [RowProblem(*problem) for problem in stored]


def read_already_entered(competition: Competition) -> AlreadyEntered:
    """The event's competitions and groups, and who is entered here and in other grades, in four queries."""
    standing = Entry.objects.filter(competition=competition, withdrawn_at__isnull=True)
    of_event = Entry.objects.filter(competition__event=competition.event_id, withdrawn_at__isnull=True)
    elsewhere = of_event.exclude(competition=competition)
    return AlreadyEntered(
        settings=competition.settings,
        grade=competition.name,
        grades=list(Competition.objects.filter(event=competition.event_id).values_list("name", flat=True)),
        groups=list(Group.objects.filter(event=competition.event_id).values_list("name", flat=True)),
        entered=list(standing.values_list("group__name", "competitor__name", "kind")),
        others=list(elsewhere.values_list("group__name", "competitor__name", "competition__name")),
    )
