"""RULES 8: the warning and time up reach every screen, and give it back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tournament.rules.alerts import Alert, Reach, alert_of, reach_of
from tournament.rules.clock import RoundClock

START = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
CLOCK = RoundClock(timedelta(minutes=30), timedelta(minutes=5), started_at=START)
NO_WARNING = replace(CLOCK, warning=None)


def after(minutes: int, seconds: int = 0) -> datetime:
    return START + timedelta(minutes=minutes, seconds=seconds)


@pytest.mark.parametrize(
    ("clock", "now", "alert"),
    [
        pytest.param(replace(CLOCK, started_at=None), after(26), Alert.NONE, id="a clock that is ready says nothing"),
        pytest.param(CLOCK, after(24, 59), Alert.NONE, id="before the warning"),
        pytest.param(CLOCK, after(25), Alert.LAST_HAND, id="the warning, at its second"),
        pytest.param(CLOCK, after(25, 59), Alert.LAST_HAND, id="the warning stays a minute"),
        pytest.param(CLOCK, after(26), Alert.NONE, id="then the screen goes back"),
        pytest.param(CLOCK, after(29, 50), Alert.LAST_SECONDS, id="the last ten seconds"),
        pytest.param(NO_WARNING, after(29, 51), Alert.LAST_SECONDS, id="also of a round without a warning"),
        pytest.param(NO_WARNING, after(26), Alert.NONE, id="which has no last hand"),
        pytest.param(CLOCK, after(30), Alert.TIME_UP, id="time up, whether its alarm came or not"),
        pytest.param(replace(CLOCK, ended_at=after(10)), after(10, 59), Alert.TIME_UP, id="an end by hand"),
        pytest.param(CLOCK, after(31), Alert.NONE, id="time up stays a minute"),
        pytest.param(replace(CLOCK, paused_at=after(25, 5)), after(25, 9), Alert.NONE, id="a pause says so itself"),
        pytest.param(
            replace(CLOCK, ended_at=after(30), closed_at=after(30, 5)), after(30, 9), Alert.NONE, id="a closed round"
        ),
        pytest.param(
            replace(CLOCK, warned_at=after(25), added=timedelta(minutes=10)),
            after(30),
            Alert.NONE,
            id="time that is added gives no second warning",
        ),
    ],
)
def test_what_a_clock_has_to_say(clock, now, alert):
    assert alert_of(clock, now) is alert


@pytest.mark.parametrize(
    ("screen", "is_drawing", "reach"),
    [
        pytest.param(None, False, Reach.SCREEN, id="a screen of the whole event"),
        pytest.param(7, False, Reach.SCREEN, id="a screen of that competition"),
        pytest.param(8, False, Reach.BAND, id="a screen of another one"),
        pytest.param(None, True, Reach.BAND, id="a screen on which a draw is held"),
        pytest.param(7, True, Reach.BAND, id="whatever it was given"),
    ],
)
def test_how_much_of_a_screen_it_takes(screen, is_drawing, reach):
    assert reach_of(screen, 7, is_drawing=is_drawing) is reach
