"""Who could take somebody's seat: people of the same group without a seat in this round (RULES 5)."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F

from tournament.models import Competition, Competitor, Entry
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


def read_substitutes(competition: Competition, *, sitter: int, home: int, round_number: int = 0) -> list[Candidate]:
    """People of the group `home`, nominated reserves first, without the person whose seat it is (`sitter`). In a
    knockout, whoever played before and has no seat is out. Round 0: there is none yet."""
    entered = Entry.objects.filter(competition=competition, group=home, withdrawn_at__isnull=True)
    playing = entered.filter(seats__round__number=round_number) if round_number else entered.filter(kind=Kind.ENTRY)
    if round_number and competition.format == Format.KNOCKOUT:
        playing = playing | entered.filter(seats__round__number__lt=round_number)
    of_group = Competitor.objects.filter(group=home).exclude(name="").exclude(pk=sitter)
    free = of_group.exclude(pk__in=playing.values("competitor"))
    reserves = set(entered.filter(kind=Kind.RESERVE).values_list("competitor", flat=True))
    grades = _other_grades(competition, home)
    candidates = [
        Candidate(person.name, person.pk in reserves, person.here_at is not None, grades.get(person.pk, ""))
        for person in free.order_by(F("here_at").asc(nulls_last=True), "name")[:MOST_CANDIDATES]
    ]
    return sorted(candidates, key=lambda candidate: (bool(candidate.grade), not candidate.is_reserve))


def _other_grades(competition: Competition, home: int) -> dict[int, str]:
    """Of this group's people, those who are entered in another grade and not in this one: in which."""
    entered = Entry.objects.filter(group=home, withdrawn_at__isnull=True).order_by("-competition")
    rows = list(entered.values_list("competitor", "competition", "competition__name"))
    of_this = {person for person, grade, _ in rows if grade == competition.pk}
    return {person: name for person, _, name in rows if person not in of_this}
