"""The umpire's question, "may this card be played on that one?": yes or no, and the reason in plain words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.cards import Deck, ExtraCard
from scoring.rules.play import Moment, Switches, may_play
from scoring.rules.play.deck import COLOURS
from scoring.rules.play.switches import PLAIN
from tests.rules.tables import card, refused, table

NAMED = Switches(deck=Deck(extra={"Friendship": ExtraCard(points=30, count=2)}))


@pytest.mark.parametrize(
    ("played", "on", "named", "allowed", "reason"),
    [
        ("red 9", "red 5", None, True, "Yes: the colour is red."),
        ("blue 5", "red 5", None, True, "Yes: both are 5."),
        ("blue Draw Two", "red Draw Two", None, True, "Yes: both are Draw Two."),
        ("blue 6", "red 5", None, False, "No: blue 6 matches neither red nor 5."),
        ("blue Skip", "red Reverse", None, False, "No: blue Skip matches neither red nor Reverse."),
        ("blue 5", "Wild", "blue", True, "Yes: the colour is blue."),
        ("red 5", "Wild", "blue", False, "No: red 5 isn’t blue."),
        ("red 5", "Wild Draw Four", "blue", False, "No: red 5 isn’t blue."),
        ("Wild", "red 5", None, True, "Yes: Wild may be played on any card."),
        ("Friendship", "red 5", None, True, "Yes: Friendship may be played on any card, like a Wild."),
        ("Friendship", "Friendship", "red", True, "Yes: Friendship may be played on any card, like a Wild."),
        ("blue 5", "Friendship", "red", False, "No: blue 5 isn’t red."),
    ],
)
def test_a_card_may_be_played_when_it_matches(
    played: str, on: str, named: str | None, allowed: bool, reason: str
) -> None:
    answer = may_play(played, on, named, switches=NAMED)
    assert (answer.allowed, answer.reason, bool(answer)) == (allowed, reason, allowed)


@pytest.mark.parametrize(
    ("hand", "allowed", "reason"),
    [
        (None, True, "Yes, if the player holds no red card. The next player may challenge it."),
        (["blue 5", "Wild", "Wild Draw Four"], True, "Yes: the player holds no red card."),
        ([], True, "Yes: the player holds no red card."),
        (["blue 5", "red Skip"], False, "No: the player holds a red Skip, and the colour is red."),
    ],
)
def test_a_wild_draw_four_depends_on_the_hand(hand: list[str] | None, allowed: bool, reason: str) -> None:
    answer = may_play("Wild Draw Four", "red 5", hand=hand)
    assert (answer.allowed, answer.reason) == (allowed, reason)


STACKS = "Yes: this table plays stacking, and the next player has to draw for both."


@pytest.mark.parametrize(
    ("played", "on", "switches", "allowed", "reason"),
    [
        (
            "blue Draw Two",
            "red Draw Two",
            PLAIN,
            False,
            "No: there is no stacking. The player draws 2 and misses the turn.",
        ),
        ("red 9", "red Draw Two", PLAIN, False, "No: there is no stacking. The player draws 2 and misses the turn."),
        ("blue Draw Two", "red Draw Two", Switches(stacking="draw_two"), True, STACKS),
        ("Wild Draw Four", "Wild Draw Four", Switches(stacking="draw_four"), True, STACKS),
        ("Wild Draw Four", "red Draw Two", Switches(stacking="both"), True, STACKS),
        ("green Draw Two", "Wild Draw Four", Switches(stacking="both"), True, STACKS),
        (
            "red Draw Two",
            "Wild Draw Four",
            Switches(stacking="both"),
            False,
            "No: red Draw Two doesn’t stack on it. The player draws the sum and misses the turn.",
        ),
    ],
)
def test_a_draw_card_is_answered_only_where_stacking_is_on(
    played: str, on: str, switches: Switches, allowed: bool, reason: str
) -> None:
    answer = may_play(played, on, "green", moment="draw_card", switches=switches)
    assert (answer.allowed, answer.reason) == (allowed, reason)


@pytest.mark.parametrize(
    ("played", "on", "switches", "allowed", "reason"),
    [
        ("red 5", "red 5", PLAIN, False, "No: it isn’t this player’s turn."),
        (
            "red 5",
            "red 5",
            Switches(jump_in=True),
            True,
            "Yes: this table plays jump-in, and it is exactly the card on top.",
        ),
        (
            "blue 5",
            "red 5",
            Switches(jump_in=True),
            False,
            "No: only exactly the top card, red 5, may be played out of turn.",
        ),
        (
            "Wild",
            "Wild",
            Switches(jump_in=True),
            False,
            "No: only exactly the top card, Wild, may be played out of turn.",
        ),
    ],
)
def test_out_of_turn_only_a_jump_in_is_allowed(
    played: str, on: str, switches: Switches, allowed: bool, reason: str
) -> None:
    answer = may_play(played, on, "red", moment="out_of_turn", switches=switches)
    assert (answer.allowed, answer.reason) == (allowed, reason)


def test_cards_are_understood_as_people_and_as_data_write_them() -> None:
    assert may_play("BLUE  draw two", "blue draw_two") == may_play("blue Draw Two", "blue Draw Two")


@pytest.mark.parametrize(
    ("words", "played", "on", "colour", "moment", "switches"),
    [
        ("There is no card called “pink 5” at this table.", "pink 5", "red 5", None, "own_turn", PLAIN),
        ("There is no card called “red Wild” at this table.", "red 5", "red Wild", None, "own_turn", PLAIN),
        (
            "There is no card called “red Skip” at this table.",
            "red Skip",
            "red 5",
            None,
            "own_turn",
            Switches(no_special_cards=True),
        ),
        ("Say which colour was named for the Wild.", "red 5", "Wild", None, "own_turn", PLAIN),
        (
            "There is no colour “pink”. Choose red, yellow, green or blue.",
            "red 5",
            "Wild",
            "pink",
            "own_turn",
            PLAIN,
        ),
        ("Nobody has to draw because of a red 5.", "red 5", "red 5", None, "draw_card", PLAIN),
    ],
)
def test_a_question_about_what_cannot_be_is_refused(
    words: str, played: str, on: str, colour: str | None, moment: Moment, switches: Switches
) -> None:
    with refused(words):
        may_play(played, on, colour, moment=moment, switches=switches)


KINDS = st.sampled_from([PLAIN.cards.say(kind) for kind in PLAIN.cards.kinds])


@settings(deadline=None)
@given(KINDS, KINDS, st.sampled_from(COLOURS))
def test_the_umpire_and_the_table_agree(played: str, on: str, named: str) -> None:
    """What may_play allows, the table accepts; what it denies costs two (a Wild Draw Four: is a bluff)."""
    hand = [played, "red 1", "green 3"]
    t = table(", ".join(hand), "blue 1", "blue 2", on=on, named=named)
    t.play(card(played), 0)
    accepted = len(t.discard) == 2 and t.bluff is not True
    assert may_play(played, on, named, hand=hand).allowed == accepted
