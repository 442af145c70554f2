"""Ids that travel: what pages and old lines of the log are told, and back."""

from __future__ import annotations

import pytest

from tournament.models.travel_ids import new_travel_id
from tournament.rules.travel_ids import (
    LARGEST_ID,
    NUMBERS_OF_BEFORE,
    SMALLEST_ID,
    SMALLEST_RANDOM_ID,
    TravelId,
    number_told,
    travel_id_of,
)

OLD_EVENT = TravelId(123_456_780_000_003)
NEW_EVENT = TravelId(712_345_678_901_234)


@pytest.mark.parametrize(
    ("travel_id", "told", "event"),
    [
        (123_456_780_000_017, 17, OLD_EVENT),
        (123_456_789_999_999, 9_999_999, OLD_EVENT),
        (SMALLEST_RANDOM_ID, SMALLEST_RANDOM_ID, OLD_EVENT),
        (LARGEST_ID, LARGEST_ID, OLD_EVENT),
        (987_654_321_098_765, 987_654_321_098_765, NEW_EVENT),
    ],
)
def test_a_row_is_told_by_its_old_number_or_its_id_and_found_by_that(travel_id, told, event):
    assert number_told(travel_id) == told
    assert travel_id_of(told, event) == travel_id


def test_a_short_number_is_nobodys_in_an_event_that_is_younger_than_ids_that_travel():
    """Whatever sends it means a row of another installation's."""
    assert travel_id_of(17, NEW_EVENT) == 17 < SMALLEST_ID


def test_a_new_id_is_random_and_safe_for_scripts():
    found = [new_travel_id() for _ in range(2000)]
    assert len(set(found)) == len(found)
    assert all(SMALLEST_RANDOM_ID <= new_id <= LARGEST_ID < 2**53 for new_id in found)
    assert {new_id // SMALLEST_ID for new_id in found} == set(range(2, 10))
    assert NUMBERS_OF_BEFORE < SMALLEST_ID
