"""Somebody leaves, or has not come: an empty chair (RULES 5 and 7)."""

from __future__ import annotations

from dataclasses import replace

from tournament.rules.attendance.reseating import change_seat, reseat
from tournament.rules.attendance.roster import PlacedSeat, Roster, check_goes_on
from tournament.rules.errors import RoundRefused


def leave(roster: Roster, code: str, *, next_round: bool = False) -> Roster:
    """This person leaves. Before the first deal the round is seated again, and a rotation balances.

    Somebody who has played a hand of this round keeps the seat and is gone from the next round on. With `next_round` so
    is somebody whose chair is to stay as it is until then.
    """
    check_goes_on(roster)
    player = roster.players[code]
    if player.left is not None:
        raise RoundRefused("This person is already marked as gone.")
    if next_round and roster.open and roster.is_last(roster.open.number):
        name = roster.name(roster.open.number)
        raise RoundRefused(f"This is {name.as_last}, so there’s no next round to leave.")
    place = roster.placed(code)
    keeps = place is not None and (next_round or place.table.has_begun)
    number = roster.latest.number if roster.latest else 0
    since = number + 1 if keeps or roster.open is None else number
    gone = roster.with_player(replace(player, left=roster.gone_since(code, since)))
    return gone if place is None or keeps else _empty_chair(gone, place)


def _empty_chair(roster: Roster, place: PlacedSeat) -> Roster:
    """Leave the chair empty. The round may have dealt, though not at this table."""
    if not place.round.has_dealt:
        return reseat(roster)
    emptied = change_seat(roster, place.seat.code, place.seat.code, absent=True)
    if emptied is None:
        raise RoundRefused(_chair_has_to_stay(roster, place.round.number))
    return emptied


def _chair_has_to_stay(roster: Roster, round_number: int) -> str:
    """Why the chair cannot be emptied, and what can be done instead."""
    instead = "" if roster.is_last(round_number) else " Mark them as gone from the next round."
    return (
        "Hands have been dealt in this round, and without this person others would have to change tables. "
        f"Leave the chair as it is, and keep dealing them in: their cards stay on the table and count.{instead}"
    )
