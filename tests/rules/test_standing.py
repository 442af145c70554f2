"""How far a competition is: its rounds made and to come, what each is called, and its stage."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from tournament.rules.clock import RoundClock
from tournament.rules.presets import Settings, preset
from tournament.rules.round_names import RoundName
from tournament.rules.standing import MadeRound, Stage, Standing, StandingDraw, make_standing, takes_entries

SYG = preset("syg").settings
BAC = preset("bac").settings.change(rounds=3)
CLASSROOM = preset("classroom").settings
NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
CLOCK = RoundClock(timedelta(minutes=30))


def drawn(size: int, *plan: int) -> StandingDraw:
    return StandingDraw(size, plan, sealed_at=NOW, drawn_at=NOW, published_at=NOW)


def standing(settings: Settings, draw: StandingDraw | None, *made: MadeRound, finished: bool = False) -> Standing:
    return make_standing(7, settings, draw, made, takes_entries=False, finished_at=NOW if finished else None)


CLOSED = MadeRound(11, 1, NOW, NOW, CLOCK)
SEATED = MadeRound(12, 2, clock=CLOCK)


@pytest.mark.parametrize(
    ("settings", "draw", "names"),
    [
        pytest.param(SYG, drawn(64, 16, 4, 1), ["Round 1", "Round 2", "Final"], id="a knockout ends with its final"),
        pytest.param(SYG, drawn(4, 1), ["Final"], id="a knockout of one round is its final"),
        pytest.param(BAC, drawn(13, 3), ["Round 1", "Round 2", "Round 3"], id="a rotation has no final"),
        pytest.param(CLASSROOM, drawn(20, 5), ["Round 1"], id="single has none either"),
    ],
)
def test_what_each_round_is_called(settings: Settings, draw: StandingDraw, names: Sequence[str]) -> None:
    found = standing(settings, draw)
    rounds = found.rounds
    assert [str(round_) for round_ in rounds] == names
    assert [round_.is_final for round_ in rounds] == [name == "Final" for name in names]
    assert [round_.is_last for round_ in rounds] == [False] * (len(names) - 1) + [True]
    assert [found.decides_winner(round_.number) for round_ in rounds] == [round_.is_last for round_ in rounds]


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        (RoundName(2), ["Round 2", "Round 2", "Round 2", "round 2"]),
        (RoundName(3, is_final=True), ["Final", "The final", "the final", "the final"]),
    ],
)
def test_a_name_stands_alone_opens_a_sentence_and_stands_inside(name: RoundName, forms: Sequence[str]) -> None:
    assert [name.heading, name.opening, name.inside, name.lower] == forms
    assert name.before == RoundName(name.number - 1)


def test_a_round_that_no_plan_has_is_called_by_its_number() -> None:
    assert str(standing(SYG, None).name(2)) == "Round 2"
    assert str(standing(SYG, drawn(64, 16, 4, 1)).name(3)) == "Final"


def test_the_rounds_made_the_open_one_and_what_follows() -> None:
    found = standing(SYG, drawn(64, 16, 4, 1), CLOSED, SEATED)
    assert [(round_.number, round_.pk, round_.is_made, round_.is_open) for round_ in found.rounds] == [
        (1, 11, True, False), (2, 12, True, True), (3, 0, False, False),
    ]  # fmt: skip
    assert [round_.number for round_ in (found.latest, found.open, found.following) if round_] == [2, 2, 3]
    assert found.clock == CLOCK
    assert [(round_.tables, round_.players) for round_ in found.rounds] == [(16, 64), (4, 16), (1, 4)]


def test_between_rounds_none_is_open_and_no_clock_shown() -> None:
    found = standing(SYG, drawn(64, 16, 4, 1), CLOSED)
    assert (found.latest, found.open, found.clock) == (found.rounds[0], None, None)
    assert found.following == found.rounds[1]


def test_nothing_follows_the_last_round_and_nothing_is_latest_before_the_first() -> None:
    assert standing(SYG, drawn(4, 1), CLOSED).following is None
    before = standing(SYG, drawn(4, 1))
    assert (before.latest, before.following, before.made) == (None, None, ())


def test_a_rotation_has_its_tables_in_every_round_and_plans_no_players() -> None:
    assert [(round_.tables, round_.players) for round_ in standing(BAC, drawn(13, 3)).rounds] == [(3, None)] * 3


@pytest.mark.parametrize(
    ("settings", "number", "table", "goal"),
    [
        pytest.param(SYG, 1, 1, 1, id="the first four tables meet at table 1"),
        pytest.param(SYG, 1, 5, 2, id="the fifth goes to table 2"),
        pytest.param(SYG, 2, 3, 1, id="all go to the final"),
        pytest.param(SYG, 3, 1, 0, id="nobody goes on from the final"),
        pytest.param(SYG.change(redraw=True), 1, 5, 0, id="drawn anew: nobody knows yet"),
    ],
)
def test_where_the_first_of_a_table_goes(settings: Settings, number: int, table: int, goal: int) -> None:
    assert standing(settings, drawn(64, 16, 4, 1)).goal(number, table) == goal


def test_before_the_draw_only_a_single_stage_decides_who_wins() -> None:
    assert [standing(settings, None).decides_winner(0) for settings in (SYG, BAC, CLASSROOM)] == [False, False, True]


def test_in_a_rotation_nobody_goes_on() -> None:
    assert standing(BAC, drawn(13, 3)).goal(1, 2) == 0


SEALED = StandingDraw(64, (16, 4, 1), sealed_at=NOW)


@pytest.mark.parametrize(
    ("found", "stage"),
    [
        (standing(SYG, None), Stage.CLOSED),
        (make_standing(7, SYG, None, (), takes_entries=True), Stage.OPEN),
        (standing(SYG, StandingDraw(64, (16, 4, 1))), Stage.CLOSED),
        (standing(SYG, SEALED), Stage.SEALED),
        (standing(SYG, drawn(64, 16, 4, 1), MadeRound(11, 1)), Stage.DRAWN),
        (standing(SYG, drawn(64, 16, 4, 1), MadeRound(11, 1, NOW)), Stage.RUNNING),
        (standing(SYG, drawn(64, 16, 4, 1), CLOSED), Stage.OVER),
        (standing(SYG, drawn(64, 16, 4, 1), CLOSED, SEATED), Stage.SEATED),
        (standing(SYG, drawn(4, 1), CLOSED, finished=True), Stage.FINISHED),
    ],
)
def test_the_stages(found: Standing, stage: Stage) -> None:
    assert found.stage is stage


def test_a_draw_is_published_only_once_it_is() -> None:
    assert standing(SYG, SEALED).published is None
    assert standing(SYG, drawn(4, 1)).published == drawn(4, 1)


@pytest.mark.parametrize(
    ("closes", "closed", "takes"),
    [
        (None, None, True),
        (NOW + timedelta(seconds=1), None, True),
        (NOW, None, False),
        (None, NOW, False),
        (NOW + timedelta(days=1), NOW, False),
    ],
)
def test_entries_are_taken_until_the_closing_time_whether_its_alarm_came_or_not(
    closes: datetime | None, closed: datetime | None, takes: bool
) -> None:
    assert takes_entries(closes, closed, NOW) == takes
