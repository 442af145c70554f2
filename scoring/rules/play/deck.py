"""The coloured cards, and which may lie on which.

Scoring knows a card by its face alone (`scoring.rules.cards`); play needs its colour too. A coloured card is a
small number, so that a hand is a list of numbers and "may it be played?" is one look into a set. Two red 7s are
the same number. The numbers rise in the order in which people like to get rid of cards: a Wild Draw Four is kept
longest, then a Wild, then low numbers; Skip, Reverse and Draw Two go early, and cards a ruleset adds go first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.rules.cards import ACTIONS, NUMBERS, Deck
from tournament.rules.errors import HandRefused

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from random import Random

Cards = frozenset[int]

COLOURS: Final = ("red", "yellow", "green", "blue")
COLOURED_FACES: Final = NUMBERS + ACTIONS

NOTHING: Final = -1
"""What a player draws when no card is left to draw; it matches nothing."""
WILD_DRAW_FOUR: Final = 0
WILD: Final = 1
PLAIN_FACES: Final = (
    "wild_draw_four",
    "wild",
    *(face for face in COLOURED_FACES for _ in COLOURS),
)
_PLAIN_COLOURS: Final = (None, None, *(colour for _ in COLOURED_FACES for colour in range(len(COLOURS))))


class ColouredDeck:
    """All the cards of one table with their colours, and the tables that say which may lie on which."""

    def __init__(self, deck: Deck, *, special_cards: bool = True) -> None:
        extra = tuple(deck.extra)
        self.deck = deck
        self.faces: tuple[str, ...] = PLAIN_FACES + extra
        """The face of each card number, as scoring knows it."""
        self.colours: tuple[int | None, ...] = _PLAIN_COLOURS + (None,) * len(extra)
        """The colour of each card number; None for a card whose player names one."""
        self.kinds: tuple[int, ...] = tuple(
            card for card, face in enumerate(self.faces) if special_cards or face in NUMBERS or face in extra
        )
        self.cards: tuple[int, ...] = tuple(card for card in self.kinds for _ in range(self._copies(card)))
        """Every single card: 108 for a plain deck."""
        self.of_colour: tuple[Cards, ...] = tuple(self._with_colour(colour) for colour in range(len(COLOURS)))
        at_any_time = self._with_colour(None)
        self.fits_colour: tuple[Cards, ...] = tuple(cards | at_any_time for cards in self.of_colour)
        """What may lie on a Wild after this colour was named."""
        self.fits_on: tuple[Cards, ...] = tuple(self._fits_on(card) for card in range(len(self.faces)))
        """What may lie on this card: "matching the discard in colour, number, or symbol", or a Wild (VALUES)."""
        self._by_name = {self.say(card).lower(): card for card in self.kinds} | {
            self._key(card): card for card in self.kinds
        }

    def _copies(self, card: int) -> int:
        """How many of this card: one red 0 but two red 7s, four Wilds; more with more decks."""
        limit = self.deck.limit(self.faces[card])
        return limit if self.colours[card] is None else limit // len(COLOURS)

    def with_face(self, face: str) -> Cards:
        """The cards of one face, in every colour there is."""
        return frozenset(card for card in self.kinds if self.faces[card] == face)

    def _with_colour(self, colour: int | None) -> Cards:
        return frozenset(card for card in self.kinds if self.colours[card] == colour)

    def fits(self, card: int, colour: int | None) -> Cards:
        """What may lie on this card when this is the colour to be matched."""
        if self.colours[card] is not None or colour is None:
            return self.fits_on[card]
        return self.fits_colour[colour]

    def _fits_on(self, card: int) -> Cards:
        """On a Wild nothing fits until its player has named a colour; see `fits_colour`."""
        colour = self.colours[card]
        if colour is None:
            return frozenset()
        return self.fits_colour[colour] | self.with_face(self.faces[card])

    def _key(self, card: int) -> str:
        """The card as data writes it: "red draw_two"."""
        colour = self.colours[card]
        return (self.faces[card] if colour is None else f"{COLOURS[colour]} {self.faces[card]}").lower()

    def say(self, card: int) -> str:
        """The card as a person says it: "red 7", "blue Draw Two", "Wild"."""
        colour, name = self.colours[card], self.deck.name(self.faces[card])
        return name if colour is None else f"{COLOURS[colour]} {name}"

    def card(self, name: str) -> int:
        """The card of this name, as a person ("red Draw Two") or as data ("red draw_two") writes it."""
        try:
            return self._by_name[" ".join(name.lower().split())]
        except KeyError:
            raise HandRefused(f"There is no card called “{name}” at this table.") from None

    def count(self, hand: Iterable[int]) -> Mapping[str, int]:
        """A hand as scoring counts it: how many of each face."""
        counts: dict[str, int] = {}
        for card in hand:
            face = self.faces[card]
            counts[face] = counts.get(face, 0) + 1
        return counts


def colour_called(name: str) -> int:
    """The number of a colour: the first is red."""
    try:
        return COLOURS.index(name.lower())
    except ValueError:
        raise HandRefused(f"There is no colour “{name}”. Choose red, yellow, green or blue.") from None


def shuffled(cards: Iterable[int], rng: Random) -> list[int]:
    """The cards in an order of chance.

    Each card gets a number from `random()` and is put in its place: of all that `Random` can do, only `random()`
    is promised to give the same numbers for the same seed in every version of Python.
    """
    chance = rng.random
    return sorted(cards, key=lambda _card: chance())
