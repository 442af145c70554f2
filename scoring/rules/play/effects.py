"""What a card does when it is laid, beside being matched (RULES 9 and VALUES)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.rules.cards import DRAWN_AFTER
from scoring.rules.play.deck import PLAIN_FACES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scoring.rules.play.play_table import PlayTable


def skip(table: PlayTable) -> None:
    """Next player in sequence misses a turn."""
    table.turn = table.next_player()


def reverse(table: PlayTable) -> None:
    """Order of play switches directions. With two players Reverse works as Skip."""
    if table.players == 2:
        skip(table)
    else:
        table.direction = -table.direction


def draw_two(table: PlayTable) -> None:
    """Next player draws two and misses a turn; with stacking the draws add up."""
    table.owed += DRAWN_AFTER["draw_two"]
    table.may_lay = table.switches.answers_to_two


def wild_draw_four(table: PlayTable) -> None:
    """Next player draws four and misses a turn, unless a challenge is right."""
    assert table.named is not None
    table.owed += DRAWN_AFTER["wild_draw_four"]
    table.may_lay = table.switches.answers_to_four[table.named]


def swap_hands(table: PlayTable, player: int, other: int) -> None:
    """The person who played the 7 switches all of their cards with another player."""
    hands = table.hands
    hands[player], hands[other] = hands[other], hands[player]


def rotate_hands(table: PlayTable) -> None:
    """After a 0 every player passes all their cards to the next player, in the direction of play."""
    before = table.hands
    table.hands = [before[(player - table.direction) % table.players] for player in range(table.players)]


_BY_FACE: Final[Mapping[str, Callable[[PlayTable], None]]] = {
    "skip": skip,
    "reverse": reverse,
    "draw_two": draw_two,
    "wild_draw_four": wild_draw_four,
}
EFFECTS: Final = {card: _BY_FACE[face] for card, face in enumerate(PLAIN_FACES) if face in _BY_FACE}
"""By card number; a card that is not here has no effect of its own."""
