"""One hand as the people at a table see it: whose turn it is, and every move and penalty of RULES 9.

A turn is `play`, or `draw` and then `play` or `keep`. Whoever a Draw Two or Wild Draw Four was laid on answers it
before anything else: `take`, `challenge`, or `play` where stacking is on. A move that a person can make by mistake
(a wrong card, a false "Uno") gets its penalty; a move that makes no sense at all is refused and changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.rules.play.deck import COLOURS, NOTHING, WILD_DRAW_FOUR, Cards, shuffled
from scoring.rules.play.effects import EFFECTS, rotate_hands, swap_hands
from scoring.rules.play.switches import PLAIN, Switches
from tournament.rules.errors import HandRefused

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

CLOCKWISE: Final = 1
ANTICLOCKWISE: Final = -1

CAUGHT_WITHOUT_UNO: Final = 2
WRONG_CARD: Final = 2
COACHING: Final = 2
FALSE_UNO: Final = 3
WRONG_CHALLENGE: Final = 2
"""On top of the four that the challenger had to draw anyway."""


class Table:
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

    # A turn

    def play(
        self,
        card: int,
        colour: int | None = None,
        uno: bool = False,
        swap_with: int | None = None,
        rotate: bool = False,
    ) -> None:
        """Lay one card: from the hand, or the one just drawn and no other. A wrong card ends the turn.

        A Wild needs `colour`; `uno` is the call; `swap_with` and `rotate` are what a 7 and a 0 may do.
        """
        if card not in self.may_lay or (self.drawn is not None and card != self.drawn):
            self._play_wrong_card(card)
            return
        player = self.turn
        hand = self.hands[player]
        fits = self.cards.fits_on[card]  # none for a Wild, whose colour is named
        if card not in hand or not fits or rotate or swap_with is not None:
            self._check_lay(player, card, colour, swap_with, rotate)
        self.bluff = self._is_bluff(hand) if card == WILD_DRAW_FOUR else None
        hand.remove(card)
        self.discard.append(card)
        self.laid_by = player
        self.named = colour
        self.may_lay = fits or self.cards.fits(card, colour)
        self.silent = None
        if card in EFFECTS:
            EFFECTS[card](self)
        if uno or len(hand) < 2:
            self._hear_uno(player, uno)
        if hand and swap_with is not None:  # a last card ends the hand before anything is swapped
            swap_hands(self, player, swap_with)
        elif hand and rotate:
            rotate_hands(self)
        self._end_turn()

    def draw(self) -> int:
        """Draw one card instead of playing, even with a card that matches: declining is allowed.

        "If one has a matching card, they have to play it" is the switch `must_play`. With no card left anywhere the
        player draws nothing, and keeps it.
        """
        if not self.may_lay:
            self._check_playing()
        if self.owed or self.drawn is not None:
            raise HandRefused("A player draws one card a turn, and no card while a Draw Two or Four is not settled.")
        if self.switches.must_play and not self.may_lay.isdisjoint(self.hands[self.turn]):
            raise HandRefused("This table plays “must play if able”: play a card that matches.")
        self.silent = None
        self.drawn = self._draw(self.turn, 1)
        return self.drawn

    def keep(self) -> None:
        """Keep the drawn card; the turn is over."""
        if self.drawn is None:
            raise HandRefused("Draw a card first.")
        if self.switches.must_play and self.drawn in self.may_lay:
            raise HandRefused("This table plays “must play if able”: play the card you drew.")
        self._end_turn()

    def name_colour(self, colour: int) -> None:
        """Wild as the first discard: that player names the colour and plays."""
        if self.colour is not None:
            raise HandRefused("The colour is already named.")
        _check_colour(colour)
        self.named = colour
        self.match_top()

    # Answers to a draw card

    def take(self) -> None:
        """Draw what is owed and miss the turn; nobody has to stack, not even where one must play if able."""
        if not self.owed:
            raise HandRefused("There is nothing to draw.")
        self._draw(self.turn, self.owed)
        self._settle()
        self.turn = self.next_player()

    def challenge(self) -> None:
        """The next player says that the Wild Draw Four was laid with a card of the current colour in the hand.

        Right: the offender draws four, the challenger keeps the turn. Wrong: the challenger draws six and misses.
        Whoever went out on a Wild Draw Four held no other card, so that challenge is always wrong, and six count.
        """
        if self.bluff is None or self.laid_by is None:
            raise HandRefused("Only a Wild Draw Four that was just laid can be challenged.")
        if not self.bluff:
            self.challenges_lost += 1
            self.owed += WRONG_CHALLENGE
            self.take()
            return
        self.challenges_won += 1
        self._draw(self.laid_by, self.owed)
        self._settle()

    # Out of turn

    def jump_in(
        self, player: int, card: int, uno: bool = False, swap_with: int | None = None, rotate: bool = False
    ) -> None:
        """Lay exactly the card on top; the game goes on "as if that player had just taken their turn" (VALUES 8).

        A begun turn and a draw are settled first, and nobody jumps in on their own card: one card a turn.
        """
        self._check_playing()
        if not self.switches.jump_in:
            raise HandRefused("It is not this player's turn, and this table does not play jump-in.")
        if self.owed or self.drawn is not None or player == self.laid_by:
            raise HandRefused("Jump in on another player's card, before the next turn begins and after any draw.")
        if card != self.discard[-1] or self.cards.colours[card] is None:
            self._take_back(player, card)
            return
        self._check_lay(player, card, None, swap_with, rotate)
        self.turn = player
        self.play(card, None, uno, swap_with, rotate)

    def call_uno(self, player: int) -> None:
        """Call after the card has touched the pile: in time until somebody was quicker. False "Uno": draw three.

        A call before it touches the pile comes with `play`.
        """
        self._check_going_on()
        if len(self.hands[player]) != 1:
            self._draw(player, FALSE_UNO)
        elif self.silent == player:
            self.silent = None

    def catch(self) -> None:
        """No "Uno", caught before the next player begins a turn: draw two, the card stands."""
        if self.silent is None:
            raise HandRefused("Nobody can be caught without “Uno” now.")
        self._draw(self.silent, CAUGHT_WITHOUT_UNO)
        self.silent = None
        self.uno_caught += 1

    def coach(self, player: int) -> None:
        """Any suggestion to others which card to play: draw two."""
        self._check_going_on()
        self._draw(player, COACHING)

    # How it is done

    def _end_turn(self) -> None:
        self.drawn = None
        self.turns += 1
        self.turn = (self.turn + self.direction) % self.players

    def _is_bluff(self, hand: list[int]) -> bool | None:
        """A Wild Draw Four is right only without a card of the current colour; number, symbol or Wild do not bar it.

        One that answers a draw card (stacking) cannot be challenged: its player could not have played the colour.
        """
        if self.owed or self.colour is None:
            return None
        return not self.cards.of_colour[self.colour].isdisjoint(hand)

    def _hear_uno(self, player: int, uno: bool) -> None:
        """Settle who has one card or none left; "Uno" belongs to the card as it touches the pile, before any swap.

        Somebody who receives a single card by a swap laid none, and owes no call.
        """
        left = len(self.hands[player])
        if left == 0:
            self.out = player
            self.may_lay = Cards()
        elif left == 1 and not uno:
            self.silent = player
        elif left > 1:
            self._draw(player, FALSE_UNO)

    def _play_wrong_card(self, card: int) -> None:
        """A player who has drawn may play no other card, so the turn is over; what was owed is still owed."""
        self._take_back(self.turn, card)
        self.silent = None
        if self.owed:
            self.take()
        else:
            self._end_turn()

    def _take_back(self, player: int, card: int) -> None:
        """Wrong card: take back, draw two."""
        self._check_playing()
        self._check_holds(player, card)
        self._draw(player, WRONG_CARD)

    def _settle(self) -> None:
        """The draw is done; the card on top is to be matched as ever."""
        self.owed = 0
        self.bluff = None
        self.silent = None
        if self.out is None:
            self.match_top()

    def _draw(self, player: int, number: int) -> int:
        """Draw so many cards, or what there is, and answer the last one."""
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
            _check_colour(colour)
        face = self.cards.faces[card]
        if rotate and not (face == "0" and self.switches.zeros_rotate):
            raise HandRefused("Hands are passed on by a 0 only, where “zeros rotate” is played.")
        if swap_with is None:
            return
        if not (face == "7" and self.switches.sevens_swap):
            raise HandRefused("Hands are swapped by a 7 only, where “sevens swap” is played.")
        if swap_with == player or swap_with not in range(self.players):
            raise HandRefused("Swap with another player at this table.")

    def _check_holds(self, player: int, card: int) -> None:
        if card not in self.hands[player]:
            raise HandRefused(f"This player does not hold a {self.cards.say(card)}.")


def _check_colour(colour: int | None) -> None:
    if colour not in range(len(COLOURS)):
        raise HandRefused("Name a colour: red, yellow, green or blue.")
