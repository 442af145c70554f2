"""What keeps a competition or an event that was set up by mistake from being removed again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from typing import Final

COPY_IS_KEPT_FOR: Final = timedelta(weeks=1)
"""How long a removed event can be brought back."""
_PLAYED: Final = "It has been played, so it stays. You can close its public pages, and erase its names."


class InUse(StrEnum):
    """How somebody has used it."""

    ENTERED = "entered"
    SEALED = "sealed"


_WHY_IT_STAYS: Final[Mapping[InUse, str]] = {
    InUse.ENTERED: "Somebody has been entered, so it stays. When it’s over, you can erase its names.",
    InUse.SEALED: "A draw has been sealed, so it stays in the record.",
}


def why_not_remove(in_use: InUse | None) -> str:
    """Why it stays; empty if nobody used it yet. Feeds the guard and the page that says why not."""
    return _WHY_IT_STAYS[in_use] if in_use is not None else ""


def why_event_stays(*, played: bool, practice: bool) -> str:
    """Why a whole event stays; empty if it was practice, or never played. Feeds the guard and the page, too."""
    return _PLAYED if played and not practice else ""
