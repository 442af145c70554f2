"""The MC runs the clock; every change is kept, with who and when, and time up happens once (RULES 8)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from tests.actions.broken import one_row_only
from tests.cast import Day, a_day
from tests.refusals import refused
from tournament.actions import clock
from tournament.models import Clock, ClockChange
from tournament.rules.clock import State
from tournament.rules.errors import ClockRefused

pytestmark = pytest.mark.django_db

TWO = datetime(2026, 11, 21, 14, 0, tzinfo=UTC)


def minutes(n: float) -> timedelta:
    return timedelta(minutes=n)


@pytest.fixture
def now():
    """It is two o'clock, until a test moves on."""
    with time_machine.travel(TWO, tick=False) as traveller:
        yield traveller


@pytest.fixture
def day(now) -> Day:
    return a_day("syg", 4, "published")


def run(day: Day, action, **more):
    action(by=day.mc, competition=day.pk, **more)


def left(day: Day) -> tuple[State, timedelta]:
    facts = Clock.objects.get(round=day.round).facts
    at = datetime.now(UTC)
    return facts.state(at), facts.left(at)


def changes() -> list[tuple[timedelta, str, str, timedelta | None]]:
    """How long after two o'clock, who, what, how much."""
    return [(c.at - TWO, c.by, c.change, c.amount) for c in ClockChange.objects.all()]


def test_the_start_begins_the_round_and_says_when_time_is_up(day):
    assert left(day) == (State.READY, minutes(30))
    run(day, clock.start_clock)
    it = day.round.clock
    assert (it.started_at, it.due_at, day.round.began_at) == (TWO, TWO + minutes(30), TWO)
    assert left(day) == (State.RUNNING, minutes(30))


def test_every_change_is_kept_with_who_and_when(day, now):
    run(day, clock.start_clock)
    now.shift(minutes(10))
    run(day, clock.pause_clock)
    assert (left(day), day.round.clock.due_at) == ((State.PAUSED, minutes(20)), None)
    now.shift(minutes(7))
    assert left(day) == (State.PAUSED, minutes(20))
    run(day, clock.resume_clock)
    assert (left(day), day.round.clock.due_at) == ((State.RUNNING, minutes(20)), TWO + minutes(37))
    clock.add_time(by=day.organiser, competition=day.pk, seconds=120)
    run(day, clock.add_time, seconds=-60)
    assert (left(day), day.round.clock.due_at) == ((State.RUNNING, minutes(21)), TWO + minutes(38))
    now.shift(minutes(1))
    run(day, clock.end_clock)
    assert (left(day), day.round.clock.due_at) == ((State.TIME_UP, minutes(0)), None)
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
    assert (left(day), day.round.clock.due_at) == ((State.PAUSED, minutes(36)), None)


@pytest.mark.parametrize(
    ("before", "action", "more", "sentence"),
    [
        ([], clock.pause_clock, {}, "The clock is ready, so it cannot pause."),
        ([], clock.resume_clock, {}, "The clock is ready, so it cannot resume."),
        ([clock.start_clock], clock.start_clock, {}, "The clock is running, so it cannot start."),
        ([clock.start_clock], clock.resume_clock, {}, "The clock is running, so it cannot resume."),
        ([clock.start_clock, clock.pause_clock], clock.pause_clock, {}, "The clock is paused, so it cannot pause."),
        ([clock.start_clock, clock.end_clock], clock.end_clock, {}, "This round's time is already up."),
        ([clock.start_clock, clock.end_clock], clock.pause_clock, {}, "Time is up, so the clock cannot pause."),
        (
            [clock.start_clock, clock.end_clock],
            clock.add_time,
            {"seconds": 60},
            "Time is up: no time can be added or taken any more.",
        ),
        ([clock.start_clock], clock.add_time, {"seconds": -1800}, "So much time is not left. End the round instead."),
        ([clock.start_clock], clock.add_time, {"seconds": 86_400}, "A round lasts a day at most."),
        ([clock.start_clock], clock.add_time, {"seconds": 10**20}, "A round lasts a day at most."),
        ([clock.start_clock], clock.add_time, {"seconds": -(10**20)}, "A round lasts a day at most."),
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
        with refused(ClockRefused, "There is no round whose clock could be run."):
            run(day, clock.start_clock)


def test_time_up_fires_once_at_its_moment(day, now):
    run(day, clock.start_clock)
    now.shift(minutes(30) - timedelta(microseconds=1))
    assert clock.fire_time_up() == 0
    now.shift(timedelta(microseconds=1))
    assert [clock.fire_time_up(), clock.fire_time_up()] == [1, 0]
    assert (day.round.clock.ended_at, day.round.clock.due_at) == (TWO + minutes(30), None)
    assert changes()[1:] == [(minutes(30), "Turntable", "time up", None)]
    [line] = day.competition.log.filter(what="clock time up")
    assert (line.by, line.role, line.at) == ("Turntable", "system", TWO + minutes(30))


def test_a_late_alarm_fires_every_clock_that_is_due_and_no_other(now):
    days = [Day("syg", clock=n * 600).people(2).until("running") for n in (1, 2, 3)]
    now.shift(minutes(25))
    assert clock.fire_time_up() == 2
    assert [day.round.clock.ended_at is not None for day in days] == [True, True, False]


def test_a_clock_that_fails_does_not_keep_the_others_from_their_time_up(now, caplog):
    """The database refuses the first one's row, as it would a damaged one; the next sweep tries again."""
    days = [Day("syg", clock=n * 600).people(2).until("running") for n in (1, 2, 3)]
    broken = days[0].round.clock
    ClockChange.objects.create(clock=broken, at=TWO, by="Turntable", change="time up")
    with one_row_only("tournament_clockchange", "clock_id", "change = 'time up'"):
        now.shift(minutes(40))
        assert clock.fire_time_up() == 2
        assert [day.round.clock.ended_at is not None for day in days] == [False, True, True]
        assert f"Time up of clock {broken.pk} failed; the next sweep tries again." in caplog.text
        assert "IntegrityError" in caplog.text
        assert clock.fire_time_up() == 0
    assert clock.fire_time_up() == 1
    assert days[0].round.clock.ended_at == TWO + minutes(40)


def test_a_paused_or_ended_clock_never_fires(day, now):
    run(day, clock.start_clock)
    run(day, clock.pause_clock)
    now.shift(minutes(60))
    assert clock.fire_time_up() == 0
    run(day, clock.resume_clock)
    run(day, clock.end_clock)
    now.shift(minutes(60))
    assert clock.fire_time_up() == 0


def test_time_added_in_time_moves_the_alarm(day, now):
    run(day, clock.start_clock)
    now.shift(minutes(29))
    run(day, clock.add_time, seconds=120)
    now.shift(minutes(2))
    assert clock.fire_time_up() == 0
    now.shift(minutes(1))
    assert clock.fire_time_up() == 1


def test_a_round_closed_before_the_alarm_came_still_has_its_time_up(day, now):
    """“Time up happens once, whatever fails”: the alarm may be late, but the moment is kept."""
    run(day, clock.start_clock)
    now.shift(minutes(31))
    day.stage = "time up"
    day.until("round closed")
    assert clock.fire_time_up() == 0
    assert day.round.clock.ended_at == TWO + minutes(31)
    assert changes()[1:] == [(minutes(31), "Turntable", "time up", None)]
