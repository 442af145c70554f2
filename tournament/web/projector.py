"""What the pages on the hall's projectors have in common: they keep their picture, and turn pages that can be read.

So much fits on a page that it can still be read from the back wall.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from math import ceil
from typing import Any, Final, Generic, TypeVar

from django.http import Http404, HttpRequest, HttpResponse

from tournament.queries.draw import DrawnChair
from tournament.rules.table_numbers import ShownTable
from tournament.web.fragments import is_fragment

T = TypeVar("T")
SECONDS_A_PAGE_STAYS: Final = 12
"""Then the next page comes by itself (static/js/screen.js)."""
MOST_TABLES_ACROSS: Final = 4
MOST_NAMES_DOWN: Final = 20
"""This many names fit below each other."""
FEWEST_SEATS_OF_A_ROW: Final = 4
"""A table of two takes as much room as a table of four."""
WIDTHS: Final = (("short", 9), ("middle", 16), ("long", 34))
"""The sizes of a large text, and how many letters each has room for."""


def keeps_its_picture(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let no other page replace what the hall is looking at.

    A screen that asks for news gets news or nothing: never an error, and never the page to sign in again.
    """

    @wraps(view)
    def quiet(request: HttpRequest, **rest: Any) -> HttpResponse:
        if not is_fragment(request):
            return view(request, **rest)
        try:
            answer = view(request, **rest)
        except Http404:
            return HttpResponse(status=204)
        return HttpResponse(status=204) if answer.status_code != 200 or "HX-Redirect" in answer else answer

    return quiet


def turn_at(now: datetime) -> int:
    """How often pages have turned by now; the same on every screen."""
    return int(now.timestamp()) // SECONDS_A_PAGE_STAYS


# Tables with their names


@dataclass(frozen=True)
class SeatingTable:
    """A table on the screen; without chairs while its names are still to come."""

    number: ShownTable
    chairs: Sequence[DrawnChair]
    new: bool = False
    """Whether it was shown last."""


@dataclass(frozen=True)
class SeatingPage:
    """One page of tables."""

    tables: Sequence[SeatingTable]
    seats: int
    """The seats of the largest table, on whichever page."""
    page: int
    pages: int

    @property
    def across(self) -> int:
        """How many tables are beside each other: few enough to leave every name its room."""
        count, rows = len(self.tables), _rows_that_fit(self.seats)
        wanted = (across for across in range(1, MOST_TABLES_ACROSS) if count <= across * min(across, rows))
        return next(wanted, MOST_TABLES_ACROSS)

    @property
    def down(self) -> int:
        """How many rows of tables there are."""
        return ceil(len(self.tables) / self.across)


def most_tables(seats: int) -> int:
    """How many tables fit on a page if the largest has this many seats."""
    return MOST_TABLES_ACROSS * _rows_that_fit(seats)


def _rows_that_fit(seats: int) -> int:
    return max(1, MOST_NAMES_DOWN // max(seats, FEWEST_SEATS_OF_A_ROW))


def largest(tables: Mapping[ShownTable, Sequence[DrawnChair]]) -> int:
    """The seats of the largest table."""
    return max((len(chairs) for chairs in tables.values()), default=1)


# Lines in columns


@dataclass(frozen=True)
class PageOfLines(Generic[T]):
    """A page of lines, filled column by column."""

    lines: Sequence[T]
    down: int
    across: int


def in_columns(lines: Sequence[T], down: int, across: int) -> list[PageOfLines[T]]:
    """Divide lines into as few pages as they need, each as full as the others, so that no page has one lonely name."""
    on_page = evenly(len(lines), down * across)
    wide = min(across, max(1, ceil(on_page / down)))
    return [
        PageOfLines(lines[first : first + on_page], max(1, ceil(on_page / wide)), wide)
        for first in range(0, max(len(lines), 1), on_page)
    ]


def evenly(count: int, most: int) -> int:
    """How many go on each page if at most this many fit."""
    return ceil(count / max(1, ceil(count / most))) or 1


# One large text


def width_class(text: str) -> str:
    """How large a text can be shown: `short`, `middle`, `long` or `longest`. Wide letters count twice."""
    width = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
    return next((word for word, most in WIDTHS if width <= most), "longest")
