"""A whole hand, from the deal to the held cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from scoring.rules.play.bots import USUAL, Bots, Habits
from scoring.rules.play.deal import deal
from scoring.rules.play.switches import PLAIN, Switches
from tournament.rules.errors import HandRefused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from scoring.rules.play.play_table import PlayTable

MOST_TURNS: Final = 2_000
"""Where a hand is stopped that nobody ends: chance alone bounds no hand of Uno, and when players hold every card
there is nothing left to draw. A real table would call the umpire. Four players take about 50 turns, ten about 90;
of many thousand hands none came near this."""

Ending = Literal["went_out", "bell", "stuck"]


@dataclass(frozen=True)
class EndedHand:
    """What is on the table when a hand has ended. Players are their seat numbers, clockwise from 0."""

    ending: Ending
    """Somebody went out, the bell rang, or it was stopped at MOST_TURNS."""
    went_out: int | None
    last_card: str | None
    """The face that ended a complete hand."""
    drew_last: int | None
    """Who had to draw because somebody went out on a draw card; these cards are among the held cards."""
    held: tuple[Mapping[str, int], ...]
    """Each player's held cards: how many of each face."""
    turns: int
    reshuffles: int
    uno_caught: int
    challenges_won: int
    challenges_lost: int
    switches: Switches

    @property
    def complete(self) -> bool:
        """Did somebody go out?"""
        return self.went_out is not None

    def points(self, player: int) -> int:
        """What this player's held cards count."""
        return self.switches.deck.count(self.held[player])

    def summary(self, names: Sequence[str]) -> str:
        """The hand in a few sentences, for the list of rehearsed hands."""
        return " ".join((self._how_it_ended(names), *self._what_was_held(names)))

    def _how_it_ended(self, names: Sequence[str]) -> str:
        turns = "1 turn" if self.turns == 1 else f"{self.turns} turns"
        if self.went_out is None or self.last_card is None:
            why = "the bell" if self.ending == "bell" else "the umpire"
            return f"Stopped by {why} after {turns}."
        went_out = f"{names[self.went_out]} went out on {self.switches.deck.name(self.last_card)}"
        drew = "" if self.drew_last is None else f"; {names[self.drew_last]} drew first"
        return f"{went_out} after {turns}{drew}."

    def _what_was_held(self, names: Sequence[str]) -> list[str]:
        deck = self.switches.deck
        lines = []
        for player, cards in enumerate(self.held):
            if cards:
                each = ", ".join(f"{cards[face]} × {deck.name(face)}" for face in deck.faces if face in cards)
                lines.append(f"{names[player]}: {each} = {self.points(player)}.")
        return lines


def play_hand(
    *,
    players: int = 4,
    dealer: int = 0,
    rng: Random,
    switches: Switches = PLAIN,
    habits: Habits = USUAL,
    stop_after: int | None = None,
) -> EndedHand:
    """Deal a hand and play it until somebody goes out, or until time is up after this many turns."""
    return play_on(deal(players, dealer, rng, switches), habits, stop_after)


def play_on(table: PlayTable, habits: Habits = USUAL, stop_after: int | None = None) -> EndedHand:
    """Play from any moment of a hand to its end.

    The bell rings between two turns, since "a begun turn finishes"; then "a pending draw or challenge is settled
    before cards are counted" (RULES 4), but nobody stacks on it any more: that would be a turn.
    """
    if stop_after is not None and stop_after < 0:
        raise HandRefused("The bell rings after 0 turns or more.")
    limit = MOST_TURNS if stop_after is None else min(stop_after, MOST_TURNS)
    bots = Bots(table, habits)
    while table.out is None and table.turns < limit:
        bots.move()
    drew_last = table.turn if table.out is not None and table.owed else None
    bots.settle()
    return _result(table, drew_last, "bell" if limit == stop_after else "stuck")


def _result(table: PlayTable, drew_last: int | None, stopped_by: Ending) -> EndedHand:
    cards = table.cards
    complete = table.out is not None
    return EndedHand(
        ending="went_out" if complete else stopped_by,
        went_out=table.out,
        last_card=cards.faces[table.discard[-1]] if complete else None,
        drew_last=drew_last,
        held=tuple(cards.count(hand) for hand in table.hands),
        turns=table.turns,
        reshuffles=table.reshuffles,
        uno_caught=table.uno_caught,
        challenges_won=table.challenges_won,
        challenges_lost=table.challenges_lost,
        switches=table.switches,
    )
