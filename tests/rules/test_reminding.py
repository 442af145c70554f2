"""Four weeks after an event its organisers are reminded of the names (RULES 5)."""

from __future__ import annotations

from datetime import date

import pytest

from tournament.rules.reminding import is_time_to_erase

TODAY = date(2026, 11, 28)


@pytest.mark.parametrize(
    ("day", "finished", "is_time"),
    [
        (None, None, False),
        (date(2026, 10, 31), None, True),
        (date(2026, 11, 1), None, False),
        (None, date(2026, 10, 31), True),
        (date(2026, 10, 1), date(2026, 11, 1), False),
        (date(2027, 10, 1), date(2026, 10, 1), False),
    ],
)
def test_the_later_of_its_day_and_its_last_result_counts(day, finished, is_time):
    assert is_time_to_erase(day, finished, TODAY) is is_time
