"""What people's coming and going does to the seats of the latest round.

Until a round has dealt it is seated again after each change, so the result never depends on the order in which things
became known. After the deal a seat can still be emptied or taken over, as long as everybody else sits where the
record's replay seats them: the record has no times, so its replay applies every absence and every substitute before the
deal, and a rotation's balancing and late arrivals follow from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from tournament.rules import rotation
from tournament.rules.attendance.roster import Roster, RosterRound, RosterSeat, RosterTable
from tournament.rules.entries import Status
from tournament.rules.knockout import Plan
from tournament.rules.presets import Format
from tournament.rules.rounds import Changes, Seats, judge, next_seats, settle

_CAME_FOR_A_SEAT: Final = (Status.SUBSTITUTE, Status.CALLED_UP)


def reseat(roster: Roster, substitutes: Mapping[str, str] | None = None) -> Roster:
    """Seat the latest round, which has not dealt, from the draw or from the round before. `substitutes` (whose seat →
    who takes it) adds to those who sit for somebody already. Refused when somebody finds no seat."""
    latest = _latest(roster)
    changes = _changes(roster, latest, substitutes or {})
    seats = _derive(roster, latest.number, changes)
    took = {new: old for old, new in (changes.substitutes or {}).items()}
    known = latest.tables + (RosterTable(),) * len(seats.tables)
    tables = tuple(
        replace(table, seats=tuple(RosterSeat(code, took.get(code, ""), code in changes.absent) for code in codes))
        for table, codes in zip(known, seats.tables, strict=False)
    )
    method, attempt = seats.method or "", seats.attempt
    seated = replace(latest, tables=tables, balance=seats.moves, method=method, attempt=attempt)
    return _without_seatless_substitutes(roster.with_latest(seated))


def _latest(roster: Roster) -> RosterRound:
    assert roster.latest is not None  # a round is seated after it is made
    return roster.latest


def _changes(roster: Roster, latest: RosterRound, substitutes: Mapping[str, str]) -> Changes:
    """What people did before the first deal of this round."""
    taken = {seat.stands_for: seat.code for seat in latest.seats if seat.stands_for} | dict(substitutes)
    absent = {player.code for player in roster.players.values() if player.is_gone_in(latest.number)}
    late = {player.code for player in roster.players.values() if player.arrives_in(latest.number)}
    return Changes(
        absent=absent,
        substitutes={old: new for old, new in taken.items() if old != new},  # they may have their own seat back
        late=late - absent,
    )


def change_seat(roster: Roster, code: str, to: str, *, absent: bool) -> Roster | None:
    """Give this person's seat, in a round that has dealt, to somebody (perhaps themselves), or leave its chair empty.
    None if somebody else would then have to sit elsewhere."""
    latest = _latest(roster)
    tables = tuple(_with_seat_changed(table, code, to, absent=absent) for table in latest.tables)
    seats = _derive(roster, latest.number, _as_they_sit(roster, replace(latest, tables=tables)))
    if seats.tables != tuple(table.codes for table in tables):
        return None
    return _without_seatless_substitutes(roster.with_latest(replace(latest, tables=tables, balance=seats.moves)))


def _with_seat_changed(table: RosterTable, code: str, to: str, *, absent: bool) -> RosterTable:
    return replace(
        table, seats=tuple(_given(seat, to, absent=absent) if seat.code == code else seat for seat in table.seats)
    )


def _given(seat: RosterSeat, to: str, *, absent: bool) -> RosterSeat:
    return RosterSeat(to, "" if to == seat.drawn_for else seat.drawn_for, absent)


def _as_they_sit(roster: Roster, round_: RosterRound) -> Changes:
    """The changes that a replay of these seats would apply before the deal."""
    return Changes(
        absent={seat.code for seat in round_.seats if seat.absent},
        substitutes={seat.stands_for: seat.code for seat in round_.seats if seat.stands_for},
        late={seat.code for seat in round_.seats if roster.players[seat.code].arrives_in(round_.number)},
    )


def _derive(roster: Roster, round_number: int, changes: Changes) -> Seats:
    """Where everybody sits in this round, from the draw or from what the round before decided."""
    settings, draw = roster.settings, roster.draw
    assert draw is not None  # a round exists only after its draw is published
    if round_number == 1:
        return settle(settings, draw.seed, 0, draw.tables, changes)
    verdicts = judge(settings, draw.plan, draw.seed, round_number - 1, roster.finished)
    groups = {code: player.group for code, player in roster.players.items()}
    plan = Plan(draw.size, draw.plan)
    return next_seats(settings, plan, draw.seed, round_number - 1, roster.finished, verdicts, groups, changes)


def _without_seatless_substitutes(roster: Roster) -> Roster:
    """Somebody who was to come in, and lost the seat again before the deal, never came in: they were not there."""
    came = (player for player in roster.players.values() if player.listed and player.status in _CAME_FOR_A_SEAT)
    lost = [player for player in came if not roster.has_sat(player.code)]
    for player in lost:
        roster = roster.with_player(replace(player, status=Status.NOT_DRAWN, left=1))
    return roster


def check_room_ahead(roster: Roster) -> None:
    """Refuse a change after which somebody might find no chair in the round after the latest (RULES 7). A round that
    is made is seated with everybody and refuses by itself; the one after it can only be counted."""
    latest = _latest(roster)
    if roster.settings.format is not Format.ROTATION or roster.is_last(latest.number):
        return
    following = latest.number + 1
    late = sum(player.arrives_in(following) and player.left is None for player in roster.players.values())
    tables = [_ahead(roster, table.seats, following) for table in latest.tables]
    rotation.check_room_ahead(tables, late, roster.settings.table_max)


def _ahead(roster: Roster, seats: Iterable[RosterSeat], following: int) -> rotation.Ahead:
    """How many of a table are here now, and how many of them go or come back before the following round."""
    counts = [(seat.absent, roster.players[seat.code].is_gone_in(following)) for seat in seats]
    return rotation.Ahead(
        present=sum(not absent for absent, _ in counts),
        going=sum(not absent and gone for absent, gone in counts),
        back=sum(absent and not gone for absent, gone in counts),
    )
