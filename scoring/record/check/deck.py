"""RULES.md 3: the cards, what they count, and how many of each there are over a whole table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from .facts import Card, CheckedCompetition, CheckedHand
from .found import Discrepancy, Place
from .shape import printable

STANDARD = {
    "0": Card(points=0, count=4),
    **{str(face): Card(points=face, count=8) for face in range(1, 10)},
    **{name: Card(points=20, count=8) for name in ("skip", "reverse", "draw_two")},
    **{name: Card(points=50, count=4) for name in ("wild", "wild_draw_four")},
}
LARGEST_DECK = 20_000


def deck(competition: CheckedCompetition) -> dict[str, Card]:
    """“One deck allows at most 4 zeros, 8 each of 1–9, … (more with more decks)”; extra cards' “count is per deck”."""
    of_one_deck = {**competition.extra_cards, **STANDARD}
    return {name: Card(card.points, card.count * competition.decks) for name, card in of_one_deck.items()}


def check_held(place: Place, hand: CheckedHand, cards: Mapping[str, Card]) -> Iterator[Discrepancy]:
    """What everybody holds is made of real cards, and counts what those cards count."""
    used: Counter[str] = Counter()
    for code, held in hand.held.items():
        if held.cards is not None:
            for name, count in held.cards.items():
                used[name] += count
            yield from _check_player(place.at(entry=code), code, held.cards, held.points, cards)
    over = [name for name, count in used.items() if name in cards and count > cards[name].count]
    for name in over:
        yield place.at(part="held").says(
            f"The pack has {cards[name].count} of {printable(name)}, the record has {used[name]} held."
        )
    typed = {code: held.points for code, held in hand.held.items() if held.cards is None}
    if typed and not over:
        left = [Card(card.points, card.count - used[name]) for name, card in cards.items()]
        yield from _check_typed(place.at(part="held"), typed, left)


def _check_player(
    place: Place, code: str, held: Mapping[str, int], points: int, cards: Mapping[str, Card]
) -> Iterator[Discrepancy]:
    """One player: at least one card, no unknown card, and the points of the cards."""
    unknown = [name for name in held if name not in cards]
    for name in unknown:
        yield place.says(f"{code} holds a card {printable(name)}, which is not in the pack.")
    if not any(held.values()):
        yield place.says(f"{code} did not go out and holds no card.")
    counted = sum(cards[name].points * count for name, count in held.items() if name in cards)
    if not unknown and counted != points:
        yield place.says(f"{code} holds cards for {counted} points, the record says {points}.")


def _check_typed(place: Place, typed: Mapping[str, int], left: Iterable[Card]) -> Iterator[Discrepancy]:
    """“A held-cards total typed as a number must be reachable with real cards (1,240 at most over the table)”."""
    counts = Counter[int]()
    for card in left:
        counts[card.points] += card.count
    cards = tuple(sorted(counts.items()))
    for code, points in typed.items():
        if not _reachable(cards, points):
            yield place.at(entry=code).says(f"{code} cannot hold cards for {points} points.")
    if not _reachable(cards, sum(typed.values())):
        yield place.says(f"The table cannot hold cards for {sum(typed.values())} points beside the named cards.")
    zeros = [code for code, points in typed.items() if points == 0]
    if len(zeros) > counts[0]:
        yield place.says(f"{len(zeros)} players hold 0 points and did not go out, there are {counts[0]} zeros.")


def can_hold(competition: CheckedCompetition, points: int) -> bool:
    """Whether one player could ever hold so many points, with all the cards of the table to choose from."""
    counts = Counter[int]()
    for card in deck(competition).values():
        counts[card.points] += card.count
    return _reachable(tuple(sorted(counts.items())), points)


def _reachable(cards: tuple[tuple[int, int], ...], total: int) -> bool:
    """Whether so many points can be held; of a very large deck only that it has so many."""
    everything = sum(points * count for points, count in cards)
    if everything > LARGEST_DECK:
        return total <= everything
    return bool(_sums(cards) >> total & 1)


@lru_cache(maxsize=1000)
def _sums(cards: tuple[tuple[int, int], ...]) -> int:
    """Every total these cards can make, as the bits of a number: bit n is set when n points can be held."""
    bits = 1
    for points, count in cards:
        step = 1
        while count > 0:
            taken = min(step, count)
            bits |= bits << points * taken
            count -= taken
            step *= 2
    return bits
