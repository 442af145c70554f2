"""Lists of people on their way in: whose they are, what they hold, and what they are checked against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from tournament.models import Competition, Entry, Group, Import
from tournament.rules.imports import AlreadyEntered, ListedPerson, RowProblem


def lists_of(competition: Competition, account: int | None, name: str) -> QuerySet[Import]:
    """Somebody's unfinished lists. Two organisers may have one name, so it is the account that says whose they are; the
    name only of those who have none."""
    whose = {"account": account} if account else {"account": None, "by": name[:120]}
    return Import.objects.filter(competition=competition, **whose)


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
