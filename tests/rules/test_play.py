"""The rules of play (RULES 9), each proved at a table laid out for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scoring.rules.cards import Deck, ExtraCard
from scoring.rules.play.cards_in_play import ANTICLOCKWISE, CLOCKWISE
from scoring.rules.play.deal import turn_first_card
from scoring.rules.play.deck import COLOURS, NOTHING
from scoring.rules.play.play_table import PlayTable
from scoring.rules.play.switches import Stacking, Switches
from tests.rules.tables import card, cards, held, on_top, refused, table

RED, YELLOW, GREEN, BLUE = range(len(COLOURS))

# The first discard


@pytest.mark.parametrize(
    ("rule", "first", "turn", "direction", "drawn"),
    [
        ("the player left of the dealer plays first", "red 5", 2, CLOCKWISE, 0),
        ("Skip: the player left of the dealer misses", "red Skip", 3, CLOCKWISE, 0),
        ("Reverse: the dealer plays first, anticlockwise", "red Reverse", 1, ANTICLOCKWISE, 0),
        ("Draw Two: that player draws two and misses", "red Draw Two", 3, CLOCKWISE, 2),
        ("Wild: that player names the colour and plays", "Wild", 2, CLOCKWISE, 0),
    ],
)
def test_the_first_discard_has_its_effect(rule: str, first: str, turn: int, direction: int, drawn: int) -> None:
    t = table("", "", "", "", on="", pile=f"{first}, blue 1, blue 2, blue 3")
    turn_first_card(t, dealer=1)
    assert (t.turn, t.direction, len(t.hands[2])) == (turn, direction, drawn), rule
    assert (on_top(t), t.owed, t.turns) == (first, 0, 0)


@pytest.mark.parametrize("first", ["red Skip", "red Reverse", "red Draw Two"])
def test_with_two_players_the_dealer_plays_first_after_a_skip_reverse_or_draw_two(first: str) -> None:
    t = table("", "", on="", pile=f"{first}, blue 1, blue 2")
    turn_first_card(t, dealer=0)
    assert t.turn == 0


def test_a_wild_draw_four_turned_first_goes_back_and_another_is_turned() -> None:
    t = table("", "", on="", pile="Wild Draw Four, Wild Draw Four, red 1, red 2")
    turn_first_card(t, dealer=0)
    assert on_top(t) in ("red 1", "red 2")
    assert sorted(t.pile + t.discard) == sorted(cards("Wild Draw Four, Wild Draw Four, red 1, red 2"))
    assert (t.turn, t.owed) == (1, 0)


def test_the_player_who_faces_a_wild_first_names_the_colour_and_then_plays() -> None:
    t = table("blue 1, blue 2, red 9", "", on="Wild")
    for move in (t.draw, lambda: t.play(card("blue 1"))):
        with refused("A Wild was turned first: name the colour, then play."):
            move()
    with refused("Name a colour: red, yellow, green or blue."):
        t.name_colour(4)
    t.name_colour(BLUE)
    t.play(card("blue 1"))
    assert (on_top(t), held(t, 0)) == ("blue 1", "blue 2, red 9")


def test_nothing_is_stacked_on_a_draw_two_that_was_turned() -> None:
    t = table("", "blue Draw Two", "", on="", pile="red Draw Two, blue 1, blue 2", switches=Switches(stacking="both"))
    turn_first_card(t, dealer=0)
    assert (held(t, 1), t.turn, t.owed) == ("blue Draw Two, blue 1, blue 2", 2, 0)


# A turn


@pytest.mark.parametrize(
    ("rule", "played", "on", "named"),
    [
        ("matching in colour", "red 9", "red 5", None),
        ("matching in number", "blue 5", "red 5", None),
        ("matching in symbol", "blue Draw Two", "red Draw Two", None),
        ("the named colour on a Wild", "blue 5", "Wild", "blue"),
        ("the named colour on a Wild Draw Four", "blue 5", "Wild Draw Four", "blue"),
        ("a Wild at any time", "Wild", "red 5", None),
        ("a Wild on a Wild", "Wild", "Wild", "blue"),
    ],
)
def test_a_card_that_matches_is_laid_and_the_turn_passes(rule: str, played: str, on: str, named: str | None) -> None:
    t = table(f"green 1, {played}, red 1, green 2", "yellow 1", on=on, named=named)
    t.play(card(played), GREEN)
    assert (on_top(t), held(t, 0), t.turn, t.turns) == (played, "green 1, red 1, green 2", 1, 1), rule


@pytest.mark.parametrize(
    ("rule", "played", "on", "named"),
    [
        ("another colour and number", "blue 6", "red 5", None),
        ("another colour and symbol", "blue Skip", "red Reverse", None),
        ("not the named colour on a Wild", "red 5", "Wild", "blue"),
    ],
)
def test_a_wrong_card_is_taken_back_and_costs_two_and_the_turn(
    rule: str, played: str, on: str, named: str | None
) -> None:
    t = table(f"{played}, red 1", "yellow 1", on=on, named=named)
    t.play(card(played))
    assert (on_top(t), held(t, 0)) == (on, f"{played}, red 1, yellow 1, yellow 2"), rule
    assert (t.turn, t.turns) == (1, 1)


def test_a_drawn_card_may_be_played() -> None:
    t = table("blue 9, blue 8", "green 1", pile="red 1")
    assert t.draw() == card("red 1")
    t.play(card("red 1"))
    assert (on_top(t), held(t, 0), t.turn, t.turns) == ("red 1", "blue 9, blue 8", 1, 1)


def test_a_drawn_card_may_be_kept_even_if_it_could_be_played() -> None:
    t = table("blue 9", "green 1", pile="red 1")
    t.draw()
    t.keep()
    assert (on_top(t), held(t, 0), t.turn, t.turns) == ("red 5", "blue 9, red 1", 1, 1)


def test_after_drawing_only_the_drawn_card_may_be_played() -> None:
    t = table("red 9", "green 1", pile="red 1, blue 1, blue 2")
    t.draw()
    t.play(card("red 9"))
    assert (on_top(t), held(t, 0), t.turn) == ("red 5", "red 9, red 1, blue 1, blue 2", 1)


def test_declining_a_card_that_could_be_played_is_allowed() -> None:
    t = table("red 9", "green 1", pile="blue 1")
    assert t.draw() == card("blue 1")
    t.keep()
    assert (held(t, 0), t.turn) == ("red 9, blue 1", 1)


def test_one_card_is_drawn_in_a_turn() -> None:
    t = table("blue 9", "green 1")
    t.draw()
    with refused("A player draws one card a turn, and no card while a Draw Two or Four isn’t settled."):
        t.draw()


# What cards do


@pytest.mark.parametrize(
    ("rule", "played", "players", "turn", "direction", "owed"),
    [
        ("a number does nothing", "red 9", 4, 1, CLOCKWISE, 0),
        ("Skip: the next player misses a turn", "red Skip", 4, 2, CLOCKWISE, 0),
        ("Reverse: the order of play switches", "red Reverse", 4, 3, ANTICLOCKWISE, 0),
        ("Draw Two: the next player has to draw two", "red Draw Two", 4, 1, CLOCKWISE, 2),
        ("Wild: the player names the colour", "Wild", 4, 1, CLOCKWISE, 0),
        ("Wild Draw Four: the next player has to draw four", "Wild Draw Four", 4, 1, CLOCKWISE, 4),
        ("Skip with two players: play again", "red Skip", 2, 0, CLOCKWISE, 0),
        ("two players: Reverse works as Skip", "red Reverse", 2, 0, CLOCKWISE, 0),
        ("Reverse with three players reverses", "red Reverse", 3, 2, ANTICLOCKWISE, 0),
    ],
)
def test_a_card_has_its_effect(rule: str, played: str, players: int, turn: int, direction: int, owed: int) -> None:
    t = table(f"{played}, blue 1, blue 2", *["green 1"] * (players - 1))
    t.play(card(played), BLUE)
    assert (t.turn, t.direction, t.owed) == (turn, direction, owed), rule


def test_a_second_reverse_turns_the_direction_back() -> None:
    t = table("red Reverse, blue 1, blue 2", "", "blue Reverse, blue 3, blue 4")
    t.play(card("red Reverse"))
    t.play(card("blue Reverse"))
    assert (t.turn, t.direction) == (0, CLOCKWISE)


def test_whoever_faces_a_draw_two_draws_two_and_misses() -> None:
    t = table("red Draw Two, blue 1, blue 2", "red 9", "green 1")
    t.play(card("red Draw Two"))
    t.take()
    assert (held(t, 1), t.turn, t.owed) == ("red 9, yellow 1, yellow 2", 2, 0)


@pytest.mark.parametrize("answer", ["red 9", "blue Draw Two", "red Skip", "Wild", "Wild Draw Four"])
def test_without_stacking_no_card_helps_against_a_draw_two(answer: str) -> None:
    """No stacking, no cancelling: laid all the same it is a wrong card, and the two are still to be drawn."""
    t = table("red Draw Two, blue 1, blue 2", answer, "green 1")
    t.play(card("red Draw Two"))
    t.play(card(answer), RED)
    assert (on_top(t), held(t, 1)) == ("red Draw Two", f"{answer}, yellow 1, yellow 2, yellow 3, yellow 4")
    assert (t.turn, t.owed) == (2, 0)


# Cards run out


def test_the_reshuffle_keeps_the_top_discard() -> None:
    t = table("blue 9", "green 1", on="green 7, green 8, Wild, red 5", pile="")
    drawn = t.draw()
    assert on_top(t) == "red 5"
    assert sorted([drawn, *t.pile]) == sorted(cards("green 7, green 8, Wild"))
    assert (len(t.discard), t.reshuffles) == (1, 1)


def test_a_draw_goes_on_after_the_reshuffle() -> None:
    t = table("red Draw Two, blue 1, blue 2", "red 9", on="green 7, green 8, red 5", pile="yellow 1")
    t.play(card("red Draw Two"))
    t.take()
    assert held(t, 1).startswith("red 9, yellow 1, ")
    assert (len(t.hands[1]), len(t.pile), on_top(t)) == (3, 2, "red Draw Two")


def test_who_has_to_draw_draws_what_there_is() -> None:
    t = table("Wild Draw Four, blue 1, blue 2", "red 9", "green 1", pile="yellow 1, yellow 2")
    t.play(card("Wild Draw Four"), BLUE)
    t.take()
    assert held(t, 1) == "red 9, yellow 1, yellow 2, red 5", "two of the pile, and the one under the top discard"
    assert (t.turn, t.owed) == (2, 0)


def test_with_no_card_left_at_all_the_turn_just_passes() -> None:
    t = table("blue 9", "green 1", pile="")
    assert t.draw() == NOTHING
    t.keep()
    assert (held(t, 0), t.turn, t.reshuffles) == ("blue 9", 1, 0)


# Wild Draw Four and the challenge


@pytest.mark.parametrize(
    ("rule", "others", "bluff"),
    [
        ("without a card of the current colour it is right", "blue 9, green 1", False),
        ("a matching number does not bar it", "blue 5, green 1", False),
        ("a Wild does not bar it", "Wild, green 1", False),
        ("another Wild Draw Four does not bar it", "Wild Draw Four, green 1", False),
        ("a number of the current colour bars it", "red 1, green 1", True),
        ("an action card of the current colour bars it", "red Skip, green 1", True),
    ],
)
def test_a_wild_draw_four_is_right_only_without_a_card_of_the_current_colour(
    rule: str, others: str, bluff: bool
) -> None:
    t = table(f"Wild Draw Four, {others}", "blue 1", "blue 2")
    t.play(card("Wild Draw Four"), GREEN)
    assert (t.bluff, t.owed, t.colour) == (bluff, 4, GREEN), rule


def test_a_matching_symbol_does_not_bar_a_wild_draw_four() -> None:
    t = table("Wild Draw Four, blue Skip, green 1", "blue 1", on="red Skip")
    t.play(card("Wild Draw Four"), GREEN)
    assert t.bluff is False


def test_the_current_colour_is_the_named_one_after_a_wild() -> None:
    t = table("Wild Draw Four, blue 9, green 1", "blue 1", on="Wild", named="blue")
    t.play(card("Wild Draw Four"), GREEN)
    assert t.bluff is True


def test_a_drawn_wild_draw_four_is_a_bluff_too_with_the_colour_in_the_hand() -> None:
    t = table("red 1, green 1", "blue 1", pile="Wild Draw Four")
    t.draw()
    t.play(card("Wild Draw Four"), GREEN)
    assert t.bluff is True


def test_a_right_challenge_makes_the_offender_draw_four_and_the_challenger_keeps_the_turn() -> None:
    t = table("Wild Draw Four, red 1, green 1", "green 5, green 6, green 7", "blue 2")
    t.play(card("Wild Draw Four"), GREEN)
    t.challenge()
    assert held(t, 0) == "red 1, green 1, yellow 1, yellow 2, yellow 3, yellow 4"
    assert (held(t, 1), t.turn, t.owed, t.challenges_won) == ("green 5, green 6, green 7", 1, 0, 1)
    t.play(card("green 5"))
    assert (on_top(t), t.turn) == ("green 5", 2), "the card and the named colour stand"


def test_a_wrong_challenge_costs_six_and_the_turn() -> None:
    t = table("Wild Draw Four, blue 9, green 1", "green 5", "blue 2")
    t.play(card("Wild Draw Four"), GREEN)
    t.challenge()
    assert held(t, 1) == "green 5, yellow 1, yellow 2, yellow 3, yellow 4, yellow 6, yellow 8"
    assert (held(t, 0), t.turn, t.owed, t.challenges_lost) == ("blue 9, green 1", 2, 0, 1)


def test_without_a_challenge_the_bluff_stands() -> None:
    t = table("Wild Draw Four, red 1, green 1", "green 5", "blue 2")
    t.play(card("Wild Draw Four"), GREEN)
    t.take()
    assert (len(t.hands[0]), len(t.hands[1]), t.turn) == (2, 5, 2)
    with refused("Only a Wild Draw Four that was just laid can be challenged."):
        t.challenge()


def test_the_hand_is_judged_as_it_was_when_the_card_was_laid() -> None:
    """Caught without "Uno", the player draws a red card: that was no card to play instead."""
    t = table("Wild Draw Four, blue 9", "green 5", "blue 2", pile="red 1, red 2, " + "green 1, " * 6)
    t.play(card("Wild Draw Four"), GREEN)
    t.catch()
    t.challenge()
    assert (held(t, 0), len(t.hands[1])) == ("blue 9, red 1, red 2", 7)


# "Uno"


def test_uno_called_with_the_next_to_last_card_is_safe() -> None:
    t = table("red 1, blue 9", "green 1")
    t.play(card("red 1"), uno=True)
    with refused("It’s too late to catch anybody for not saying “Uno”."):
        t.catch()
    assert held(t, 0) == "blue 9"


def test_no_uno_and_caught_costs_two_and_the_card_stands() -> None:
    t = table("red 1, blue 9", "green 1")
    t.play(card("red 1"))
    t.catch()
    assert (on_top(t), held(t, 0), t.turn, t.uno_caught) == ("red 1", "blue 9, yellow 1, yellow 2", 1, 1)
    with refused("It’s too late to catch anybody for not saying “Uno”."):
        t.catch()


def test_uno_called_before_anybody_catches_it_is_safe() -> None:
    t = table("red 1, blue 9", "green 1")
    t.play(card("red 1"))
    t.call_uno(0)
    with refused("It’s too late to catch anybody for not saying “Uno”."):
        t.catch()
    assert held(t, 0) == "blue 9"


@pytest.mark.parametrize(
    ("begins", "move"),
    [
        ("draws", lambda t: t.draw()),
        ("lays a card from the hand", lambda t: t.play(card("red 9"))),
        ("lays a wrong card from the hand", lambda t: t.play(card("green 2"))),
    ],
)
def test_nobody_is_caught_once_the_next_player_has_begun_a_turn(
    begins: str, move: Callable[[PlayTable], object]
) -> None:
    t = table("red 1, blue 9", "green 1, red 9, green 2", "")
    t.play(card("red 1"))
    move(t)
    with refused("It’s too late to catch anybody for not saying “Uno”."):
        t.catch()
    assert held(t, 0) == "blue 9", begins


@pytest.mark.parametrize("settle", [PlayTable.take, PlayTable.challenge])
def test_nobody_is_caught_once_the_next_player_has_drawn_for_a_wild_draw_four(
    settle: Callable[[PlayTable], None],
) -> None:
    t = table("Wild Draw Four, blue 9", "green 1", "")
    t.play(card("Wild Draw Four"), RED)
    settle(t)
    with refused("It’s too late to catch anybody for not saying “Uno”."):
        t.catch()


def test_uno_has_to_be_called_again_every_time() -> None:
    t = table("red 1, red 2", "red 7, red 8, red 9", pile="red 3")
    t.play(card("red 1"), uno=True)
    t.play(card("red 7"))
    t.draw()
    t.play(card("red 3"))
    t.catch()
    assert t.uno_caught == 1


def test_a_false_uno_costs_three() -> None:
    t = table("red 1, blue 9, blue 8", "green 1")
    t.play(card("red 1"), uno=True)
    assert (on_top(t), held(t, 0), t.turn) == ("red 1", "blue 9, blue 8, yellow 1, yellow 2, yellow 3", 1)


def test_a_false_uno_out_of_turn_costs_three_and_changes_no_turn() -> None:
    t = table("red 1", "green 1, green 2")
    t.call_uno(1)
    assert (held(t, 1), t.turn) == ("green 1, green 2, yellow 1, yellow 2, yellow 3", 0)
    t.call_uno(0)
    assert held(t, 0) == "red 1", "with one card left it is not false"


def test_coaching_costs_two_and_changes_no_turn() -> None:
    t = table("red 1, red 2", "green 1")
    t.coach(1)
    assert (held(t, 1), t.turn, t.turns) == ("green 1, yellow 1, yellow 2", 0, 0)


# Going out


@pytest.mark.parametrize("last", ["red 1", "red Skip", "red Reverse", "Wild"])
def test_the_last_card_ends_the_hand(last: str) -> None:
    t = table(last, "green 1", "green 2")
    t.play(card(last), GREEN)
    assert (t.out, t.owed, held(t, 1), held(t, 2)) == (0, 0, "green 1", "green 2")


@pytest.mark.parametrize(
    ("last", "direction", "draws", "number"),
    [
        ("red Draw Two", CLOCKWISE, 1, 2),
        ("red Draw Two", ANTICLOCKWISE, 2, 2),
        ("Wild Draw Four", CLOCKWISE, 1, 4),
        ("Wild Draw Four", ANTICLOCKWISE, 2, 4),
    ],
)
def test_after_a_last_draw_card_the_next_player_in_the_direction_of_play_draws_first(
    last: str, direction: int, draws: int, number: int
) -> None:
    t = table(last, "green 1", "green 2", direction=direction)
    t.play(card(last), GREEN)
    assert (t.out, t.turn, t.owed) == (0, draws, number)
    t.take()
    assert [len(hand) for hand in t.hands] == [0, 1 + number * (draws == 1), 1 + number * (draws == 2)]


def test_the_worked_hand_counts_0_84_6_and_50() -> None:
    """A goes out on a Draw Two, B holds 5 + Reverse and draws 9 + Wild = 84, C 6, D 50 (RULES 4)."""
    t = table("red Draw Two", "blue 5, green Reverse", "blue 6", "Wild", pile="green 9, Wild")
    t.play(card("red Draw Two"))
    t.take()
    assert [Deck().count(t.cards.count(hand)) for hand in t.hands] == [0, 84, 6, 50]


def test_a_challenge_to_a_last_wild_draw_four_is_always_wrong_and_six_count() -> None:
    """Whoever laid it held no other card, so no card of the current colour either."""
    t = table("Wild Draw Four", "green 1", "green 2")
    t.play(card("Wild Draw Four"), GREEN)
    t.challenge()
    assert (t.out, [len(hand) for hand in t.hands], t.owed) == (0, [0, 7, 1], 0)


def test_nobody_stacks_on_the_card_that_ended_the_hand() -> None:
    t = table("red Draw Two", "blue Draw Two", "green 2", switches=Switches(stacking="both"))
    t.play(card("red Draw Two"))
    with refused("The hand is over: somebody went out."):
        t.play(card("blue Draw Two"))
    t.take()
    assert (held(t, 1), held(t, 2)) == ("blue Draw Two, yellow 1, yellow 2", "green 2")


@pytest.mark.parametrize(
    "move",
    [
        lambda t: t.play(card("red 9")),
        lambda t: t.draw(),
        lambda t: t.jump_in(2, card("red 1")),
        lambda t: t.call_uno(0),
        lambda t: t.coach(1),
    ],
)
def test_when_somebody_went_out_there_are_no_more_moves(move: Callable[[PlayTable], object]) -> None:
    t = table("red 1", "red 9, green 1", "red 1, green 1", switches=Switches(jump_in=True))
    t.play(card("red 1"))
    with refused("The hand is over: somebody went out."):
        move(t)
    assert (t.turn, [len(hand) for hand in t.hands]) == (1, [0, 2, 2])


def test_a_needless_uno_with_the_last_card_costs_nothing() -> None:
    t = table("red 1", "green 1")
    t.play(card("red 1"), uno=True)
    assert (t.out, held(t, 0)) == (0, "")


# Variations: stacking


@pytest.mark.parametrize(
    ("stacking", "first", "second", "stacks"),
    [
        ("draw_two", "red Draw Two", "blue Draw Two", True),
        ("draw_two", "red Draw Two", "Wild Draw Four", False),
        ("draw_two", "Wild Draw Four", "Wild Draw Four", False),
        ("draw_two", "Wild Draw Four", "green Draw Two", False),
        ("draw_four", "red Draw Two", "blue Draw Two", False),
        ("draw_four", "red Draw Two", "Wild Draw Four", False),
        ("draw_four", "Wild Draw Four", "Wild Draw Four", True),
        ("draw_four", "Wild Draw Four", "green Draw Two", False),
        ("both", "red Draw Two", "blue Draw Two", True),
        ("both", "red Draw Two", "Wild Draw Four", True),
        ("both", "Wild Draw Four", "Wild Draw Four", True),
        ("both", "Wild Draw Four", "green Draw Two", True),
        ("both", "Wild Draw Four", "blue Draw Two", False),
        ("both", "red Draw Two", "red 9", False),
        ("both", "red Draw Two", "Wild", False),
    ],
)
def test_stacking_passes_the_draws_on_added_up(stacking: Stacking, first: str, second: str, stacks: bool) -> None:
    t = table(f"{first}, green 1, green 2", f"{second}, red 1, red 2", "blue 1", switches=Switches(stacking=stacking))
    t.play(card(first), GREEN)
    before = t.owed
    t.play(card(second), RED)
    if stacks:
        assert (on_top(t), t.turn, t.owed) == (second, 2, before + (2 if "Two" in second else 4))
    else:
        assert (on_top(t), t.turn, t.owed, len(t.hands[1])) == (first, 2, 0, 3 + 2 + before)


def test_who_cannot_or_will_not_stack_draws_the_sum_and_misses() -> None:
    t = table(
        "red Draw Two, green 1, green 2",
        "blue Draw Two, red 1, red 2",
        "green Draw Two",
        "red 9",
        switches=Switches(stacking="draw_two", must_play=True),
    )
    t.play(card("red Draw Two"))
    t.play(card("blue Draw Two"))
    t.take()
    assert (held(t, 2), t.turn, t.owed) == ("green Draw Two, yellow 1, yellow 2, yellow 3, yellow 4", 3, 0)


def test_a_stacked_wild_draw_four_cannot_be_challenged() -> None:
    t = table(
        "red Draw Two, green 1, green 2", "Wild Draw Four, red 1, red 2", "blue 1", switches=Switches(stacking="both")
    )
    t.play(card("red Draw Two"))
    t.play(card("Wild Draw Four"), GREEN)
    with refused("Only a Wild Draw Four that was just laid can be challenged."):
        t.challenge()


def test_who_stacks_on_a_wild_draw_four_gives_up_the_challenge() -> None:
    t = table(
        "Wild Draw Four, red 1, green 2", "green Draw Two, red 1, red 2", "blue 1", switches=Switches(stacking="both")
    )
    t.play(card("Wild Draw Four"), GREEN)
    t.play(card("green Draw Two"))
    with refused("Only a Wild Draw Four that was just laid can be challenged."):
        t.challenge()
    t.take()
    assert len(t.hands[2]) == 7


def test_going_out_by_stacking_lets_the_next_player_draw_it_all() -> None:
    t = table("red Draw Two, green 1", "blue Draw Two", "blue 1", switches=Switches(stacking="draw_two"))
    t.play(card("red Draw Two"), uno=True)
    t.play(card("blue Draw Two"))
    t.take()
    assert (t.out, len(t.hands[2])) == (1, 5)


# Variations: sevens and zeros

SWAP = Switches(sevens_swap=True, zeros_rotate=True)


def test_a_seven_swaps_hands_with_the_player_chosen() -> None:
    t = table("red 7, red 1, red 2", "blue 1", "green 1, green 2", switches=SWAP)
    t.play(card("red 7"), swap_with=2)
    assert [held(t, player) for player in range(3)] == ["green 1, green 2", "blue 1", "red 1, red 2"]
    assert t.turn == 1


@pytest.mark.parametrize(
    ("direction", "hands"),
    [
        (CLOCKWISE, ["green 1, green 2", "red 1, red 2", "blue 1"]),
        (ANTICLOCKWISE, ["blue 1", "green 1, green 2", "red 1, red 2"]),
    ],
)
def test_a_zero_passes_every_hand_on_in_the_direction_of_play(direction: int, hands: list[str]) -> None:
    t = table("red 0, red 1, red 2", "blue 1", "green 1, green 2", direction=direction, switches=SWAP)
    t.play(card("red 0"), rotate=True)
    assert [held(t, player) for player in range(3)] == hands


@pytest.mark.parametrize("played", ["red 7", "red 0"])
def test_who_plays_a_seven_or_zero_may_leave_the_hands_alone(played: str) -> None:
    t = table(f"{played}, red 1, red 2", "blue 1", switches=SWAP)
    t.play(card(played))
    assert (held(t, 0), held(t, 1)) == ("red 1, red 2", "blue 1")


def test_a_last_seven_or_zero_ends_the_hand_before_anything_is_swapped() -> None:
    seven = table("red 7", "blue 1", "green 1", switches=SWAP)
    seven.play(card("red 7"), swap_with=1)
    zero = table("red 0", "blue 1", "green 1", switches=SWAP)
    zero.play(card("red 0"), rotate=True)
    for t in (seven, zero):
        assert (t.out, [held(t, player) for player in range(3)]) == (0, ["", "blue 1", "green 1"])


def test_uno_is_owed_by_who_laid_the_card_and_not_by_who_got_one_in_a_swap() -> None:
    t = table("red 7, red 1", "blue 1, blue 2", switches=SWAP)
    t.play(card("red 7"), swap_with=1)
    t.catch()
    assert (held(t, 0), held(t, 1)) == ("blue 1, blue 2, yellow 1, yellow 2", "red 1")


def test_a_turned_seven_or_zero_moves_no_hands() -> None:
    for first in ("red 7", "red 0"):
        t = table("red 1", "blue 1", on="", pile=first, switches=SWAP)
        turn_first_card(t, dealer=0)
        assert (held(t, 0), held(t, 1)) == ("red 1", "blue 1")


# Variations: jump-in, must play, no special cards, extra named cards

JUMP_IN = Switches(jump_in=True, sevens_swap=True)


def test_exactly_the_card_on_top_may_be_laid_out_of_turn_and_play_goes_on_from_there() -> None:
    t = table("green 1", "green 2", "red 5, green 3, green 4", "green 5", on="red 5", switches=JUMP_IN)
    t.jump_in(2, card("red 5"))
    assert (on_top(t), held(t, 2), t.turn, t.turns) == ("red 5", "green 3, green 4", 3, 1)


def test_a_jump_in_has_the_effect_of_the_card_and_can_end_the_hand() -> None:
    skip = table("green 1", "green 2", "red Skip, green 3", "green 5", on="red Skip", switches=JUMP_IN)
    skip.jump_in(2, card("red Skip"))
    assert (skip.turn, skip.silent) == (0, 2)
    seven = table("green 1", "green 2", "red 7, green 3, green 4", on="red 7", switches=JUMP_IN)
    seven.jump_in(2, card("red 7"), swap_with=0)
    assert (held(seven, 0), held(seven, 2)) == ("green 3, green 4", "green 1")
    last = table("green 1", "green 2", "red Draw Two", on="red Draw Two", switches=JUMP_IN)
    last.jump_in(2, card("red Draw Two"))
    assert (last.out, last.turn, last.owed) == (2, 0, 2)


@pytest.mark.parametrize("tried", ["blue 5", "red 6", "Wild"])
def test_a_wrong_card_out_of_turn_is_taken_back_and_costs_two(tried: str) -> None:
    t = table("green 1", f"{tried}, green 2", on="red 5", switches=JUMP_IN)
    t.jump_in(1, card(tried))
    assert (held(t, 1), t.turn, on_top(t)) == (f"{tried}, green 2, yellow 1, yellow 2", 0, "red 5")


def test_a_wild_has_no_colour_to_jump_in_with() -> None:
    t = table("green 1", "Wild, green 2", on="Wild", named="red", switches=JUMP_IN)
    t.jump_in(1, card("Wild"))
    assert held(t, 1) == "Wild, green 2, yellow 1, yellow 2"


def test_nobody_jumps_in_on_their_own_card_or_before_a_draw_is_settled_or_into_a_begun_turn() -> None:
    words = "You can jump in only on another player’s card, after any draw and before the next turn begins."
    own = table("red 6, red 6, green 1", "blue 9", "green 2", switches=JUMP_IN)
    own.play(card("red 6"))
    draw = table("red Draw Two, green 1, green 2", "blue 9", "red Draw Two, green 2", switches=JUMP_IN)
    draw.play(card("red Draw Two"))
    begun = table("green 1", "blue 9", "red 5, green 2", switches=JUMP_IN)
    begun.draw()
    for t, player, top in ((own, 0, "red 6"), (draw, 2, "red Draw Two"), (begun, 2, "red 5")):
        with refused(words):
            t.jump_in(player, card(top))


def test_a_jump_in_with_a_card_that_is_not_there_changes_nothing() -> None:
    t = table("red 5, green 1", "blue 9", switches=JUMP_IN)
    with refused("This player doesn’t hold a red 5."):
        t.jump_in(1, card("red 5"))
    assert (t.turn, t.turns, held(t, 1)) == (0, 0, "blue 9")


def test_must_play_if_able_leaves_no_choice() -> None:
    t = table("red 9, blue 1", "green 1", pile="blue 5", switches=Switches(must_play=True))
    with refused("This table plays “must play if able”: play a card that matches."):
        t.draw()
    t.play(card("red 9"), uno=True)
    t.draw()
    t.keep()
    assert (held(t, 1), t.turn) == ("green 1, blue 5", 0), "nothing matched, so drawing and keeping were right"


def test_must_play_if_able_holds_for_the_drawn_card_too() -> None:
    t = table("blue 1", "green 1", pile="red 9", switches=Switches(must_play=True))
    t.draw()
    with refused("This table plays “must play if able”: play the card you drew."):
        t.keep()


def test_without_special_cards_the_deck_is_numbers_only() -> None:
    switches = Switches(no_special_cards=True)
    assert len(switches.cards.cards) == 76
    assert sorted({switches.cards.faces[each] for each in switches.cards.cards}) == [str(n) for n in range(10)]


NAMED = Switches(deck=Deck(extra={"Friendship": ExtraCard(points=30, count=3)}), no_special_cards=True)


def test_an_extra_named_card_is_in_the_deck_and_played_like_a_wild_without_effect() -> None:
    assert len(NAMED.cards.cards) == 76 + 3
    t = table("Friendship, red 1, red 2", "blue 3", "green 1", switches=NAMED)
    t.play(card("friendship", NAMED), BLUE)
    assert (on_top(t), t.colour, t.turn, t.owed) == ("Friendship", BLUE, 1, 0)
    t.play(card("blue 3"))
    assert t.out == 1


def test_an_extra_named_card_turned_first_lets_the_player_name_the_colour() -> None:
    t = table("", "blue 3", on="", pile="Friendship", switches=NAMED)
    turn_first_card(t, dealer=0)
    t.name_colour(BLUE)
    t.play(card("blue 3"))
    assert t.out == 1


# What makes no sense is refused, and changes nothing


@pytest.mark.parametrize(
    ("words", "move"),
    [
        ("This player doesn’t hold a red 9.", lambda t: t.play(card("red 9"))),
        ("This player doesn’t hold a blue 9.", lambda t: t.play(card("blue 9"))),
        ("Name a colour: red, yellow, green or blue.", lambda t: t.play(card("Wild"))),
        ("Name a colour: red, yellow, green or blue.", lambda t: t.play(card("Wild"), 4)),
        ("Draw a card first.", lambda t: t.keep()),
        ("There is nothing to draw.", lambda t: t.take()),
        ("The colour is already named.", lambda t: t.name_colour(BLUE)),
        ("Only a Wild Draw Four that was just laid can be challenged.", lambda t: t.challenge()),
        ("It’s too late to catch anybody for not saying “Uno”.", lambda t: t.catch()),
        (
            "It isn’t this player’s turn, and this table doesn’t play jump-in.",
            lambda t: t.jump_in(1, card("red 5")),
        ),
        (
            "Only a 7 swaps hands, and only where “sevens swap” is played.",
            lambda t: t.play(card("red 7"), swap_with=1),
        ),
        (
            "Only a 0 passes hands on, and only where “zeros rotate” is played.",
            lambda t: t.play(card("red 0"), rotate=True),
        ),
    ],
)
def test_a_move_that_makes_no_sense_is_refused(words: str, move: Callable[[PlayTable], object]) -> None:
    t = table("red 7, red 0, Wild, red 1", "red 5, blue 1")
    with refused(words):
        move(t)
    assert [held(t, 0), held(t, 1), on_top(t)] == ["red 7, red 0, Wild, red 1", "red 5, blue 1", "red 5"]
    assert (t.turn, t.turns) == (0, 0)


@pytest.mark.parametrize(
    ("words", "move"),
    [
        ("Only a 7 swaps hands, and only where “sevens swap” is played.", lambda t: t.play(card("red 1"), swap_with=1)),
        (
            "Only a 0 passes hands on, and only where “zeros rotate” is played.",
            lambda t: t.play(card("red 7"), rotate=True),
        ),
        ("Swap with another player at this table.", lambda t: t.play(card("red 7"), swap_with=0)),
        ("Swap with another player at this table.", lambda t: t.play(card("red 7"), swap_with=2)),
    ],
)
def test_hands_are_swapped_by_the_right_card_and_with_somebody_else(
    words: str, move: Callable[[PlayTable], object]
) -> None:
    t = table("red 7, red 0, Wild, red 1", "red 5, blue 1", switches=SWAP)
    with refused(words):
        move(t)
    assert (t.turn, t.turns, len(t.hands[0])) == (0, 0, 4)
