"""The programme of a competition: what the screens show in each phase, and where the MC's steps lead."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tournament.rules.clock import State
from tournament.rules.presets import Format
from tournament.rules.programme import (
    Claim,
    Facts,
    Item,
    Phase,
    Scene,
    Stepped,
    by_itself,
    comes_next,
    lead,
    place,
    running_order,
    step,
    why_not,
)

K, R, S = Format.KNOCKOUT, Format.ROTATION, Format.SINGLE
NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)

TABLE = [
    # what it is at                                                the scenes, the one that comes by itself in capitals
    (Facts(K), "WELCOME rules slide slide"),
    (Facts(K, round=1, clock=State.READY), "welcome rules TABLES names dealer clock"),
    (Facts(S, round=1), "welcome rules TABLES names dealer"),
    (Facts(K, round=1, clock=State.RUNNING), "CLOCK states slide slide"),
    (Facts(K, round=1, clock=State.PAUSED), "CLOCK states slide slide"),
    (Facts(S, round=1, began=True), "STATES slide slide"),
    (Facts(K, round=1, clock=State.TIME_UP), "CLOCK states"),
    (Facts(K, round=1, closed=True, clock=State.CLOSED), "RESULTS bracket slide slide"),
    (Facts(R, round=1, closed=True, clock=State.CLOSED), "RESULTS standings slide slide"),
    (Facts(S, round=1, closed=True), "RESULTS slide slide"),
    (Facts(R, round=2, clock=State.READY), "welcome rules TABLES names dealer clock"),
    (Facts(K, round=3, closed=True, finished=True), "PODIUM standings bracket"),
    (Facts(R, round=3, closed=True, finished=True), "PODIUM standings"),
]


@pytest.mark.parametrize(("facts", "scenes"), TABLE)
def test_each_phase_has_its_scenes_and_one_comes_by_itself(facts, scenes):
    order = running_order(facts, [7, 8])
    told = [item.scene.value for item in order]
    told[by_itself(facts, order)] = told[by_itself(facts, order)].upper()
    assert " ".join(told) == scenes


@pytest.mark.parametrize("facts", [facts for facts, _ in TABLE])
def test_no_scene_of_the_programme_is_empty(facts):
    assert [item for item in running_order(facts, []) if why_not(item.scene, facts)] == []


def test_own_slides_are_scenes_in_their_order():
    assert running_order(Facts(K), [8, 7])[2:] == (Item(Scene.SLIDE, 8), Item(Scene.SLIDE, 7))


SEATED = Facts(K, round=2, clock=State.READY)


def test_a_step_counts_in_its_phase_of_its_round_and_in_no_other():
    order = running_order(SEATED, [])
    to_names = Stepped(Phase.SEATED, 2, Item(Scene.NAMES))
    assert order[place(SEATED, order, to_names)].scene is Scene.NAMES
    for other in (Stepped(Phase.SEATED, 1, Item(Scene.NAMES)), Stepped(Phase.RESULTS, 2, Item(Scene.NAMES)), None):
        assert order[place(SEATED, order, other)].scene is Scene.TABLES


def test_a_slide_that_was_removed_gives_way_to_what_comes_by_itself():
    facts = Facts(K)
    stepped = Stepped(Phase.BEFORE, 0, Item(Scene.SLIDE, 7))
    assert running_order(facts, [])[place(facts, running_order(facts, []), stepped)].scene is Scene.WELCOME


@pytest.mark.parametrize(
    ("at", "steps", "scene"), [(2, 1, "names"), (2, -1, "rules"), (0, -1, "welcome"), (5, 1, "clock")]
)
def test_steps_stay_within_the_phase(at, steps, scene):
    assert step(running_order(SEATED, []), at, steps).scene == scene


@pytest.mark.parametrize(
    ("facts", "scene"),
    [
        (Facts(K), Scene.TABLES),
        (SEATED, Scene.CLOCK),
        (Facts(K, round=1, clock=State.RUNNING), Scene.CLOCK),
        (Facts(S, round=1, began=True), Scene.RESULTS),
        (Facts(K, round=1, clock=State.TIME_UP), Scene.RESULTS),
        (Facts(K, round=1, closed=True), Scene.TABLES),
        (Facts(K, round=1, closed=True, finished=True), None),
    ],
)
def test_what_comes_when_the_phase_is_over(facts, scene):
    assert comes_next(facts) == scene


def ago(minutes: int) -> datetime:
    return NOW - timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("claims", "leads"),
    [
        ([Claim(Phase.BEFORE, None), Claim(Phase.BEFORE, None)], 0),
        ([Claim(Phase.SEATED, ago(9)), Claim(Phase.SEATED, ago(3))], 1),
        ([Claim(Phase.PLAYING, ago(9)), Claim(Phase.SEATED, ago(3))], 0),  # a clock that goes is not covered
        ([Claim(Phase.PLAYING, ago(9)), Claim(Phase.SEATED, ago(3), ago(2))], 1),  # unless the MC steps
        ([Claim(Phase.PLAYING, ago(1)), Claim(Phase.SEATED, ago(3), ago(2))], 0),  # and then starts it
        ([Claim(Phase.PLAYING, ago(9)), Claim(Phase.TIME_UP, ago(1))], 1),
        ([Claim(Phase.FINISHED, ago(1)), Claim(Phase.SEATED, ago(30))], 0),
    ],
)
def test_which_competition_a_screen_of_the_whole_event_follows(claims, leads):
    assert lead(claims) == leads


@pytest.mark.parametrize(
    ("scene", "facts", "why"),
    [
        (Scene.TABLES, Facts(K), "The draw is not published yet."),
        (Scene.CLOCK, Facts(S, round=1), "No clock runs in this round."),
        (Scene.RESULTS, Facts(K, round=1), "The first round is not over yet."),
        (Scene.RESULTS, Facts(K, round=2), ""),
        (Scene.BRACKET, Facts(R, round=1), "Only a knockout has a bracket."),
        (Scene.STANDINGS, Facts(R, round=2), ""),
        (Scene.STANDINGS, Facts(K, round=2), "The order is not known yet."),
        (Scene.PODIUM, Facts(K, round=2, closed=True), "The winners are not known yet."),
    ],
)
def test_why_a_screen_cannot_show_something_yet(scene, facts, why):
    assert why_not(scene, facts) == why
