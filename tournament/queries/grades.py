"""The people of an event who are in more than one of its grades (RULES 5). It is allowed, and said plainly wherever
they are shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tournament.models import Competition, Competitor, Entry
from tournament.prepared import PreparedQuery
from tournament.queries.event_facts import KnownCompetition


def other_grades(competition: KnownCompetition, person: Competitor) -> tuple[str, ...]:
    """The event's other competitions in which this person has an entry that was not withdrawn."""
    standing = Entry.objects.filter(competitor=person, withdrawn_at__isnull=True).exclude(competition=competition.pk)
    return tuple(standing.order_by("competition").values_list("competition__name", flat=True))


def grades_instead(competition: Competition, person: Competitor) -> tuple[str, ...]:
    """The grades this person is of, if this one is not among them; none for who is entered nowhere, or here too."""
    entered = Entry.objects.filter(competitor=person, competition=competition, withdrawn_at__isnull=True)
    others = other_grades(competition, person)
    return others if others and not entered.exists() else ()


def read_withdrawals(event: int, **of_whom: int) -> Mapping[int, tuple[str, ...]]:
    """Everybody (of the group `group`, or the person `competitor`, if one is given) who withdrew from a competition of
    the event: from which, by the person's number. One query."""
    withdrawn = Entry.objects.filter(competition__event=event, withdrawn_at__isnull=False, **of_whom)
    return _by_person(withdrawn.order_by("competition").values_list("competitor", "competition__name"))


def grades_beside(competition: KnownCompetition, entry: int) -> tuple[str, ...]:
    """The event's other competitions in which the person of this entry has an entry that was not withdrawn."""
    person = Competitor.objects.filter(entries=entry).first()
    return other_grades(competition, person) if person is not None else ()


_ALSO: Final = PreparedQuery(
    lambda competition: (
        Entry.objects.filter(competitor__entries__competition=competition, withdrawn_at__isnull=True)
        .exclude(competition=competition)
        .order_by("competition")
        .values_list("competitor", "competition__name")
    )
)


def read_also(competition: Competition) -> Mapping[int, tuple[str, ...]]:
    """Everybody of this competition who is in another one too: in which, by the person's number. One query."""
    return _by_person(_ALSO(competition.pk))


def read_also_of(people: Sequence[int], competition: Competition) -> Mapping[int, tuple[str, ...]]:
    """The same for these people alone. One query."""
    standing = Entry.objects.filter(competitor__in=people, withdrawn_at__isnull=True).exclude(competition=competition)
    return _by_person(standing.order_by("competition").values_list("competitor", "competition__name"))


def _by_person(rows: Iterable[tuple[int, str]]) -> dict[int, tuple[str, ...]]:
    """The grades of each person's rows."""
    found: dict[int, list[str]] = defaultdict(list)
    for person, grade in rows:
        found[person].append(grade)
    return {person: tuple(grades) for person, grades in found.items()}
