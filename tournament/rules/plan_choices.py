"""What an organiser can choose from before the seal: sizes and plans, best first (RULES 6 and 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournament.rules import draw, knockout
from tournament.rules.errors import DrawRefused
from tournament.rules.presets import Format, Settings

PLANS_SHOWN: Final = 5
"""How many plans are shown; any other can be typed."""


@dataclass(frozen=True)
class Sizes:
    """The sizes a draw may have, and which of them fills it to the optimum."""

    least: int
    most: int
    optimum: int
    entered: int
    reserves: int

    @property
    def everyone(self) -> int:
        """Taking everyone, up to the cap and what one knockout holds."""
        return self.most

    @property
    def left_out(self) -> int:
        """How many entries the lot leaves out, because there are more than the cap."""
        return max(0, self.entered - self.most)

    def from_reserves(self, size: int) -> int:
        """How many reserves a draw of this size takes in."""
        return max(0, size - self.entered)


def sizes(settings: Settings, entered: int, reserves: int, *, most_tables: int | None = None) -> Sizes:
    """Every size that is allowed, and the one that fills to the optimum."""
    allowed = draw.allowed_sizes(settings, entered, reserves)
    if allowed[-1] < 2:
        raise DrawRefused("A draw needs at least two players.")
    best = allowed[-1]
    if settings.format is Format.KNOCKOUT:
        best = knockout.optimum(entered, reserves, settings.cap, settings.table_max, most_tables=most_tables)
    return Sizes(max(2, allowed[0]), allowed[-1], best, entered, reserves)


def plans(settings: Settings, size: int, *, most_tables: int | None = None) -> Sequence[tuple[int, ...]]:
    """The best few plans for this size; a limit on tables, decks or umpires is an input."""
    if settings.format is Format.KNOCKOUT:
        ranked = knockout.plans(size, settings.table_max, most_tables=most_tables, few=PLANS_SHOWN)
        return [plan.tables for plan in ranked]
    counts = draw.table_counts(settings, size)
    if most_tables is not None and counts[0] > most_tables:
        raise DrawRefused(f"{size:,} players need at least {counts[0]:,} tables; there are only {most_tables:,}.")
    return [(tables,) for tables in counts if tables <= (most_tables or tables)][:PLANS_SHOWN]
