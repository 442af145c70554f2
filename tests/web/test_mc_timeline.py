"""The order of a round as an MC runs it: what is over, what happens now, what is still to come."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from tournament.queries.mc_desk import McDesk, PlayingTable
from tournament.rules import clock_changes as clocks
from tournament.rules.clock import RoundClock
from tournament.rules.presets import preset
from tournament.rules.standing import MadeRound, StandingDraw, make_standing
from tournament.web.mc.timeline import StepProgress, TimelineStep, tables, timeline

TEN = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)
ADDED = "Announced. Added time doesn’t undo it."
SAYING = "the player whose birthday is next"


def at(minutes: float) -> datetime:
    return TEN + timedelta(minutes=minutes)


READY = RoundClock(timedelta(minutes=30), timedelta(minutes=5))
RUNNING = clocks.start(READY, TEN)
ROUND = MadeRound(11, 1, clock=READY)


def desk(
    made: MadeRound, *, waits_for: tuple[int, ...] = (3, 7), form: str = "syg", last: bool = False, **more: str
) -> McDesk:
    """The desk of a competition in its first round, which is also its last if so asked."""
    settings = preset(form).settings
    plan = (1,) if last else (4, 1)
    if form == "bac":
        settings, plan = settings.change(rounds=1 if last else 2), (4,)
    draw = StandingDraw(16, plan, published_at=at(-30))
    standing = make_standing(7, settings, draw, [made], takes_entries=False)
    assert standing.latest is not None
    playing = [PlayingTable(number, has_dealt=True, is_accepted=number not in waits_for) for number in range(1, 9)]
    return McDesk(standing, standing.latest, playing, hand_recorded=True, counted_since_end=False, **more)


def steps_of(at_desk: McDesk, minutes: float) -> list[TimelineStep]:
    return timeline(at_desk, SAYING, at(minutes))


@pytest.mark.parametrize(
    ("changes", "more", "minutes", "now"),
    [
        pytest.param({}, {}, 0, "Find your table", id="before the start"),
        pytest.param({"clock": RUNNING}, {}, 10, "Round 1 is running", id="started"),
        pytest.param({"clock": clocks.pause(RUNNING, at(5))}, {}, 10, "Round 1 is paused", id="paused"),
        pytest.param({"clock": RUNNING}, {}, 26, "Round 1 is running", id="after the warning the last hand is played"),
        pytest.param(
            {"clock": RUNNING}, {}, 30, "Waiting for tables 3 and 7", id="time up, whether its alarm came or not"
        ),
        pytest.param({"clock": clocks.end(RUNNING, at(9))}, {}, 10, "Waiting for tables 3 and 7", id="ended by hand"),
        pytest.param({"clock": RUNNING}, {"waits_for": ()}, 31, "Who goes on", id="all sheets are in"),
        pytest.param(
            {"clock": RUNNING, "closed_at": at(33)}, {"waits_for": ()}, 34, "Final, find your table", id="closed"
        ),
        pytest.param({"clock": RUNNING}, {"last": True}, 10, "The final is running", id="the final"),
        pytest.param({"clock": RUNNING}, {"waits_for": (), "last": True}, 31, "The winner", id="the final is played"),
        pytest.param(
            {"clock": RUNNING, "closed_at": at(33)}, {"waits_for": (), "last": True}, 34, "The podium", id="over"
        ),
        pytest.param({"clock": None}, {}, 0, "Find your table", id="no clock: before the first deal"),
        pytest.param({"clock": None, "began_at": at(1)}, {}, 2, "Round 1 is played", id="no clock: played"),
        pytest.param({"clock": None, "began_at": at(1)}, {"waits_for": ()}, 2, "Who goes on", id="no clock: sheets in"),
    ],
)
def test_what_happens_now(changes, more, minutes, now):
    steps = steps_of(desk(replace(ROUND, **changes), **more), minutes)
    assert [step.title for step in steps if step.progress is StepProgress.NOW] == [now]


def test_each_step_has_its_moment():
    steps = steps_of(desk(replace(ROUND, clock=RUNNING), started_by="Sam Reid"), 10)
    assert [(step.title, step.note, step.at) for step in steps] == [
        ("The draw is published", "", at(-30)),
        ("Find your table", "", None),
        ("Who deals first", "the player whose birthday is next", None),
        ("Round 1 is running", "Started by Sam Reid", TEN),
        ("Last hand, 5:00 left", "By itself", at(25)),
        ("Time up: finish this turn", "By itself", at(30)),
        ("Count, and accept the sheets", "Each table by itself", None),
        ("Who goes on", "When the organiser closes the round", None),
        ("Final, find your table", "A break of 10 minutes", None),
    ]


def test_a_start_set_ahead_says_when_and_all_that_follows_from_it():
    steps = steps_of(desk(replace(ROUND, clock=clocks.start_at(READY, TEN, at(5)))), 0)
    moments = {step.title: step.at for step in steps}
    assert (moments["Start round 1"], moments["Last hand, 5:00 left"]) == (at(5), at(30))
    assert moments["Time up: finish this turn"] == at(35)


def test_a_round_ended_before_its_warning_had_none():
    steps = steps_of(desk(replace(ROUND, clock=clocks.end(RUNNING, at(9))), ended_by="Sam Reid"), 10)
    moments = {step.title: (step.note, step.at) for step in steps}
    assert [title for title in moments if "Last hand" in title] == []
    assert moments["Time up: finish this turn"] == ("Ended by Sam Reid", at(9))


@pytest.mark.parametrize(
    ("clock", "note"),
    [
        (RUNNING, "Announced"),
        (clocks.change(RUNNING, at(25.5), partial(clocks.add, amount=timedelta(minutes=5))), ADDED),
    ],
)
def test_a_warning_that_was_given_says_when_and_that_added_time_does_not_undo_it(clock, note):
    steps = steps_of(desk(replace(ROUND, clock=clock)), 26)
    assert [(step.note, step.at) for step in steps if step.title == "Last hand"] == [(note, at(25))]


def test_a_warning_of_more_than_an_hour_shows_its_hours_as_the_clock_does():
    long = RoundClock(timedelta(hours=3), timedelta(minutes=65))
    steps = steps_of(desk(replace(ROUND, clock=long)), 0)
    assert "Last hand, 1:05:00 left" in [step.title for step in steps]


def test_a_rotation_moves_and_its_last_round_has_results():
    first, last = (steps_of(desk(ROUND, form="bac", last=last), 0) for last in (False, True))
    assert [step.title for step in first][-2:] == ["Who moves where", "Round 2, find your table"]
    assert [step.title for step in last][-2:] == ["The results", "The podium"]


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([3], "table 3"), ([3, 7], "tables 3 and 7"), ([1, 2, 3, 4], "tables 1, 2, 3 and 4"), (range(9), "9 tables")],
)
def test_tables_in_words(numbers, words):
    assert tables(list(numbers)) == words
