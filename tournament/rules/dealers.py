"""Who deals first (RULES 8): each round another saying decides it, so that nobody deals first all day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

SAYINGS: Final = (
    "the player whose birthday is next",
    "the player who got up earliest today",
    "the player with the most letters in their first name",
    "the player who travelled furthest to get here",
    "the player with the longest hair",
    "the player with the most brothers and sisters",
    "the player who last ate an apple",
    "the player with the smallest hand",
    "the player who last swam in the sea",
    "the player whose first name comes last in the alphabet",
)
"""The sayings that an MC starts with."""


def saying(round_number: int, own: Sequence[str] = ()) -> str:
    """The saying of a round, from the MC's own list or from ours. When all were used, they come again."""
    sayings = own or SAYINGS
    return sayings[(round_number - 1) % len(sayings)]
