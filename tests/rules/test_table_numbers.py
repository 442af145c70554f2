"""The numbers that stand on tables (RULES 1): each competition's from its first number on, none twice in a hall."""

from __future__ import annotations

import pytest

from tournament.rules.errors import DrawRefused
from tournament.rules.table_numbers import (
    TableNumbers,
    TakenNumbers,
    check_first,
    keep_or_suggest,
    meeting,
    most_tables,
    suggest,
)

OPEN, YOUTH = TakenNumbers("Uno Open", 1, 16), TakenNumbers("Uno Under 18", 17, 28)
APART = TakenNumbers("Uno Adults", 40, 45)


def test_people_see_the_first_number_where_the_record_has_1():
    numbers = TableNumbers(17)
    assert [numbers.shown(table) for table in (1, 2, 16)] == [17, 18, 32]
    assert [numbers.stored(shown) for shown in (17, 18, 32)] == [1, 2, 16]


def test_no_table_stays_no_table_in_both_directions():
    assert TableNumbers(17).shown(0) == 0
    assert [TableNumbers(17).stored(shown) for shown in (16, 1, 0)] == [0, 0, 0]


@pytest.mark.parametrize(
    ("plan", "tables"),
    [([12, 4, 1], 12), ([1], 1), ([3, 4, 1], 4), ([], 0)],
    ids=["first round", "one", "later", "none"],
)
def test_a_competition_takes_as_many_numbers_as_its_largest_round_has_tables(plan, tables):
    assert most_tables(plan) == tables


@pytest.mark.parametrize(
    ("tables", "taken", "first"),
    [
        (16, [], 1),
        (12, [OPEN], 17),
        (6, [YOUTH, OPEN], 29),
        (11, [OPEN, YOUTH, APART], 29),
        (12, [OPEN, YOUTH, APART], 46),
        (16, [YOUTH], 1),
        (17, [YOUTH], 29),
        (4, [OPEN, OPEN], 17),
    ],
    ids=[
        "nobody else", "after the only one", "after both, in any order", "fits the gap", "too many for the gap",
        "fits before", "too many before", "two that share numbers",
    ],
)  # fmt: skip
def test_the_suggestion_is_the_lowest_first_number_that_repeats_none(tables, taken, first):
    assert suggest(tables, taken) == first
    assert meeting(first, tables, taken) == []


@pytest.mark.parametrize(
    ("first", "tables", "whose"),
    [(17, 4, [YOUTH]), (16, 1, [OPEN]), (16, 2, [OPEN, YOUTH]), (29, 9, []), (1, 50, [OPEN, YOUTH])],
)
def test_numbers_meet_where_any_of_them_occurs_twice(first, tables, whose):
    assert meeting(first, tables, [OPEN, YOUTH]) == whose


def test_a_number_that_was_chosen_is_kept_until_it_would_occur_twice():
    assert keep_or_suggest(30, 6, [OPEN, YOUTH]) == 30
    assert keep_or_suggest(28, 6, [OPEN, YOUTH]) == 29


def test_numbers_begin_at_1_and_fit_a_screen():
    assert check_first(9996, 4) == 9996
    with pytest.raises(DrawRefused, match=r"^Table numbers go up to 9,999\. Choose a lower first number\.$"):
        check_first(9997, 4)
    with pytest.raises(DrawRefused, match=r"^Table numbers begin at 1 or higher\.$"):
        check_first(-1, 4)
