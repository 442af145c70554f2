"""What a seat is called: by its shape, and from the sixth on by its number."""

from __future__ import annotations

from typing import Final

SHAPE_NAMES: Final = ("Flame", "Sun", "Leaf", "Block", "Ring")


def name_of_seat(seat: int) -> str:
    """Flame; seat 6 is just that."""
    return SHAPE_NAMES[seat - 1] if seat <= len(SHAPE_NAMES) else f"Seat {seat}"
