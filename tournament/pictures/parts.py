"""What pictures are made of. Lengths are in the drawing's own units, which are pixels at its natural size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from tournament.rules.table_numbers import ShownTable

SEATS_AT: Final = 1.3
"""The seats' distance from the middle of the table, in radii."""
REACH_IN_RADII: Final = 1.5
"""How far a table with its seats reaches, in radii."""
SMALLEST_RADIUS_WITH_A_NUMBER: Final = 11.0
"""Below this radius a number would be too small to read, so none is drawn."""


@dataclass(frozen=True)
class Spot:
    """A table: a circle, its number (None if it could not be read), and its seats as one path of dots."""

    x: float
    y: float
    r: float
    size: int
    number: ShownTable | None
    final: bool = False

    @property
    def text(self) -> float:
        """The number's size; nothing is smaller than 14."""
        return round(max(14, 0.9 * self.r), 1)

    @property
    def baseline(self) -> float:
        """Where the number stands, so that it is in the middle."""
        return round(self.y + 0.355 * self.text, 1)

    @property
    def dot(self) -> float:
        """How wide a seat is."""
        return round(0.38 * self.r, 1)

    @property
    def seats(self) -> str:
        """A dot for each seat, evenly around the table; an even number leaves top and bottom to the lines."""
        start = -pi / 2 + (pi / self.size if self.size % 2 == 0 else 0)
        turns = (start + 2 * pi * n / self.size for n in range(self.size))
        reach = SEATS_AT * self.r
        return "".join(f"M{self.x + reach * cos(a):.1f} {self.y + reach * sin(a):.1f}h0" for a in turns)

    @property
    def mark(self) -> tuple[float, float, float]:
        """Where the final shows the mark instead of its number, and how wide."""
        wide = 0.96 * self.r
        return round(self.x - wide / 2, 1), round(self.y - wide / 2, 1), round(wide, 1)


@dataclass(frozen=True)
class Label:
    """Words beside a row: what it is, and its tables."""

    x: float
    y: float
    title: str
    lines: tuple[str, ...]

    @property
    def bottom(self) -> float:
        """Where it ends."""
        return self.y + 22 * len(self.lines) + 8

    @property
    def rows(self) -> list[tuple[float, str]]:
        """The lines below the title, each with its place."""
        return [(round(self.y + 22 * n, 1), line) for n, line in enumerate(self.lines, start=1)]


@dataclass(frozen=True)
class Arrow:
    """A small triangle between two tables: whose way it is, `best` or `worst`."""

    who: str
    path: str


@dataclass(frozen=True)
class Picture:
    """A whole drawing. `gap` is where the tables in between are left out."""

    width: float
    height: float
    spots: Sequence[Spot]
    lines: str = ""
    labels: Sequence[Label] = ()
    arrows: Sequence[Arrow] = ()
    gap: tuple[float, float] | None = None


def spot(x: float, y: float, r: float, size: int, number: ShownTable, *, final: bool = False) -> Spot:
    """A table with its number, if it can be read."""
    return Spot(
        round(x, 1), round(y, 1), round(r, 1), size, number if r >= SMALLEST_RADIUS_WITH_A_NUMBER else None, final
    )
