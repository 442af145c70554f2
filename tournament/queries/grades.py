"""Who of an event is in more than one of its grades (RULES 5): allowed, and said plainly wherever they stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

from tournament.models import Competition, Competitor, Entry
from tournament.prepared import PreparedQuery
from tournament.words import listed


def other_grades(competition: Competition, person: Competitor) -> list[str]:
    """The event's other competitions in which this person has an entry that stands."""
    standing = Entry.objects.filter(competitor=person, withdrawn_at__isnull=True).exclude(competition=competition)
    return list(standing.order_by("competition").values_list("competition__name", flat=True))


def grade_instead(competition: Competition, person: Competitor) -> str:
    """The grade this person is of, if it is another than this one; empty for who is entered nowhere, or here too."""
    entered = Entry.objects.filter(competitor=person, competition=competition, withdrawn_at__isnull=True)
    others = other_grades(competition, person)
    return listed(others) if others and not entered.exists() else ""


def grades_beside(competition: Competition, entry: int) -> list[str]:
    """The event's other competitions in which the person of this entry has an entry that stands."""
    person = Competitor.objects.filter(entries=entry).first()
    return other_grades(competition, person) if person is not None else []


_ALSO: Final = PreparedQuery(
    lambda competition: (
        Entry.objects.filter(competitor__entries__competition=competition, withdrawn_at__isnull=True)
        .exclude(competition=competition)
        .order_by("competition")
        .values_list("competitor", "competition__name")
    )
)


def read_also(competition: Competition) -> Mapping[int, str]:
    """Everybody of this competition who is in another one too: in which, by the person's number. One query."""
    found: dict[int, list[str]] = defaultdict(list)
    for person, grade in _ALSO(competition.pk):
        found[person].append(grade)
    return {person: listed(grades) for person, grades in found.items()}
