"""A long list is shown page by page."""

from __future__ import annotations


def last_page(total: int, size: int) -> int:
    """How many pages so many things fill; an empty list has one."""
    return max(1, -(-total // size))


def window(total: int, size: int, page: int) -> slice:
    """Which things are on a page, counted from 1. A page too far on is the last one: the list has become shorter."""
    first = (min(max(1, page), last_page(total, size)) - 1) * size
    return slice(first, min(total, first + size))


def page_of(place: int, size: int) -> int:
    """The page on which the thing at this place is, counted from 0."""
    return place // size + 1


def page_window(page: int, size: int) -> slice:
    """Which things are on a page that is known to be there."""
    return slice((page - 1) * size, page * size)
