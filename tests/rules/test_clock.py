"""RULES 8: the states of the clock, what is left, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.rules.spec import refused
from tournament.rules import clock as rules
from tournament.rules.clock import RoundClock, State
from tournament.rules.errors import ClockRefused

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
READY = RoundClock(length=timedelta(minutes=30), warning=timedelta(minutes=5))


def at(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


def left(clock: RoundClock, minute: float) -> float:
    return clock.left(at(minute)) / timedelta(minutes=1)


RUNNING = rules.start(READY, at(0))
PAUSED = rules.pause(RUNNING, at(10))
RESUMED = rules.resume(PAUSED, at(17))
ENDED = rules.end(RUNNING, at(12))
CLOSED = rules.close(ENDED, at(13))


@pytest.mark.parametrize(
    ("clock", "minute", "state", "minutes_left", "warned"),
    [
        pytest.param(READY, 99, State.READY, 30, False, id="RULES 8: ready, all is left"),
        pytest.param(RUNNING, 0, State.RUNNING, 30, False, id="RULES 8: started"),
        pytest.param(RUNNING, 24.9, State.RUNNING, 5.1, False, id="RULES 8: before the warning"),
        pytest.param(RUNNING, 25, State.RUNNING, 5, True, id="RULES 8: the warning is a moment, not a state"),
        pytest.param(RUNNING, 29.99, State.RUNNING, 0.01, True, id="RULES 8: running to the last"),
        pytest.param(RUNNING, 30, State.TIME_UP, 0, True, id="RULES 8: time up"),
        pytest.param(RUNNING, 500, State.TIME_UP, 0, True, id="RULES 8: never negative"),
        pytest.param(PAUSED, 10, State.PAUSED, 20, False, id="RULES 8: paused"),
        pytest.param(PAUSED, 500, State.PAUSED, 20, False, id="RULES 8: a pause loses nothing, however long"),
        pytest.param(RESUMED, 17, State.RUNNING, 20, False, id="RULES 8: resumed"),
        pytest.param(RESUMED, 32, State.RUNNING, 5, True, id="RULES 8: the warning waits as long as the pause"),
        pytest.param(RESUMED, 37, State.TIME_UP, 0, True, id="RULES 8: time up after 30 minutes of play"),
        pytest.param(ENDED, 12, State.TIME_UP, 0, True, id="RULES 8: ended now"),
        pytest.param(CLOSED, 13, State.CLOSED, 0, True, id="RULES 8: closed"),
        pytest.param(RUNNING, -3, State.RUNNING, 30, False, id="a screen whose time is behind gains nothing"),
    ],
)
def test_the_state_what_is_left_and_the_warning(
    clock: RoundClock, minute: float, state: State, minutes_left: float, warned: bool
) -> None:
    found = (clock.state(at(minute)), round(left(clock, minute), 6), clock.warned(at(minute)))
    assert found == (state, minutes_left, warned)


def test_the_states_are_called_so() -> None:
    assert [str(state) for state in State] == ["ready", "running", "paused", "time up", "closed"]


@pytest.mark.parametrize(
    ("clock", "deadline", "warning_at"),
    [
        pytest.param(READY, None, None, id="ready: neither"),
        pytest.param(RUNNING, at(30), at(25), id="running"),
        pytest.param(PAUSED, None, None, id="paused: neither"),
        pytest.param(RESUMED, at(37), at(32), id="resumed: seven minutes later"),
        pytest.param(rules.add(RUNNING, at(1), timedelta(minutes=2)), at(32), at(27), id="two minutes added"),
        pytest.param(rules.start(RoundClock(timedelta(minutes=9)), at(0)), at(9), None, id="no warning"),
    ],
)
def test_when_time_will_be_up_and_when_the_warning_comes(
    clock: RoundClock, deadline: datetime | None, warning_at: datetime | None
) -> None:
    assert (clock.deadline, clock.warning_at) == (deadline, warning_at)


def test_without_a_warning_nobody_is_warned() -> None:
    clock = rules.start(RoundClock(timedelta(minutes=9)), at(0))
    assert [clock.warned(at(minute)) for minute in (0, 8, 9, 10)] == [False, False, False, False]


@pytest.mark.parametrize(
    ("clock", "minute", "amount", "minutes_left"),
    [
        pytest.param(READY, 0, 10, 40, id="RULES 8: add time before the start"),
        pytest.param(RUNNING, 10, 10, 30, id="RULES 8: add time while it runs"),
        pytest.param(RUNNING, 10, -15, 5, id="RULES 8: take time"),
        pytest.param(PAUSED, 99, 3, 23, id="RULES 8: add time while paused"),
        pytest.param(PAUSED, 99, -19, 1, id="RULES 8: take time while paused"),
        pytest.param(READY, 0, 23.5 * 60, 24 * 60, id="a round lasts a day at most"),
    ],
)
def test_add_or_take_time(clock: RoundClock, minute: float, amount: float, minutes_left: float) -> None:
    assert left(rules.add(clock, at(minute), timedelta(minutes=amount)), minute) == minutes_left


def test_taken_time_may_bring_the_warning_and_added_time_put_it_off() -> None:
    taken = rules.add(RUNNING, at(10), timedelta(minutes=-15))
    assert taken.warned(at(10))
    assert not rules.add(taken, at(10), timedelta(minutes=1)).warned(at(10))


def minutes(amount: float) -> Callable[[RoundClock, datetime], RoundClock]:
    return lambda clock, now: rules.add(clock, now, timedelta(minutes=amount))


UP = "Time is up: no time can be added or taken any more."
ALREADY = "This round's time is already up."
GOING = "The clock is still going. End the round first."
SO_MUCH = "So much time is not left. End the round instead."


@pytest.mark.parametrize(
    ("clock", "minute", "change", "sentence"),
    [
        (RUNNING, 1, rules.start, "The clock is running, so it cannot start."),
        (PAUSED, 11, rules.start, "The clock is paused, so it cannot start."),
        (RUNNING, 30, rules.start, "Time is up, so the clock cannot start."),
        (CLOSED, 30, rules.start, "The clock is closed, so it cannot start."),
        (READY, 0, rules.pause, "The clock is ready, so it cannot pause."),
        (PAUSED, 11, rules.pause, "The clock is paused, so it cannot pause."),
        (RUNNING, 30, rules.pause, "Time is up, so the clock cannot pause."),
        (READY, 0, rules.resume, "The clock is ready, so it cannot resume."),
        (RUNNING, 1, rules.resume, "The clock is running, so it cannot resume."),
        (ENDED, 30, rules.resume, "Time is up, so the clock cannot resume."),
        (RUNNING, 30, minutes(1), UP),
        (ENDED, 12, minutes(1), UP),
        (CLOSED, 13, minutes(1), UP),
        (READY, 0, minutes(-30), SO_MUCH),
        (RUNNING, 10, minutes(-20), SO_MUCH),
        (PAUSED, 99, minutes(-21), SO_MUCH),
        (READY, 0, minutes(23.5 * 60 + 1), "A round lasts a day at most."),
        (rules.add(READY, at(0), timedelta(hours=23)), 0, minutes(31), "A round lasts a day at most."),
        (RUNNING, 20, minutes(23.5 * 60 + 1), "A round lasts a day at most."),
        (ENDED, 12, rules.end, ALREADY),
        (CLOSED, 13, rules.end, ALREADY),
        (RUNNING, 1, rules.close, GOING),
        (PAUSED, 11, rules.close, GOING),
        (CLOSED, 14, rules.close, "This round's clock is already closed."),
    ],
)
def test_it_refuses_what_its_state_does_not_allow(
    clock: RoundClock, minute: float, change: Callable[[RoundClock, datetime], RoundClock], sentence: str
) -> None:
    with refused(ClockRefused, sentence):
        change(clock, at(minute))


@pytest.mark.parametrize(
    ("clock", "minute"),
    [
        pytest.param(RUNNING, 3, id="RULES 8: end now"),
        pytest.param(PAUSED, 11, id="RULES 8: end now, while paused"),
        pytest.param(RUNNING, 31, id="RULES 8: note that the time is up"),
        pytest.param(READY, 0, id="end a round whose clock was never started"),
    ],
)
def test_time_up_happens_once(clock: RoundClock, minute: float) -> None:
    ended = rules.end(clock, at(minute))
    assert (ended.state(at(minute)), left(ended, minute), ended.ended_at) == (State.TIME_UP, 0, at(minute))
    with refused(ClockRefused, ALREADY):
        rules.end(ended, at(minute + 1))


@pytest.mark.parametrize(
    ("clock", "minute"),
    [
        pytest.param(READY, 1, id="never started: a round to a target"),
        pytest.param(RUNNING, 30, id="time up by itself"),
        pytest.param(ENDED, 12, id="time up, noted"),
    ],
)
def test_a_clock_that_is_not_going_closes_with_its_round(clock: RoundClock, minute: float) -> None:
    assert rules.close(clock, at(minute)).state(at(minute)) is State.CLOSED


@dataclass
class Naive:
    """A clock that is told every second: one second less while it runs, time up for good at nothing."""

    left: int
    state: str = "ready"
    noted: bool = False

    def wait(self, seconds: int) -> None:
        for _ in range(seconds):
            self.left -= self.state == "running"
            self.state = "time up" if self.state == "running" and not self.left else self.state

    def may(self, verb: str, amount: int) -> bool:
        going = self.state in ("ready", "running", "paused")
        return {
            "start": self.state == "ready",
            "pause": self.state == "running",
            "resume": self.state == "paused",
            "add": going and self.left + amount > 0,
            "end": not self.noted,
        }[verb]

    def do(self, verb: str, amount: int) -> None:
        if verb == "add":
            self.left += amount
        elif verb == "end":
            self.state, self.left, self.noted = "time up", 0, True
        else:
            self.state = "paused" if verb == "pause" else "running"


VERBS: dict[str, Callable[[RoundClock, datetime, int], RoundClock]] = {
    "start": lambda clock, now, _: rules.start(clock, now),
    "pause": lambda clock, now, _: rules.pause(clock, now),
    "resume": lambda clock, now, _: rules.resume(clock, now),
    "add": lambda clock, now, amount: rules.add(clock, now, timedelta(seconds=amount)),
    "end": lambda clock, now, _: rules.end(clock, now),
}

steps = st.lists(
    st.tuples(
        st.sampled_from(["start", "pause", "resume", "pause", "resume", "add", "end"]),
        st.integers(0, 9),
        st.integers(-9, 9),
    ),
    max_size=14,
)


@settings(max_examples=100)
@given(st.integers(1, 30), steps)
@example(9, [("start", 0, 0), ("pause", 3, 0), ("add", 5, -5), ("resume", 9, 0), ("add", 0, 4), ("end", 9, 0)])
def test_no_sequence_of_changes_loses_or_gains_time(length: int, steps: list[tuple[str, int, int]]) -> None:
    clock, naive, now = RoundClock(timedelta(seconds=length)), Naive(length), NOON
    for verb, wait, amount in [("start", 0, 0), *steps]:
        naive.wait(wait)
        now += timedelta(seconds=wait)
        if naive.may(verb, amount):
            naive.do(verb, amount)
            clock = VERBS[verb](clock, now, amount)
        else:
            with pytest.raises(ClockRefused):
                VERBS[verb](clock, now, amount)
        assert (clock.state(now), clock.left(now)) == (naive.state, timedelta(seconds=naive.left))
