"""What a fault may use, and what two of them share."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from tests.torture.places import TorturedHall
from tests.torture.tablets import HurriedUmpire

SECONDS_BETWEEN_COPIES = 1.0


@dataclass(frozen=True)
class Torment:
    """What a fault may use: the hall, its umpires, how long it lasts, and chance of its own."""

    hall: TorturedHall
    umpires: Sequence[HurriedUmpire]
    seconds: float
    chance: random.Random

    def acknowledged(self) -> set[tuple[int, int]]:
        """Table (as the database calls it) and number of every hand that was, until now."""
        every = chain.from_iterable(umpire.hands for umpire in self.umpires)
        return {(hand.table, hand.number) for hand in every if hand.acknowledged_at is not None}

    @property
    def database(self) -> Path:
        return self.hall.data / "turntable.sqlite3"


Fault = Callable[[Torment], Mapping[str, int] | None]
"""Returns when it is over and everything is there again that it took away; a flood says how often it got which."""


HANDS_OF_ROUND_1 = """
    SELECT t.id, h.number FROM scoring_hand h JOIN tournament_table t ON t.id = h.table_id
    JOIN tournament_round r ON r.id = t.round_id
    WHERE h.deleted_at IS NULL AND r.number = 1
"""


def refuse_gaps(before: set[tuple[int, int]], copied: set[tuple[int, int]]) -> None:
    if missing := sorted(before - copied):
        raise AssertionError(
            f"A copy lacks {len(missing)} of {len(before)} hands that were acknowledged: {missing[:5]}"
        )
