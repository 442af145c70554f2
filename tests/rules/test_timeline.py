"""The order of a round as an MC runs it: what is over, what happens now, what is still to come."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tournament.rules import clock as clocks
from tournament.rules.clock import RoundClock
from tournament.rules.presets import Format
from tournament.rules.timeline import Facts, Standing, tables, timeline

TEN = datetime(2026, 11, 21, 10, 30, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return TEN + timedelta(minutes=minutes)


READY = RoundClock(timedelta(minutes=30), timedelta(minutes=5))
RUNNING = clocks.start(READY, TEN)
FACTS = Facts(Format.KNOCKOUT, 1, False, READY, "the player whose birthday is next", seated_at=at(-30), missing=(3, 7))


def current(facts: Facts, minutes: float) -> str:
    [now] = [step.title for step in timeline(facts, at(minutes)) if step.standing is Standing.NOW]
    return now


@pytest.mark.parametrize(
    ("changes", "minutes", "now"),
    [
        pytest.param({}, 0, "Find your table", id="before the start"),
        pytest.param({"clock": RUNNING}, 10, "Round 1 is running", id="started"),
        pytest.param({"clock": clocks.pause(RUNNING, at(5))}, 10, "Round 1 is paused", id="paused"),
        pytest.param({"clock": RUNNING}, 26, "Round 1 is running", id="after the warning the last hand is played"),
        pytest.param({"clock": RUNNING}, 30, "Waiting for tables 3 and 7", id="time up, whether its alarm came or not"),
        pytest.param({"clock": clocks.end(RUNNING, at(9))}, 10, "Waiting for tables 3 and 7", id="ended by hand"),
        pytest.param({"clock": RUNNING, "missing": ()}, 31, "Who goes on", id="all sheets are in"),
        pytest.param(
            {"clock": RUNNING, "missing": (), "closed_at": at(33)}, 34, "Round 2, find your table", id="closed"
        ),
        pytest.param({"clock": RUNNING, "missing": (), "last": True}, 31, "The winner", id="the final"),
        pytest.param({"clock": RUNNING, "missing": (), "closed_at": at(33), "last": True}, 34, "The podium", id="over"),
        pytest.param({"clock": None}, 0, "Find your table", id="no clock: before the first deal"),
        pytest.param({"clock": None, "began_at": at(1)}, 2, "Round 1 is played", id="no clock: played"),
        pytest.param({"clock": None, "began_at": at(1), "missing": ()}, 2, "Who goes on", id="no clock: sheets in"),
    ],
)
def test_what_happens_now(changes, minutes, now):
    assert current(replace(FACTS, **changes), minutes) == now


def test_each_step_has_its_moment():
    steps = timeline(replace(FACTS, clock=RUNNING, started_by="Sam Reid"), at(10))
    assert [(step.title, step.note, step.at) for step in steps] == [
        ("The draw is published", "", at(-30)),
        ("Find your table", "", None),
        ("Who deals first", "the player whose birthday is next", None),
        ("Round 1 is running", "Started by Sam Reid", TEN),
        ("Last hand, 5:00 left", "By itself", at(25)),
        ("Stop, count what you hold", "By itself", at(30)),
        ("Count, and accept the sheets", "Each table by itself", None),
        ("Who goes on", "When the organiser closes the round", None),
        ("Round 2, find your table", "", None),
    ]


def test_a_start_set_ahead_says_when_and_all_that_follows_from_it():
    steps = timeline(replace(FACTS, clock=clocks.start_at(READY, TEN, at(5))), TEN)
    moments = {step.title: step.at for step in steps}
    assert (moments["Start round 1"], moments["Last hand, 5:00 left"]) == (at(5), at(30))
    assert moments["Stop, count what you hold"] == at(35)


def test_a_round_ended_before_its_warning_had_none():
    steps = timeline(replace(FACTS, clock=clocks.end(RUNNING, at(9)), ended_by="Sam Reid"), at(10))
    moments = {step.title: (step.note, step.at) for step in steps}
    assert moments["Last hand, 5:00 left"][1] is None
    assert moments["Stop, count what you hold"] == ("Ended by Sam Reid", at(9))


def test_a_rotation_moves_and_its_last_round_has_results():
    assert "Who moves where" in [step.title for step in timeline(replace(FACTS, format=Format.ROTATION), TEN)]
    last = replace(FACTS, format=Format.ROTATION, last=True)
    assert [step.title for step in timeline(last, TEN)][-2:] == ["The results", "The podium"]


@pytest.mark.parametrize(
    ("numbers", "said"),
    [([3], "table 3"), ([3, 7], "tables 3 and 7"), ([1, 2, 3, 4], "tables 1, 2, 3 and 4"), (range(9), "9 tables")],
)
def test_tables_in_words(numbers, said):
    assert tables(list(numbers)) == said
