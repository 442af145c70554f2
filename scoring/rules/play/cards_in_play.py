"""The cards of one hand in play: what everybody holds, the two piles, whose turn it is, and what makes no sense.

play_table.py says which moves people make with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.rules.play.deck import COLOURS, NOTHING, Cards, shuffled
from scoring.rules.play.switches import PLAIN, Switches
from tournament.rules.errors import HandRefused

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

CLOCKWISE: Final = 1
ANTICLOCKWISE: Final = -1


class CardsInPlay:
    """The cards of one hand in play. Players are numbered clockwise from 0: the next number sits on one's left."""

    def __init__(
        self,
        hands: Sequence[list[int]],
        pile: list[int],
        discard: list[int],
        *,
        rng: Random,
        switches: Switches = PLAIN,
        turn: int = 0,
        direction: int = CLOCKWISE,
        named: int | None = None,
    ) -> None:
        """A hand at any moment of it, between two turns. The last card of a pile is its top."""
        self.hands = list(hands)
        self.players = len(self.hands)
        self.pile = pile
        self.discard = discard
        self.rng = rng
        self.switches = switches
        self.cards = switches.cards
        self.turn = turn
        self.direction = direction
        self.named = named
        """The colour named for the card on top, if that is a Wild."""
        self.may_lay = Cards()
        """The cards that match now; none while a colour is to be named, and none when the hand is over."""
        self.drawn: int | None = None
        """The card drawn in this turn, not yet played or kept."""
        self.owed = 0
        """How many cards the player whose turn it is must draw because of a draw card."""
        self.bluff: bool | None = None
        """Was the Wild Draw Four on top against the rule? None when there is nothing to challenge."""
        self.laid_by: int | None = None
        self.silent: int | None = None
        """Who laid their next-to-last card without "Uno" and can still be caught."""
        self.out: int | None = None
        self.turns = self.reshuffles = self.uno_caught = self.challenges_won = self.challenges_lost = 0
        if discard:
            self.match_top()

    @property
    def colour(self) -> int | None:
        """The colour to be matched; None until the first player has named it after a Wild was turned."""
        own = self.cards.colours[self.discard[-1]]
        return self.named if own is None else own

    def match_top(self) -> None:
        """Let what matches be what the card on top asks for."""
        if self.colour is not None:
            self.may_lay = self.cards.fits(self.discard[-1], self.colour)

    def next_player(self) -> int:
        """Who comes after the player whose turn it is, in the direction of play."""
        return (self.turn + self.direction) % self.players

    # Drawing

    def _settle(self) -> None:
        """The draw is done; the card on top is to be matched as ever."""
        self.owed = 0
        self.bluff = None
        self.silent = None
        if self.out is None:
            self.match_top()

    def _draw(self, player: int, number: int) -> int:
        """Draw this many cards, or as many as there are. Answers the last one."""
        hand = self.hands[player]
        card = NOTHING
        for _ in range(number):
            if not self.pile:
                self._reshuffle()
                if not self.pile:
                    return NOTHING
            card = self.pile.pop()
            hand.append(card)
        return card

    def _reshuffle(self) -> None:
        """Reshuffle keeps the top discard."""
        *rest, top = self.discard
        if rest:
            self.pile = shuffled(rest, self.rng)
            self.discard = [top]
            self.reshuffles += 1

    # What makes no sense is refused

    def _check_going_on(self) -> None:
        if self.out is not None:
            raise HandRefused("The hand is over: somebody went out.")

    def _check_playing(self) -> None:
        self._check_going_on()
        if self.colour is None:
            raise HandRefused("A Wild was turned first: name the colour, then play.")

    def _check_lay(self, player: int, card: int, colour: int | None, swap_with: int | None, rotate: bool) -> None:
        self._check_holds(player, card)
        if self.cards.colours[card] is None:
            check_colour(colour)
        face = self.cards.faces[card]
        if rotate and not (face == "0" and self.switches.zeros_rotate):
            raise HandRefused("Only a 0 passes hands on, and only where “zeros rotate” is played.")
        if swap_with is None:
            return
        if not (face == "7" and self.switches.sevens_swap):
            raise HandRefused("Only a 7 swaps hands, and only where “sevens swap” is played.")
        if swap_with == player or swap_with not in range(self.players):
            raise HandRefused("Swap with another player at this table.")

    def _check_holds(self, player: int, card: int) -> None:
        if card not in self.hands[player]:
            raise HandRefused(f"This player doesn’t hold a {self.cards.say(card)}.")


def check_colour(colour: int | None) -> None:
    if colour not in range(len(COLOURS)):
        raise HandRefused("Name a colour: red, yellow, green or blue.")
