"""One hand as the people at a table see it: whose turn it is, and every move and penalty of RULES 9.

A turn is `play`, or `draw` and then `play` or `keep`. A player who is hit by a Draw Two or Wild Draw Four answers it
before anything else: `take`, `challenge`, or `play` if stacking is on. A move that a person can make by mistake (a
wrong card, a false "Uno") gets its penalty; a move that makes no sense at all is refused and changes nothing.
"""

from __future__ import annotations

from typing import Final

from scoring.rules.play.cards_in_play import CardsInPlay, check_colour
from scoring.rules.play.deck import WILD_DRAW_FOUR, Cards
from scoring.rules.play.effects import EFFECTS, rotate_hands, swap_hands
from tournament.rules.errors import HandRefused

CAUGHT_WITHOUT_UNO: Final = 2
WRONG_CARD: Final = 2
COACHING: Final = 2
FALSE_UNO: Final = 3
"""How many cards each penalty costs."""
WRONG_CHALLENGE: Final = 2
"""On top of the four that the challenger had to draw anyway."""


class PlayTable(CardsInPlay):
    """A hand in play, and every move that people make."""

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
            raise HandRefused("A player draws one card a turn, and no card while a Draw Two or Four isn’t settled.")
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
        check_colour(colour)
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

        If they are right, the offender draws four and the challenger keeps the turn. If not, the challenger draws six
        and misses a turn. A player who went out on a Wild Draw Four held no other card, so that challenge is always
        wrong, and six count.
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
            raise HandRefused("It isn’t this player’s turn, and this table doesn’t play jump-in.")
        if self.owed or self.drawn is not None or player == self.laid_by:
            raise HandRefused(
                "You can jump in only on another player’s card, after any draw and before the next turn begins."
            )
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
            raise HandRefused("It’s too late to catch anybody for not saying “Uno”.")
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
