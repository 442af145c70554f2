"""The podium opens from its lowest step on: third, second, first."""

from __future__ import annotations

import pytest

from tournament.rules.errors import Refused
from tournament.rules.podium import comes_next, is_shown, show


@pytest.mark.parametrize(
    ("people", "shown", "open_places", "following"),
    [(64, 0, [], 3), (64, 1, [3], 2), (64, 2, [2, 3], 1), (64, 3, [1, 2, 3], 0), (2, 0, [], 2), (2, 1, [2], 1)],
)
def test_which_cards_are_open_and_which_comes_next(people, shown, open_places, following):
    places = range(1, min(people, 3) + 1)
    assert [place for place in places if is_shown(place, people, shown)] == open_places
    assert comes_next(people, shown) == following


def test_a_press_that_comes_twice_opens_one_card():
    assert show(3, 64, 0) == 1 and show(3, 64, 1) == 1


@pytest.mark.parametrize(("place", "why"), [(1, "Another place comes first"), (4, "no such place"), (0, "no such")])
def test_no_card_opens_before_its_turn(place, why):
    with pytest.raises(Refused, match=why):
        show(place, 64, 0)
