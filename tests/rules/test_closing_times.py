"""RULES 5: a closing time after the event's day, or after noon on it, is hardly meant."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from tournament.rules.closing_times import closes_late

DAY = date(2026, 11, 21)


@pytest.mark.parametrize(
    ("day", "closes", "late"),
    [
        pytest.param(DAY, datetime(2026, 11, 20, 23, 59), False, id="the evening before"),
        pytest.param(DAY, datetime(2026, 11, 21, 9, 30), False, id="at the door"),
        pytest.param(DAY, datetime(2026, 11, 21, 12, 0), False, id="at noon"),
        pytest.param(DAY, datetime(2026, 11, 21, 12, 1), True, id="after noon"),
        pytest.param(DAY, datetime(2026, 11, 22, 0, 0), True, id="at midnight"),
        pytest.param(DAY, datetime(2026, 12, 1, 9, 0), True, id="days later"),
        pytest.param(None, datetime(2026, 12, 1, 9, 0), False, id="an event without a day"),
        pytest.param(DAY, None, False, id="closed by hand"),
    ],
)
def test_after_noon_on_the_day_is_late(day: date | None, closes: datetime | None, late: bool) -> None:
    assert closes_late(day, closes) is late
