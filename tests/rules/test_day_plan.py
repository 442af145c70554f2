"""The day as it is planned: each step in seconds after the welcome, and when that is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tournament.rules import clock_changes as clocks
from tournament.rules.clock import RoundClock
from tournament.rules.day_plan import DayPlan, PlannedKind, plan_day
from tournament.rules.presets import preset
from tournament.rules.standing import MadeRound, StandingDraw, make_standing

TEN = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
READY = RoundClock(timedelta(minutes=30), timedelta(minutes=5))
RUNNING = clocks.start(READY, TEN)
WHOLE = [
    ("welcome", 0), ("round", 5), ("warning", 30), ("time up", 35), ("break", 35),
    ("round", 45), ("warning", 70), ("time up", 75), ("break", 75), ("winners", 85), ("done", 90),
]  # fmt: skip


def plan(*made: MadeRound, form: str = "syg", **changes: int) -> DayPlan:
    draw = StandingDraw(16, (4, 1) if form == "syg" else (4,), published_at=TEN)
    settings = preset(form).settings.change(**changes)
    return plan_day(make_standing(7, settings, draw, made, takes_entries=False))


def minutes(day: DayPlan) -> list[tuple[str, int | None]]:
    return [(step.kind.value, None if step.at is None else step.at // 60) for step in day.steps]


def test_a_knockout_before_anybody_said_when_it_starts():
    day = plan()
    assert minutes(day) == WHOLE
    assert (day.welcome, day.moment(PlannedKind.WINNERS)) == (None, None)


@pytest.mark.parametrize("clock", [RUNNING, clocks.start_at(READY, TEN - timedelta(hours=1), TEN)])
def test_a_start_that_is_set_or_was_pressed_gives_every_step_its_time(clock):
    day = plan(MadeRound(1, 1, clock=clock))
    assert minutes(day) == WHOLE
    assert day.moment(PlannedKind.WELCOME) == TEN - timedelta(minutes=5)
    assert day.moment(PlannedKind.TIME_UP, 1) == TEN + timedelta(minutes=30)
    assert day.moment(PlannedKind.ROUND, 2) == TEN + timedelta(minutes=40)
    assert day.moment(PlannedKind.DONE) == TEN + timedelta(minutes=85)


def test_what_follows_moves_with_a_round_that_was_ended_early_or_closed_late():
    early = MadeRound(1, 1, clock=clocks.end(RUNNING, TEN + timedelta(minutes=20)))
    assert plan(early).moment(PlannedKind.BREAK, 1) == TEN + timedelta(minutes=20)
    late = MadeRound(1, 1, clock=early.clock, closed_at=TEN + timedelta(minutes=26))
    assert plan(late).moment(PlannedKind.BREAK, 1) == TEN + timedelta(minutes=26)
    assert plan(late).moment(PlannedKind.ROUND, 2) == TEN + timedelta(minutes=36)


def test_without_a_clock_nobody_knows_what_comes_when():
    day = plan(form="classic-500")
    assert minutes(day)[:3] == [("welcome", 0), ("round", 5), ("break", None)]
    assert day.steps[-1].at is None
