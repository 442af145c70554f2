"""How long a competition takes, from its round length and ten minutes between rounds."""

from __future__ import annotations

import pytest

from tournament.rules.duration import Duration, of_all, of_round
from tournament.rules.presets import Settings, preset

SYG = preset("syg").settings
CLASSIC = preset("classic-500").settings
CLASSROOM = preset("classroom").settings


@pytest.mark.parametrize(
    ("settings", "rounds", "minutes"),
    [
        pytest.param(SYG, 3, (110, 110), id="3 rounds of 30 and twice 10 between"),
        pytest.param(SYG, 1, (30, 30), id="nothing between one round"),
        pytest.param(CLASSROOM, 1, (25, 50), id="RULES 2: 5 to 10 minutes a hand"),
        pytest.param(CLASSROOM.change(clock=30 * 60), 1, (25, 30), id="the clock ends the hands"),
        pytest.param(CLASSROOM.change(clock=20 * 60), 1, (20, 20), id="the clock ends them all"),
        pytest.param(CLASSIC.change(clock=45 * 60), 2, (0, 100), id="a target may come at once; the clock is the most"),
    ],
)
def test_from_the_settings(settings: Settings, rounds: int, minutes: tuple[int, int]) -> None:
    least, most = minutes
    each = of_round(settings)
    assert each is not None and of_all([each] * rounds) == Duration(least * 60, most * 60)


def test_a_target_without_a_clock_takes_as_long_as_it_takes() -> None:
    assert of_round(CLASSIC) is None
