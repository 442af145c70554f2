"""Pictures of plans: every table once, every seat once, nothing outside, nothing on top of something else."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from math import hypot
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string

from tournament.pictures import Picture, bracket, floor
from tournament.pictures.bracket import IN_A_ROW, MOST_TABLES_OF_A_ROUND
from tournament.rules.errors import DrawRefused
from tournament.rules.knockout import Plan, plans
from tournament.rules.presets import Moving

SVG = "{http://www.w3.org/2000/svg}"


def seats(path: str) -> int:
    """How many dots a path has."""
    return len(re.findall("M", path))


def every_plan(players: int) -> list[Plan]:
    """The best few of each largest table, and whatever has the most tables at once."""
    found = []
    for table_max in (2, 3, 4, 5):
        try:
            ranked = plans(players, table_max, few=4)
        except DrawRefused:
            continue
        found += [*ranked, max(plans(players, table_max, few=40), key=lambda plan: plan.tables[0])]
    return found


def assert_tidy(picture: Picture) -> None:
    """All inside, and no table on another or on another's seats."""
    for spot in picture.spots:
        reach = 1.3 * spot.r + spot.dot / 2
        assert reach - 0.6 <= spot.x <= picture.width - reach + 0.6
        assert reach - 0.6 <= spot.y <= picture.height - reach + 0.6
    for label in picture.labels:
        assert label.y >= 16 and label.rows[-1][0] + 5 <= picture.height
    for a, b in combinations(picture.spots, 2):
        assert hypot(a.x - b.x, a.y - b.y) >= a.r + b.r, (a, b)


@pytest.mark.parametrize("tall", [False, True], ids=["wide", "tall"])
@pytest.mark.parametrize("players", range(2, 101))
def test_each_table_and_each_seat_of_a_bracket_is_there_once(players, tall):
    for plan in every_plan(players):
        picture = bracket(plan, tall=tall)
        assert [spot.size for spot in picture.spots] == [size for row in plan.sizes for size in row], plan
        assert [seats(spot.seats) for spot in picture.spots] == [spot.size for spot in picture.spots]
        assert [spot.final for spot in picture.spots] == [False] * (plan.total_tables - 1) + [True]
        assert_tidy(picture)


@pytest.mark.parametrize(("players", "tables"), [(48, (12, 4, 1)), (64, (16, 4, 1)), (100, (27, 9, 3, 1))])
def test_every_number_can_be_read(players, tables):
    for tall in (False, True):
        drawn = bracket(Plan(players, tables), tall=tall).spots
        numbers = [spot.number for spot in drawn if not spot.final]
        assert numbers == [n for count in tables[:-1] for n in range(1, count + 1)]
        assert all(spot.text >= 14 for spot in drawn)


def test_each_winner_has_one_way_on():
    """A line leaves every table but the final; anew each round nobody's way is fixed."""
    plan = Plan(48, (12, 4, 1))
    assert bracket(plan).lines.count("M") == 16 + 5 + 5  # one each, and for each fork a bar and its stem
    assert bracket(plan, redraw=True).lines == ""


def test_a_long_row_is_stacked_under_the_tables_it_feeds():
    few, many = bracket(Plan(84, (IN_A_ROW, 6, 2, 1))), bracket(Plan(256, (64, 16, 4, 1)))
    assert len({spot.y for spot in few.spots[:IN_A_ROW]}) == 1
    assert len({spot.y for spot in many.spots[:64]}) == 4
    assert {spot.x for spot in many.spots[:64]} == {spot.x for spot in many.spots[64:80]}


def test_a_row_of_more_than_a_hundred_is_told_in_words():
    plan = Plan(1000, (250, 64, 16, 4, 1))
    for tall in (False, True):
        picture = bracket(plan, tall=tall)
        assert len(picture.spots) == 64 + 16 + 4 + 1 <= MOST_TABLES_OF_A_ROUND + 64
        assert_tidy(picture)
    labels = bracket(plan).labels
    assert (labels[0].title, labels[0].lines) == ("Round 1", ("250 tables of 4",))
    assert all(a.y - b.y > 40 for a, b in pairwise(labels))


def test_the_words_beside_the_rows_say_each_round():
    labels = bracket(Plan(50, (13, 4, 1))).labels
    assert [(label.title, label.lines) for label in labels] == [
        ("Round 1", ("13 tables", "11 of 4, 2 of 3")),
        ("Round 2", ("4 tables", "1 of 4, 3 of 3")),
        ("Final", ("4 players",)),
    ]


@pytest.mark.parametrize("move", [Moving.CIRCULAR, Moving.LADDER, None], ids=["ring", "ladder", "single"])
@pytest.mark.parametrize("tables", [1, 2, 3, 9, 10, 11, 25, 30])
def test_each_table_of_a_floor_is_there_once(tables, move):
    sizes = [5] * (tables // 2) + [4] * (tables - tables // 2)
    for tall in (False, True):
        picture = floor(sizes, move, tall=tall)
        assert [(spot.number, spot.size) for spot in picture.spots] == list(enumerate(sizes, start=1))
        assert_tidy(picture)
        ways = 0 if tables == 1 or move is None else tables - (move is Moving.LADDER)
        assert [arrow.who for arrow in picture.arrows] == ["best", "worst"] * ways
        assert picture.gap is None


@pytest.mark.parametrize(("move", "most"), [(Moving.CIRCULAR, 30), (Moving.LADDER, 30), (None, 60)])
def test_very_many_tables_leave_a_gap(move, most):
    picture = floor([5] * 200, move)
    assert [spot.number for spot in picture.spots] == [*range(1, most - 1), 200]
    assert picture.gap is not None
    assert_tidy(picture)


def test_it_is_drawn_without_a_style_of_its_own():
    """The content policy forbids inline styles; numbers are written as SVG reads them."""
    drawn = render_to_string("parts/picture.html", {"picture": bracket(Plan(48, (12, 4, 1))), "shape": "picture-wide"})
    root = ElementTree.fromstring(drawn[drawn.index("<svg") :].replace("<svg", f'<svg xmlns="{SVG[1:-1]}"', 1))
    assert len(root.findall(f"{SVG}circle")) == 17
    assert sum(seats(path.get("d")) for path in root.findall(f"{SVG}path[@class='picture-seats']")) == 48 + 12 + 4
    assert not [element for element in root.iter() if "style" in element.attrib]
    assert root.get("aria-hidden") == "true"
