"""What can be in a hand, but seldom is: a person says that it is right before it is saved (RULES 3 and 4).

The tablet asks the same at the table, while the cards still lie there (`static/js/umpire/doubts.js`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from scoring.rules.cards import DRAWN_AFTER, Deck
from scoring.rules.hand import HeldCards, PlayedHand, cards_left
from tournament.rules.errors import NeedsConfirmation

UNUSUAL: Final = 250
"""More than this in one player's hand asks "sure?"."""
LATE: Final = "No new hand is dealt after the warning. Did this one really start after it?"


def ask(
    hand: PlayedHand, players: Sequence[str], deck: Deck, *, names: Mapping[str, str], drew: str | None = None
) -> None:
    """Ask about the first thing that is doubtful. `players` are in seat order; `drew` is who drew after the last card,
    where the umpire has said so."""
    for doubt in find_doubts(hand, players, deck, names=names, drew=drew):
        raise NeedsConfirmation(doubt)


def find_doubts(
    hand: PlayedHand, players: Sequence[str], deck: Deck, *, names: Mapping[str, str], drew: str | None = None
) -> Iterator[str]:
    """All that is doubtful, a sentence each. A play-off's cards count nowhere, so nobody need be asked about them."""
    if hand.late:
        yield LATE
    for code, held in hand.held.items():
        if held.points > UNUSUAL:
            yield f"{names[code]} with {held.points} points: that is unusual. Sure?"
    if hand.playoff:
        return
    for code, held in hand.held.items():
        if held.cards is None and held.points == 0:
            yield f"{names[code]} has 0 points but didn’t go out, so only zeros are left. Sure?"
    yield from _doubt_what_was_drawn(hand, players, deck, names, drew)


def _doubt_what_was_drawn(
    hand: PlayedHand, players: Sequence[str], deck: Deck, names: Mapping[str, str], drew: str | None
) -> Iterator[str]:
    """RULES 4: after a Draw Two or Wild Draw Four the next player draws first, and those cards count. Where nobody has
    said which way play went, it may have been either neighbour."""
    number = DRAWN_AFTER.get(hand.last_card or "", 0)
    if not number or hand.out is None:
        return
    nexts = [drew] if drew is not None and drew in hand.held else _neighbours(hand.out, players)
    left = cards_left(hand, deck)
    if any(_holds(hand.held[code], number, left, deck) for code in nexts):
        return
    who = " and ".join(names[code] for code in nexts)
    hold = "holds" if len(nexts) == 1 else "hold"
    card = deck.name(hand.last_card or "")
    yield f"After a {card} the next player draws {number}, but {who} {hold} fewer cards. Sure?"


def _neighbours(out: str, players: Sequence[str]) -> Collection[str]:
    """The players on either side of the one who went out."""
    place = players.index(out)
    return dict.fromkeys((players[(place + 1) % len(players)], players[place - 1]))


def _holds(held: HeldCards, number: int, left: Mapping[str, int], deck: Deck) -> bool:
    """Whether what somebody holds can be this many cards or more."""
    if held.cards is not None:
        return sum(held.cards.values()) >= number
    return bool(deck.reachable(left, number) >> held.points & 1)
