"""Before round 1 the next in the order of call, entries not drawn and then reserves, takes a no-show's seat (RULES 5).

A reserve who was not drawn comes in here; one whose own group has a no-show may also substitute (substitution.py).
"""

from __future__ import annotations

from tournament.rules.attendance.order_of_call import waiting
from tournament.rules.attendance.roster import PlacedSeat, Player, Roster
from tournament.rules.attendance.substitution import check_seat_to_give, take_seat
from tournament.rules.entries import Status
from tournament.rules.errors import RoundRefused
from tournament.rules.meetings import Meeting, meeting_of


def call_up(roster: Roster, code: str) -> Roster:
    """The next in the order of call takes the seat of the person with this code."""
    place = _check_seat_to_fill(roster, code)
    return take_seat(roster, place, next_in_call(roster), Status.CALLED_UP)


def _check_seat_to_fill(roster: Roster, code: str) -> PlacedSeat:
    """The no-show's seat. The order of call is for no-shows before round 1."""
    if roster.open and (roster.open.number > 1 or roster.open.has_dealt):
        name = roster.name(1).lower
        raise RoundRefused(f"Nobody can be called up now: the first hand of {name} has been dealt.")
    return check_seat_to_give(roster, code)


def next_in_call(roster: Roster) -> Player:
    """Who is first of those who wait."""
    player = next(iter(waiting(roster)), None)
    if player is None:
        raise RoundRefused("There’s nobody left to call up, so the chair stays empty.")
    return player


def whom_they_meet(roster: Roster, code: str) -> Meeting | None:
    """Whom of their own group this person sits with in the latest round; None if nobody. Allowed, but it is asked
    about first. An empty chair meets nobody."""
    assert roster.latest is not None  # they were called to a seat of it
    groups = {player.code: player.group for player in roster.players.values()}
    return meeting_of(code, [table.present for table in roster.latest.tables], groups)
