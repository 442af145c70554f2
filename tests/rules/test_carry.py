"""A hand as a line of text that a person carries: what is written is read again, and what is mistyped is found."""

from __future__ import annotations

from itertools import combinations

import pytest

from scoring.rules.carry import LETTERS, MISTYPED, UNREADABLE, CarriedHand, check_letter, read, write
from tournament.rules.errors import HandRefused

EXAMPLES = [
    ("5 A12 BX C84 D7 U", CarriedHand(5, 2, {1: 12, 3: 84, 4: 7})),
    ("1 AX B10 B", CarriedHand(1, 1, {2: 10})),
    ("2 AXP2 B84 C6 D50 U", CarriedHand(2, 1, {2: 84, 3: 6, 4: 50}, "draw_two")),
    ("3 A20 BXP4 C9 Q", CarriedHand(3, 2, {1: 20, 3: 9}, "wild_draw_four")),
    ("4 A7 B0 CX0 X", CarriedHand(4, 3, {1: 7, 2: 0}, "0")),
    ("6 A7 BXS R", CarriedHand(6, 2, {1: 7}, "skip")),
    ("7 A7 BXR K", CarriedHand(7, 2, {1: 7}, "reverse")),
    ("8 A7 BXW U", CarriedHand(8, 2, {1: 7}, "wild")),
    ("9 A20 B7 C54 D12 M", CarriedHand(9, None, {1: 20, 2: 7, 3: 54, 4: 12})),
    ("12 A100 C250 DX P", CarriedHand(12, 4, {1: 100, 3: 250})),
    (
        "10 A1 B2 C3 D4 E5 F6 G7 H8 J9 KX9 Y",
        CarriedHand(10, 10, {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9}, "9"),
    ),
]
"""The tablet's script writes the same lines: its test reads this very table."""


@pytest.mark.parametrize(("line", "hand"), EXAMPLES)
def test_a_hand_is_written_as_a_line(line, hand):
    assert write(hand) == line


@pytest.mark.parametrize(("line", "hand"), EXAMPLES)
def test_a_line_is_read_as_its_hand(line, hand):
    assert read(line) == hand


def test_without_anybody_out_it_is_the_incomplete_hand():
    assert [read(line).incomplete for line, _ in EXAMPLES[7:9]] == [False, True]


@pytest.mark.parametrize("typed", ["5a12bxc84d7u", " 5-A12-BX-C84-D7-U ", "5 AL2 BX C84 D7 U", "5 A I2 bx c84 d7 u"])
def test_it_may_be_typed_in_any_way(typed):
    assert read(typed) == EXAMPLES[0][1]


def test_an_o_is_a_nought():
    assert read("4 A7 BO CXo X") == EXAMPLES[4][1]


def refused(line: str) -> str:
    with pytest.raises(HandRefused) as caught:
        read(line)
    return str(caught.value)


@pytest.mark.parametrize("hand", [hand for _, hand in EXAMPLES])
def test_every_mistyped_digit_is_found(hand):
    line = write(hand)
    for place, letter in enumerate(line):
        for digit in set("0123456789") - {letter} if letter.isdigit() else ():
            assert refused(line[:place] + digit + line[place + 1 :]) in (MISTYPED, UNREADABLE)


@pytest.mark.parametrize("hand", [hand for _, hand in EXAMPLES[:-1]])
def test_any_two_digits_that_changed_places_are_found(hand):
    line = write(hand)
    digits = [place for place, letter in enumerate(line) if letter.isdigit()]
    for first, other in combinations(digits, 2):
        if line[first] != line[other]:
            changed = list(line)
            changed[first], changed[other] = line[other], line[first]
            assert refused("".join(changed)) in (MISTYPED, UNREADABLE)


def test_every_other_check_letter_is_wrong():
    line = EXAMPLES[0][0]
    assert [letter for letter in LETTERS if letter != "U" and refused(line[:-1] + letter) != MISTYPED] == []


@pytest.mark.parametrize(
    "line",
    ["", "J", "5", "5 J", "A12 B3 J", "0 A12 BX J", "5 A BX J", "5 A-12 BX", "5 A1.5 BX J", "5 A٣ BX J", "5 A12 BXQ J",
     "5 A12 LX J", "5 A99999 BX J", "5 A12 BX 7", "5 A12 BX I", "1" * 101, "\x00", "<b>"],
)  # fmt: skip
def test_what_is_no_line_says_what_one_looks_like(line):
    assert refused(line) == UNREADABLE


@pytest.mark.parametrize("parts", ["5 A12 A13 BX", "5 B12 AX", "5 AX BX"])
def test_seats_in_another_order_twice_or_two_who_went_out_are_mistyped(parts):
    """Even where the letter fits by chance."""
    assert refused(f"{parts} {check_letter(parts.replace(' ', ''))}") == MISTYPED
