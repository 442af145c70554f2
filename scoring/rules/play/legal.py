"""May this card be played on that one? The answer comes with its reason, for umpires (RULES 9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scoring.rules.cards import DRAWN_AFTER
from scoring.rules.play.deck import COLOURS, WILD, WILD_DRAW_FOUR, colour_called
from scoring.rules.play.switches import PLAIN, Switches
from tournament.rules.errors import HandRefused

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scoring.rules.play.deck import ColouredDeck

Moment = Literal["own_turn", "draw_card", "out_of_turn"]
"""In the player's own turn; right after a draw card was laid on the player; or in somebody else's turn."""


@dataclass(frozen=True)
class Answer:
    """Yes or no, and why; it counts as true when it is a yes."""

    allowed: bool
    reason: str

    def __bool__(self) -> bool:
        return self.allowed


def may_play(
    card: str,
    on: str,
    colour: str | None = None,
    *,
    hand: Iterable[str] | None = None,
    moment: Moment = "own_turn",
    switches: Switches = PLAIN,
) -> Answer:
    """May this card be played on that one? Cards are written "red 7", "blue Draw Two" or "Wild".

    `colour` is the colour that was named, when `on` is a Wild. `hand` is what the player holds, if the umpire has
    seen it; only a Wild Draw Four asks for it.
    """
    cards = switches.cards
    laid, top = cards.card(card), cards.card(on)
    match = _colour_to_match(cards, top, colour)
    if moment == "draw_card":
        return _on_a_draw_card(laid, top, match, switches)
    if moment == "out_of_turn":
        return _out_of_turn(laid, top, switches)
    if laid == WILD_DRAW_FOUR:
        return _wild_draw_four(cards, match, hand)
    return _in_turn(cards, laid, top, match)


def _colour_to_match(cards: ColouredDeck, top: int, named: str | None) -> int:
    own = cards.colours[top]
    if own is not None:
        return own
    if named is None:
        raise HandRefused(f"Say which colour was named for the {cards.say(top)}.")
    return colour_called(named)


def _in_turn(cards: ColouredDeck, laid: int, top: int, match: int) -> Answer:
    """Matching in colour, number or symbol, or a Wild, "even if that player has other playable cards" (VALUES)."""
    colour, own, name = COLOURS[match], cards.colours[laid], cards.say(laid)
    if laid not in cards.fits(top, match):
        wild_on_top = cards.colours[top] is None
        unlike = f"isn’t {colour}" if wild_on_top else f"matches neither {colour} nor {_face(cards, top)}"
        return Answer(False, f"No: {name} {unlike}.")
    if own is None:
        like = "" if laid == WILD else ", like a Wild"
        return Answer(True, f"Yes: {name} may be played on any card{like}.")
    if own == match:
        return Answer(True, f"Yes: the colour is {colour}.")
    return Answer(True, f"Yes: both are {_face(cards, top)}.")


def _wild_draw_four(cards: ColouredDeck, match: int, hand: Iterable[str] | None) -> Answer:
    """Only without a card of the current colour; a matching number, symbol or Wild does not bar it."""
    colour = COLOURS[match]
    if hand is None:
        return Answer(True, f"Yes, if the player holds no {colour} card. The next player may challenge it.")
    held = [card for card in map(cards.card, hand) if cards.colours[card] == match]
    if held:
        return Answer(False, f"No: the player holds a {cards.say(held[0])}, and the colour is {colour}.")
    return Answer(True, f"Yes: the player holds no {colour} card.")


def _on_a_draw_card(laid: int, top: int, match: int, switches: Switches) -> Answer:
    """No stacking: "you must take the consequences of those cards, including forfeiting your turn" (BAC)."""
    cards = switches.cards
    number = DRAWN_AFTER.get(cards.faces[top])
    if number is None:
        raise HandRefused(f"Nobody has to draw because of a {cards.say(top)}.")
    answers = switches.answers_to_four[match] if top == WILD_DRAW_FOUR else switches.answers_to_two
    if laid in answers:
        return Answer(True, "Yes: this table plays stacking, and the next player has to draw for both.")
    if switches.stacking == "off":
        return Answer(False, f"No: there is no stacking. The player draws {number} and misses the turn.")
    return Answer(False, f"No: {cards.say(laid)} doesn’t stack on it. The player draws the sum and misses the turn.")


def _out_of_turn(laid: int, top: int, switches: Switches) -> Answer:
    """Exactly the same card, "both number and colour" (VALUES 8); a Wild has no colour of its own."""
    cards = switches.cards
    if not switches.jump_in:
        return Answer(False, "No: it isn’t this player’s turn.")
    if laid == top and cards.colours[laid] is not None:
        return Answer(True, "Yes: this table plays jump-in, and it is exactly the card on top.")
    return Answer(False, f"No: only exactly the top card, {cards.say(top)}, may be played out of turn.")


def _face(cards: ColouredDeck, card: int) -> str:
    return cards.deck.name(cards.faces[card])
