"""The last round is closed: the competition has its final order."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from scoring.record.export import export_record
from tests.cast import Day, a_day
from tests.refusals import refused
from tournament.rules.errors import RoundRefused
from tournament.rules.presets import PRESETS

pytestmark = pytest.mark.django_db

SHORT = {"bac": {"rounds": 2}, "classic-500": {"target": 60}, "classroom": {"hands": 1}}


@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_preset_can_be_played_to_the_end(preset):
    day = Day(preset, **SHORT.get(preset, {})).people(8)
    with time_machine.travel(datetime(2026, 11, 21, 17, 0, tzinfo=UTC), tick=False):
        day.until("finished")
    assert day.competition.finished_at == datetime(2026, 11, 21, 17, 0, tzinfo=UTC)
    order = export_record(day.competition)["final_order"]
    everyone = sorted(code for table in day.seats(1) for code in table)
    assert sorted(order) == ([] if preset == "classroom" else everyone)


def test_the_final_s_order_comes_first_then_by_the_round_reached_and_its_average():
    day = a_day("syg", 8, "finished")
    (a, b, c, d), (e, f, g, h) = day.seats(1)
    order = export_record(day.competition)["final_order"]
    assert order[:2] == [a, e]
    assert [set(order[2:4]), set(order[4:6]), set(order[6:])] == [{b, f}, {c, g}, {d, h}]


def test_it_is_finished_only_after_the_last_round_and_once():
    day = a_day("syg", 8, "sheets in")
    with refused(RoundRefused, "Round 1 isn’t closed yet."):
        day.finish()
    day.close_round()
    with refused(RoundRefused, "There’s another round after round 1."):
        day.finish()
    day.next_round().until("finished")
    with refused(RoundRefused, "This competition is already finished."):
        day.finish()


def test_before_the_draw_there_is_nothing_to_finish():
    day = a_day("syg", 4, "drawn")
    with refused(RoundRefused, "The draw isn’t published yet."):
        day.finish()
