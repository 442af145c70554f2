"""A few tables side by side, large, with the ways of best and worst: to the neighbours, and round to the first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from tournament.pictures.floor import floor
from tournament.pictures.parts import Picture, spot
from tournament.rules.presets import Moving
from tournament.rules.table_numbers import FROM_ONE

MOST_IN_A_ROW: Final = 5
WIDTH: Final = 500.0
LARGEST_TABLE: Final = 46.0
CHEVRON: Final = 7.0


def row(sizes: Sequence[int], move: Moving | None) -> Picture:
    """Tables of these sizes; more than a row holds are drawn as the plan draws them."""
    if len(sizes) > MOST_IN_A_ROW:
        return floor(sizes, move)
    gap = WIDTH / len(sizes)
    r = min(LARGEST_TABLE, 0.25 * gap)
    middle = 1.6 * r
    places = [gap * (n + 0.5) for n in range(len(sizes))]
    back = move is Moving.CIRCULAR and len(sizes) > 1
    ways = [_way(a + r, b - r, middle) for a, b in pairwise(places)] if move else []
    ways += [_way_back(places[0], places[-1], middle + r)] if back else []
    sized = enumerate(zip(places, sizes, strict=True), start=1)
    spots = [spot(x, middle, r, size, FROM_ONE.shown(table)) for table, (x, size) in sized]
    return Picture(WIDTH, middle + (r + 80 if back else 1.6 * r), spots, lines="".join(ways))


def _way(a: float, b: float, y: float) -> str:
    """A line between two tables, with a chevron each way."""
    x = (a + b) / 2
    return f"M{a:.1f} {y:.1f}H{b:.1f}" + _chevron(x - CHEVRON, y, -1) + _chevron(x + CHEVRON, y, 1)


def _way_back(a: float, b: float, top: float) -> str:
    """From the last table below the row to table 1."""
    y, corner = top + 62, 14
    down = f"M{a:.1f} {top:.1f}V{y - corner:.1f}Q{a:.1f} {y:.1f} {a + corner:.1f} {y:.1f}H{b - corner:.1f}"
    x = (a + b) / 2
    up = f"Q{b:.1f} {y:.1f} {b:.1f} {y - corner:.1f}V{top:.1f}"
    return down + up + _chevron(x - CHEVRON, y, -1) + _chevron(x + CHEVRON, y, 1)


def _chevron(x: float, y: float, towards: int) -> str:
    tip = x + towards * CHEVRON * 1.6
    return f"M{x:.1f} {y - CHEVRON:.1f}L{tip:.1f} {y:.1f}L{x:.1f} {y + CHEVRON:.1f}"
