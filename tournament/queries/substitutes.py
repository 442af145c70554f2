"""Who could take somebody's seat: people of the same group without a seat in this round; without groups, anybody
(RULES 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F

from tournament.models import Competitor, Entry
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.grades import read_withdrawals
from tournament.rules.entries import Kind
from tournament.rules.presets import Format

MOST_CANDIDATES = 50
"""More than anybody reads; somebody else can still be typed by name."""


@dataclass(frozen=True)
class Candidate:
    """Somebody of the same group without a seat in this round."""

    name: str
    is_reserve: bool
    is_here: bool
    grade: str = ""
    """The other grade they are of: then only an organiser lets them play, with a reason."""
    withdrew_from: Sequence[str] = ()
    """The event's competitions from which they withdrew; empty for most."""


def read_substitutes(
    competition: KnownCompetition, *, sitter: int, home: int, round_number: int = 0
) -> list[Candidate]:
    """People of the group `home`, nominated reserves first, without the person whose seat it is (`sitter`). In a
    knockout, people who played before and have no seat are out. Round 0 means that there is no round yet."""
    of_home = {"group": home} if competition.event.has_groups else {}
    entered = Entry.objects.filter(competition=competition.pk, withdrawn_at__isnull=True, **of_home)
    playing = entered.filter(seats__round__number=round_number) if round_number else entered.filter(kind=Kind.ENTRY)
    if round_number and competition.format == Format.KNOCKOUT:
        playing = playing | entered.filter(seats__round__number__lt=round_number)
    people = Competitor.objects.filter(event=competition.event.pk, **of_home).exclude(name="").exclude(pk=sitter)
    free = people.exclude(pk__in=playing.values("competitor"))
    reserves = set(entered.filter(kind=Kind.RESERVE).values_list("competitor", flat=True))
    withdrawals = read_withdrawals(competition.event.pk, **of_home)
    grades = read_other_grades(competition, of_home)
    candidates = [
        Candidate(
            name=person.name,
            is_reserve=person.pk in reserves,
            is_here=person.here_at is not None,
            grade=grades.get(person.pk, ""),
            withdrew_from=withdrawals.get(person.pk, ()),
        )
        for person in free.order_by(F("here_at").asc(nulls_last=True), "name")[:MOST_CANDIDATES]
    ]
    return sorted(candidates, key=_likely_first)


def _likely_first(candidate: Candidate) -> tuple[bool, bool, bool]:
    return bool(candidate.grade), bool(candidate.withdrew_from), not candidate.is_reserve


def read_other_grades(competition: KnownCompetition, of_home: Mapping[str, object]) -> dict[int, str]:
    """Of the people of `of_home`, those who are entered in another grade and not in this one: in which."""
    of_event = Entry.objects.filter(competition__event=competition.event.pk, **of_home)
    entered = of_event.filter(withdrawn_at__isnull=True).order_by("-competition")
    rows = list(entered.values_list("competitor", "competition", "competition__name"))
    of_this = {person for person, grade, _ in rows if grade == competition.pk}
    return {person: name for person, _, name in rows if person not in of_this}
