"""RULES 6: plans, their evenness and rank, fill to optimum, and where winners go."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules import spec
from tests.rules.spec import refused
from tournament.rules import knockout
from tournament.rules.errors import DrawRefused
from tournament.rules.knockout import Plan

EVERY = 10**9


@pytest.mark.parametrize(
    ("players", "plan", "evenness", "tables"),
    [
        pytest.param(64, (16, 4, 1), Fraction(1), 21, id="RULES 6: 64 → 16, 4, 1 (evenness 1, 21 tables)"),
        pytest.param(47, (12, 4, 1), Fraction(3, 4), 17, id="RULES 6: 47 → 12, 4, 1"),
        pytest.param(40, (10, 3, 1), Fraction(3, 4), 14, id="RULES 6: 40 → 10, 3, 1"),
        pytest.param(56, (14, 4, 1), Fraction(3, 4), 19, id="RULES 6: 56 → 14, 4, 1"),
        pytest.param(20, (6, 3, 1), Fraction(3, 4), 10, id="RULES 6: 20 → 6, 3, 1"),
        pytest.param(2, (1,), Fraction(1), 1, id="RULES 6: two players, one table"),
        pytest.param(5, (2, 1), Fraction(2, 3), 3, id="RULES 6: five cannot do without a table of 2"),
    ],
)
def test_the_best_plan(players: int, plan: tuple[int, ...], evenness: Fraction, tables: int) -> None:
    best = knockout.plans(players, 4)[0]
    assert (best.tables, best.evenness, best.total_tables) == (plan, evenness, tables)


@pytest.mark.parametrize(
    ("entries", "reserves", "size"),
    [
        pytest.param(47, 9, 48, id="RULES 6: 47 + 9 → 48, one reserve by lot"),
        pytest.param(55, 20, 64, id="RULES 6: 55 + 20 → 64, nine by lot"),
        pytest.param(50, 9, 59, id="RULES 6: 50 + 9 → 59, all nine"),
        pytest.param(20, 20, 36, id="RULES 6: 20 + 20 → 36"),
        pytest.param(64, 9, 64, id="RULES 6: the cap is full"),
        pytest.param(70, 0, 64, id="RULES 6: E alone exceeds C, the draw is the cap"),
        pytest.param(47, 0, 47, id="RULES 6: no reserves, every entry"),
    ],
)
def test_fill_to_optimum(entries: int, reserves: int, size: int) -> None:
    assert knockout.optimum(entries, reserves, 64, 4) == size


@settings(max_examples=40)
@given(st.integers(2, 24), st.integers(0, 10), st.integers(2, 30), st.integers(3, 5))
def test_the_optimum_is_the_best_of_all_sizes(entries: int, reserves: int, cap: int, table_max: int) -> None:
    expected = cap if entries > cap else spec.optimum(entries, reserves, cap, table_max)
    assert knockout.optimum(entries, reserves, cap, table_max) == expected


@pytest.mark.parametrize(
    ("entries", "reserves", "cap", "most_tables", "size"),
    [
        pytest.param(47, 9, None, None, 48, id="no cap"),
        pytest.param(20, 20, 64, 5, 20, id="five tables of 4 hold twenty"),
        pytest.param(20, 20, 64, 7, 24, id="seven tables: only 24 has evenness 1 (6, 3, 1)"),
        pytest.param(20, 20, 64, 3, 40, id="what three tables cannot hold is refused by the plan, not here"),
        pytest.param(0, 9, 64, None, 9, id="reserves alone"),
        pytest.param(0, 1, 64, None, 1, id="one alone: the draw is refused by the plan, not here"),
        pytest.param(0, 0, 64, None, 0, id="nobody"),
    ],
)
def test_the_optimum_within_limits(
    entries: int, reserves: int, cap: int | None, most_tables: int | None, size: int
) -> None:
    assert knockout.optimum(entries, reserves, cap, 4, most_tables=most_tables) == size


@pytest.mark.parametrize(
    ("players", "tables", "sizes"),
    [
        pytest.param(64, 16, (4,) * 16, id="RULES 6: no short table"),
        pytest.param(47, 12, (4,) * 11 + (3,), id="RULES 6: one short table of 12 is the last"),
        pytest.param(46, 12, (4,) * 5 + (3,) + (4,) * 5 + (3,), id="RULES 6: two short tables are the 6th and 12th"),
        pytest.param(44, 12, (4, 4, 3) * 4, id="RULES 6: four short tables, every third"),
        pytest.param(10, 3, (4, 3, 3), id="RULES 6: ⌊1·2/3⌋ = 0, so table 1 is not short"),
        pytest.param(59, 16, (4, 4, 4, 3, 4, 4, 3, 4, 4, 3, 4, 4, 3, 4, 4, 3), id="RULES 6: 59 at 16, five short"),
    ],
)
def test_short_tables_are_spread(players: int, tables: int, sizes: tuple[int, ...]) -> None:
    assert knockout.sizes(players, tables) == sizes


@given(st.integers(0, 300), st.integers(1, 60))
def test_sizes_are_as_the_rule_writes_them(players: int, tables: int) -> None:
    sizes = knockout.sizes(players, tables)
    assert list(sizes) == spec.spread(players, tables)
    assert (sum(sizes), len(sizes)) == (players, tables)


@pytest.mark.parametrize("table_max", [2, 3, 4, 5])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 8, 9, 13, 16, 20, 27, 31, 36])
def test_plans_are_all_plans_best_first(players: int, table_max: int) -> None:
    every = spec.best_first(players, spec.plans(players, table_max))
    if not every:
        with pytest.raises(DrawRefused):
            knockout.plans(players, table_max)
        return
    found = [plan.tables for plan in knockout.plans(players, table_max, few=EVERY)]
    assert found == every
    assert [plan.tables for plan in knockout.plans(players, table_max)] == every[:8]
    assert [plan.tables for plan in knockout.plans(players, table_max, few=1)] == every[:1]


@settings(max_examples=30)
@given(st.integers(2, 30), st.integers(3, 5), st.integers(1, 12))
def test_a_limit_on_tables_is_an_input(players: int, table_max: int, most_tables: int) -> None:
    unlimited = spec.plans(players, table_max)
    every = [plan for plan in unlimited if max(plan) <= most_tables]
    if not every:
        need = min(max(plan) for plan in unlimited)
        only = f"{players} players need at least {need} tables of up to {table_max}; there are only {most_tables}."
        with refused(DrawRefused, only):
            knockout.plans(players, table_max, most_tables=most_tables)
        return
    found = knockout.plans(players, table_max, most_tables=most_tables, few=EVERY)
    assert [plan.tables for plan in found] == spec.best_first(players, every)


@settings(max_examples=25)
@given(st.integers(2, 80), st.integers(3, 5))
def test_one_goes_on_from_each_table_of_every_plan(players: int, table_max: int) -> None:
    for plan in knockout.plans(players, table_max):
        rounds = list(zip(pairwise((players, *plan.tables)), plan.sizes, strict=True))
        assert [(sum(sizes), len(sizes)) for _, sizes in rounds] == [players_tables for players_tables, _ in rounds]
        assert all(2 <= size <= table_max for sizes in plan.sizes for size in sizes)
        assert plan.tables[-1] == 1
        assert plan.has_pair == spec.has_pair(players, plan.tables)


@settings(max_examples=20)
@given(st.integers(2, 70), st.integers(3, 5))
def test_evenness_is_that_of_the_bracket_walked_by_every_player(players: int, table_max: int) -> None:
    for plan in knockout.plans(players, table_max, few=5):
        chances = spec.chances(players, plan.tables)
        assert [odds for odds, size in zip(plan.odds, plan.sizes[0], strict=True) for _ in range(size)] == [
            1 / chance for chance in chances
        ]
        assert sum(chances) == 1
        assert plan.evenness == spec.evenness(players, plan.tables)


@pytest.mark.parametrize(
    ("players", "plan", "sections"),
    [
        pytest.param(64, (16, 4, 1), (4, 4, 4, 4), id="RECORD 2: four sections of four tables"),
        pytest.param(40, (10, 3, 1), (4, 3, 3), id="RECORD 2: ten tables feed three"),
        pytest.param(20, (6, 3, 1), (2, 2, 2), id="RECORD 2: six feed three"),
        pytest.param(12, (4, 1), (1, 1, 1, 1), id="RECORD 2: with two rounds each table is its own section"),
        pytest.param(128, (32, 8, 2, 1), (16, 16), id="RECORD 2: the last round but one, two rounds up"),
        pytest.param(4, (1,), None, id="RECORD 2: one round has no sections"),
    ],
)
def test_sections(players: int, plan: tuple[int, ...], sections: tuple[int, ...] | None) -> None:
    assert Plan(players, plan).sections == sections


@settings(max_examples=25)
@given(st.integers(2, 80), st.integers(3, 5))
def test_sections_are_the_tables_that_feed_the_last_round_but_one(players: int, table_max: int) -> None:
    for plan in knockout.plans(players, table_max):
        sections = spec.sections(players, plan.tables)
        assert plan.sections == (None if sections is None else tuple(len(section) for section in sections))


def test_winners_of_tables_1_2_3_fill_the_next_tables_in_that_order() -> None:
    assert knockout.feeds(Plan(40, (10, 3, 1))) == [[1, 1, 1, 1, 2, 2, 2, 3, 3, 3], [1, 1, 1]]


@pytest.mark.parametrize(
    ("sent", "row", "tables"),
    [
        pytest.param("ABCDEF", (2, 2, 2), ["AB", "CD", "EF"], id="RULES 6: winners 1, 2, 3 … fill the tables in order"),
        pytest.param("ABCDE", (3, 2), ["ABC", "DE"], id="RULES 6: tables of 3 and 2"),
        pytest.param("A-CD", (2, 2), ["A", "CD"], id="RECORD 2: who is not sent leaves no gap, and nobody moves up"),
        pytest.param("--CD", (2, 2), ["", "CD"], id="RECORD 2: a table nobody reaches stays empty"),
        pytest.param("----", (4,), [""], id="RECORD 2: nobody at all"),
    ],
)
def test_next_tables(sent: str, row: tuple[int, ...], tables: list[str]) -> None:
    winners = {number: code for number, code in enumerate(sent, start=1) if code != "-"}
    assert knockout.next_tables(winners, row) == [list(table) for table in tables]


@pytest.mark.parametrize(
    ("players", "planned", "tables"),
    [
        pytest.param(16, 4, 4, id="RECORD 2: the plan’s number of tables"),
        pytest.param(7, 4, 3, id="RECORD 2: or ⌊n/2⌋ if that is fewer"),
        pytest.param(8, 4, 4, id="RECORD 2: ⌊8/2⌋ is not fewer"),
        pytest.param(1, 1, 1, id="RECORD 2: at least 1"),
        pytest.param(0, 4, 1, id="RECORD 2: at least 1, for nobody"),
    ],
)
def test_the_tables_of_a_redrawn_round(players: int, planned: int, tables: int) -> None:
    assert knockout.redrawn_tables(players, planned) == tables


@pytest.mark.parametrize("players", [240, 250, 257])
def test_plans_with_a_table_of_two_come_after_all_others(players: int) -> None:
    found = knockout.plans(players, 4)
    with_pair = [plan.has_pair for plan in found]
    assert (len(found), with_pair) == (8, sorted(with_pair))
    assert not with_pair[0]
    assert with_pair[-1]


@pytest.mark.parametrize(
    ("players", "table_max", "most_tables", "sentence"),
    [
        (1, 4, None, "A draw needs at least two players."),
        (0, 4, None, "A draw needs at least two players."),
        (64, 4, 5, "64 players need at least 16 tables of up to 4; there are only 5."),
        (5, 4, 1, "5 players need at least 2 tables of up to 4; there are only 1."),
        (3, 2, None, "There is no knockout of 3 players with tables of 2 to 2: one would sit alone."),
        (3, 2, 1, "There is no knockout of 3 players with tables of 2 to 2: one would sit alone."),
        (10_001, 5, None, "One knockout holds at most 10,000 players. Split them into several competitions."),
    ],
)
def test_it_refuses_a_knockout_that_cannot_be(
    players: int, table_max: int, most_tables: int | None, sentence: str
) -> None:
    with refused(DrawRefused, sentence):
        knockout.plans(players, table_max, most_tables=most_tables)


@pytest.mark.parametrize(
    ("players", "tables", "sentence"),
    [
        (64, [], "A plan ends with one table, the final."),
        (64, [16, 4], "A plan ends with one table, the final."),
        (64, [16, 0, 1], "A plan ends with one table, the final."),
        (64, [16, -4, 1], "A plan ends with one table, the final."),
        (1, [1], "A draw needs at least two players."),
        (64, [15, 4, 1], "Round 1 would have tables of 4 to 5; 2 to 4 is allowed."),
        (64, [16, 9, 1], "Round 2 would have tables of 1 to 2; 2 to 4 is allowed."),
        (64, [16, 4, 1, 1], "The final would have tables of 1 to 1; 2 to 4 is allowed."),
        (64, [1], "The final would have tables of 64 to 64; 2 to 4 is allowed."),
        (4, [8, 4, 1], "There can’t be 8 tables for 4 players."),
    ],
)
def test_it_refuses_a_plan_that_does_not_fit(players: int, tables: list[int], sentence: str) -> None:
    with refused(DrawRefused, sentence):
        knockout.check_plan(players, tables, 4)


@pytest.mark.parametrize("players", [2, 5, 20, 29])
def test_the_organiser_may_pick_any_plan(players: int) -> None:
    every = spec.plans(players, 4)
    assert [knockout.check_plan(players, plan, 4).tables for plan in every] == every
