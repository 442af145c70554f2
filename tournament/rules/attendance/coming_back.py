"""Somebody who was marked as gone is here after all: their chair is theirs again from the next deal on (RULES 5)."""

from __future__ import annotations

from dataclasses import replace

from tournament.rules.attendance.late_arrival import joining_round
from tournament.rules.attendance.order_of_call import has_gone_past
from tournament.rules.attendance.reseating import change_seat, check_room_ahead, reseat
from tournament.rules.attendance.roster import Player, Roster, check_goes_on
from tournament.rules.entries import Status
from tournament.rules.errors import RoundRefused
from tournament.rules.presets import Format


def come_back(roster: Roster, code: str) -> Roster:
    """This person sits down again at once if they can, otherwise in the next round."""
    player = roster.players[code]
    if player.left is None:
        raise RoundRefused("This person isn’t marked as gone.")
    check_goes_on(roster)
    player = replace(player, left=None)
    if roster.latest is None:
        return roster.with_player(player)
    if player.status == Status.LATE and not roster.has_sat(code):
        player = replace(player, joins=joining_round(roster))
    _check_still_theirs(roster, player)
    back = _sit_down_again(roster.with_player(player), code)
    _check_another_deal(back, code)
    check_room_ahead(back)
    return back


def _check_still_theirs(roster: Roster, player: Player) -> None:
    """Refuse a seat that was given away: the person takes it back like any other seat. Refuse a person whom the order
    of call has passed over."""
    last_own = max(roster.seats_of(player.code), default=0)
    later = (round_ for round_ in roster.rounds if round_.number > last_own)
    if any(seat.stands_for == player.code for round_ in later for seat in round_.seats):
        raise RoundRefused("Somebody else has this person’s seat. They can take it, or another, as a substitute.")
    if player.status == Status.NOT_DRAWN and has_gone_past(roster, player.code):
        raise RoundRefused(
            "This person was passed over in the order of call. They can still take a seat as a substitute."
        )


def _sit_down_again(roster: Roster, code: str) -> Roster:
    """At once if nothing is dealt, or if nothing is dealt at their table and nobody else is concerned."""
    if roster.open is None:
        return roster
    if not roster.open.has_dealt:
        return reseat(roster)
    place = roster.placed(code)
    if place is None or not place.seat.absent or place.table.has_begun:
        return roster
    return change_seat(roster, code, code, absent=False) or roster


def _check_another_deal(roster: Roster, code: str) -> None:
    """In a knockout, and in the last round, there is no later deal for somebody who was missed at one."""
    missed = [number for number, seat in roster.seats_of(code).items() if seat.absent]
    if missed and (roster.settings.format is not Format.ROTATION or roster.is_last(max(missed))):
        raise RoundRefused("The round was dealt without them, and there’s no later round to come back to.")
