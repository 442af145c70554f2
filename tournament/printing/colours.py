"""The colours of the look (look/LOOK.md), where a paper may have some: the same as on pages."""

from __future__ import annotations

from typing import Final

Colour = tuple[float, float, float]
Ink = float | Colour
"""A grey from 0 (black) to 1 (white), or a colour."""


def _colour(code: str) -> Colour:
    """From six digits, as in static/css/tokens.css."""
    red, green, blue = (int(code[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return red, green, blue


FLAME: Final = _colour("C8321A")
SUN: Final = _colour("F7BE22")
LEAF: Final = _colour("17784A")
BLOCK: Final = _colour("2947C4")
EDGE: Final = _colour("0F211A")
"""The ink of the table's edge: nearly black."""
SEATS: Final = (FLAME, SUN, LEAF, BLOCK, EDGE)
"""Of the first five seats; every other seat is ink."""
OF_SHAPES: Final = {"flame": FLAME, "sun": SUN, "leaf": LEAF, "block": BLOCK, "ring": EDGE}
