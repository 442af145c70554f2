"""Where a table stands in its round, for whoever looks at all of them at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from scoring.rules.needs import SILENT_AFTER, HeardTablet
from scoring.rules.table_now import SeatNow, TableNow
from scoring.rules.troubles import HandInCount
from tournament.rules.clock import State


class TableStage(StrEnum):
    """Where a table stands, most urgent first. A table that needs somebody also stands somewhere: a table that calls
    may be accepted."""

    NEEDS_YOU = "needs you"
    COUNTING = "counting"
    TO_ACCEPT = "to accept"
    PLAYING = "playing"
    NOT_SEATED = "not seated"
    ACCEPTED = "accepted"


def _heard_lately(tablets: Sequence[HeardTablet], now: datetime) -> list[HeardTablet]:
    return [tablet for tablet in tablets if tablet.heard_at > now - SILENT_AFTER]


def hand_in_count(table: TableNow, tablets: Sequence[HeardTablet], now: datetime) -> HandInCount | None:
    """The hand that a tablet of an open table is counting, if it was heard from lately."""
    lately = _heard_lately(tablets, now) if table.open else []
    return next((tablet.counting for tablet in lately if tablet.counting is not None), None)


def may_still_play(table: TableNow, tablets: Sequence[HeardTablet], now: datetime) -> bool:
    """Whether the bell has rung and nobody has told yet if a hand was going on. That one was counted after the warning
    does not tell: another may have been dealt (RULES 8). The table's tablet knows what its umpire said; without one,
    players who agree with the sheet as it is were shown the result."""
    if not table.open or table.round.clock is not State.TIME_UP or not table.next_hand().players:
        return False
    told = [tablet.at_result for tablet in _heard_lately(tablets, now) if tablet.at_result is not None]
    return not (any(told) if told else any(table.agrees(seat) for seat in table.present.values()))


def waits_for_organiser(table: TableNow, tablets: Sequence[HeardTablet], now: datetime) -> bool:
    """Whether only the organiser can bring this sheet in: the table has ended, and no tablet is there to accept it. So
    it is at every table that writes on paper."""
    return table.open and (table.over or not table.why_not_accept) and not _heard_lately(tablets, now)


def stage_of(table: TableNow, counting: HandInCount | None, *, may_still_play: bool) -> TableStage:
    """Where the table stands by itself, whether it needs somebody or not."""
    if not table.open:
        return TableStage.ACCEPTED
    if counting is not None:
        return TableStage.COUNTING
    if not table.why_not_accept and not may_still_play:
        return TableStage.TO_ACCEPT
    if table.time_is_up:
        return TableStage.COUNTING
    if table.hands or all(seat.sat for seat in table.present.values()):
        return TableStage.PLAYING
    return TableStage.NOT_SEATED


def is_done(table: TableNow, seat: SeatNow, stage: TableStage, counting: HandInCount | None) -> bool:
    """Whether a player has done what the table waits for at this stage: is counted, agrees, or sits there."""
    if stage is TableStage.COUNTING:
        return counting is not None and seat.entry in counting.done
    if stage is TableStage.TO_ACCEPT:
        return table.agrees(seat)
    return seat.sat
