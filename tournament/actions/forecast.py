"""Whether something could be done now, and if not why, for the page to say before anybody presses.

Each function answers with the sentence with which its action would refuse; empty if it would be done. They ask the same
rules about the same facts, and only read: whoever looks at a page must not wait for anybody, nor anybody for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ParamSpec

from tournament import queries
from tournament.actions import attendance
from tournament.actions.meetings import who_would_meet
from tournament.actions.newcomers import coded
from tournament.actions.rounds import open_round
from tournament.actions.seats import (
    chairs_of,
    chairs_with,
    check_room_ahead,
    coded_entries,
    planned_seats,
    replayed,
)
from tournament.actions.wishes import check_something_to_ask
from tournament.models import Competition, Competitor, Entry, Group, Round, Seat
from tournament.permissions import Actor, may_enter_for, require
from tournament.rules.entries import Status
from tournament.rules.errors import RoundRefused, TurntableError

P = ParamSpec("P")


def _sentence(check: Callable[P, None]) -> Callable[P, str]:
    """What a check refuses with, instead of refusing."""

    def answered(*args: P.args, **kwargs: P.kwargs) -> str:
        try:
            check(*args, **kwargs)
        except TurntableError as refused:
            return str(refused)
        return ""

    answered.__name__, answered.__doc__ = check.__name__, check.__doc__  # not `wraps`, by which actions are known
    return answered


@_sentence
def why_not_substitute(by: Actor, out: Entry, new: Entry | None = None, *, override: bool = False) -> None:
    """`new` takes the seat of `out`; without it, somebody of the group who was never entered."""
    it = out.competition
    round_ = open_round(it)
    seat = attendance.seat_to_give(round_, out)
    attendance.check_still_played(round_, seat)
    home = seat.stands_for.group if seat.stands_for else out.group
    require(may_enter_for(by, home), by)
    attendance.check_substitute(it, seat, new, new.competitor if new else None, override=override)
    _check_seat(it, round_, seat, new or _newcomer(it, home), Status.SUBSTITUTE)


def _newcomer(competition: Competition, home: Group) -> Entry:
    """Somebody who was never here, as an entry that nobody saves."""
    person = Competitor(event_id=home.event_id, group=home, name="Somebody")
    return coded(competition, Entry(competition=competition, competitor=person, group=home))


def _check_seat(competition: Competition, round_: Round, seat: Seat, new: Entry, status: Status) -> None:
    """As attendance.take_seat, in memory alone."""
    entries = _entries_with(competition, round_, seat, new, status)
    new = entries[new.code]
    if queries.has_dealt(round_):
        chairs = chairs_with(round_, seat, new, absent=False)
        if replayed(competition, round_, chairs, entries) is None:
            raise RoundRefused(attendance.OTHERS_WOULD_MOVE)
        check_room_ahead(competition, round_, chairs, entries)
    else:
        _check_reseating(competition, round_, entries, {(seat.stands_for or seat.entry).code: new.code})


def _entries_with(competition: Competition, round_: Round, seat: Seat, new: Entry, status: Status) -> dict[str, Entry]:
    """Everybody's entry as it would be with `new` in this seat."""
    entries = coded_entries(competition)
    new = entries.setdefault(new.code, new)
    out = entries[seat.entry.code]
    out.left, new.left = attendance.gone_since(out, round_.number), None
    if new.status != Status.IN and not (new.pk and new.seats.exists()):
        new.status, new.joins = status, None
    return entries


def _check_reseating(
    competition: Competition, round_: Round, entries: Mapping[str, Entry], substituted: Mapping[str, str] | None = None
) -> None:
    seats, changes = planned_seats(competition, round_, entries, substituted)
    tables = {table.number: table for table in round_.tables.all()}
    known = len(tables) >= len(seats.tables)
    check_room_ahead(
        competition, round_, chairs_of(round_, seats, entries, changes, tables) if known else None, entries
    )


