"""The programme of a competition: what the screens show in each phase, and where the MC's steps lead."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tournament.rules.clock import RoundClock, State
from tournament.rules.presets import Settings, preset
from tournament.rules.programme import (
    Claim,
    Item,
    Lack,
    Phase,
    Scene,
    Stepped,
    by_itself,
    comes_next,
    lead,
    phase_of,
    place,
    running_order,
    step,
    what_lacks,
)
from tournament.rules.standing import MadeRound, Standing, StandingDraw, make_standing

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
EARLIER = NOW - timedelta(minutes=10)
K = preset("syg").settings
R = preset("bac").settings.change(rounds=3)
S = preset("classroom").settings
CLOCKS = {
    State.READY: RoundClock(timedelta(minutes=30)),
    State.RUNNING: RoundClock(timedelta(minutes=30), started_at=EARLIER),
    State.PAUSED: RoundClock(timedelta(minutes=30), started_at=EARLIER, paused_at=NOW),
    State.TIME_UP: RoundClock(timedelta(minutes=5), started_at=EARLIER),
    State.CLOSED: RoundClock(timedelta(minutes=5), started_at=EARLIER, ended_at=NOW, closed_at=NOW),
}


def at(
    settings: Settings,
    round: int = 0,
    clock: State | None = None,
    *,
    began: bool = False,
    closed: bool = False,
    finished: bool = False,
) -> Standing:
    """A competition whose latest round has this number: before the draw, seated, playing, closed or finished."""
    published = StandingDraw(64, (16, 4, 1) if settings is K else (4,), published_at=EARLIER)
    made = [MadeRound(number, number, EARLIER, EARLIER, CLOCKS[State.CLOSED]) for number in range(1, round)]
    if round:
        latest = CLOCKS[clock] if clock else None
        made.append(MadeRound(round, round, EARLIER if began else None, NOW if closed else None, latest))
    ended = NOW if finished else None
    return make_standing(7, settings, published if round else None, made, takes_entries=not round, finished_at=ended)


def sealed() -> Standing:
    """A draw that is being held."""
    return make_standing(7, K, StandingDraw(64, (16, 4, 1), sealed_at=EARLIER), [], takes_entries=False)


TABLE = [
    # what it is at                                                the scenes, the one that comes by itself in capitals
    (at(K), "WELCOME rules slide slide"),
    (sealed(), "welcome rules DRAW slide slide"),
    (at(K, round=1, clock=State.READY), "welcome rules TABLES names dealer clock"),
    (at(S, round=1), "welcome rules TABLES names dealer"),
    (at(K, round=1, clock=State.RUNNING), "CLOCK states slide slide"),
    (at(K, round=1, clock=State.PAUSED), "CLOCK states slide slide"),
    (at(S, round=1, began=True), "STATES slide slide"),
    (at(K, round=1, clock=State.TIME_UP), "CLOCK states"),
    (at(K, round=1, closed=True, clock=State.CLOSED), "RESULTS bracket countdown slide slide"),
    (at(R, round=1, closed=True, clock=State.CLOSED), "RESULTS standings countdown slide slide"),
    (at(K, round=3, closed=True, clock=State.CLOSED), "PODIUM results bracket slide slide"),
    (at(S, round=1, closed=True), "RESULTS slide slide"),
    (at(R, round=2, clock=State.READY), "welcome rules TABLES names countdown dealer clock"),
    (at(K, round=3, closed=True, finished=True), "PODIUM standings bracket"),
    (at(R, round=3, closed=True, finished=True), "PODIUM standings"),
]


@pytest.mark.parametrize(("standing", "scenes"), TABLE)
def test_each_phase_has_its_scenes_and_one_comes_by_itself(standing, scenes):
    phase = phase_of(standing, NOW)
    order = running_order(standing, phase, [7, 8])
    shown = [item.scene.value for item in order]
    shown[by_itself(phase, order)] = shown[by_itself(phase, order)].upper()
    assert " ".join(shown) == scenes


def test_the_countdown_comes_by_itself_in_the_last_minute_of_a_break():
    order = running_order(SEATED, Phase.SEATED, [])
    for is_nearly_over, scene in ((False, Scene.TABLES), (True, Scene.COUNTDOWN)):
        assert order[by_itself(Phase.SEATED, order, is_break_nearly_over=is_nearly_over)].scene is scene


@pytest.mark.parametrize("standing", [standing for standing, _ in TABLE])
def test_no_scene_of_the_programme_is_empty(standing):
    order = running_order(standing, phase_of(standing, NOW), [])
    assert [item for item in order if what_lacks(item.scene, standing)] == []


def test_own_slides_are_scenes_in_their_order():
    assert running_order(at(K), Phase.BEFORE, [8, 7])[2:] == (Item(Scene.SLIDE, 8), Item(Scene.SLIDE, 7))


SEATED = at(K, round=2, clock=State.READY)


def test_a_step_counts_in_its_phase_of_its_round_and_in_no_other():
    order = running_order(SEATED, Phase.SEATED, [])
    to_names = Stepped(Phase.SEATED, 2, Item(Scene.NAMES))
    assert order[place(SEATED, Phase.SEATED, order, to_names)].scene is Scene.NAMES
    for other in (Stepped(Phase.SEATED, 1, Item(Scene.NAMES)), Stepped(Phase.RESULTS, 2, Item(Scene.NAMES)), None):
        assert order[place(SEATED, Phase.SEATED, order, other)].scene is Scene.TABLES


def test_a_slide_that_was_removed_gives_way_to_what_comes_by_itself():
    standing = at(K)
    stepped = Stepped(Phase.BEFORE, 0, Item(Scene.SLIDE, 7))
    order = running_order(standing, Phase.BEFORE, [])
    assert order[place(standing, Phase.BEFORE, order, stepped)].scene is Scene.WELCOME


@pytest.mark.parametrize(
    ("place", "steps", "scene"), [(2, 1, "names"), (2, -1, "rules"), (0, -1, "welcome"), (6, 1, "clock")]
)
def test_steps_stay_within_the_phase(place, steps, scene):
    assert step(running_order(SEATED, Phase.SEATED, []), place, steps).scene == scene


@pytest.mark.parametrize(
    ("standing", "scene"),
    [
        (at(K), Scene.TABLES),
        (SEATED, Scene.CLOCK),
        (at(K, round=1, clock=State.RUNNING), Scene.CLOCK),
        (at(S, round=1, began=True), Scene.RESULTS),
        (at(K, round=1, clock=State.TIME_UP), Scene.RESULTS),
        (at(K, round=1, closed=True), Scene.TABLES),
        (at(K, round=3, closed=True), Scene.PODIUM),
        (at(K, round=1, closed=True, finished=True), None),
    ],
)
def test_what_comes_when_the_phase_is_over(standing, scene):
    assert comes_next(standing, phase_of(standing, NOW)) == scene


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
    ("scene", "standing", "lack"),
    [
        (Scene.TABLES, at(K), Lack.DRAW),
        (Scene.CLOCK, at(K), Lack.DRAW),
        (Scene.CLOCK, at(S, round=1), Lack.CLOCK),
        (Scene.RESULTS, at(K, round=1), Lack.FIRST_RESULTS),
        (Scene.RESULTS, at(K, round=2), None),
        (Scene.BRACKET, at(K), Lack.DRAW),
        (Scene.BRACKET, at(R, round=1), Lack.KNOCKOUT),
        (Scene.STANDINGS, at(R, round=2), None),
        (Scene.STANDINGS, at(K, round=2), Lack.ORDER),
        (Scene.PODIUM, at(K, round=2, closed=True), Lack.WINNERS),
    ],
)
def test_why_a_screen_cannot_show_something_yet(scene, standing, lack):
    assert what_lacks(scene, standing) == lack
