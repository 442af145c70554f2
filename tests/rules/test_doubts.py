"""RULES 3 and 4: what can be in a hand, but is asked about before it is saved."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scoring.rules import doubts
from scoring.rules import hand as rules
from scoring.rules.cards import Deck, ExtraCard
from scoring.rules.hand import HeldCards, PlayedHand
from tests.rules.spec import refused
from tests.rules.test_hand import DECK, NAMES, hand
from tournament.rules.errors import NeedsConfirmation

LATE = "No new hand is dealt after the warning. Did this one really start after it?"
ZERO = "Cal has 0 points but didn’t go out, so only zeros are left. Sure?"
TWO = "After a Draw Two the next player draws 2, but {} fewer cards. Sure?"
FOUR = "After a Wild Draw Four the next player draws 4, but {} fewer cards. Sure?"


def ended(last_card: str, out: str = "A", **held: Any) -> PlayedHand:
    return replace(hand(out, **held), last_card=last_card)


def found(played: PlayedHand, *, drew: str | None = None, deck: Deck = DECK, players: str = "ABCD") -> list[str]:
    rules.check(played, players, deck, names=NAMES)
    return list(doubts.find_doubts(played, players, deck, names=NAMES, drew=drew))


@pytest.mark.parametrize(
    ("played", "asked"),
    [
        pytest.param(hand("A", B=250, C=1, D=1), [], id="RULES 3: 250 is not over 250"),
        pytest.param(
            hand("A", B="0", C=251, D=1), ["Cal with 251 points: that is unusual. Sure?"], id="RULES 3: over 250"
        ),
        pytest.param(replace(hand("A", B=1, C=2, D=3), late=True), [LATE], id="RULES 4: started after the warning"),
        pytest.param(hand("A", B="0", C="0,0", D=9), [], id="RULES 4: zeros that were counted"),
        pytest.param(hand("A", B="0", C=0, D=9), [ZERO], id="RULES 4: a typed 0 of somebody who did not go out"),
        pytest.param(hand(None, A=1, B=2, C=0, D=9), [ZERO], id="RULES 4: at the bell too"),
        pytest.param(replace(hand("A", B=0, C=0, D=0), playoff=True), [], id="RECORD 3: nobody is counted there"),
    ],
)
def test_what_is_unusual_is_asked_about(played: PlayedHand, asked: list[str]) -> None:
    assert found(played) == asked


@pytest.mark.parametrize(
    ("played", "drew", "asked"),
    [
        pytest.param(ended("draw_two", B="7", C="6,5", D="5,5"), "B", [TWO.format("Ben holds")], id="one card"),
        pytest.param(ended("draw_two", B="7,0", C="6", D="5"), "B", [], id="two cards"),
        pytest.param(ended("draw_two", B="7,7", C="6", D="5"), "D", [TWO.format("Dee holds")], id="the other way"),
        pytest.param(ended("wild_draw_four", B="1,2,3", C="6", D="5"), "B", [FOUR.format("Ben holds")], id="three"),
        pytest.param(ended("wild_draw_four", B="1,2,3,0", C="6", D="5"), "B", [], id="four cards"),
        pytest.param(ended("skip", B="7", C="6", D="5"), "B", [], id="no card that makes anybody draw"),
        pytest.param(replace(ended("draw_two", B="7", C="6", D="5"), playoff=True), "B", [], id="a play-off"),
        pytest.param(ended("draw_two", B="7", C="6,5", D="5,5"), None, [], id="either neighbour: Dee may have drawn"),
        pytest.param(
            ended("draw_two", B="7", C="6,5", D="5"), None, [TWO.format("Ben and Dee hold")], id="neither neighbour"
        ),
        pytest.param(
            ended("draw_two", out="D", A="7", B="6,5", C="5"),
            None,
            [TWO.format("Ana and Cal hold")],
            id="round the end of the table",
        ),
        pytest.param(ended("draw_two", B=1, C="6", D="5"), "B", [], id="a total of 1: a 0 and a 1"),
        pytest.param(
            ended("draw_two", B=1, C="0,0", D="0,0"), "B", [TWO.format("Ben holds")], id="1, and no 0 is left"
        ),
        pytest.param(
            ended("wild_draw_four", B=2, C="0,0", D="0"),
            "B",
            [FOUR.format("Ben holds")],
            id="2 of three cards, 0, 1 and 1, at most",
        ),
        pytest.param(ended("draw_two", B="7", C="6,5", D="5,5"), "A", [], id="whoever went out cannot have drawn"),
    ],
)
def test_whoever_draws_after_the_last_card_holds_as_many(
    played: PlayedHand, drew: str | None, asked: list[str]
) -> None:
    """RULES 4: "a next player who then holds fewer than 2 or 4 cards is asked about"."""
    assert found(played, drew=drew) == asked


def test_of_two_players_the_other_drew() -> None:
    played = PlayedHand(True, "A", {"B": HeldCards(7, {"7": 1})}, last_card="draw_two")
    assert found(played, players="AB") == [TWO.format("Ben holds")]


def test_the_first_doubt_is_asked_first() -> None:
    """Whether it was late has two answers, so it is never asked together with another thing."""
    with refused(NeedsConfirmation, LATE):
        doubts.ask(replace(hand("A", B=0, C=251, D=1), late=True), "ABCD", DECK, names=NAMES)


@pytest.mark.parametrize(
    ("played", "players", "deck", "held"),
    [
        pytest.param(PlayedHand(True, "A", {}, playoff=True), "AC", DECK, "C", id="only who went out"),
        pytest.param(PlayedHand(False, None, {}, playoff=True), "AC", DECK, "AC", id="nobody did"),
        pytest.param(PlayedHand(True, "A", {}, playoff=True), "ABCDE", DECK, "BCDE", id="a 0 for each of four"),
        pytest.param(PlayedHand(True, "A", {}, playoff=True), "ABCDEF", DECK, "", id="more players than zeros"),
        pytest.param(PlayedHand(True, "A", {}, playoff=True), "ABCDEF", Deck(2), "BCDEF", id="two decks"),
        pytest.param(
            PlayedHand(True, "A", {}, playoff=True),
            "ABCDEF",
            Deck(1, {"Harvest": ExtraCard(0, 1)}),
            "BCDEF",
            id="a named card of 0 points",
        ),
        pytest.param(PlayedHand(True, "A", {}), "AC", DECK, "", id="any other hand is counted"),
    ],
)
def test_a_play_off_asks_only_who_went_out(played: PlayedHand, players: str, deck: Deck, held: str) -> None:
    """RECORD 3: "held and points only of those who play it"."""
    assert rules.without_counting(played, players, deck).held == dict.fromkeys(held, HeldCards(0))


def test_a_play_off_that_was_counted_stays_so() -> None:
    counted = PlayedHand(True, "A", {"C": HeldCards(9)}, playoff=True)
    assert rules.without_counting(counted, "AC", DECK) == counted
