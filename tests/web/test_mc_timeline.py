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
    *made: MadeRound,
    waits_for: tuple[int, ...] = (3, 7),
    form: str = "syg",
    last: bool = False,
    rounds: int = 2,
    break_length: int = 600,
    finished_at: datetime | None = None,
    podium_shown: int = 0,
    has_tablets: bool = False,
    **more: str,
) -> McDesk:
    """The desk of a competition in its first round, which is also its last if so asked; or in a later one."""
    settings = preset(form).settings
    plan = (1,) if last else (4, 1)
    if form == "bac":
        settings, plan = settings.change(rounds=1 if last else rounds), (4,)
    draw = StandingDraw(16, plan, published_at=at(-30))
    standing = make_standing(
        7, settings, draw, made, takes_entries=False,
        finished_at=finished_at, break_length=break_length, podium_shown=podium_shown,
    )  # fmt: skip
    assert standing.latest is not None
    playing = [PlayingTable(number, has_dealt=True, is_accepted=number not in waits_for) for number in range(1, 9)]
    known = McDesk(standing, standing.latest, playing, hand_recorded=True, counted_since_end=False, **more)
    return replace(known, has_tablets=has_tablets)


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
        pytest.param({"clock": RUNNING, "closed_at": at(33)}, {"waits_for": ()}, 34, "Break", id="closed"),
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
        ("Find your table", "Deals first: the player whose birthday is next", None),
        ("Round 1 is running", "Started by Sam Reid", TEN),
        ("Last hand, 5:00 left", "By itself", at(25)),
        ("Time up: finish this turn", "By itself", at(30)),
        ("Count, and accept the sheets", "Each table by itself", None),
        ("Who goes on", "When the organiser closes the round", None),
        ("Break", "", None),
        ("Final", "", None),
        ("The podium", "", None),
        ("Done", "", None),
    ]
    assert [step.planned for step in steps[-4:]] == [at(30), at(40), at(80), at(85)]


def test_before_the_start_of_a_round_its_bells_have_the_times_of_the_plan():
    closed = replace(ROUND, clock=clocks.close(clocks.end(RUNNING, at(20)), at(25)), closed_at=at(25))
    final = MadeRound(12, 2, clock=READY)
    steps = steps_of(desk(closed, final), 27)
    assert [(step.title, step.at, step.planned) for step in steps] == [
        ("Round 1", TEN, None),
        ("Break", at(25), None),
        ("Find your table", None, None),
        ("Start the final", at(35), None),
        ("Last hand, 5:00 left", None, at(60)),
        ("Time up: finish this turn", None, at(65)),
        ("Count, and accept the sheets", None, None),
        ("The winner", None, None),
        ("The podium", None, at(75)),
        ("Done", None, at(80)),
    ]
    assert [step.title for step in steps if step.progress is StepProgress.NOW] == ["Break"]
    assert [step.title for step in steps_of(desk(closed, final), 36) if step.progress is StepProgress.NOW] == [
        "Find your table"
    ]


def test_a_day_of_five_rounds_is_seen_whole_and_its_breaks_are_changed_in_the_next_one_s_row():
    steps = steps_of(desk(replace(ROUND, clock=RUNNING), form="bac", rounds=5), 10)
    assert [step.title for step in steps[-10:]] == [
        "Break", "Round 2",
        *(title for number in range(3, 6) for title in ("Break, 10 minutes", f"Round {number}")), "The podium", "Done",
    ]  # fmt: skip
    asked = [(step.shorter_break, step.break_minutes, step.longer_break) for step in steps if step.break_minutes]
    assert asked == [(5, 10, 15)]


def test_a_competition_without_breaks_goes_on_from_round_to_round():
    steps = steps_of(desk(replace(ROUND, clock=RUNNING), break_length=0), 10)
    assert [step.title for step in steps[-3:]] == ["Final", "The podium", "Done"]


def test_the_day_is_done_when_the_winner_is_shown():
    over = replace(ROUND, clock=RUNNING, closed_at=at(33))
    for shown, done in ((2, 0), (3, 2)):
        steps = steps_of(desk(over, waits_for=(), last=True, finished_at=at(34), podium_shown=shown), 40)
        assert [step.progress for step in steps[-2:]].count(StepProgress.DONE) == done


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
    assert [step.title for step in first][-5:-2] == ["Who moves where", "Break", "Round 2"]
    assert [step.title for step in last][-3:] == ["The results", "The podium", "Done"]


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([3], "table 3"), ([3, 7], "tables 3 and 7"), ([1, 2, 3, 4], "tables 1, 2, 3 and 4"), (range(9), "9 tables")],
)
def test_tables_in_words(numbers, words):
    assert tables(list(numbers)) == words