@_sentence
def why_not_call_up(out: Entry) -> None:
    """The next in the order of call takes the seat."""
    it = out.competition
    round_ = open_round(it)
    attendance.check_calling(round_)
    seat = attendance.seat_to_give(round_, out)
    _check_seat(it, round_, seat, attendance.next_in_call(it), Status.CALLED_UP)


def who_would_meet_if_called(out: Entry) -> str:
    """Whom of their own group the next in the order of call would sit with, for the page to say before it is asked;
    empty if nobody. Only where somebody can be called up."""
    it = out.competition
    round_ = open_round(it)
    seat, new = attendance.seat_to_give(round_, out), attendance.next_in_call(it)
    entries = _entries_with(it, round_, seat, new, Status.CALLED_UP)
    seats, changes = planned_seats(it, round_, entries, {(seat.stands_for or seat.entry).code: new.code})
    present = [[code for code in table if code not in changes.absent] for table in seats.tables]
    return who_would_meet(it, present, new.code)


@_sentence
def why_not_gone(gone: Entry, *, next_round: bool = False) -> None:
    """An empty chair; with `next_round`, from the next round on."""
    it = gone.competition
    going = attendance.going_of(it, attendance.unlocked_round(it), gone, next_round=next_round)
    if going.seat is None or going.stays or going.open is None:
        return
    if not queries.has_dealt(going.open):
        entries = coded_entries(it)
        entries[gone.code].left = going.left
        planned_seats(it, going.open, entries)
    elif replayed(it, going.open, chairs_with(going.open, going.seat, gone, absent=True), coded_entries(it)) is None:
        raise RoundRefused(attendance.chair_has_to_stay(it, going.open))


@_sentence
def why_not_back(back: Entry) -> None:
    """They are there after all."""
    it = back.competition
    attendance.check_is_gone(back)
    round_ = attendance.unlocked_round(it)
    if round_ is None:
        return
    entries = coded_entries(it)
    mine = entries[back.code]
    mine.left = None
    if mine.status == Status.LATE and not mine.seats.exists():
        mine.joins = attendance.joining_round(it, round_)
    attendance.check_still_theirs(it, mine)
    chairs, sits = _sitting_again(it, round_, mine, entries)
    attendance.check_another_deal(it, mine, but=round_ if sits else None)
    check_room_ahead(it, round_, chairs, entries)


def _sitting_again(
    competition: Competition, round_: Round, back: Entry, entries: Mapping[str, Entry]
) -> tuple[list[Seat] | None, bool]:
    """The chairs as they would be, and whether this person would sit in this round."""
    if round_.closed_at is not None:
        return None, False
    if not queries.has_dealt(round_):
        seats, changes = planned_seats(competition, round_, entries)
        tables = {table.number: table for table in round_.tables.all()}
        return chairs_of(round_, seats, entries, changes, tables), True
    seat = attendance.seat_of(round_, back)
    if seat is None or not seat.absent or seat.table.has_dealt:
        return None, False
    chairs = chairs_with(round_, seat, back, absent=False)
    sits = replayed(competition, round_, chairs, entries) is not None
    return (chairs, True) if sits else (None, False)


@_sentence
def why_not_join(competition: Competition, home: Group) -> None:
    """Somebody who was never here comes late to a rotation."""
    round_ = attendance.check_rotates_on(competition, attendance.unlocked_round(competition))
    entries = coded_entries(competition)
    joins = attendance.joining_round(competition, round_)
    late = _newcomer(competition, home)
    late.status, late.joins = Status.LATE, joins
    entries[late.code] = late
    if joins == round_.number:
        _check_reseating(competition, round_, entries)
    else:
        check_room_ahead(competition, round_, None, entries)


@_sentence
def why_not_ask(entry: Entry) -> None:
    """A coordinator asks the organiser for somebody else."""
    check_something_to_ask(entry.competition, entry)
