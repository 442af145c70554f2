"""Whole numbers: what counts as one, and what is in a range."""

from __future__ import annotations

import pytest

from tournament.rules.numbers import NumberRange, number_in_words, plain_digits, typed_number, whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("7", 7),
        ("007", 7),
        ("9" * 15, 999_999_999_999_999),
        ("9" * 16, None),
        ("", None),
        (" 7", None),
        ("-7", None),
        ("+7", None),
        ("7.0", None),
        ("1_000", None),
        ("٣", None),
        ("²", None),
        ("seven", None),
    ],
)
def test_only_plain_digits_write_a_whole_number(text, number):
    assert whole_number(text) == number


@pytest.mark.parametrize(
    ("text", "number"), [("20", 20), (" 20 ", 20), ("٢٠", 20), ("2 0", None), ("-7", None), ("²", None), ("", None)]
)
def test_what_a_person_types_may_have_spaces_around_it_and_digits_of_any_script(text, number):
    assert typed_number(text) == number


def test_a_number_may_have_only_so_many_digits():
    assert (whole_number("123456", most_digits=6), whole_number("1234567", most_digits=6)) == (123456, None)


@pytest.mark.parametrize("value", [1, 10])
def test_a_range_has_its_ends(value):
    assert NumberRange(1, 10).has(value)


@pytest.mark.parametrize("value", [0, 11, True, 1.0, "1", None])
def test_a_range_has_whole_numbers_alone(value):
    assert not NumberRange(1, 10).has(value)


def test_digits_of_any_script_can_be_written_plainly():
    assert (plain_digits("٣٠"), plain_digits("७"), plain_digits("7a")) == ("30", "7", "7a")


def test_a_range_is_written_as_people_say_it():
    assert str(NumberRange(2, 100_000)) == "2 to 100,000"


def test_small_numbers_are_written_out():
    assert [number_in_words(number) for number in (0, 1, 10, 11, 1200)] == ["no", "one", "ten", "11", "1,200"]
