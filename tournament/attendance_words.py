"""Who comes first for a seat, in sentences: the desk says them, and the action asks with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tournament import words

MOST_NAMES: Final = 3
"""More than anybody reads before a tap."""


def group_comes_first(names: Sequence[str], group: str) -> str:
    """Jo and Ann of Riverside are here, and come before the order of call. Nothing for nobody."""
    if not names:
        return ""
    more = [f"{len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else []
    who = words.listed([*map(words.isolated, names[:MOST_NAMES]), *more])
    verbs = ("is", "comes") if len(names) == 1 else ("are", "come")
    return f"{who} of {words.isolated(group)} {verbs[0]} here, and {verbs[1]} before the order of call."
