"""RULES 6 and 7: size and plan, table sizes, round one's seats, swaps, for all three formats."""

from __future__ import annotations

import hashlib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules import spec
from tests.rules.spec import refused
from tournament.rules import draw
from tournament.rules.draw import Choice
from tournament.rules.errors import DrawRefused
from tournament.rules.presets import Settings, preset

SYG = preset("syg").settings
BAC = preset("bac").settings
CLASSROOM = preset("classroom").settings
OF_TWO = CLASSROOM.change(table_max=2)
CAPPED = BAC.change(cap=20)


@pytest.mark.parametrize(
    ("settings", "entries", "reserves", "choice"),
    [
        pytest.param(SYG, 64, 0, Choice(64, (16, 4, 1)), id="RULES 6: 64 → 16, 4, 1"),
        pytest.param(SYG, 47, 9, Choice(48, (12, 4, 1)), id="RULES 6: 47 + 9 → 48"),
        pytest.param(SYG, 55, 20, Choice(64, (16, 4, 1)), id="RULES 6: 55 + 20 → 64"),
        pytest.param(SYG, 50, 9, Choice(59, (16, 4, 1)), id="RULES 6: 50 + 9 → 59"),
        pytest.param(SYG, 20, 20, Choice(36, (9, 3, 1)), id="RULES 6: 20 + 20 → 36"),
        pytest.param(SYG, 70, 3, Choice(64, (16, 4, 1)), id="RULES 6: the lot decides among the entries too"),
        pytest.param(BAC, 20, 3, Choice(23, (5,)), id="RULES 6: rotation takes every entry and reserve"),
        pytest.param(CAPPED, 17, 9, Choice(20, (4,)), id="RULES 6: up to the cap"),
        pytest.param(CLASSROOM, 21, 3, Choice(24, (5,)), id="RULES 6: so does single, at the fewest tables"),
        pytest.param(BAC, 2, 0, Choice(2, (1,)), id="RULES 7: below 4, one table"),
    ],
)
def test_the_suggested_draw(settings: Settings, entries: int, reserves: int, choice: Choice) -> None:
    assert draw.suggest(settings, entries, reserves) == choice


def test_a_limit_on_tables_changes_the_suggestion() -> None:
    assert draw.suggest(SYG, 20, 20, most_tables=5) == Choice(20, (5, 2, 1))
    assert draw.best_plan(SYG, 24, most_tables=7) == (6, 3, 1)


@pytest.mark.parametrize(
    ("settings", "size", "counts"),
    [
        pytest.param(BAC, 23, [5], id="RULES 7: ⌈23/5⌉ ≤ T ≤ ⌊23/4⌋"),
        pytest.param(BAC, 40, [8, 9, 10], id="RULES 7: the organiser chooses T"),
        pytest.param(CLASSROOM, 24, list(range(5, 13)), id="RULES 2: classroom, tables of 2 to 5"),
        pytest.param(CLASSROOM.change(table_max=10), 20, list(range(2, 11)), id="RULES 2: up to 10 for single"),
        pytest.param(CLASSROOM, 2, [1], id="RULES 6: two players are enough"),
        pytest.param(OF_TWO, 8, [4], id="tables of 2 for an even number"),
    ],
)
def test_the_numbers_of_tables_to_choose_from(settings: Settings, size: int, counts: list[int]) -> None:
    assert list(draw.table_counts(settings, size)) == counts


@pytest.mark.parametrize("settings", [SYG, BAC, CLASSROOM])
@pytest.mark.parametrize("entries", [0, 1])
def test_it_refuses_a_draw_of_fewer_than_two(settings: Settings, entries: int) -> None:
    with refused(DrawRefused, "A draw needs at least two players."):
        draw.suggest(settings, entries, 0)


@pytest.mark.parametrize("size", [3, 5, 17])
def test_it_refuses_an_odd_number_at_tables_of_two(size: int) -> None:
    with refused(DrawRefused, f"{size} players can’t sit at tables of 2: one would sit alone."):
        draw.suggest(OF_TWO, size, 0)


@pytest.mark.parametrize(
    ("settings", "entries", "reserves", "choice"),
    [
        pytest.param(SYG, 47, 9, Choice(47, (12, 4, 1)), id="RULES 6: nobody of the reserves"),
        pytest.param(SYG, 47, 9, Choice(56, (14, 4, 1)), id="RULES 6: take everyone"),
        pytest.param(SYG, 20, 0, Choice(20, (10, 5, 2, 1)), id="RULES 6: the organiser may pick any plan"),
        pytest.param(BAC, 40, 0, Choice(40, (10,)), id="RULES 7: the organiser chooses T"),
        pytest.param(CLASSROOM, 20, 0, Choice(20, (10,)), id="single: tables of 2"),
    ],
)
def test_the_organisers_choice_is_taken(settings: Settings, entries: int, reserves: int, choice: Choice) -> None:
    assert draw.check(settings, choice, entries, reserves) == choice


