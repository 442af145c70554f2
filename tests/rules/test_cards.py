"""The cards, their points and what one table can hold: RULES 3, number by number."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.cards import FACES, NAMES, Deck, ExtraCard
from tournament.rules.errors import HandRefused, SettingsRefused

ONE = Deck()
TWO = Deck(decks=2)
FRIENDSHIP = Deck(extra={"Friendship": ExtraCard(points=30, count=2)})


def test_a_deck_has_108_cards_and_1240_points() -> None:
    assert sum(ONE.limit(face) for face in ONE.faces) == 108
    assert ONE.total == 1240


@pytest.mark.parametrize(
    ("rule", "faces", "points", "limit"),
    [
        ("numbers count face value; one 0 of each colour", ["0"], 0, 4),
        ("numbers count face value; two of each colour", ["1"], 1, 8),
        ("numbers count face value; two of each colour", ["7"], 7, 8),
        ("numbers count face value; two of each colour", ["9"], 9, 8),
        ("Skip, Reverse, Draw Two 20", ["skip", "reverse", "draw_two"], 20, 8),
        ("Wild and Wild Draw Four 50", ["wild", "wild_draw_four"], 50, 4),
    ],
)
def test_every_card_counts_what_the_rule_says(rule: str, faces: list[str], points: int, limit: int) -> None:
    for face in faces:
        assert (ONE.points(face), ONE.limit(face)) == (points, limit), rule
        assert TWO.limit(face) == 2 * limit, "more with more decks"


@pytest.mark.parametrize(
    ("rule", "held", "points"),
    [
        ("the player who goes out holds nothing", {}, 0),
        ("red 7, blue 0, Skip, Wild = 77", {"7": 1, "0": 1, "skip": 1, "wild": 1}, 77),
        ("B holds 5 + Reverse and draws 9 + Wild = 84", {"5": 1, "reverse": 1, "9": 1, "wild": 1}, 84),
        ("at the bell Ana holds Skip", {"skip": 1}, 20),
        ("at the bell Ben holds 2,5", {"2": 1, "5": 1}, 7),
        ("at the bell Cal holds Wild,4", {"wild": 1, "4": 1}, 54),
        ("at the bell Dee holds 6,6", {"6": 2}, 12),
        ("a player left with only zeros also scores 0", {"0": 4}, 0),
    ],
)
def test_held_cards_count_as_worked_in_the_rules(rule: str, held: Mapping[str, int], points: int) -> None:
    assert ONE.count(held) == points, rule


def test_an_extra_named_card_counts_its_own_points() -> None:
    assert FRIENDSHIP.count({"Friendship": 2, "4": 1}) == 64
    assert FRIENDSHIP.total == 1240 + 60
    assert FRIENDSHIP.faces == (*FACES, "Friendship")
    assert [FRIENDSHIP.name(face) for face in ("draw_two", "Friendship")] == ["Draw Two", "Friendship"]


def test_every_face_has_a_name() -> None:
    assert tuple(NAMES) == FACES


@pytest.mark.parametrize("ask", [ONE.points, ONE.limit])
def test_a_card_that_is_not_in_this_competition_is_refused_by_name(ask: Callable[[str], int]) -> None:
    with pytest.raises(HandRefused, match=r"^There is no card called “Friendship” in this competition\.$"):
        ask("Friendship")


# What one table can hold


def test_four_wilds_over_the_table_are_accepted_and_none_is_left() -> None:
    left = ONE.check([{"wild": 2}, {"wild": 1, "0": 1}, {"wild": 1}])
    assert (left["wild"], left["0"], left["1"]) == (0, 3, 8)


@pytest.mark.parametrize(
    ("held", "words"),
    [
        ([{"wild": 4}, {"wild": 1}], "More than 4 Wild cards at one table. One deck has 4."),
        ([{"wild": 5}], "More than 4 Wild cards at one table. One deck has 4."),
        ([{"0": 3}, {"0": 2}], "More than 4 0 cards at one table. One deck has 4."),
        ([{"7": 9}], "More than 8 7 cards at one table. One deck has 8."),
        ([{"draw_two": 4}, {"draw_two": 5}], "More than 8 Draw Two cards at one table. One deck has 8."),
        ([{"joker": 1}], "There is no card called “joker” in this competition."),
        ([{"wild": 0}], "The number of Wild cards must be 1 or more."),
        ([{"wild": -1}], "The number of Wild cards must be 1 or more."),
        ([{"wild": True}], "The number of Wild cards must be 1 or more."),
    ],
)
def test_cards_that_one_table_cannot_hold_are_refused_with_the_reason(
    held: list[Mapping[str, int]], words: str
) -> None:
    with pytest.raises(HandRefused, match=f"^{re.escape(words)}$"):
        ONE.check(held)


def test_two_decks_allow_eight_wilds_and_refuse_the_ninth() -> None:
    assert TWO.check([{"wild": 4}, {"wild": 4}])["wild"] == 0
    with pytest.raises(HandRefused, match=r"^More than 8 Wild cards at one table\. 2 decks have 8\.$"):
        TWO.check([{"wild": 8}, {"wild": 1}])


@pytest.mark.parametrize(
    ("decks", "extra", "words"),
    [
        (0, {}, "A table needs one deck or more."),
        (1, {"wild": ExtraCard(50, 1)}, "There’s already a card called “wild”. Choose another name."),
        (1, {"Draw Two": ExtraCard(50, 1)}, "There’s already a card called “Draw Two”. Choose another name."),
        (1, {"7": ExtraCard(7, 1)}, "There’s already a card called “7”. Choose another name."),
        (1, {"Howler": ExtraCard(-1, 1)}, "“Howler” needs 0 points or more, and one card or more in each deck."),
        (1, {"Howler": ExtraCard(10, 0)}, "“Howler” needs 0 points or more, and one card or more in each deck."),
    ],
)
def test_a_deck_that_no_box_holds_is_refused(decks: int, extra: Mapping[str, ExtraCard], words: str) -> None:
    with pytest.raises(SettingsRefused, match=f"^{re.escape(words)}$"):
        Deck(decks=decks, extra=extra)


# Totals typed as a number


def reachable(deck: Deck, left: Mapping[str, int]) -> set[int]:
    bits = deck.reachable(left)
    return {total for total in range(bits.bit_length()) if bits >> total & 1}


def test_every_total_up_to_1240_is_reachable_with_a_whole_deck_and_none_above() -> None:
    assert reachable(ONE, ONE.check([])) == set(range(1241))


@pytest.mark.parametrize(
    ("why", "left", "totals"),
    [
        ("no card at all: nobody can hold one card or more", {}, set()),
        ("no card left", {"wild": 0, "0": 0}, set()),
        ("only zeros: 0, though that player did not go out", {"0": 2}, {0}),
        ("without a zero a player with cards holds more than 0", {"2": 1, "skip": 1}, {2, 20, 22}),
        ("with a zero the other cards may be nobody’s", {"0": 1, "9": 1}, {0, 9}),
        ("two Wilds", {"wild": 2}, {50, 100}),
        ("the fifth Wild is not there", {"wild": 4}, {50, 100, 150, 200}),
    ],
)
def test_a_total_is_reachable_only_with_the_cards_that_are_left(
    why: str, left: Mapping[str, int], totals: set[int]
) -> None:
    assert reachable(ONE, left) == totals, why


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(FACES), st.integers(0, 2), max_size=5))
def test_reachable_totals_are_those_of_every_choice_of_cards(left: dict[str, int]) -> None:
    choices = product(*(range(number + 1) for number in left.values()))
    every = {ONE.count(dict(zip(left, choice, strict=True))) for choice in choices if any(choice)}
    assert reachable(ONE, left) == every
