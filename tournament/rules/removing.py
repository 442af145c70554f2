"""What keeps a competition or an event that was set up by mistake from being removed again."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class InUse(StrEnum):
    """How somebody has used it."""

    ENTERED = "entered"
    SEALED = "sealed"


_WHY_IT_STAYS: Final[Mapping[InUse, str]] = {
    InUse.ENTERED: "Somebody was entered, so it stays. When it is over, its names can be erased.",
    InUse.SEALED: "A draw was sealed, so it stays in the record.",
}


def why_not_remove(in_use: InUse | None) -> str:
    """Why it stays; empty if nobody used it yet. Feeds the guard and the page that says why not."""
    return _WHY_IT_STAYS[in_use] if in_use is not None else ""
