"""RULES 6 and 7: what an organiser can choose from, for all three formats."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rules.spec import refused
from tournament.rules import draw, knockout, plan_choices
from tournament.rules.errors import DrawRefused
from tournament.rules.knockout import Plan
from tournament.rules.presets import Settings, preset

SYG = preset("syg").settings
BAC = preset("bac").settings
CLASSROOM = preset("classroom").settings


@pytest.mark.parametrize(
    ("settings", "entered", "reserves", "expected"),
    [
        pytest.param(SYG, 47, 9, (47, 56, 48), id="RULES 6: 47 + 9 → 48"),
        pytest.param(SYG, 50, 9, (50, 59, 59), id="RULES 6: 50 + 9 → 59"),
        pytest.param(SYG, 64, 20, (64, 64, 64), id="the cap"),
        pytest.param(SYG, 70, 3, (64, 64, 64), id="RULES 6: more entries than the cap"),
        pytest.param(SYG, 0, 5, (2, 5, 4), id="reserves only: never fewer than two"),
        pytest.param(BAC, 20, 3, (23, 23, 23), id="RULES 6: rotation takes everyone"),
        pytest.param(SYG.change(cap=None), 290, 20, (290, 310, 310), id="hundreds are filled to their optimum too"),
        pytest.param(SYG.change(cap=None), 5000, 5000, (5000, 10_000, 9216), id="thousands too: 9,216 = 3^2 · 4^5"),
        pytest.param(SYG.change(cap=None), 9990, 20, (9990, 10_000, 10_000), id="as many as one knockout holds"),
    ],
)
def test_the_sizes(settings: Settings, entered: int, reserves: int, expected: tuple[int, int, int | None]) -> None:
    sizes = plan_choices.sizes(settings, entered, reserves)
    assert (sizes.least, sizes.most, sizes.optimum) == expected
    assert sizes.everyone == sizes.most


def test_whom_the_lot_takes_in_and_leaves_out() -> None:
    assert plan_choices.sizes(SYG, 47, 9).from_reserves(48) == 1
    assert plan_choices.sizes(SYG, 47, 9).left_out == 0
    assert plan_choices.sizes(SYG, 70, 9).left_out == 6
    assert plan_choices.sizes(SYG, 70, 9).from_reserves(64) == 0


@pytest.mark.parametrize("settings", [SYG, BAC, CLASSROOM])
def test_one_player_is_no_draw(settings: Settings) -> None:
    with refused(DrawRefused, "A draw needs at least two players."):
        plan_choices.sizes(settings, 1, 0)


@pytest.mark.parametrize("cap", [None, 10_001])
def test_more_entries_than_one_knockout_holds_are_refused(cap: int | None) -> None:
    settings = SYG.change(cap=cap)
    sentence = "One knockout holds at most 10,000 players. Split them into several competitions."
    with refused(DrawRefused, sentence):
        plan_choices.sizes(settings, 10_001, 0)
    with refused(DrawRefused, sentence):
        draw.check(settings, draw.Choice(10_001, (2501, 626, 157, 40, 10, 3, 1)), 10_001, 0)
    assert plan_choices.sizes(SYG.change(cap=10_000), 10_001, 0).left_out == 1
    assert draw.suggest(SYG.change(cap=None), 9990, 20).size == 10_000


def test_a_typed_size_that_one_knockout_does_not_hold_is_refused() -> None:
    with refused(DrawRefused, "The draw can have 9,990 to 10,000 players, not 10,010."):
        draw.check(SYG.change(cap=None), draw.Choice(10_010, (2503, 626, 157, 40, 10, 3, 1)), 9990, 20)


def test_the_plans_of_a_knockout_are_the_ranked_ones() -> None:
    found = plan_choices.plans(SYG, 48)
    assert found[:3] == [(12, 4, 1), (12, 3, 1), (16, 4, 1)]
    assert found == [plan.tables for plan in knockout.plans(48, 4)[: plan_choices.PLANS_SHOWN]]
    assert all(tables[0] <= 12 for tables in plan_choices.plans(SYG, 48, most_tables=12))


def test_a_rotation_and_single_offer_their_numbers_of_tables() -> None:
    assert plan_choices.plans(BAC, 40) == [(8,), (9,), (10,)]
    assert plan_choices.plans(BAC, 40, most_tables=9) == [(8,), (9,)]
    assert plan_choices.plans(CLASSROOM, 100) == [(20,), (21,), (22,), (23,), (24,)]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (SYG, "48 players need at least 12 tables of up to 4; there are only 3."),
        (BAC, "48 players need at least 10 tables; there are only 3."),
    ],
)
def test_too_few_tables_is_said(settings: Settings, sentence: str) -> None:
    with refused(DrawRefused, sentence):
        plan_choices.plans(settings, 48, most_tables=3)


def test_drawn_anew_each_round_every_winner_has_the_same_chance_from_there_on() -> None:
    """14 tables, four of 3: on fixed ways the chances differ by path, anew only by the first table."""
    plan = Plan(52, (14, 4, 1))
    assert knockout.chances(plan, redraw=False) == plan.odds
    assert set(knockout.chances(plan, redraw=True)) == {3 * 14, 4 * 14}
    anew = zip(plan.sizes[0], knockout.chances(plan, redraw=True), strict=True)
    assert sum(Fraction(size, odds) for size, odds in anew) == 1
    assert knockout.chances(Plan(4, (1,)), redraw=True) == (4,)


def test_more_tables_than_players_are_refused_before_anything_is_counted() -> None:
    """A plan comes from an address: a billion tables must cost nothing."""
    sentence = "There can’t be 1,000,000,000 tables for 48 players."
    with refused(DrawRefused, sentence):
        knockout.check_plan(48, [10**9, 1], 4)
