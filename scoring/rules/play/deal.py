"""Seven cards each, and what the first discard does (RULES 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.rules.cards import DRAWN_AFTER
from scoring.rules.play.cards_in_play import ANTICLOCKWISE
from scoring.rules.play.deck import WILD_DRAW_FOUR, shuffled
from scoring.rules.play.play_table import PlayTable
from scoring.rules.play.switches import PLAIN, Switches
from tournament.rules.errors import HandRefused

if TYPE_CHECKING:
    from random import Random

CARDS_DEALT: Final = 7
FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 10


def deal(players: int, dealer: int, rng: Random, switches: Switches = PLAIN) -> PlayTable:
    """Shuffle, deal every player seven cards, and turn the first discard."""
    if players not in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
        raise HandRefused(f"Uno is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players.")
    if dealer not in range(players):
        raise HandRefused("The dealer is one of the players.")
    pile = shuffled(switches.cards.cards, rng)
    hands = [[pile.pop() for _ in range(CARDS_DEALT)] for _ in range(players)]
    table = PlayTable(hands, pile, [], rng=rng, switches=switches)
    turn_first_card(table, dealer)
    return table


def turn_first_card(table: PlayTable, dealer: int) -> None:
    """Turn the first discard. It was turned and not played: nobody stacks on it, and no 7 or 0 moves hands."""
    table.discard.append(table.pile.pop())
    while table.discard[-1] == WILD_DRAW_FOUR:
        _turn_another(table)
    table.turn = dealer
    table.match_top()
    face = table.cards.faces[table.discard[-1]]
    if face == "reverse":  # the dealer plays first, anticlockwise
        table.direction = ANTICLOCKWISE
        return
    table.turn = table.next_player()
    if face == "skip":  # the player left of the dealer misses
        table.turn = table.next_player()
    elif face == "draw_two":  # that player draws two and misses
        table.owed = DRAWN_AFTER[face]
        table.take()


def _turn_another(table: PlayTable) -> None:
    """Wild Draw Four: back in the deck, shuffle, turn another."""
    table.pile = shuffled([table.discard.pop(), *table.pile], table.rng)
    table.discard.append(table.pile.pop())
