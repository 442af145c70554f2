"""The players of a rehearsal: what they choose when there is a choice. Every habit is set to always or never here."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from scoring.rules.play import Habits, Switches, play_hand
from scoring.rules.play.bots import Bots
from scoring.rules.play.cards_in_play import ANTICLOCKWISE
from scoring.rules.play.deck import COLOURS
from scoring.rules.play.play_table import PlayTable
from tests.rules.tables import held, on_top, table

RIGHT = Habits(forget_uno=0, catch=0, bluff=0, challenge=0, save_wild=0, keep_drawn=0, stack=0, jump_in=0)


def after_one_move(t: PlayTable, **always: int) -> PlayTable:
    Bots(t, replace(RIGHT, **always)).move()
    return t


@pytest.mark.parametrize(
    ("choice", "hand", "laid"),
    [
        ("Skip, Reverse and Draw Two before numbers", "red 9, red Skip, red 1", "red Skip"),
        ("high numbers before low ones", "red 1, blue 5, red 9", "red 9"),
        ("a Wild only when nothing else matches", "Wild, red 1, green 2", "red 1"),
        ("a Wild before a Wild Draw Four", "Wild Draw Four, Wild, green 2", "Wild"),
        ("a Wild Draw Four when nothing else matches", "Wild Draw Four, green 2, green 3", "Wild Draw Four"),
    ],
)
def test_players_get_rid_of_the_cards_they_like_least(choice: str, hand: str, laid: str) -> None:
    assert on_top(after_one_move(table(hand, "blue 1"))) == laid, choice


def test_players_name_the_colour_of_which_they_hold_most() -> None:
    t = after_one_move(table("Wild, green 1, blue 2, blue 3, yellow 4", "blue 1"))
    assert t.colour == COLOURS.index("blue")
    assert Bots(table("green 1, yellow 2, green 3", "blue 1", on="Wild")).table.colour == COLOURS.index("green")


@pytest.mark.parametrize(
    ("habit", "hand", "pile", "on", "then"),
    [
        ("bluff", "Wild Draw Four, red 1, red 2", "red 3", "Wild Draw Four", "red 1, red 2"),
        ("save_wild", "Wild, blue 1", "blue 2", "red 5", "Wild, blue 1, blue 2"),
        ("keep_drawn", "blue 1, blue 2", "red 3", "red 5", "blue 1, blue 2, red 3"),
        ("none", "blue 1, blue 2", "red 3", "red 3", "blue 1, blue 2"),
    ],
)
def test_players_have_their_habits(habit: str, hand: str, pile: str, on: str, then: str) -> None:
    t = after_one_move(table(hand, "green 1", pile=pile), **({} if habit == "none" else {habit: 100}))
    assert (on_top(t), held(t, 0)) == (on, then)


def test_where_one_must_play_nobody_saves_a_wild_or_keeps_a_card() -> None:
    switches = Switches(must_play=True)
    wild = after_one_move(table("Wild, blue 1, blue 2", "green 1", switches=switches), save_wild=100)
    drawn = after_one_move(table("blue 1, blue 2", "green 1", pile="red 3", switches=switches), keep_drawn=100)
    assert (on_top(wild), on_top(drawn)) == ("Wild", "red 3")


def test_players_who_never_bluff_are_never_rightly_challenged() -> None:
    rng = Random(3)
    honest = [play_hand(rng=rng, habits=Habits(bluff=0, challenge=100)) for _ in range(100)]
    assert sum(hand.challenges_won for hand in honest) == 0
    assert sum(hand.challenges_lost for hand in honest) > 50


@pytest.mark.parametrize(("forget", "catch", "cards"), [(0, 100, 1), (100, 0, 1), (100, 100, 3)])
def test_who_forgets_uno_pays_only_when_somebody_notices(forget: int, catch: int, cards: int) -> None:
    t = after_one_move(table("red 1, blue 2", "green 1"), forget_uno=forget, catch=catch)
    assert len(t.hands[0]) == cards


@pytest.mark.parametrize(("stack", "on", "owed"), [(100, "blue Draw Two", 4), (0, "red Draw Two", 0)])
def test_players_stack_by_habit(stack: int, on: str, owed: int) -> None:
    t = table("red Draw Two, blue 1, blue 2", "blue Draw Two, red 1, red 2", "", switches=Switches(stacking="both"))
    after_one_move(t)
    after_one_move(t, stack=stack)
    assert (on_top(t), t.owed) == (on, owed)


@pytest.mark.parametrize(
    ("choice", "others", "hands"),
    [
        ("with whoever holds fewest", ["blue 1, blue 2", "green 1"], ["green 1", "blue 1, blue 2", "red 1, red 2"]),
        (
            "with nobody who holds as many",
            ["blue 1, blue 2", "green 1, green 2"],
            ["red 1, red 2", "blue 1, blue 2", "green 1, green 2"],
        ),
    ],
)
def test_a_seven_is_used_to_hold_fewer_cards(choice: str, others: list[str], hands: list[str]) -> None:
    t = after_one_move(table("red 7, red 1, red 2", *others, switches=Switches(sevens_swap=True)))
    assert [held(t, player) for player in range(3)] == hands, choice


@pytest.mark.parametrize(
    ("choice", "before", "after"),
    [
        (
            "fewer",
            ["red 0, blue 1, blue 2", "green 1, green 2", "yellow 1"],
            ["yellow 1", "blue 1, blue 2", "green 1, green 2"],
        ),
        (
            "as many",
            ["red 0, blue 1, blue 2", "yellow 1", "green 1, green 2"],
            ["blue 1, blue 2", "yellow 1", "green 1, green 2"],
        ),
    ],
)
def test_a_zero_is_used_to_get_fewer_cards(choice: str, before: list[str], after: list[str]) -> None:
    t = after_one_move(table(*before, switches=Switches(zeros_rotate=True)))
    assert [held(t, player) for player in range(3)] == after, choice


def test_the_first_in_the_direction_of_play_jumps_in() -> None:
    hands = ("green 1", "red 5, green 2, green 3", "blue 1", "red 5, blue 2, blue 3")
    clockwise = table(*hands, switches=Switches(jump_in=True))
    anticlockwise = table(*hands, direction=ANTICLOCKWISE, switches=Switches(jump_in=True))
    assert after_one_move(clockwise, jump_in=100).turn == 2
    assert after_one_move(anticlockwise, jump_in=100).turn == 2
    assert (len(clockwise.hands[1]), len(anticlockwise.hands[3])) == (2, 2)


def test_a_jump_in_needs_its_uno_too() -> None:
    t = table("green 1", "red 5, green 2", "blue 1", switches=Switches(jump_in=True))
    after_one_move(t, jump_in=100, forget_uno=100, catch=100)
    assert (on_top(t), t.uno_caught, len(t.hands[1])) == ("red 5", 1, 3)
