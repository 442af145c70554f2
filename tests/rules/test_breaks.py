"""RULES 8: a break between rounds has a length and counts down."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tournament.rules.breaks import Break, change_break, find_break, need_length
from tournament.rules.clock import RoundClock
from tournament.rules.errors import ClockRefused
from tournament.rules.presets import preset
from tournament.rules.standing import MadeRound, Standing, StandingDraw, make_standing

CLOSED = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
READY = RoundClock(timedelta(minutes=30))
SETTINGS = preset("syg").settings


def after(minutes: float) -> datetime:
    return CLOSED + timedelta(minutes=minutes)


def at(*made: MadeRound, length: int = 600, finished: bool = False) -> Standing:
    draw = StandingDraw(64, (16, 4, 1), published_at=CLOSED)
    ended = CLOSED if finished else None
    return make_standing(7, SETTINGS, draw, made, takes_entries=False, finished_at=ended, break_length=length)


def made(number: int, *, closed: bool = True, clock: RoundClock | None = None, **more: object) -> MadeRound:
    return MadeRound(number, number, CLOSED if closed else None, CLOSED if closed else None, clock, **more)


ONE, TWO, LAST = made(1), made(2, closed=False, clock=READY), made(3)


@pytest.mark.parametrize(
    ("standing", "expected"),
    [
        pytest.param(at(), None, id="before the first round there is none"),
        pytest.param(at(made(1, closed=False, clock=READY)), None, id="nor while the first round waits for its start"),
        pytest.param(at(ONE), ("Round 2", after(10), False), id="it begins when a round is closed"),
        pytest.param(at(ONE, TWO), ("Round 2", after(10), True), id="and goes on when the next is seated"),
        pytest.param(at(ONE, made(2)), ("Final", after(10), False), id="also before the final"),
        pytest.param(at(ONE, length=300), ("Round 2", after(5), False), id="as long as the competition’s breaks"),
        pytest.param(at(made(1, break_after=900)), ("Round 2", after(15), False), id="or as the MC changed it"),
        pytest.param(at(ONE, length=0), None, id="a competition without breaks"),
        pytest.param(at(ONE, made(2), LAST), None, id="after the last round nothing follows"),
        pytest.param(at(ONE, finished=True), None, id="nor when the competition is finished"),
        pytest.param(
            at(ONE, made(2, closed=False, clock=RoundClock(READY.length, started_at=after(9)))),
            None,
            id="it is over when the next round starts",
        ),
        pytest.param(
            at(ONE, made(2, closed=False, clock=RoundClock(READY.length, starts_at=after(12)))),
            ("Round 2", after(12), True),
            id="a start that is set ends it",
        ),
        pytest.param(
            at(made(1, closed=False, clock=RoundClock(READY.length, starts_at=after(12)))),
            ("Round 1", after(12), True),
            id="and counts down to the first round too",
        ),
    ],
)
def test_when_there_is_a_break_and_what_it_leads_to(standing, expected):
    coming = find_break(standing)
    assert (coming and (coming.before.heading, coming.ends, coming.is_seated)) == expected


NOW = find_break(at(ONE))


@pytest.mark.parametrize(
    ("at", "seconds", "length"),
    [
        pytest.param(after(3), 300, 900, id="longer"),
        pytest.param(after(3), -300, 300, id="shorter"),
        pytest.param(after(12), 60, 780, id="a break that is over goes on from this moment"),
    ],
)
def test_a_break_is_made_longer_or_shorter(at, seconds, length):
    assert change_break(NOW, at, seconds) == length


SET = Break(NOW.before, 1, CLOSED, after(12), True, starts_by_itself=True)


@pytest.mark.parametrize(
    ("coming", "seconds", "why"),
    [
        (None, 60, "no break"),
        (SET, 60, "start is set"),
        (NOW, -300, r"shorter than that now\. You can start round 2 as soon as the organiser has made it\."),
        (replace(NOW, is_seated=True), -300, r"shorter than that now\. Start round 2 instead\."),
        (replace(NOW, ends=after(6)), -60, r"^The break is over\. You can start round 2"),
        (NOW, 700_000, "a week at most"),
    ],
)
def test_what_cannot_be_changed_says_what_to_do(coming, seconds, why):
    with pytest.raises(ClockRefused, match=why):
        change_break(coming, after(6), seconds)


def test_its_last_minute_is_told_from_the_others():
    assert [NOW.is_nearly_over(after(minutes)) for minutes in (8.9, 9, 9.9, 10)] == [False, True, True, False]


@pytest.mark.parametrize(("minutes", "seconds"), [(0, 0), (15, 900), (1440, 86_400), (10_080, 604_800)])
def test_the_usual_length_is_whole_minutes(minutes, seconds):
    assert need_length(minutes) == seconds


@pytest.mark.parametrize("minutes", [-1, 10_081])
def test_a_length_that_is_none_is_refused(minutes):
    with pytest.raises(ClockRefused, match="a week at most"):
        need_length(minutes)
