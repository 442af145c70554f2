"""The MC runs the clock; every change is kept, with who and when (RULES 8). What it does by itself: test_moments.py."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tests.actions.two_o_clock import TWO, minutes, run
from tests.cast import Day, a_day
from tests.refusals import refused
from tournament.actions import clock
from tournament.models import Clock, ClockChange
from tournament.rules.clock import State
from tournament.rules.errors import ClockRefused

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(published_at_two) -> Day:
    return published_at_two


def left(day: Day) -> tuple[State, timedelta]:
    facts = Clock.objects.get(round=day.round).facts
    at = datetime.now(UTC)
    return facts.state(at), facts.left(at)


def due(day: Day) -> datetime | None:
    """When time will be up."""
    return day.round.clock.moments.get(kind="time up").due_at


def changes() -> list[tuple[timedelta, str, str, timedelta | None]]:
    """How long after two o'clock, who, what, how much."""
    return [(c.at - TWO, c.by, c.change, c.amount) for c in ClockChange.objects.all()]


def test_the_start_begins_the_round_and_says_when_time_is_up(day):
    assert left(day) == (State.READY, minutes(30))
    run(day, clock.start_clock)
    row = day.round.clock
    assert (row.started_at, due(day), day.round.began_at) == (TWO, TWO + minutes(30), TWO)
    assert left(day) == (State.RUNNING, minutes(30))


def test_every_change_is_kept_with_who_and_when(day, now):
    run(day, clock.start_clock)
    now.shift(minutes(10))
    run(day, clock.pause_clock)
    assert (left(day), due(day)) == ((State.PAUSED, minutes(20)), None)
    now.shift(minutes(7))
    assert left(day) == (State.PAUSED, minutes(20))
    run(day, clock.resume_clock)
    assert (left(day), due(day)) == ((State.RUNNING, minutes(20)), TWO + minutes(37))
    clock.add_time(by=day.organiser, competition=day.pk, seconds=120)
    run(day, clock.add_time, seconds=-60)
    assert (left(day), due(day)) == ((State.RUNNING, minutes(21)), TWO + minutes(38))
    now.shift(minutes(1))
    run(day, clock.end_clock)
    assert (left(day), due(day)) == ((State.TIME_UP, minutes(0)), None)
    assert changes() == [
        (minutes(0), "Sam Reid", "started", None),
        (minutes(10), "Sam Reid", "paused", None),
        (minutes(17), "Sam Reid", "resumed", None),
        (minutes(17), "Ruth Katoa", "changed", minutes(2)),
        (minutes(17), "Sam Reid", "changed", minutes(-1)),
        (minutes(18), "Sam Reid", "ended", None),
    ]


def test_time_can_be_added_before_the_start_and_while_paused(day, now):
    run(day, clock.add_time, seconds=300)
    assert left(day) == (State.READY, minutes(35))
    run(day, clock.start_clock)
    run(day, clock.pause_clock)
    run(day, clock.add_time, seconds=60)
    assert (left(day), due(day)) == ((State.PAUSED, minutes(36)), None)


@pytest.mark.parametrize(
    ("typed", "starts"),
    [("14:05", minutes(5)), (" 14.05 ", minutes(5)), ("02:00", minutes(12 * 60)), ("1:30", minutes(11 * 60 + 30))],
)
def test_a_start_that_is_set_ahead(day, now, typed, starts):
    run(day, clock.set_start, at=typed)
    assert (day.round.clock.starts_at, left(day)) == (TWO + starts, (State.READY, minutes(30)))
    assert due(day) == TWO + starts + minutes(30)
    assert day.round.began_at is None


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "“” isn’t a time of day. Write it like 14:05."),
        ("25:00", "“25:00” isn’t a time of day. Write it like 14:05."),
        ("five past two, please", "“five past two, pleas” isn’t a time of day. Write it like 14:05."),
        ("14:00", "It’s already past 14:00. Choose a later time, or start now."),
        ("13:59", "It’s already past 13:59. Choose a later time, or start now."),
    ],
)
def test_a_time_that_cannot_be_meant_is_refused(day, typed, sentence):
    with refused(ClockRefused, sentence):
        run(day, clock.set_start, at=typed)


def test_a_start_that_is_set_ahead_can_be_set_anew_called_off_and_forestalled(day, now):
    run(day, clock.set_start, at="14:05")
    run(day, clock.set_start, at="14:10")
    assert day.round.clock.starts_at == TWO + minutes(10)
    run(day, clock.call_off_start)
    assert (day.round.clock.starts_at, due(day)) == (None, None)
    with refused(ClockRefused, "No start is set."):
        run(day, clock.call_off_start)
    run(day, clock.set_start, at="14:05")
    now.shift(minutes(2))
    run(day, clock.start_clock)
    assert (day.round.clock.starts_at, due(day)) == (None, TWO + minutes(32))


def test_a_clock_whose_start_has_come_runs_even_if_its_alarm_did_not(day, now):
    run(day, clock.set_start, at="14:05")
    now.shift(minutes(7))
    assert left(day) == (State.RUNNING, minutes(28))
    run(day, clock.pause_clock)
    assert left(day) == (State.PAUSED, minutes(28))


def test_a_mistaken_pause_is_taken_back_as_if_nobody_had_paused(day, now):
    run(day, clock.start_clock)
    now.shift(minutes(10))
    run(day, clock.pause_clock)
    now.shift(minutes(1))
    run(day, clock.undo_clock)
    assert (left(day), due(day)) == ((State.RUNNING, minutes(19)), TWO + minutes(30))
    assert changes()[-1] == (minutes(11), "Sam Reid", "taken back", None)


