"""What a tablet tells of itself: the hand it is counting, and a hand of its own that the server did not take.

It is only what a device told. A hand in it becomes one only through the same action, and the same checks, as any other.
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
"""For a hand whose tablet does not say why, and where what it says may not be kept."""


@dataclass(frozen=True)
class HandInTrouble:
    """A hand that was refused. `request` is the tablet's own id for it. `typed` is the hand, by entry, where another
    one of its number is recorded already and a person has to choose: its `out`, `last_card`, `held` and `late`. `round`
    is the number of the round it was played in; None from a tablet that is too old to tell."""

    request: str
    hand: int | None
    message: str
    typed: Mapping[str, Any] | None = None
    round: int | None = None

    @property
    def kept(self) -> dict[str, Any]:
        """As it is stored: what was understood and nothing else, so that every database takes it."""
        both = {"theirs": {}, "mine": {}, "body": self.typed} if self.typed else {}
        return {"request": self.request, "hand": self.hand, "said": self.message, "round": self.round, **both}

    @classmethod
    def from_kept(cls, kept: Mapping[str, Any]) -> HandInTrouble:
        """The same from how it was stored."""
        return cls(kept["request"], kept.get("hand"), kept["said"], kept.get("body"), kept.get("round"))

    @property
    def without_words(self) -> HandInTrouble:
        """The same without what the tablet showed, which may name somebody."""
        return replace(self, message=NOTHING_TOLD)

    def is_of(self, round_number: int) -> bool:
        """Whether it belongs to this round, as far as anybody knows."""
        return self.round in (None, round_number)

    @property
    def seen(self) -> str:
        """Stands for the typed hand in a form: what was chosen is what was shown."""
        return hashlib.sha256(json.dumps(self.typed, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def out(self) -> int | None:
        """The entry of who went out, as the tablet has it."""
        return self.typed["out"] if self.typed else None

    def points(self, deck: Deck) -> dict[int, int] | None:
        """What everybody would hold, by entry; None if no cards are like that."""
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
    """The hand that a tablet is counting, and the entries that are counted."""

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
