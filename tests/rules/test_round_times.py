"""RULES 8: length and warning of rounds that have not begun may be changed after the draw."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.rules.spec import refused
from tournament import plan_words, words
from tournament.rules.errors import SettingsRefused
from tournament.rules.presets import preset
from tournament.rules.round_names import RoundName
from tournament.rules.round_times import (
    RoundTime,
    TimedRound,
    change_times,
    settings_for_all,
    settings_of,
    time_of,
)
from tournament.rules.standing import StandingDraw, make_standing

SYG = preset("syg").settings
NAMES = [RoundName(1), RoundName(2), RoundName(3, is_final=True)]
ROUNDS = [TimedRound(name, has_begun=name.number == 1) for name in NAMES]
SHORT = RoundTime(25 * 60, 3 * 60)


@pytest.mark.parametrize(
    ("number", "onwards", "times"),
    [
        pytest.param(2, False, {"2": [1500, 180]}, id="one round"),
        pytest.param(2, True, {"2": [1500, 180], "3": [1500, 180]}, id="this one and all after it"),
        pytest.param(3, True, {"3": [1500, 180]}, id="the final"),
    ],
)
def test_a_round_that_has_not_begun(number: int, onwards: bool, times: dict[str, Sequence[int]]) -> None:
    assert change_times(SYG, {}, ROUNDS, number, SHORT, onwards=onwards) == times
    assert [time_of(SYG, times, each) for each in (1, number)] == [RoundTime(1800, 300), SHORT]
    assert settings_of(SYG, times, number) == SYG.change(clock=1500, warning=180)
    again = change_times(SYG, times, ROUNDS, 3, RoundTime(2700), onwards=False)
    assert (again["3"], time_of(SYG, again, 3)) == ([2700, None], RoundTime(2700))


@pytest.mark.parametrize(
    ("settings", "number", "time", "sentence"),
    [
        (SYG, 1, SHORT, "Round 1 has begun. Add or take off time at the clock instead."),
        (SYG, 4, SHORT, "There is no such round."),
        (SYG, 0, SHORT, "There is no such round."),
        (SYG, 2, RoundTime(300, 300), "The warning must come after the start: make it shorter than the round."),
        (preset("classroom").settings, 2, SHORT, "This competition has no clock, so its rounds have no length."),
    ],
)
def test_what_cannot_be_changed(settings, number: int, time: RoundTime, sentence: str) -> None:
    with refused(SettingsRefused, sentence):
        change_times(settings, {}, ROUNDS, number, time, onwards=True)


@pytest.mark.parametrize("length", [0, -60, 86_401])
def test_a_length_is_limited_as_the_settings_are(length: int) -> None:
    with pytest.raises(SettingsRefused):
        change_times(SYG, {}, ROUNDS, 2, RoundTime(length), onwards=True)


PLANS = {"syg": (16, (4, 2, 1)), "bac": (16, (4,)), "classic-500": (16, (4, 2, 1))}


@pytest.mark.parametrize(
    ("name", "choices", "times", "sentence"),
    [
        ("syg", {}, {}, "A round lasts 30 minutes. Don’t start a new hand in the last 5 minutes."),
        (
            "syg", {}, {str(number): [1500, 180] for number in (1, 2, 3)},
            "A round lasts 25 minutes. Don’t start a new hand in the last 3 minutes.",
        ),
        (
            "syg", {}, {"3": [2700, 300]},
            "Rounds 1 and 2 last 30 minutes and the final lasts 45 minutes. "
            "Don’t start a new hand in the last 5 minutes.",
        ),
        (
            "syg", {}, {"1": [900, None], "2": [1500, 180], "3": [1500, 180]},
            "Round 1 lasts 15 minutes and round 2 and the final last 25 minutes. "
            "Don’t start a new hand after the warning.",
        ),
        (
            "bac", {"rounds": 4, "warning": None}, {"4": [600, None]},
            "Rounds 1 to 3 last 15 minutes and round 4 lasts 10 minutes.",
        ),
        (
            "classic-500", {"clock": 2700}, {"3": [3600, None]},
            "A round ends when somebody has 500 points, or when its time is up. Rounds 1 and 2 last 45 minutes and the "
            "final lasts 60 minutes.",
        ),
    ],
)  # fmt: skip
def test_what_everyone_reads_of_lengths_that_differ(name: str, choices, times, sentence: str) -> None:
    settings = preset(name).settings.change(**choices)
    standing = make_standing(7, settings, StandingDraw(*PLANS[name]), (), takes_entries=False, times=times)
    assert words.how_it_is_played(settings, standing.rounds)[1] == sentence


def test_how_long_all_rounds_take_where_they_differ() -> None:
    each = [settings_of(SYG, {"2": [1500, 300], "3": [2730, 300]}, number) for number in (1, 2, 3)]
    took = ("2 h 1 min", "3 rounds of 30, 25 and 45:30 minutes, 10 minutes between them.")
    assert plan_words.duration_in_words(each) == took


USUAL = RoundTime(1800, 300)


@pytest.mark.parametrize(
    ("times", "clock", "warning"),
    [
        pytest.param([SHORT, SHORT, SHORT], 1500, 180, id="all rounds were changed to one time: that is its length"),
        pytest.param([USUAL, USUAL, SHORT], 1800, 300, id="a final of its own stays behind"),
        pytest.param([RoundTime(1500)], 1500, None, id="without a warning"),
        pytest.param([], 1800, 300, id="nothing was drawn"),
        pytest.param([None, None], 1800, 300, id="no clock"),
    ],
)
def test_another_competition_like_it_has_the_length_that_all_rounds_had(
    times: Sequence[RoundTime | None], clock: int, warning: int | None
) -> None:
    assert settings_for_all(SYG, times) == SYG.change(clock=clock, warning=warning)
