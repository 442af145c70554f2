"""No event or competition can take the address of a page: the words that pages use are kept free."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

from tournament.actions.setup import PAGES
from tournament.models import Competition, Event


def routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, address)
        else:
            yield address


def words(before: str) -> set[str]:
    """The plain words that follow this part of an address, where a name could stand too."""
    found = (re.match(rf"{re.escape(before)}([a-z0-9-]+)/", route) for route in routes(get_resolver().url_patterns))
    return {match[1] for match in found if match}


def test_the_words_of_pages_are_kept_free():
    assert words("organise/") - PAGES[Event] == set()
    assert words("organise/<slug:event>/") - PAGES[Competition] == set()
