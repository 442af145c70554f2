"""The variations of VALUES, each a switch that is off by default (RULES 9)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal

from scoring.rules.cards import Deck
from scoring.rules.play.deck import Cards, ColouredDeck

Stacking = Literal["off", "draw_two", "draw_four", "both"]


@dataclass(frozen=True)
class Switches:
    """Which variations this table plays. Extra named cards, and more decks than one, come with `deck`.

    A named card that a ruleset adds is played like a Wild without any effect of its own: at any time, and its player
    names the colour. What is printed on it is the table's affair; here it is dealt, held and counted.
    """

    stacking: Stacking = "off"
    """+2 on +2, +4 on +4, or both and crosswise: the draw is added up and passed on."""
    sevens_swap: bool = False
    """A player who plays a 7 may swap hands with one other player."""
    zeros_rotate: bool = False
    """A player who plays a 0 may make everybody pass their hand on in the direction of play."""
    jump_in: bool = False
    """Exactly the card on top, number and colour, may be played by anybody at once."""
    must_play: bool = False
    """A player who has a card that may be played has to play."""
    no_special_cards: bool = False
    """Numbers only: no Skip, Reverse, Draw Two, Wild or Wild Draw Four; what `deck` adds by name stays."""
    deck: Deck = field(default_factory=Deck)

    @cached_property
    def cards(self) -> ColouredDeck:
        """The cards these switches play with, worked out once."""
        return ColouredDeck(self.deck, special_cards=not self.no_special_cards)

    @cached_property
    def answers_to_two(self) -> Cards:
        """What the next player may lay on a Draw Two instead of drawing; nothing unless stacking is on."""
        twos = self.cards.with_face("draw_two") if self.stacking in ("draw_two", "both") else Cards()
        fours = self.cards.with_face("wild_draw_four") if self.stacking == "both" else Cards()
        return twos | fours

    @cached_property
    def answers_to_four(self) -> tuple[Cards, ...]:
        """The same for a Wild Draw Four, by the colour that was named.

        Stacking lifts the missed turn, not the match: a Draw Two has to be of the named colour.
        """
        fours = self.cards.with_face("wild_draw_four") if self.stacking in ("draw_four", "both") else Cards()
        twos = self.cards.with_face("draw_two") if self.stacking == "both" else Cards()
        return tuple(fours | (twos & of_colour) for of_colour in self.cards.of_colour)


PLAIN: Final = Switches()
"""No variation: the game as RULES 9 has it."""
