"""What a tablet says the server did not take. It is only what a device said: whatever is not of the right shape is left
out, and a hand in it becomes one only through the same action, and the same checks, as any other."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from scoring.rules.cards import Deck
from tournament.rules import names
from tournament.rules.errors import HandRefused

LONGEST_ID: Final = 64
LONGEST_SAID: Final = 200
LONGEST_FACE: Final = 30
MOST_DIGITS: Final = 15
MOST_DONE: Final = 10
_NOTHING_SAID: Final = "A hand that was typed at the table was not taken."


@dataclass(frozen=True)
class Trouble:
    """`request` is the tablet's own id for what it typed. `typed`: the hand, by entry, where another one of its number
    is there already and a person has to choose; it is what change_hand takes."""

    request: str
    hand: int | None
    said: str
    typed: Mapping[str, Any] | None = None

    @property
    def kept(self) -> dict[str, Any]:
        """As it is stored: what was understood and nothing else, so that every database takes it."""
        both = {"theirs": {}, "mine": {}, "body": self.typed} if self.typed else {}
        return {"request": self.request, "hand": self.hand, "said": self.said, **both}

    @property
    def seen(self) -> str:
        """Stands for the typed hand in a form: what was chosen is what was shown."""
        return hashlib.sha256(json.dumps(self.typed, sort_keys=True).encode()).hexdigest()[:16]

    def points(self, deck: Deck) -> dict[int, int] | None:
        """What everybody would hold, by entry; None if no cards are like that."""
        if self.typed is None:
            return None
        try:
            counted = {int(entry): _count(value, deck) for entry, value in self.typed["held"].items()}
        except HandRefused:
            return None
        return counted | ({self.typed["out"]: 0} if self.typed["out"] else {})


def _count(value: Any, deck: Deck) -> int:
    return value if isinstance(value, int) else deck.count(value)


def read_trouble(said: Any) -> Trouble | None:
    """The trouble, if it is one."""
    if not isinstance(said, dict) or not _is_id(said.get("request")):
        return None
    hand, sentence = said.get("hand"), said.get("said")
    both = isinstance(said.get("theirs"), dict) and isinstance(said.get("mine"), dict)
    return Trouble(
        request=said["request"],
        hand=hand if _is_number(hand) and 1 <= hand < 1000 else None,
        said=names.shown(sentence, LONGEST_SAID) if isinstance(sentence, str) and sentence else _NOTHING_SAID,
        typed=_typed(said.get("body")) if both else None,
    )


def _is_id(said: Any) -> bool:
    return isinstance(said, str) and 0 < len(said) <= LONGEST_ID and said.isprintable()


def _is_number(said: Any) -> TypeGuard[int]:
    return isinstance(said, int) and not isinstance(said, bool) and abs(said) < 10**MOST_DIGITS


def _typed(body: Any) -> dict[str, Any] | None:
    if not isinstance(body, dict) or not isinstance(body.get("held"), dict):
        return None
    out, card, held = body.get("out"), body.get("last_card") or "", body["held"]
    right = (out is None or _is_number(out)) and _is_face(card)
    if not right or not all(_is_entry(entry) and _is_held(value) for entry, value in held.items()):
        return None
    return {"out": out, "last_card": card, "held": held, "late": body.get("late") is True}


def _is_face(said: Any) -> bool:
    return isinstance(said, str) and len(said) <= LONGEST_FACE and said.isprintable()


def _is_entry(said: Any) -> bool:
    return isinstance(said, str) and said.isascii() and said.isdigit() and len(said) <= MOST_DIGITS


def _is_held(said: Any) -> bool:
    if isinstance(said, dict):
        return all(_is_face(face) and _is_number(number) for face, number in said.items())
    return _is_number(said) and 0 <= said < 10_000


@dataclass(frozen=True)
class Counting:
    """The hand that a tablet is counting, and the entries that are counted."""

    hand: int | None
    done: frozenset[int]

    @property
    def kept(self) -> dict[str, Any]:
        """As it is stored."""
        return {"number": self.hand, "done": sorted(self.done)}


def read_counting(said: Any) -> Counting | None:
    """What it counts, if that is what it says."""
    if not isinstance(said, dict) or not isinstance(said.get("done"), list):
        return None
    number = said.get("number")
    done = frozenset(entry for entry in said["done"][:MOST_DONE] if _is_number(entry))
    return Counting(number if _is_number(number) and 1 <= number < 1000 else None, done)
