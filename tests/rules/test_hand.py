"""RULES 3 and 4: what a hand scores, and the hands a real table cannot hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.rules import doubts
from scoring.rules import hand as rules
from scoring.rules.cards import FACES, PER_DECK, POINTS, Deck, ExtraCard
from scoring.rules.hand import HeldCards, PlayedHand
from tests.rules.spec import refused
from tournament.rules.clock import State
from tournament.rules.errors import HandRefused, NeedsConfirmation
from tournament.rules.presets import Settings, preset

OWN_HAND = preset("syg").settings
IGNORE = OWN_HAND.change(incomplete="ignore")
WINNER_TAKES = preset("classic-500").settings
DECK = Deck()
NAMES = {"A": "Ana", "B": "Ben", "C": "Cal", "D": "Dee"}


def cards(text: str) -> dict[str, int]:
    """ "7, 0, skip, wild" as the counting screen sends it."""
    faces = [face.strip() for face in text.split(",") if face.strip()]
    return {face: faces.count(face) for face in faces}


def hand(out: str | None = None, deck: Deck = DECK, **held: Any) -> PlayedHand:
    """A hand that `out` ended, or the bell; what the others hold is cards as text, or a typed total."""
    values = {code: cards(value) if isinstance(value, str) else value for code, value in held.items()}
    return PlayedHand(out is not None, out, {c: rules.read_held(value, deck, NAMES[c]) for c, value in values.items()})


def check(played: PlayedHand, *, players: str = "ABCD", sure: bool = False, deck: Deck = DECK) -> None:
    rules.check(played, players, deck, names=NAMES)
    if not sure:
        doubts.ask(played, players, deck, names=NAMES)


def test_red_7_blue_0_skip_and_wild_are_77() -> None:
    """RULES 4: worked."""
    assert rules.read_held(cards("7, 0, skip, wild"), DECK, "Ana") == HeldCards(77, cards("7, 0, skip, wild"))


OUT_ON_DRAW_TWO = hand("A", B="5, reverse, 9, wild", C="6", D="wild")
AT_THE_BELL = hand(None, A="skip", B="2, 5", C="wild, 4", D="6, 6")


@pytest.mark.parametrize(
    ("played", "settings", "points"),
    [
        pytest.param(OUT_ON_DRAW_TWO, OWN_HAND, [0, 84, 6, 50], id="RULES 4: own_hand 0/84/6/50"),
        pytest.param(OUT_ON_DRAW_TWO, IGNORE, [0, 84, 6, 50], id="RULES 4: ignore is for incomplete hands only"),
        pytest.param(OUT_ON_DRAW_TWO, WINNER_TAKES, [140, 0, 0, 0], id="RULES 4: winner_takes A +140"),
        pytest.param(AT_THE_BELL, OWN_HAND, [20, 7, 54, 12], id="RULES 4: incomplete, everybody’s held cards count"),
        pytest.param(AT_THE_BELL, IGNORE, [0, 0, 0, 0], id="RULES 4: incomplete, ignored"),
        pytest.param(AT_THE_BELL, WINNER_TAKES, [0, 0, 0, 0], id="RULES 4: incomplete, winner_takes, scores nothing"),
        pytest.param(hand("A", B="0", C="0,0", D=9), OWN_HAND, [0, 0, 0, 9], id="RULES 4: only zeros is not out"),
        pytest.param(hand("D", A=1, B=2, C=3), WINNER_TAKES, [0, 0, 0, 6], id="RULES 4: typed totals"),
    ],
)
def test_the_points_of_a_hand(played: PlayedHand, settings: Settings, points: list[int]) -> None:
    check(played)
    assert rules.points(played, settings) == dict(zip("ABCD", points, strict=True))


@pytest.mark.parametrize(
    ("played", "settings", "void", "counts"),
    [
        pytest.param(OUT_ON_DRAW_TWO, OWN_HAND, False, True, id="RULES 4: a complete hand counts"),
        pytest.param(AT_THE_BELL, OWN_HAND, False, True, id="RULES 4: so does an incomplete one"),
        pytest.param(AT_THE_BELL, IGNORE, True, False, id="RULES 4: unless ignored"),
        pytest.param(AT_THE_BELL, WINNER_TAKES, True, False, id="RULES 4: winner_takes, kept, marked void"),
        pytest.param(
            PlayedHand(True, "A", {"B": HeldCards(5)}, playoff=True), OWN_HAND, False, False, id="RECORD 3: no play-off"
        ),
    ],
)
def test_which_hands_are_void_and_which_count(played: PlayedHand, settings: Settings, void: bool, counts: bool) -> None:
    assert (rules.is_void(played, settings), rules.counts(played, settings)) == (void, counts)


totals = st.dictionaries(st.sampled_from("ABCDE"), st.integers(0, 300), min_size=1, max_size=5)


@given(totals, st.booleans())
def test_points_are_the_held_cards_or_all_of_them_for_whoever_went_out(held: dict[str, int], complete: bool) -> None:
    played = PlayedHand(complete, "Z" if complete else None, {code: HeldCards(points) for code, points in held.items()})
    nothing = dict.fromkeys(held, 0)
    assert rules.points(played, OWN_HAND) == (held | {"Z": 0} if complete else held)
    assert rules.points(played, WINNER_TAKES) == (nothing | {"Z": sum(held.values())} if complete else nothing)


@pytest.mark.parametrize("value", [True, False, 1.5, 7.0, None, "27", [7], (7,)])
def test_it_refuses_what_is_neither_cards_nor_a_whole_number(value: Any) -> None:
    with refused(HandRefused, "Ana: count the cards, or type a whole number of points."):
        rules.read_held(value, DECK, "Ana")


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ({"joker": 1}, "There is no card called “joker” in this competition."),
        ({"wild": 5}, "More than 4 Wild cards at one table. One deck has 4."),
        ({"7": 0}, "The number of 7 cards must be 1 or more."),
        ({"7": -1}, "The number of 7 cards must be 1 or more."),
        ({"7": 1.5}, "The number of 7 cards must be 1 or more."),
        ({"skip": True}, "The number of Skip cards must be 1 or more."),
    ],
)
def test_it_refuses_cards_that_cannot_be(value: Mapping[str, Any], sentence: str) -> None:
    with refused(HandRefused, sentence):
        rules.read_held(value, DECK, "Ana")


TOGETHER = "Together that’s more than all the cards at one table are worth (1,240)."
ZEROS = "Too many players have 0 points without going out: there aren’t that many zeros in the deck."
ONE_OUT = "In a finished hand one player went out; in an unfinished hand nobody did."
HARVEST = Deck(1, {"Harvest": ExtraCard(points=0, count=1)})


@pytest.mark.parametrize(
    ("played", "sentence"),
    [
        pytest.param(
            hand("A", B="wild, wild", C="wild, wild", D="wild"),
            "More than 4 Wild cards at one table. One deck has 4.",
            id="RULES 3: a fifth Wild over the table",
        ),
        pytest.param(
            hand("A", B="0, 0", C="0, 0", D="0"),
            "More than 4 0 cards at one table. One deck has 4.",
            id="RULES 3: a fifth zero",
        ),
        pytest.param(
            PlayedHand(
                True, "A", {"B": HeldCards(160, {"skip": 8}), "C": HeldCards(20, {"skip": 1}), "D": HeldCards(1)}
            ),
            "More than 8 Skip cards at one table. One deck has 8.",
            id="RULES 3: a ninth Skip",
        ),
        pytest.param(hand("A", A=5, B=1, C=1, D=1), "Ana went out and holds nothing.", id="RULES 4: out holds nothing"),
        pytest.param(hand("A", B=1, C=1), "Still to count: Dee.", id="RULES 4: two who went out"),
        pytest.param(hand(None, B=1), "Still to count: Ana, Cal, Dee.", id="missing players"),
        pytest.param(PlayedHand(True, None, {}), ONE_OUT, id="RULES 4: complete, nobody went out"),
        pytest.param(PlayedHand(False, "A", {}), ONE_OUT, id="RULES 4: incomplete, somebody went out"),
        pytest.param(
            PlayedHand(False, None, {}, last_card="skip"),
            "Nobody went out, so there is no last card.",
            id="RULES 4: incomplete, with a last card",
        ),
        pytest.param(
            PlayedHand(True, "A", {"B": HeldCards(1), "C": HeldCards(1), "D": HeldCards(1)}, last_card="joker"),
            "There is no card called “joker” in this competition.",
            id="an unknown last card",
        ),
        pytest.param(
            PlayedHand(True, "A", {"B": HeldCards(1), "C": HeldCards(1), "D": HeldCards(1), "Z": HeldCards(1)}),
            "Z isn’t playing this hand.",
            id="a stranger",
        ),
        pytest.param(
            PlayedHand(True, "Z", {"A": HeldCards(1), "B": HeldCards(1), "C": HeldCards(1), "D": HeldCards(1)}),
            "Z isn’t playing this hand.",
            id="a stranger went out",
        ),
        pytest.param(
            hand("A", B="", C=1, D=1),
            "Ben didn’t go out, so Ben holds at least one card.",
            id="RULES 4: nothing held, not out",
        ),
        pytest.param(
            hand("A", B=-5, C=1, D=1), "Ben can’t hold -5 points: no cards make that total.", id="RULES 3: negative"
        ),
        pytest.param(
            hand("A", B=1241, C=1, D=1), "Ben can’t hold 1241 points: no cards make that total.", id="RULES 3: 1,241"
        ),
        pytest.param(hand("A", B=1239, C=1, D=1), TOGETHER, id="RULES 3: 1,240 at most over the table"),
        pytest.param(hand("A", B=0, C=0, D="0, 0, 0"), ZEROS, id="RULES 3: a fifth 0 among typed totals"),
        pytest.param(
            hand("A", B=0, C="0, 0, 0, 0", D=1),
            "Ben can’t hold 0 points: no cards make that total.",
            id="RULES 3: all zeros are elsewhere",
        ),
    ],
)
def test_it_refuses_what_a_real_table_cannot_hold(played: PlayedHand, sentence: str) -> None:
    with refused(HandRefused, sentence):
        check(played, sure=True)


@pytest.mark.parametrize(
    ("played", "deck"),
    [
        pytest.param(hand("A", B="wild, wild", C="wild", D="wild"), DECK, id="RULES 3: four Wilds"),
        pytest.param(hand("A", B=0, C="0, 0", D=0), DECK, id="RULES 3: four zeros"),
        pytest.param(hand("A", B="0", C=0, D=250), DECK, id="RULES 3: 250 is not over 250"),
        pytest.param(
            hand("A", Deck(2), B="wild, wild, wild, wild", C="wild", D=1), Deck(2), id="RULES 3: a fifth of two decks"
        ),
        pytest.param(hand("A", HARVEST, B="0,0,0,0", C=0, D=1), HARVEST, id="RULES 3: a named card of 0 points"),
        pytest.param(
            PlayedHand(
                True, "A", {"B": HeldCards(1), "C": HeldCards(1), "D": HeldCards(1)}, last_card="wild_draw_four"
            ),
            DECK,
            id="RULES 4: a last card",
        ),
    ],
)
def test_it_takes_what_a_real_table_can_hold(played: PlayedHand, deck: Deck) -> None:
    check(played, deck=deck, sure=True)


@pytest.mark.parametrize(
    ("clock", "question"),
    [
        pytest.param(None, "This round has no clock: was this hand really stopped?", id="RULES 10: no clock"),
        pytest.param(State.READY, "The clock hasn’t started: was this hand really stopped?", id="RULES 10: ready"),
        pytest.param(State.RUNNING, "The clock is still running: was this hand really stopped?", id="RULES 10: runs"),
        pytest.param(State.PAUSED, "The clock is only paused: was this hand really stopped?", id="RULES 10: paused"),
    ],
)
def test_what_no_bell_has_stopped_is_asked_about(clock: State | None, question: str) -> None:
    with refused(NeedsConfirmation, question):
        rules.ask_whether_stopped(clock)


@pytest.mark.parametrize("clock", [State.TIME_UP, State.CLOSED])
def test_once_time_is_up_nothing_is_asked(clock: State) -> None:
    rules.ask_whether_stopped(clock)


def sums(left: Mapping[str, int], values: Mapping[str, int]) -> set[int]:
    """Every total of one card or more of these, by trying every number of each."""
    choices = product(*(range(number + 1) for number in left.values()))
    held = [dict(zip(left, numbers, strict=True)) for numbers in choices]
    return {sum(values[face] * n for face, n in cards.items()) for cards in held if any(cards.values())}


@given(st.dictionaries(st.sampled_from(FACES), st.integers(0, 2), max_size=6))
@example({})
@example({"0": 0, "5": 1})
@example({"0": 1})
def test_a_total_is_reachable_exactly_when_some_cards_make_it(left: dict[str, int]) -> None:
    reachable = DECK.reachable(left)
    assert {total for total in range(1241) if reachable >> total & 1} == sums(left, POINTS)


def all_but(left: Mapping[str, int]) -> dict[str, int]:
    """All the deck's cards but these."""
    return {face: PER_DECK[face] - left.get(face, 0) for face in FACES if PER_DECK[face] > left.get(face, 0)}


def refusals(totals: Iterable[int], others: dict[str, int]) -> set[int]:
    found = set()
    for total in totals:
        played = PlayedHand(False, None, {"A": HeldCards(DECK.count(others), others), "B": HeldCards(total)})
        try:
            check(played, players="AB", sure=True)
        except HandRefused:
            found.add(total)
    return found


@pytest.mark.parametrize("number", range(12))
def test_a_typed_total_is_refused_exactly_when_the_cards_left_cannot_make_it(number: int) -> None:
    """Ana has counted all cards but a few; every total is tried for Ben."""
    random = Random(number)
    left = {face: random.randint(1, 2) for face in random.sample(FACES, k=4)}
    typed = range(-2, 220)
    assert refusals(typed, all_but(left)) == set(typed) - sums(left, POINTS)