def test_a_mistaken_end_is_taken_back_with_what_was_left(day, now):
    run(day, clock.start_clock)
    now.shift(minutes(10))
    run(day, clock.end_clock)
    now.shift(minutes(1))
    run(day, clock.undo_clock)
    assert (left(day), due(day)) == ((State.RUNNING, minutes(20)), TWO + minutes(31))


@pytest.mark.parametrize("step", [clock.pause_clock, clock.end_clock])
def test_after_two_minutes_it_was_no_slip(day, now, step):
    run(day, clock.start_clock)
    run(day, step)
    now.shift(minutes(2) + timedelta(seconds=1))
    what = "pause" if step is clock.pause_clock else "end"
    with refused(ClockRefused, f"The {what} was more than two minutes ago, so you can’t undo it."):
        run(day, clock.undo_clock)


def test_an_end_stays_once_a_table_has_counted(day, now):
    run(day, clock.start_clock)
    run(day, clock.end_clock)
    now.shift(timedelta(seconds=30))
    day.stage = "time up"
    day.hand(1, [5, 6, 7, 8])
    with refused(ClockRefused, "A table has counted since then, so you can’t undo the end."):
        run(day, clock.undo_clock)


def test_a_hand_of_before_does_not_keep_an_end_from_being_taken_back(day, now):
    run(day, clock.start_clock)
    now.shift(minutes(3))
    day.stage = "running"
    day.hand(1, ["out", 6, 7, 8])
    now.shift(minutes(3))
    run(day, clock.end_clock)
    run(day, clock.undo_clock)
    assert left(day) == (State.RUNNING, minutes(24))


def test_before_any_hand_the_clock_can_be_set_back(day, now):
    run(day, clock.add_time, seconds=60)
    run(day, clock.start_clock)
    now.shift(minutes(4))
    run(day, clock.restart_clock)
    assert (left(day), due(day), day.round.began_at) == ((State.READY, minutes(30)), None, None)
    run(day, clock.start_clock)
    assert due(day) == TWO + minutes(34)


def test_after_a_hand_it_cannot(day):
    day.hand(1, ["out", 6, 7, 8])
    with refused(ClockRefused, "A hand has already been recorded in this round. Pause, or add time instead."):
        run(day, clock.restart_clock)


def test_calls_are_set_for_this_round_and_those_to_come(day):
    assert day.competition.calls == [600, 60]
    run(day, clock.set_calls, minutes=[1, 3, 20, 3])
    assert (day.competition.calls, day.round.clock.calls) == ([1200, 180, 60], [1200, 180, 60])


@pytest.mark.parametrize("wrong", [[0], [-1], [1440], [1, 2, 3, 4, 5, 6, 7]])
def test_calls_that_cannot_be_meant_are_refused(day, wrong):
    with refused(ClockRefused, "You can have up to 6 announcements, each a whole number of minutes before the end."):
        run(day, clock.set_calls, minutes=wrong)


@pytest.mark.parametrize(
    ("before", "action", "more", "sentence"),
    [
        ([], clock.pause_clock, {}, "The clock hasn’t started yet, so there is nothing to pause."),
        ([], clock.resume_clock, {}, "The clock hasn’t started yet. Press Start."),
        ([clock.start_clock], clock.start_clock, {}, "The clock is already running."),
        ([clock.start_clock], clock.resume_clock, {}, "The clock is already running."),
        ([clock.start_clock, clock.pause_clock], clock.pause_clock, {}, "The clock is already paused."),
        ([clock.start_clock, clock.end_clock], clock.end_clock, {}, "Time is already up in this round."),
        ([clock.start_clock, clock.end_clock], clock.pause_clock, {}, "Time is up, so there is nothing to pause."),
        (
            [clock.start_clock, clock.end_clock],
            clock.add_time,
            {"seconds": -60},
            "Time is up, so you can’t take off any more.",
        ),
        ([clock.start_clock], clock.set_start, {"at": "14:05"}, "The clock is already running."),
        ([], clock.undo_clock, {}, "There’s no pause or end to undo."),
        ([clock.start_clock], clock.undo_clock, {}, "There’s no pause or end to undo."),
        ([], clock.restart_clock, {}, "The clock hasn’t started yet: it’s at its beginning."),
        (
            [clock.start_clock],
            clock.add_time,
            {"seconds": -1800},
            "There are less than 30 minutes left. To stop now, end the round.",
        ),
        ([clock.start_clock], clock.add_time, {"seconds": 86_400}, "A round can last a day at most."),
        ([clock.start_clock], clock.add_time, {"seconds": 10**20}, "A round can last a day at most."),
        ([clock.start_clock], clock.add_time, {"seconds": -(10**20)}, "A round can last a day at most."),
    ],
)
def test_what_the_clock_s_state_does_not_allow_is_refused(day, before, action, more, sentence):
    for step in before:
        run(day, step)
    with refused(ClockRefused, sentence):
        run(day, action, **more)


def test_without_a_round_or_a_clock_there_is_nothing_to_run(now):
    drawn, classroom = a_day("syg", 4, "drawn"), a_day("classroom", 4, "published")
    for day in (drawn, classroom):
        with refused(ClockRefused, "There’s no round to run a clock for."):
            run(day, clock.start_clock)
