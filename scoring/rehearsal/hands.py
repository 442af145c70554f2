"""Hands to record: really played by bots, or so small and alike that ties of every kind are common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, cast

from scoring.rules.cards import NUMBERS, deck_of
from scoring.rules.play import EndedHand, Stacking, Switches, play_hand
from tournament.rules.presets import SWITCHES, Settings

SMALL: Final = NUMBERS[:3]


@dataclass(frozen=True)
class Dealt:
    """A hand that was dealt: who went out (an entry, or nobody), on which card, what the others hold, how long."""

    out: int | None
    last_card: str
    held: Mapping[int, Mapping[str, int]]
    turns: int
    late: bool = False
    """Dealt after the warning."""

    def passed_on(self, before: Sequence[int], now: Sequence[int]) -> Dealt | None:
        """The same hand with those who sit on the chairs now; none if there are more or fewer."""
        if len(before) != len(now):
            return None
        new = dict(zip(before, now, strict=True))
        held = {new[player]: cards for player, cards in self.held.items()}
        return replace(self, out=self.out and new[self.out], held=held)


def switches_of(settings: Settings) -> Switches:
    """The variations of this competition, as the game knows them."""
    on = set(settings.switches)
    stacking = next((kind for kind in ("both", "draw_four", "draw_two") if f"stack_{kind}" in on), "off")
    named = {switch: switch in on for switch in SWITCHES if not switch.startswith("stack_")}
    return Switches(stacking=cast(Stacking, stacking), deck=deck_of(settings), **named)


class HandDealer:
    """Deals hand after hand at the tables of one competition."""

    def __init__(self, rng: Random, settings: Settings) -> None:
        self.rng = rng
        self.switches = switches_of(settings)

    def deal(self, players: Sequence[int], turns_left: int | None = None, *, close: bool = False) -> Dealt:
        """One hand among these entries; the bell stops it when no turns are left."""
        if close:
            return self._close(players, turns_left)
        while True:
            played = play_hand(
                players=len(players),
                dealer=self.rng.randrange(len(players)),
                rng=self.rng,
                switches=self.switches,
                stop_after=turns_left,
            )
            if played.ending != "stuck":
                return _dealt(played, players)

    def _close(self, players: Sequence[int], turns_left: int | None) -> Dealt:
        """Everybody holds a card or two worth next to nothing."""
        turns = self.rng.randrange(15, 40)
        stopped = turns_left is not None and turns > turns_left
        out = None if stopped else self.rng.choice(players)
        left = dict.fromkeys(SMALL, 4)
        held = {player: self._few(left) for player in players if player != out}
        last = "" if out is None else self.rng.choice(["skip", "wild", "7", "draw_two", "wild_draw_four"])
        return Dealt(out, last, held, min(turns, turns_left) if stopped and turns_left is not None else turns)

    def _few(self, left: dict[str, int]) -> dict[str, int]:
        """A card or two that are still to be had; with ten at a table even these run out, then any 9 or 8."""
        cards: dict[str, int] = {}
        for _ in range(self.rng.randrange(1, 3)):
            faces = [face for face, count in left.items() if count] or ["9"]
            face = self.rng.choice(faces)
            left[face] = left.get(face, 8) - 1
            cards[face] = cards.get(face, 0) + 1
        return cards


def _dealt(played: EndedHand, players: Sequence[int]) -> Dealt:
    out = None if played.went_out is None else players[played.went_out]
    held = {player: dict(cards) for player, cards in zip(players, played.held, strict=True) if player != out}
    return Dealt(out, played.last_card or "", held, played.turns)
