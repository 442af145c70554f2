"""A long list is shown page by page, and nothing of it is lost."""

from __future__ import annotations

import pytest

from tournament.rules.pages import last_page, page_of, page_window, window


@pytest.mark.parametrize(
    ("total", "size", "page", "shown"),
    [
        (0, 10, 1, ""),
        (10, 10, 1, "0 1 2 3 4 5 6 7 8 9"),
        (11, 10, 2, "10"),
        (25, 10, 3, "20 21 22 23 24"),
        (25, 10, 99, "20 21 22 23 24"),  # the list has become shorter
        (25, 10, 0, "0 1 2 3 4 5 6 7 8 9"),
    ],
)
def test_a_page_shows_its_part_of_the_list(total, size, page, shown):
    assert " ".join(map(str, range(total)[window(total, size, page)])) == shown


@pytest.mark.parametrize("total", range(1, 40))
def test_all_pages_together_are_the_list(total):
    pages = [list(range(total)[page_window(page, 7)]) for page in range(1, last_page(total, 7) + 1)]
    assert [thing for page in pages for thing in page] == list(range(total))
    assert all(thing in pages[page_of(thing, 7) - 1] for thing in range(total))
