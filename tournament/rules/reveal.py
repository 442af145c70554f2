"""How far a draw has been shown in the hall: the reserves the lot took, one by one, then the tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournament.rules.errors import DrawRefused


class RevealStep(StrEnum):
    """What comes next in the hall."""

    RESERVES = "reserves"
    TABLES = "tables"
    DONE = "done"


@dataclass(frozen=True)
class Reveal:
    """How many reserves and then tables there are to show, and how many of them have been shown."""

    reserves: int
    tables: int
    shown: int = 0

    @property
    def total(self) -> int:
        """How many steps there are."""
        return self.reserves + self.tables

    @property
    def reserves_shown(self) -> int:
        return min(self.shown, self.reserves)

    @property
    def tables_shown(self) -> int:
        return max(0, self.shown - self.reserves)

    @property
    def next(self) -> RevealStep:
        """What the next step shows."""
        if self.shown < self.reserves:
            return RevealStep.RESERVES
        return RevealStep.TABLES if self.shown < self.total else RevealStep.DONE

    def step(self, seen: int, *, rest: bool = False) -> int:
        """How many are shown after one more step, or after the rest of the reserves or of the tables.

        `seen` is how many were shown on the page that asks, so that of two people who press at once only one shows the
        next.
        """
        if seen != self.shown:
            raise DrawRefused("Somebody else has already shown the next step. This page shows how far the draw is now.")
        if self.next is RevealStep.DONE:
            raise DrawRefused("Everything has been shown in the hall. Publish the draw next.")
        end = self.reserves if self.next is RevealStep.RESERVES else self.total
        return end if rest else seen + 1


def drawn_reserves(lot: Sequence[str], admitted: Collection[str]) -> tuple[str, ...]:
    """The reserves that the lot took, in its order; none if all of them play or none, because no lot was needed."""
    inside = set(admitted)
    taken = tuple(code for code in lot if code in inside)
    return taken if len(taken) < len(lot) else ()
