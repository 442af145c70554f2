"""How somebody's name is spelt, and was before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.models import Competitor, FormerName


@dataclass(frozen=True)
class FormerSpelling:
    """A spelling that was replaced, and why an organiser said that it is the same person, if they did."""

    name: str
    until: datetime
    why: str


def read_former_spellings(person: int) -> Sequence[FormerSpelling]:
    """Of a competitor, the latest first."""
    rows = FormerName.objects.filter(competitor=person).order_by("-pk")
    return [FormerSpelling(*row) for row in rows.values_list("name", "until", "why")]


def read_spellings(event: int) -> list[tuple[str, str, str]]:
    """Group, spelling and name now of everybody in the event; a former spelling is a further row."""
    people = Competitor.objects.filter(event=event).exclude(name="")
    former = FormerName.objects.filter(competitor__event=event)
    return [
        *people.values_list("group__name", "name", "name"),
        *former.values_list("competitor__group__name", "name", "competitor__name"),
    ]
