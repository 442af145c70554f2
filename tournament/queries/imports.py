"""Lists of people on their way in: whose they are, what they hold, and what they are checked against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple, cast

from django.db.models import QuerySet

from tournament.log_facts import WhatAListBrought
from tournament.log_kinds import Happened
from tournament.models import Competition, Competitor, Entry, Group, Import, LogEntry
from tournament.queries.grades import read_withdrawals
from tournament.queries.spellings import read_spellings
from tournament.queries.standing import is_open
from tournament.rules.imports import (
    AlreadyEntered,
    GradeNow,
    ImportStep,
    ListedPerson,
    RowProblem,
    SameAnswers,
    fold,
)


def lists_of(competition: Competition, account: int | None, name: str) -> QuerySet[Import]:
    """Somebody's unfinished lists. Two organisers may have one name, so it is the account that says whose they are; the
    name only of those who have none."""
    whose = {"account": account} if account else {"account": None, "by": name[:120]}
    return Import.objects.filter(competition=competition, **whose)


def unfinished_list(competition: Competition, account: int | None, name: str) -> int | None:
    """The number of somebody's list that is neither saved nor discarded."""
    return lists_of(competition, account, name).order_by("touched_at").values_list("pk", flat=True).first()


@dataclass(frozen=True)
class ListOnItsWay:
    """How far a list is, and what was found on it."""

    pk: int
    step: str
    why: str
    """Why it could not be read."""
    found: Mapping[str, Any]
    problems: Sequence[Any]


def find_list(competition: Competition, upload: int) -> ListOnItsWay | None:
    """A list of this competition; its long columns stay where they are."""
    row = competition.imports.filter(pk=upload).values_list("pk", "step", "why", "found", "problems").first()
    return ListOnItsWay(*row) if row is not None else None


class AskedRow(NamedTuple):
    """A row whose name has the letters of somebody known, about whom it is asked whether they are that person."""

    row: int
    group: str
    name: str
    known: str
    withdrew_from: Sequence[str]
    """The event's competitions from which the known person withdrew; empty for most."""


def read_asked_rows(competition: Competition, found: ListOnItsWay) -> list[AskedRow]:
    """The rows about which somebody has to say who they are, with what is known of the known person now."""
    alike = found.found.get("alike", ())
    withdrawals = _withdrawals_by_name(competition.event_id) if alike else {}
    return [
        AskedRow(row, group, name, known, withdrawals.get((fold(group), fold(known)), ()))
        for row, group, name, known in alike
    ]


def _withdrawals_by_name(event: int) -> Mapping[tuple[str, str], Sequence[str]]:
    """Everybody who withdrew, by their group and name: from which competitions."""
    withdrawals = read_withdrawals(event)
    people = Competitor.objects.filter(pk__in=withdrawals).values_list("pk", "group__name", "name")
    return {(fold(group), fold(name)): withdrawals[pk] for pk, group, name in people}


def text_to_mend(competition: Competition, upload: int) -> str:
    """The text of a list that could not be read; only one of this competition."""
    failed = competition.imports.filter(pk=upload, step=ImportStep.FAILED)
    return "".join(bytes(received.content).decode(errors="replace") for received in failed)


class BroughtToCompetition(NamedTuple):
    """What a list brought to one competition."""

    competition: str
    facts: WhatAListBrought


def what_a_list_brought(competition: Competition, upload: int) -> list[BroughtToCompetition]:
    """What the log knows of a list that was saved, the competition where it was sent first; nothing if it was not."""
    lines = LogEntry.objects.filter(event=competition.event_id, what=Happened.ENTRIES_IMPORTED.stored)
    saved = lines.filter(facts__upload=upload).values_list("competition", "competition__name", "facts")
    found = sorted(saved, key=lambda row: (row[0] != competition.pk, row[0]))
    return [BroughtToCompetition(name, cast(WhatAListBrought, facts)) for _, name, facts in found]


def people_on(received: Import) -> list[ListedPerson]:
    """Everybody whose row could be read."""
    return [ListedPerson(*person) for person in received.lines]


def problems_of(stored: Sequence[Any]) -> list[RowProblem]:
    """Problems as a list's columns hold them."""
    return [RowProblem(*problem) for problem in stored]


_OF_GROUP: Final = "group:"
"""Begins the keys of what was said about groups; the others are numbers of rows."""


def key_of_group(name: str) -> str:
    """Under which it is stored whether a group is a known one in another spelling."""
    return f"{_OF_GROUP}{fold(name)}"


def answers_of(received: Import) -> SameAnswers:
    """What was said of names with the letters of a known one: whether they are the same."""
    groups = {key: same for key, same in received.same.items() if key.startswith(_OF_GROUP)}
    people = {int(row): same for row, same in received.same.items() if row not in groups}
    return SameAnswers(people, {key.removeprefix(_OF_GROUP): same for key, same in groups.items()})


def read_already_entered(competition: Competition, now: datetime) -> AlreadyEntered:
    """The event's competitions, groups and people, and who is entered where, in five queries."""
    of_event = Entry.objects.filter(competition__event=competition.event_id, withdrawn_at__isnull=True)
    entered: dict[int, list[tuple[str, str, str]]] = {}
    for grade, *entry in of_event.values_list("competition", "group__name", "competitor__name", "kind"):
        entered.setdefault(grade, []).append((entry[0], entry[1], entry[2]))
    grades = Competition.objects.filter(event=competition.event_id).order_by("pk")
    return AlreadyEntered(
        grade=competition.name,
        grades=[
            GradeNow(grade.name, grade.settings, entered.get(grade.pk, []), is_open(grade, now)) for grade in grades
        ],
        groups=list(Group.objects.filter(event=competition.event_id).values_list("name", flat=True)),
        people=read_spellings(competition.event_id),
    )
