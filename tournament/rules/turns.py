"""Whose turn it is on a screen of the whole event: its competitions alternate, each as often as the others.

Turns follow the time of day, counted from the moment at which something changed, so that screens beside each other turn
together, without the network too (static/js/screen.js counts in the same way).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tournament.rules.programme import Claim, Phase, lead

SECONDS_A_TURN_LASTS: Final = 12
"""Long enough to find a name on a page."""


def who_takes_turns(claims: Sequence[Claim]) -> list[int]:
    """Which competitions alternate, the leading one first.

    A draw that is being held, and a podium that is being opened, have the screen to themselves. A competition that only
    welcomes people waits until no other has more to say.
    """
    first = lead(claims)
    if claims[first].is_ceremony:
        return [first]
    others = [place for place in range(len(claims)) if place != first]
    if _only_welcomes(claims[first]):
        return [first]
    return [first, *(place for place in others if not _only_welcomes(claims[place]))]


def _only_welcomes(claim: Claim) -> bool:
    has_more = claim.is_ceremony or claim.is_sealed or claim.stepped_at is not None
    return claim.phase is Phase.BEFORE and not has_more


@dataclass(frozen=True)
class Turn:
    """Which picture is open, and which page of it."""

    picture: int
    page: int


def turn_at(now: datetime, since: datetime | None, pictures: int) -> Turn:
    """The turn at this moment, with this many pictures since something changed. Each picture turns its own pages."""
    begun = since.timestamp() if since is not None else 0.0
    turns = max(0, int(now.timestamp() - begun)) // SECONDS_A_TURN_LASTS
    return Turn(turns % max(1, pictures), turns // max(1, pictures))
