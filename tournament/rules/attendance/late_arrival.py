"""Somebody arrives late and joins a rotation: at the table with fewest, from the next round on (RULES 7)."""

from __future__ import annotations

from dataclasses import replace

from tournament.rules.attendance.newcomers import newcomer
from tournament.rules.attendance.reseating import check_room_ahead, reseat
from tournament.rules.attendance.roster import Player, Roster, check_goes_on
from tournament.rules.entries import Status
from tournament.rules.errors import EntryRefused, RoundRefused
from tournament.rules.presets import Format


def check_can_join(roster: Roster) -> int:
    """The round in which somebody who arrives now first plays; refused where nobody can join."""
    check_goes_on(roster)
    if roster.settings.format is not Format.ROTATION:
        raise RoundRefused("Late arrivals can join only a rotation.")
    if roster.latest is None:
        raise RoundRefused("The draw isn’t published yet: enter them instead.")
    return joining_round(roster)


def joining_round(roster: Roster) -> int:
    """The next round to be dealt, never the first; refused after the last has begun."""
    latest = roster.latest
    assert latest is not None  # asked only once the draw is published
    if latest.number > 1 and not latest.closed and not latest.has_dealt:
        return latest.number
    if roster.is_last(latest.number):
        raise RoundRefused("The last round has begun, so nobody can join now.")
    return latest.number + 1


def arrive_late(roster: Roster, player: Player) -> Roster:
    """This person joins; refused when every table is full, or when they are in the competition already."""
    joins = check_can_join(roster)
    if player.listed or roster.has_sat(player.code) or (player.status and player.left is None):
        raise EntryRefused("This person is already in the competition.")
    joined = roster.with_player(replace(player, status=Status.LATE, joins=joins, left=None))
    if joined.latest is not None and joins == joined.latest.number:
        joined = reseat(joined)
    check_room_ahead(joined)
    return joined


def newcomer_arrives_late(roster: Roster) -> Roster:
    """The same for somebody who is not on the roster yet."""
    check_can_join(roster)
    return arrive_late(roster, newcomer(roster))
