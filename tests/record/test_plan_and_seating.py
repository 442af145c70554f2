"""Table sizes, plans, sections, and the two ways to seat groups apart."""

from types import SimpleNamespace

import pytest

from scoring.record.check import plan
from scoring.record.check.facts import Drawn
from scoring.record.check.seating import Hall, draw_seats
from tournament.rules.knockout import plans
from tournament.rules.seating import seat

SEED = bytes(32)


def case(format_, size, tables, *, table_max=4, redraw=False):
    competition = SimpleNamespace(format=format_, table_max=table_max, redraw=redraw)
    return SimpleNamespace(
        competition=competition, record=SimpleNamespace(draw=SimpleNamespace(size=size, plan=tuple(tables)))
    )


@pytest.mark.parametrize(
    ("players", "tables", "sizes"),
    [
        (64, 16, [4] * 16),
        (10, 3, [4, 3, 3]),
        (11, 3, [4, 4, 3]),
        (6, 4, [2, 1, 2, 1]),
        (47, 12, [4] * 11 + [3]),
        (18, 5, [4, 4, 3, 4, 3]),
    ],
)
def test_short_tables_of_a_knockout_are_spread(players, tables, sizes):
    assert plan.spread(players, tables) == sizes


def test_larger_tables_of_a_rotation_come_first():
    assert plan.larger_first(13, 3) == [5, 4, 4]


@pytest.mark.parametrize(
    ("size", "tables"), [(64, [16, 4, 1]), (47, [12, 4, 1]), (40, [10, 3, 1]), (56, [14, 4, 1]), (20, [6, 3, 1])]
)
def test_the_plans_of_the_rules_are_possible(size, tables):
    assert list(plan.check_plan(case("knockout", size, tables))) == []


@pytest.mark.parametrize(
    ("format_", "size", "tables", "sentence"),
    [
        ("knockout", 20, [], "The plan is empty."),
        ("knockout", 20, [6, 3], "The last round should be 1 table, the record says 3."),
        ("knockout", 20, [4, 1], "Round 1 of the plan: 20 players at 4 tables need a table of more than 4."),
        ("knockout", 20, [6, 4, 1], "Round 2 of the plan: 6 players at 4 tables leave a table of fewer than 2."),
        ("knockout", 4, [1, 1], "Round 2 of the plan: 1 player at 1 table leave a table of fewer than 2."),
        ("rotation", 12, [4], "12 players at 4 tables leave a table of fewer than 4 without need."),
        ("single", 12, [2, 1], "A single has one number of tables, the plan has 2."),
        ("single", 12, [7], "12 players at 7 tables leave a table of fewer than 2."),
        ("single", 12, [10**9], "12 players at 1000000000 tables leave a table of fewer than 2."),
    ],
)
def test_a_plan_that_is_not_possible_is_named(format_, size, tables, sentence):
    assert [found.sentence for found in plan.check_plan(case(format_, size, tables))] == [sentence]


@pytest.mark.parametrize(("size", "tables"), [(6, 2), (7, 2), (11, 3), (3, 1), (2, 1)])
def test_a_rotation_uses_tables_of_three_where_it_must(size, tables):
    assert list(plan.check_plan(case("rotation", size, [tables], table_max=5))) == []


@pytest.mark.parametrize(
    ("tables", "sections"),
    [
        ([12, 4, 1], [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]),
        ([10, 3, 1], [0, 0, 0, 0, 1, 1, 1, 2, 2, 2]),
        ([8, 4, 2, 1], [0, 0, 0, 0, 1, 1, 1, 1]),
        ([3, 1], [0, 1, 2]),
        ([1], None),
    ],
)
def test_a_section_is_what_feeds_one_table_of_the_last_round_but_one(tables, sections):
    assert plan.sections(case("knockout", 99, tables)) == sections


def test_only_a_fixed_bracket_has_sections():
    assert plan.sections(case("knockout", 16, [4, 1], redraw=True)) is None
    assert plan.sections(case("rotation", 16, [4])) is None


def test_a_deal_puts_each_where_fewest_of_the_group_are_then_where_most_room_is():
    """One group of three and one of two at tables of 3 and 2, with the order of dealing known from the shuffles."""
    groups = {"E1": "A", "E2": "A", "E3": "A", "E4": "B", "E5": "B"}
    hall = Hall([3, 2], None, "seats/", "deal/")
    drawn, (first, second) = draw_seats(SEED, sorted(groups), groups, hall)
    assert drawn == Drawn("deal", None)
    assert (len(first), len(second)) == (3, 2)
    assert sorted(groups[code] for code in first) == ["A", "A", "B"]
    assert sorted(groups[code] for code in second) == ["A", "B"]


def test_a_shuffle_seats_everybody_apart():
    groups = {f"E{n:02}": f"G{n % 6}" for n in range(12)}
    drawn, tables = draw_seats(SEED, sorted(groups), groups, Hall([3, 3, 3, 3], [0, 0, 1, 1], "seats/", "deal/"))
    assert drawn.method == "shuffle"
    for half in (tables[0] + tables[1], tables[2] + tables[3]):
        assert len({groups[code] for code in half}) == 6


@pytest.mark.parametrize(("groups", "method"), [(10_000, "shuffle"), (5_000, "deal"), (100, "deal")])
def test_ten_thousand_sit_where_the_program_seats_them(groups, method):
    """In the best plan three tables feed the final's: groups of two are apart by no attempt of 5,000."""
    tables = plans(10_000, 4, few=1)[0]
    group_of = {f"E{n:05}": f"G{n % groups:05}" for n in range(1, 10_001)}
    zones = plan.sections(case("knockout", 10_000, tables.tables))
    drawn, seated = draw_seats(SEED, sorted(group_of), group_of, Hall(tables.sizes[0], zones, "seats/", "deal/"))
    ours = seat(SEED, group_of, tables.sizes[0], tables.sections)
    assert drawn.method == method
    assert (drawn.method, drawn.attempt, tuple(map(tuple, seated))) == (ours.method, ours.attempt, ours.tables)
