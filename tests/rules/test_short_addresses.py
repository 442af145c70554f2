"""An event's short address: what somebody at the back of the hall types into a phone."""

from __future__ import annotations

from datetime import date

import pytest

from tournament.rules.short_addresses import short_address

DAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("slug", "day", "taken", "short"),
    [
        pytest.param("southern-youth-games", DAY, [], "syg26", id="first letters and the year"),
        pytest.param("southern-youth-games-2027", DAY, [], "syg27", id="a year in the name counts"),
        pytest.param("southern-youth-games", None, [], "syg", id="no day, no year"),
        pytest.param("winterfest", DAY, [], "winter26", id="one word is cut"),
        pytest.param("event", DAY, [], "event26", id="a name without letters that an address can hold"),
        pytest.param("2026", None, [], "event26", id="only a year"),
        pytest.param("a-b-c-d-e-f-g-h", DAY, [], "abcdef26", id="many words"),
        pytest.param("southern-youth-games", DAY, ["syg26", "syg26-2"], "syg26-3", id="taken twice"),
    ],
)
def test_the_short_address_of_an_event(slug, day, taken, short):
    assert short_address(slug, day, taken) == short
