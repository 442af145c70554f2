"""Tables laid out by hand, for the tests of play: cards are written as people say them, "red 7, blue Draw Two"."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from random import Random

import pytest

from scoring.rules.play.cards_in_play import CLOCKWISE
from scoring.rules.play.deck import colour_called
from scoring.rules.play.play_table import PlayTable
from scoring.rules.play.switches import PLAIN, Switches
from tournament.rules.errors import HandRefused


def card(name: str, switches: Switches = PLAIN) -> int:
    return switches.cards.card(name)


def cards(names: str, switches: Switches = PLAIN) -> list[int]:
    return [card(name, switches) for name in names.split(",") if name.strip()]


def table(
    *hands: str,
    on: str = "red 5",
    pile: str = "yellow 1, yellow 2, yellow 3, yellow 4, yellow 6, yellow 8, yellow 9, green 1",
    named: str | None = None,
    turn: int = 0,
    direction: int = CLOCKWISE,
    switches: Switches = PLAIN,
) -> PlayTable:
    """A table at which it is player 0's turn. `on` is the discard and `pile` the cards in the order they are drawn."""
    return PlayTable(
        [cards(hand, switches) for hand in hands],
        cards(pile, switches)[::-1],
        cards(on, switches),
        rng=Random(1),
        switches=switches,
        turn=turn,
        direction=direction,
        named=None if named is None else colour_called(named),
    )


def held(table: PlayTable, player: int) -> str:
    """A player's hand in words, the newest card last."""
    return ", ".join(table.cards.say(card) for card in table.hands[player])


def on_top(table: PlayTable) -> str:
    return table.cards.say(table.discard[-1])


def refused(words: str) -> AbstractContextManager[object]:
    """The move is refused with exactly these words."""
    return pytest.raises(HandRefused, match=f"^{re.escape(words)}$")
