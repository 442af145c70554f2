"""Somebody of the same group takes a seat until the first hand of that round is dealt; where groups are left out,
anybody does (RULES 5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tournament.rules.attendance.newcomers import newcomer
from tournament.rules.attendance.order_of_call import wait_again
from tournament.rules.attendance.reseating import change_seat, check_room_ahead, reseat
from tournament.rules.attendance.roster import PlacedSeat, Player, Roster
from tournament.rules.entries import Status
from tournament.rules.errors import EntryRefused, RoundRefused
from tournament.rules.presets import Format

_OTHERS_WOULD_MOVE: Final = (
    "Hands have been dealt in this round, and with this substitute other people would have changed tables. "
    "They can take the seat in the next round."
)


def check_seat_to_give(roster: Roster, code: str) -> PlacedSeat:
    """This person's seat in the open round, if they have one."""
    if roster.open is None:
        raise RoundRefused("There is no open round.")
    place = roster.placed(code)
    if place is None:
        raise RoundRefused("This person has no seat in this round.")
    return place


def check_seat_still_played(roster: Roster, code: str) -> PlacedSeat:
    """This person's seat, if somebody else can take it. A seat in mid-round is taken over with its hands, so it must
    have all of them, and its table must not be settled yet."""
    place = check_seat_to_give(roster, code)
    if place.table.accepted:
        raise RoundRefused("This table’s sheet is in. They can take a seat in the next round.")
    if place.seat.absent and place.table.dealt:
        raise RoundRefused("This chair was empty when the first hand was dealt, so it stays empty in this round.")
    check_has_arrived(roster.players[code], place.round.number)
    return place


def check_has_arrived(player: Player, round_number: int) -> None:
    """Refuse a late arrival's seat in their first round: it is not theirs to give."""
    if player.arrives_in(round_number):
        raise EntryRefused(
            "This person arrives late in this round and has no seat to give up yet. Mark them as gone, then enter "
            "the other as a late arrival."
        )


def substitute(roster: Roster, code: str, player: Player, *, override: bool = False, grade: str = "") -> Roster:
    """`player` takes the seat of the person with this code. `override` is an organiser's, with a reason; `grade` is
    the other grade that the player is of, if they are of one."""
    place = check_seat_still_played(roster, code)
    rotates = roster.settings.format is Format.ROTATION
    check_substitution(
        same_person=player.code == code,
        other_group=roster.has_groups and player.group != roster.players[place.seat.drawn_for].group,
        seated=place.round.seat_of(player.code) is not None,
        replaced=any(seat.stands_for == player.code for seat in place.round.seats if seat != place.seat),
        knocked_out=_is_knocked_out(roster, player.code, place.round.number),
        dealt=place.round.has_dealt if rotates else place.table.has_begun,
        override=override,
        grade=grade,
    )
    return take_seat(roster, place, player, Status.SUBSTITUTE)


def newcomer_substitutes(roster: Roster, code: str, *, override: bool = False) -> Roster:
    """The same for somebody who is not on the roster yet."""
    place = check_seat_still_played(roster, code)
    group = roster.players[place.seat.drawn_for].group if roster.has_groups else ""
    return substitute(roster, code, newcomer(roster, group), override=override)


def check_substitution(
    *,
    same_person: bool,
    seated: bool,
    replaced: bool,
    knocked_out: bool,
    dealt: bool,
    override: bool,
    other_group: bool = False,
    grade: str = "",
) -> None:
    """Check that somebody of the same group and grade may take a seat: not seated, not knocked out, and before the
    first hand of that round is dealt. An organiser may override the grade and this last point, with a reason.

    `grade` is the other grade that the person belongs to; empty if they are entered in none, or in this one too.
    Somebody who was replaced in this very round can only take back their own seat.
    """
    if same_person:
        raise EntryRefused("That’s the same person.")
    if seated:
        raise EntryRefused("That person already has a seat in this round.")
    if replaced:
        raise EntryRefused(
            "Somebody is sitting in for that person in this round. Give them their own seat back instead."
        )
    if knocked_out:
        raise EntryRefused("That person has already been knocked out.")
    if other_group:
        raise EntryRefused("That person is from another group. Only somebody from the same group can take this seat.")
    if not override:
        _check_without_override(grade, dealt=dealt)


def _check_without_override(grade: str, *, dealt: bool) -> None:
    if grade:
        raise EntryRefused(
            f"That person is in {grade}, another grade. Only an organiser can let them play here, with a reason."
        )
    if dealt:
        raise EntryRefused(
            "The first hand of this round has been dealt. Only an organiser can still substitute, with a reason."
        )


def _is_knocked_out(roster: Roster, code: str, round_number: int) -> bool:
    """Whether this person played an earlier round of a knockout and did not go on from the one before this."""
    if roster.settings.format is not Format.KNOCKOUT or not any(n < round_number for n in roster.seats_of(code)):
        return False
    before = next(round_ for round_ in roster.rounds if round_.number == round_number - 1)
    return code not in [table.first for table in before.tables]


def take_seat(roster: Roster, place: PlacedSeat, player: Player, status: Status) -> Roster:
    """`player` gets this seat, under their own code, and the person who had it is gone from this round on. A player who
    is new gets this status. If the seat's owner takes it back, the person who came in for them waits again."""
    code = place.seat.code
    leaving = replace(roster.players[code], left=roster.gone_since(code, place.round.number))
    comes_in = player.status != Status.IN and not roster.has_sat(player.code)
    taking = replace(player, left=None, status=status, joins=None) if comes_in else replace(player, left=None)
    seated = _give(roster.with_player(leaving).with_player(taking), place, player.code)
    check_room_ahead(seated)
    return wait_again(seated, code) if player.code == place.seat.drawn_for else seated


def _give(roster: Roster, place: PlacedSeat, code: str) -> Roster:
    """Give the seat away. Before the first deal the round is seated again; after it, only this seat changes hands."""
    if not place.round.has_dealt:
        return reseat(roster, {place.seat.drawn_for: code})
    given = change_seat(roster, place.seat.code, code, absent=False)
    if given is None:
        raise RoundRefused(_OTHERS_WOULD_MOVE)
    return given
