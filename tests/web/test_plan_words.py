"""Plans, sizes and times as people say them."""

from __future__ import annotations

import pytest

from tournament import plan_words
from tournament.rules import plan_choices
from tournament.rules.knockout import Plan, plans
from tournament.rules.presets import preset

SYG = preset("syg").settings


@pytest.mark.parametrize(
    ("players", "tables", "product"),
    [
        (48, (12, 4, 1), "4 × 3 × 4 = 48"),
        (64, (16, 4, 1), "4 × 4 × 4 = 64"),
        (4, (1,), ""),
        (50, (13, 4, 1), ""),
    ],
    ids=["RULES 6", "all alike", "one table", "ways that differ"],
)
def test_the_product_of_the_tables_on_the_way(players, tables, product):
    assert plan_words.product_in_words(Plan(players, tables)) == product


@pytest.mark.parametrize(
    ("players", "tables", "note"),
    [
        (48, (12, 4, 1), "Perfectly even. 3 rounds, 17 tables."),
        (48, (12, 3, 1), "Perfectly even. Final of only 3."),
        (48, (16, 4, 1), "Perfectly even. Needs 16 tables."),
        (48, (13, 4, 1), "Uneven, from 1 in 36 to 1 in 64. Needs 13 tables."),
        (48, (12, 6, 3, 1), "Perfectly even. Has tables of 2. Final of only 3."),
    ],
)
def test_what_to_know_about_a_plan_beside_the_best(players, tables, note):
    plan = Plan(players, tables)
    assert plan_words.plan_note(plan, plans(players, 4)[0], plan.odds) == note


@pytest.mark.parametrize(
    ("entries", "reserves", "size", "told"),
    [
        (47, 9, 48, "47 entries and 1 of 9 reserves, by lot."),
        (47, 9, 56, "47 entries and all 9 reserves."),
        (47, 9, 47, "47 entries, without the 9 reserves."),
        (24, 1, 24, "24 entries, without the reserve."),
        (47, 0, 47, "47 entries."),
        (47, 1, 48, "47 entries and 1 reserve."),
        (70, 3, 64, "64 of 70 entries, by lot."),
        (1, 1, 2, "1 entry and 1 reserve."),
    ],
)
def test_who_plays(entries, reserves, size, told):
    assert plan_words.who_plays(entries, reserves, size) == told


@pytest.mark.parametrize(
    ("entries", "reserves", "size", "why"),
    [
        (47, 9, 48, "48 is the largest size that’s perfectly even, with no table of 2."),
        (47, 9, 56, "The optimum is 48: 47 entries and 1 of 9 reserves, by lot."),
        (50, 9, 59, "No size from 50 to 59 is perfectly even. 59 comes closest."),
        (47, 0, 47, ""),
        (5, 1, 6, "6 is perfectly even. Every size has tables of 2."),
        (5000, 5000, 9216, "9,216 is the largest size that’s perfectly even, with no table of 2."),
        (5000, 5000, 5000, "The optimum is 9,216: 5,000 entries and 4,216 of 5,000 reserves, by lot."),
    ],
)
def test_why_this_size(entries, reserves, size, why):
    sizes = plan_choices.sizes(SYG.change(cap=None), entries, reserves)
    best = plans(sizes.optimum, 4)[0]
    assert plan_words.why_this_size(sizes, size, best) == why


@pytest.mark.parametrize(
    ("name", "change", "rounds", "takes", "because"),
    [
        ("syg", {}, 3, "1 h 50 min", "3 rounds of 30 minutes, 10 minutes between them."),
        ("syg-60", {}, 1, "1 h", "1 round of 60 minutes."),
        ("classroom", {}, 1, "25 min to 50 min", "1 round of 5 hands, 5 to 10 minutes a hand."),
        (
            "classic-500", {}, 2, "No fixed end",
            "A round goes to 500 points. Without a clock, nobody knows how long that takes.",
        ),
        (
            "classic-500", {"clock": 2700}, 2, "≤ 1 h 40 min",
            "2 rounds of at most 45 minutes, 10 minutes between them.",
        ),
    ],
)  # fmt: skip
def test_how_long_it_takes(name, change, rounds, takes, because):
    assert plan_words.duration_in_words([preset(name).settings.change(**change)] * rounds) == (takes, because)
