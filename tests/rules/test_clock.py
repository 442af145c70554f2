"""RULES 8: the states of the clock, what is left, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.rules.spec import refused
from tournament.rules import clock_changes as rules
from tournament.rules.clock import RoundClock, State
from tournament.rules.clock_changes import CountedTable
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
        pytest.param(ENDED, 12, State.TIME_UP, 0, False, id="RULES 8: ended now, before any warning"),
        pytest.param(CLOSED, 26, State.CLOSED, 0, False, id="RULES 8: closed"),
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
        pytest.param(RUNNING, 30, 5, 5, id="RULES 8: more time at the bell"),
        pytest.param(
            rules.end(RUNNING, at(30)), 37, 5, 5, id="RULES 8: more time after it: what was not played is lost"
        ),
        pytest.param(ENDED, 20, 5, 5, id="RULES 8: a round that was ended gets this much and no more"),
        pytest.param(rules.end(PAUSED, at(12)), 20, 5, 5, id="RULES 8: also if it was ended while paused"),
    ],
)
def test_add_or_take_time(clock: RoundClock, minute: float, amount: float, minutes_left: float) -> None:
    assert left(rules.add(clock, at(minute), timedelta(minutes=amount)), minute) == minutes_left


def minutes(amount: float) -> Callable[[RoundClock, datetime], RoundClock]:
    return lambda clock, now: rules.add(clock, now, timedelta(minutes=amount))


def changed(clock: RoundClock, *steps: tuple[float, rules.ClockRule]) -> RoundClock:
    """The clock after the buttons that were pressed, each with its minute."""
    for minute, rule in steps:
        clock = rules.change(clock, at(minute), rule)
    return clock


@pytest.mark.parametrize(
    ("clock", "minute", "warned_at"),
    [
        pytest.param(changed(RUNNING, (10, minutes(-15))), 10, 10, id="RULES 8: time is taken, so it happens now"),
        pytest.param(changed(RUNNING, (10, minutes(-14))), 10, None, id="RULES 8: one minute is left till then"),
        pytest.param(changed(RUNNING, (10, minutes(-14))), 11, 11, id="RULES 8: that minute is over"),
        pytest.param(changed(RUNNING, (26, minutes(9))), 27, 25, id="RULES 8: added time does not take it back"),
        pytest.param(changed(RUNNING, (26, minutes(9))), 34, 25, id="RULES 8: nor make it happen again"),
        pytest.param(changed(RUNNING, (24, minutes(9))), 26, None, id="RULES 8: time added before it puts it off"),
        pytest.param(
            changed(RUNNING, (10, minutes(-15)), (10, minutes(15))),
            10,
            10,
            id="RULES 8: taken by a slip, and given back",
        ),
        pytest.param(changed(PAUSED, (15, minutes(-17))), 15, 15, id="RULES 8: time is taken while it is paused"),
        pytest.param(changed(PAUSED, (500, minutes(1))), 500, None, id="RULES 8: a long pause brings no warning"),
        pytest.param(
            changed(
                RUNNING, (24, rules.pause), (25.5, lambda clock, now: rules.undo(clock, now, counted_since_end=False))
            ),
            25.5,
            25.5,
            id="RULES 8: its time passed in a pause that nobody meant",
        ),
        pytest.param(changed(READY, (0, minutes(-26)), (3, rules.start)), 3, 3, id="RULES 8: shorter than the warning"),
        pytest.param(
            changed(READY, (0, minutes(-26)), (1, lambda clock, now: rules.start_at(clock, now, at(7)))),
            7,
            7,
            id="RULES 8: and never before it begins",
        ),
        pytest.param(changed(RUNNING, (9, rules.end)), 500, None, id="RULES 8: ended before it"),
        pytest.param(changed(RUNNING, (26, rules.pause), (27, rules.end)), 500, 25, id="RULES 8: ended after it"),
        pytest.param(
            changed(RUNNING, (26, lambda clock, now: rules.restart(clock, now, hand_recorded=False))),
            27,
            None,
            id="RULES 8: set back, it is all to come",
        ),
    ],
)
def test_the_warning_is_a_moment_that_happened(clock: RoundClock, minute: float, warned_at: float | None) -> None:
    assert clock.given_warning(at(minute)) == (None if warned_at is None else at(warned_at))
    assert clock.warned(at(minute)) == (warned_at is not None)


@pytest.mark.parametrize(
    ("clock", "last_deal"),
    [
        pytest.param(READY, None, id="before the start"),
        pytest.param(RUNNING, at(25), id="RULES 4: the warning"),
        pytest.param(changed(RUNNING, (10, minutes(-15))), at(10), id="RULES 8: when it was announced, no earlier"),
        pytest.param(changed(RUNNING, (26, minutes(9))), at(25), id="RULES 8: it stays announced"),
        pytest.param(PAUSED, None, id="RULES 8: a hand counted in a long pause is not the last"),
        pytest.param(ENDED, at(12), id="the end, where that came first"),
        pytest.param(rules.start(RoundClock(timedelta(minutes=9)), at(0)), at(9), id="without a warning, the end"),
    ],
)
def test_after_which_moment_no_new_hand_is_dealt(clock: RoundClock, last_deal: datetime | None) -> None:
    assert clock.last_deal == last_deal


@pytest.mark.parametrize(
    ("clock", "minute", "played"),
    [(READY, 3, 0), (RUNNING, 3, 3), (PAUSED, 17, 10), (changed(RUNNING, (4, minutes(9))), 7, 7)],
)
def test_what_was_played_leaves_out_pauses_and_minutes_added(clock: RoundClock, minute: float, played: float) -> None:
    assert clock.played(at(minute)) == timedelta(minutes=played)


UP = "Time is up, so you can’t take off any more."
SHUT = "This round is closed, so you can’t add or take off time."
ALREADY = "Time is already up in this round."
GOING = "The clock is still running. End the round first."
NO_TIME_TO_PLAY = "That would leave no time to play. Take off less, or start the clock as it is."


@pytest.mark.parametrize(
    ("clock", "minute", "change", "sentence"),
    [
        (RUNNING, 1, rules.start, "The clock is already running."),
        (PAUSED, 11, rules.start, "The clock is paused. To play on, press Resume."),
        (RUNNING, 30, rules.start, "Time is up. To play on, add minutes."),
        (CLOSED, 30, rules.start, "This round is closed, so its clock can’t start again."),
        (READY, 0, rules.pause, "The clock hasn’t started yet, so there is nothing to pause."),
        (PAUSED, 11, rules.pause, "The clock is already paused."),
        (RUNNING, 30, rules.pause, "Time is up, so there is nothing to pause."),
        (CLOSED, 30, rules.pause, "This round is closed, so there is nothing to pause."),
        (READY, 0, rules.resume, "The clock hasn’t started yet. Press Start."),
        (RUNNING, 1, rules.resume, "The clock is already running."),
        (ENDED, 30, rules.resume, "Time is up. To play on, add minutes."),
        (CLOSED, 30, rules.resume, "This round is closed, so its clock can’t go on."),
        (RUNNING, 30, minutes(-1), UP),
        (ENDED, 12, minutes(0), UP),
        (CLOSED, 13, minutes(1), SHUT),
        (rules.end(READY, at(1)), 2, minutes(1), "The clock never started. Set it back to its beginning instead."),
        (ENDED, 12, minutes(24 * 60), "A round can last a day at most."),
        (READY, 0, minutes(-30), NO_TIME_TO_PLAY),
        (RUNNING, 10, minutes(-20), "There are less than 20 minutes left. To stop now, end the round."),
        (PAUSED, 99, minutes(-21), "There are less than 21 minutes left. To stop now, end the round."),
        (RUNNING, 29.5, minutes(-1), "There is less than 1 minute left. To stop now, end the round."),
        (READY, 0, minutes(23.5 * 60 + 1), "A round can last a day at most."),
        (rules.add(READY, at(0), timedelta(hours=23)), 0, minutes(31), "A round can last a day at most."),
        (RUNNING, 20, minutes(23.5 * 60 + 1), "A round can last a day at most."),
        (ENDED, 12, rules.end, ALREADY),
        (CLOSED, 13, rules.end, ALREADY),
        (RUNNING, 1, rules.close, GOING),
        (PAUSED, 11, rules.close, GOING),
        (CLOSED, 14, rules.close, "This round’s clock is already closed."),
    ],
)
def test_it_refuses_what_its_state_does_not_allow(
    clock: RoundClock, minute: float, change: Callable[[RoundClock, datetime], RoundClock], sentence: str
) -> None:
    with refused(ClockRefused, sentence):
        change(clock, at(minute))


SHEET = partial(CountedTable, has_last_hand=False, is_accepted=True)
LAST_HAND = partial(CountedTable, has_last_hand=True, is_accepted=False)
BOTH = partial(CountedTable, has_last_hand=True, is_accepted=True)


@pytest.mark.parametrize(
    ("counted", "named", "advice"),
    [
        ([SHEET(3)], "table 3 has", "reopen its sheet"),
        ([LAST_HAND(3)], "table 3 has", "delete the hand counted at time up"),
        ([BOTH(3)], "table 3 has", "reopen its sheet and delete the hand counted at time up"),
        ([SHEET(3), SHEET(7)], "tables 3 and 7 have", "reopen the accepted sheets"),
        ([LAST_HAND(1), LAST_HAND(2), SHEET(12)], "tables 1, 2 and 12 have",
         "reopen the accepted sheets and delete the hand counted at time up"),
    ],
)  # fmt: skip
def test_after_time_up_the_tables_that_have_counted_keep_time_from_being_added(
    counted: list[CountedTable], named: str, advice: str
) -> None:
    """What helps is what is there: where only sheets are in, there is no hand to delete."""
    with refused(ClockRefused, f"Time is up, and {named} counted already. To add time, first {advice}."):
        rules.add(ENDED, at(13), timedelta(minutes=1), counted=counted)
    assert left(rules.add(RUNNING, at(13), timedelta(minutes=1), counted=counted), 13) == 18  # before, they do not


def test_more_time_after_time_up_leaves_the_warning_where_it_was_or_makes_it_happen() -> None:
    up, ended = changed(RUNNING, (30.1, rules.end)), changed(RUNNING, (12, rules.end))
    assert changed(up, (33, minutes(8))).given_warning(at(34)) == at(25)
    assert changed(ended, (13, minutes(8))).given_warning(at(15)) is None
    assert changed(ended, (13, minutes(8))).given_warning(at(16)) == at(16)
    assert changed(ended, (13, minutes(3))).given_warning(at(13)) == at(13)


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
        return {
            "start": self.state == "ready",
            "pause": self.state == "running",
            "resume": self.state == "paused",
            "add": amount > 0 if self.state == "time up" else self.left + amount > 0,
            "end": not self.noted,
        }[verb]

    def do(self, verb: str, amount: int) -> None:
        if verb == "add":
            self.left += amount
            self.state, self.noted = ("running" if self.state == "time up" else self.state), False
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


class Caller:
    """Somebody who looks at a naive clock every second, calls the warning once, and notes when and why."""

    def __init__(self, clock: Naive, warning: int) -> None:
        self.clock, self.warning = clock, warning
        self.called_at: int | None = None
        self.second = 0

    def wait(self, seconds: int) -> None:
        for _ in range(seconds):
            self.second += 1
            was = self.clock.left
            self.clock.wait(1)
            if self.look():
                assert was > self.warning == self.clock.left, "by itself it comes at its time, not before or after"

    def look(self) -> bool:
        """Whether this is the second in which it is called."""
        going = self.clock.state != "ready" and not self.clock.noted
        if self.called_at is not None or not going or self.clock.left > self.warning:
            return False
        self.called_at = self.second
        return True


@settings(max_examples=200)
@given(st.integers(1, 30), st.integers(1, 29), steps)
@example(30, 5, [("add", 9, -9), ("add", 9, -9), ("add", 0, 9), ("pause", 1, 0), ("resume", 9, 0)])
@example(9, 5, [("pause", 2, 0), ("add", 1, -3), ("add", 0, 9), ("resume", 1, 0)])
def test_whatever_is_pressed_the_warning_happens_once(
    length: int, warning: int, steps: list[tuple[str, int, int]]
) -> None:
    """Never before its time unless time was taken just then, never twice, and always by the time that time is up."""
    clock, now = RoundClock(timedelta(seconds=length), timedelta(seconds=warning)), NOON
    hall = Caller(Naive(length), warning)
    for verb, wait, amount in [("start", 0, 0), *steps, ("resume", 0, 0), ("pause", 99, 0)]:
        hall.wait(wait)
        now += timedelta(seconds=wait)
        if hall.clock.may(verb, amount):
            clock = rules.change(clock, now, partial(press, verb, amount))
            was_ended = hall.clock.noted
            hall.clock.do(verb, amount)
            if hall.look():
                assert verb == "start" or (verb == "add" and (amount < 0 or was_ended))
        called = None if hall.called_at is None else NOON + timedelta(seconds=hall.called_at)
        assert clock.given_warning(now) == called
    assert clock.ended_at is not None or clock.warned(now)


def press(verb: str, amount: int, clock: RoundClock, now: datetime) -> RoundClock:
    return VERBS[verb](clock, now, amount)
