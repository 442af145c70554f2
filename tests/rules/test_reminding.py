"""Four weeks after an event its organisers are reminded of the names (RULES 5)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest

from tournament.rules.reminding import is_time_to_erase

TODAY = date(2026, 11, 28)
LONG_AGO, LATELY, TO_COME = date(2026, 10, 31), date(2026, 11, 1), date(2027, 10, 1)


@pytest.mark.parametrize(
    ("days", "is_time"),
    [
        pytest.param([None, None], False, id="neither a day nor anything played: not over"),
        pytest.param([LONG_AGO, None], True, id="four weeks after its day"),
        pytest.param([LATELY, None], False, id="a day less"),
        pytest.param([None, LONG_AGO], True, id="without a day: what was played last"),
        pytest.param([LONG_AGO, LATELY], False, id="a league: its last hand is later than its day"),
        pytest.param([TO_COME, LONG_AGO], False, id="its day is to come"),
    ],
)
def test_the_last_of_its_day_and_what_was_played_counts(days: Sequence[date | None], is_time: bool) -> None:
    assert is_time_to_erase(days, TODAY) is is_time
