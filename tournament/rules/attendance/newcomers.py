"""The code of somebody who was not on the sealed list: a substitute or a late arrival. It follows the list's last."""

from __future__ import annotations

from tournament.rules.attendance.roster import Player, Roster
from tournament.rules.errors import EntryRefused


def newcomer(roster: Roster, group: str = "") -> Player:
    """Somebody who is not on the roster yet, of the group with this code; of a group that has none, without it."""
    groups = (player.group for player in roster.players.values())
    return Player(code=_next_code(max(roster.players)), group=group or _next_code(max(groups)), listed=False)


def _next_code(code: str) -> str:
    """E064 → E065, in the same width."""
    following = str(int(code[1:]) + 1).zfill(len(code) - 1)
    if len(following) >= len(code):
        raise EntryRefused("This competition is full: nobody else can be added.")
    return code[0] + following
