"""What a tablet reports about itself: the hand it is counting, and a hand of its own that the server refused.

It is only a device's word. Such a hand is recorded only by the usual action with its usual checks.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.rules.cards import Deck
from tournament.rules.errors import HandRefused

NOTHING_TOLD: Final = "A hand that was typed at the table wasn’t saved."
"""Shown for a hand if its tablet gives no reason, or if the reason may not be kept."""


@dataclass(frozen=True)
class HandInTrouble:
    """A hand that the server refused. `request` is the tablet's own id for it. `typed` is the hand, by entry, if
    another one with its number is already recorded and a person has to choose: its `out`, `last_card`, `held` and
    `late`. `round` is the number of the round it was played in; None from a tablet that is too old to say."""

    request: str
    hand: int | None
    message: str
    typed: Mapping[str, Any] | None = None
    round: int | None = None

    @property
    def kept(self) -> dict[str, Any]:
        """As it is stored: only what was understood, so that every database accepts it."""
        both = {"theirs": {}, "mine": {}, "body": self.typed} if self.typed else {}
        return {"request": self.request, "hand": self.hand, "said": self.message, "round": self.round, **both}

    @classmethod
    def from_kept(cls, kept: Mapping[str, Any]) -> HandInTrouble:
        """The same from how it was stored."""
        return cls(kept["request"], kept.get("hand"), kept["said"], kept.get("body"), kept.get("round"))

    @property
    def without_words(self) -> HandInTrouble:
        """The same trouble without the words that the tablet showed, which may name somebody."""
        return replace(self, message=NOTHING_TOLD)

    def is_of(self, round_number: int) -> bool:
        """Whether it belongs to this round. True if the tablet is too old to say."""
        return self.round in (None, round_number)

    @property
    def seen(self) -> str:
        """Identifies the typed hand in a form, so that the organiser chooses exactly what was shown."""
        return hashlib.sha256(json.dumps(self.typed, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def out(self) -> int | None:
        """The entry of the player who went out according to the tablet."""
        return self.typed["out"] if self.typed else None

    def points(self, deck: Deck) -> dict[int, int] | None:
        """Everybody's points, by entry; None if the deck has no such cards."""
        if self.typed is None:
            return None
        try:
            counted = {int(entry): _count(held, deck) for entry, held in self.typed["held"].items()}
        except HandRefused:
            return None
        return counted | ({self.out: 0} if self.out else {})


def _count(held: Any, deck: Deck) -> int:
    return held if isinstance(held, int) else deck.count(held)


@dataclass(frozen=True)
class HandInCount:
    """The hand that a tablet is counting, with the entries that are already counted."""

    hand: int | None
    done: frozenset[int]

    @property
    def kept(self) -> dict[str, Any]:
        """As it is stored."""
        return {"number": self.hand, "done": sorted(self.done)}

    @classmethod
    def from_kept(cls, kept: Mapping[str, Any]) -> HandInCount:
        """The same from how it was stored."""
        return cls(kept["number"], frozenset(kept["done"]))
