"""One hand: what each player still holds, who went out, and how it scores (RULES 3 and 4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.rules.cards import Deck
from tournament.rules.clock import State
from tournament.rules.errors import HandRefused, NeedsConfirmation
from tournament.rules.presets import Settings

NOT_OVER: Final[Mapping[State | None, str]] = {
    None: "This round has no clock",
    State.READY: "The clock hasn’t started",
    State.RUNNING: "The clock is still running",
    State.PAUSED: "The clock is only paused",
}
"""The states of a round's clock in which time up has not stopped a hand; None is a round without a clock."""


@dataclass(frozen=True)
class HeldCards:
    """What one player holds: the cards, or only their total if that was typed."""

    points: int
    cards: Mapping[str, int] | None = None


@dataclass(frozen=True)
class PlayedHand:
    """One deal, until somebody goes out or the clock stops it. "Went out" is recorded by itself."""

    complete: bool
    out: str | None
    held: Mapping[str, HeldCards]
    last_card: str | None = None
    playoff: bool = False
    late: bool = False

    @property
    def players(self) -> set[str]:
        """Everyone who played it."""
        return {*self.held, *([self.out] if self.out else [])}


def read_held(value: Any, deck: Deck, who: str) -> HeldCards:
    """Read held cards as they are sent: `{"7": 1, "skip": 1}`, or a typed total such as 27."""
    if isinstance(value, bool) or not isinstance(value, int | Mapping):
        raise HandRefused(f"{who}: count the cards, or type a whole number of points.")
    if isinstance(value, int):
        return HeldCards(points=value)
    deck.check([value])
    return HeldCards(points=deck.count(value), cards=dict(value))


def is_void(hand: PlayedHand, settings: Settings) -> bool:
    """An incomplete hand that does not count: kept, marked void, worth nothing."""
    return not hand.complete and not settings.incomplete_counts()


def counts(hand: PlayedHand, settings: Settings) -> bool:
    """A play-off hand counts in no total, no number of hands and no hands won; nor does a void one."""
    return not hand.playoff and not is_void(hand, settings)


def points(hand: PlayedHand, settings: Settings) -> dict[str, int]:
    """Everybody's points. `own_hand`: each player gets the points they hold. `winner_takes`: the player who went out
    gets the sum of all, the others get 0."""
    if is_void(hand, settings):
        return dict.fromkeys(sorted(hand.players), 0)
    if settings.low_wins:
        return {code: hand.held[code].points if code in hand.held else 0 for code in sorted(hand.players)}
    total = sum(held.points for held in hand.held.values())
    return {code: total if code == hand.out else 0 for code in sorted(hand.players)}


def without_counting(hand: PlayedHand, players: Collection[str], deck: Deck) -> PlayedHand:
    """A play-off only decides who goes out. If nobody was counted, everybody else is recorded with 0 points.

    These points count nowhere. But the record's `held` names everybody who played the hand (RECORD 3), with totals that
    real cards can make, so with more players than cards worth 0 the cards are counted.
    """
    others = [code for code in players if code != hand.out]
    if not hand.playoff or hand.held or len(others) > deck.worthless:
        return hand
    return replace(hand, held=dict.fromkeys(others, HeldCards(0)))


def check(hand: PlayedHand, players: Collection[str], deck: Deck, *, names: Mapping[str, str]) -> None:
    """Refuse what a real table cannot hold. doubts.py asks about hands that are only unusual. `names` is for the
    sentences."""
    _check_players(hand, players, names)
    left = cards_left(hand, deck)
    if hand.last_card is not None:
        deck.points(hand.last_card)
    for code, held in hand.held.items():
        if held.cards is not None and not held.cards:
            raise HandRefused(f"{names[code]} didn’t go out, so {names[code]} holds at least one card.")
    _check_totals({code: held.points for code, held in hand.held.items() if held.cards is None}, left, deck, names)


def cards_left(hand: PlayedHand, deck: Deck) -> dict[str, int]:
    """How many cards of each face are left for players whose total was typed. Refuses if a face is counted too
    often."""
    return deck.check(held.cards for held in hand.held.values() if held.cards is not None)


def ask_whether_stopped(clock: State | None) -> None:
    """Ask before an incomplete hand is recorded while time is not up. Only the end of the round stops a hand; somebody
    who forgets to say who went out would otherwise end the table's round."""
    if clock in NOT_OVER:
        raise NeedsConfirmation(f"{NOT_OVER[clock]}: was this hand really stopped?")


def _check_players(hand: PlayedHand, players: Collection[str], names: Mapping[str, str]) -> None:
    """Refuse unless everybody present is counted or went out, and nobody else is."""
    if hand.complete != (hand.out is not None):
        raise HandRefused("In a finished hand one player went out; in an unfinished hand nobody did.")
    if hand.last_card is not None and not hand.complete:
        raise HandRefused("Nobody went out, so there is no last card.")
    if hand.out is not None and hand.out in hand.held:
        raise HandRefused(f"{names.get(hand.out, hand.out)} went out and holds nothing.")
    if strangers := hand.players - set(players):
        raise HandRefused(f"{names.get(min(strangers), min(strangers))} isn’t playing this hand.")
    if missing := [names[code] for code in players if code not in hand.players]:
        raise HandRefused(f"Still to count: {', '.join(missing)}.")


def _check_totals(totals: Mapping[str, int], left: dict[str, int], deck: Deck, names: Mapping[str, str]) -> None:
    """Refuse typed totals that the remaining cards cannot make, each by itself and all together."""
    reachable = deck.reachable(left) if totals else 0
    most = deck.count(left)
    for code, total in totals.items():
        if not 0 <= total <= deck.total or not reachable >> total & 1:
            raise HandRefused(f"{names[code]} can’t hold {total} points: no cards make that total.")
    if sum(totals.values()) > most:
        raise HandRefused(f"Together that’s more than all the cards at one table are worth ({deck.total:,}).")
    worthless = sum(number for face, number in left.items() if not deck.points(face))
    if sum(not total for total in totals.values()) > worthless:
        raise HandRefused("Too many players have 0 points without going out: there aren’t that many zeros in the deck.")