@pytest.mark.parametrize(
    ("settings", "entries", "reserves", "choice", "sentence"),
    [
        (SYG, 47, 9, Choice(46, (12, 4, 1)), "The draw can have 47 to 56 players, not 46."),
        (SYG, 47, 9, Choice(57, (15, 4, 1)), "The draw can have 47 to 56 players, not 57."),
        (SYG, 70, 3, Choice(70, (18, 5, 2, 1)), "The draw can have 64 players, not 70."),
        (SYG, 64, 0, Choice(64, (16, 4)), "A plan ends with one table, the final."),
        (SYG, 64, 0, Choice(64, (12, 4, 1)), "Round 1 would have tables of 5 to 6; 2 to 4 is allowed."),
        (BAC, 20, 3, Choice(20, (5,)), "The draw can have 23 players, not 20."),
        (CAPPED, 20, 3, Choice(23, (5,)), "The draw can have 20 players, not 23."),
        (BAC, 40, 0, Choice(40, (11,)), "40 players need 8 to 10 tables."),
        (BAC, 40, 0, Choice(40, (10, 1)), "40 players need 8 to 10 tables."),
        (BAC, 40, 0, Choice(40, ()), "40 players need 8 to 10 tables."),
        (CLASSROOM, 24, 0, Choice(24, (4,)), "24 players need 5 to 12 tables."),
        (OF_TWO, 5, 0, Choice(5, (3,)), "5 players can’t sit at tables of 2: one would sit alone."),
        (BAC, 1, 0, Choice(1, (1,)), "A draw needs at least two players."),
        (SYG, 1, 0, Choice(1, (1,)), "A draw needs at least two players."),
    ],
)
def test_it_refuses_a_choice_that_does_not_fit(
    settings: Settings, entries: int, reserves: int, choice: Choice, sentence: str
) -> None:
    with refused(DrawRefused, sentence):
        draw.check(settings, choice, entries, reserves)


@pytest.mark.parametrize(
    ("settings", "sizes"),
    [
        pytest.param(SYG, (4, 3, 4, 3), id="RULES 6: knockout spreads its short tables"),
        pytest.param(BAC, (4, 4, 3, 3), id="RULES 7: rotation, larger tables first"),
        pytest.param(CLASSROOM, (4, 4, 3, 3), id="RECORD 2: single, larger tables first"),
    ],
)
def test_sizes_of_fourteen_at_four(settings: Settings, sizes: tuple[int, ...]) -> None:
    assert draw.table_sizes(settings, 14, 4) == sizes


def some_groups(players: int, random: Random) -> dict[str, str]:
    most = random.choice([3, players // 2, players])
    return {f"E{n:03}": f"G{random.randint(1, most):02}" for n in range(1, players + 1)}


def larger_first(players: int, tables: int) -> list[int]:
    return sorted(spec.spread(players, tables), reverse=True)


@settings(max_examples=60)
@given(st.sampled_from([SYG, SYG.change(redraw=True), BAC, CLASSROOM]), st.integers(4, 24), st.integers(0, 2**32))
def test_round_one_is_seated_as_the_record_says(settings: Settings, players: int, number: int) -> None:
    """Sections in a fixed bracket only: neither with `redraw` nor in a rotation or single."""
    random = Random(number)
    groups, seed = some_groups(players, random), hashlib.sha256(str(number).encode()).digest()
    fixed = settings.format == "knockout" and not settings.redraw
    plan = random.choice(spec.plans(players, 4)) if settings.format == "knockout" else (random.randint(2, 5),)
    sizes = spec.spread(players, plan[0]) if settings.format == "knockout" else larger_first(players, plan[0])
    seated = draw.seat_first_round(settings, Choice(players, plan), seed, groups)
    expected = spec.seat(seed, groups, sizes, spec.sections(players, plan) if fixed else None)
    assert (seated.method, seated.attempt, [list(table) for table in seated.tables]) == expected


def test_a_fixed_bracket_keeps_a_group_apart_until_the_final() -> None:
    groups = {f"E{n:03}": f"G{(n + 1) // 2:02}" if n <= 8 else f"G{n}" for n in range(1, 49)}
    seated = draw.seat_first_round(SYG, Choice(48, (12, 4, 1)), hashlib.sha256(b"dice").digest(), groups)
    tables = [list(table) for table in seated.tables]
    assert seated.method == "shuffle"
    assert spec.is_apart(tables, groups, [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]])


@pytest.mark.parametrize(
    ("a", "b", "tables"),
    [
        pytest.param("E1", "E4", [["E4", "E2"], ["E3", "E1"]], id="RECORD 2: two exchange their seats"),
        pytest.param("E2", "E1", [["E2", "E1"], ["E3", "E4"]], id="RECORD 2: at one table too"),
    ],
)
def test_two_entries_swap_seats(a: str, b: str, tables: list[list[str]]) -> None:
    assert draw.swap([["E1", "E2"], ["E3", "E4"]], a, b) == tables


@pytest.mark.parametrize(("a", "b"), [("E1", "E1"), ("E1", "E9"), ("E9", "E1"), ("E8", "E9")])
def test_it_refuses_a_swap_without_two_seats(a: str, b: str) -> None:
    with refused(DrawRefused, "Choose two different people who both have a seat."):
        draw.swap([["E1", "E2"], ["E3", "E4"]], a, b)


@pytest.mark.parametrize(
    ("table", "meets"),
    [
        (["E1", "E3"], set()),
        (["E1", "E2", "E3"], {"G1"}),
        (["E1", "E2", "E3", "E4"], {"G1", "G2"}),
        ([], set()),
    ],
)
def test_which_groups_meet_at_a_table(table: list[str], meets: set[str]) -> None:
    assert draw.meeting(table, {"E1": "G1", "E2": "G1", "E3": "G2", "E4": "G2"}) == meets
