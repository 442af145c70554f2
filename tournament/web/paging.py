"""Where a page is among the pages of a list, with the links to the pages beside it (templates/parts/pages.html)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest

from tournament.rules.pages import last_page, window
from tournament.web.forms import number_in


@dataclass(frozen=True)
class Pages:
    """A page of a list."""

    number: int
    of: int
    words: str
    """People 101–200 of 1,000."""
    before: str
    """The address of the page before this one; empty on the first."""
    after: str
    first: str = ""
    """The address of the first page."""

    @property
    def is_last(self) -> bool:
        return self.number == self.of


def pages_of(what: str, total: int, size: int, number: int, address: Callable[[int], str]) -> Pages:
    """Page `number` of a list of `what`, each page at its own address."""
    of, shown = last_page(total, size), window(total, size, number)
    number = min(max(1, number), of)
    words = f"{what} {shown.start + 1:,}–{shown.stop:,} of {total:,}"
    before, after = (address(other) if 1 <= other <= of else "" for other in (number - 1, number + 1))
    return Pages(number, of, words, before, after, address(1))


def page_asked(request: HttpRequest) -> int:
    """The page that an address with `?page=` asks for."""
    return max(1, number_in(request.GET.get("page", "")))


def query(**fields: str | int) -> str:
    """The end of an address, without what is empty, and without the first page's number."""
    kept = {name: value for name, value in fields.items() if value and (name, value) != ("page", 1)}
    return f"?{urlencode(kept)}" if kept else ""
