"""The checker shares no code with the rest, so its list of presets is its own: nothing but this compares them."""

from scoring.record.check import settings
from tournament.rules.presets import PRESETS


def test_the_checker_knows_every_preset_and_a_start_of_one_s_own():
    assert {*PRESETS, "custom"} == settings.PRESETS
