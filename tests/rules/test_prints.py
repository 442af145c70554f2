"""What changed since a paper was made, in words."""

from __future__ import annotations

import pytest

from tournament.rules.prints import changed

MADE = {"name": {"1": "a", "2": "b", "3": "c"}, "seat": {"1-1-1": "x"}, "address": {"site": "s"}}


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (MADE, ""),
        (MADE | {"name": {"1": "A", "2": "B", "3": "c"}}, "two names changed"),
        (MADE | {"seat": {}}, "one seat changed"),
        (MADE | {"name": {"1": "a", "2": "b", "3": "c", "4": "d"}}, "one name changed"),
        (MADE | {"address": {"site": "t"}}, "this laptop’s address changed"),
        (MADE | {"seat": {"1-1-1": "y"}, "name": {"1": "A", "2": "b"}}, "one name changed, one seat changed"),
        (MADE | {"seat": {"1-1-1": "y"}, "name": {}}, "one seat changed"),
        (MADE | {"rule": {"clock": "x"}, "head": {"date": "y"}}, "two settings changed"),
        (MADE | {"seat": {str(n): "y" for n in range(1200)}}, "1,201 seats changed"),
        (MADE | {"copies": {"copies": "7"}}, "something on it changed"),
    ],
)
def test_what_changed(now, words):
    assert changed(MADE, now) == words
