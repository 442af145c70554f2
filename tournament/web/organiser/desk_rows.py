"""The rows of the check-in desk.

A row looks the same until something about its person changes, so its HTML is remembered under its value, without the
keys of its forms. A desk that looks again after each tap would otherwise draw a hundred rows for one that changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from tournament.queries.check_in import Arrival
from tournament.queries.check_in_desk import DeskPart

ROWS_REMEMBERED: Final = 2000


class DeskRow(NamedTuple):
    """A person's row, and what it needs to know of its page."""

    arrival: Arrival
    at: str
    """The address of the competition's pages."""
    query: str
    """What the page was asked for: a search, or another page than the first."""
    organises: bool
    round: int
    """Of which their seats are; 0 before the draw is published."""
    is_missed: bool = False
    typed: str = ""
    """A wristband's number that was not taken."""
    trouble: str = ""
    """Why not."""


@lru_cache(maxsize=ROWS_REMEMBERED)
def draw_row(row: DeskRow) -> SafeString:
    """The HTML of a row, without the keys of its forms."""
    template = "organiser/check_in/missed_row.html" if row.is_missed else "organiser/check_in/row.html"
    return render_to_string(template, {"row": row, "keys_to_come": True})


def draw_parts(
    people: Mapping[DeskPart, Sequence[Arrival]], like: DeskRow, typed: Mapping[str, str]
) -> dict[str, list[SafeString]]:
    """The rows of each of the desk's lists; `like` knows their page, `typed` what somebody's row keeps."""

    def drawn(person: Arrival, part: DeskPart) -> SafeString:
        kept = typed.get("number", "") if typed.get("person") == str(person.competitor) else ""
        return draw_row(like._replace(arrival=person, is_missed=part is DeskPart.MISSED, typed=kept))

    return {part.name.lower(): [drawn(person, part) for person in listed] for part, listed in people.items()}
