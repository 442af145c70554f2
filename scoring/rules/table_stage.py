"""How far a table is in its round, for pages that show all tables at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from scoring.rules.needs import SILENT_AFTER, HeardTablet
from scoring.rules.table_now import SeatNow, TableNow
from scoring.rules.troubles import HandInCount
from tournament.rules.clock import State


class TableStage(StrEnum):
    """How far a table is, the most urgent stage first. A table that needs somebody also has a stage: a table that calls
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
    """Whether time is up and nobody has said yet if a hand was still going on. A hand counted after the warning does
    not answer this: another may have been dealt (RULES 8). The table's tablet knows what its umpire said. Without a
    tablet, players who agree with the sheet as it is have seen the result."""
    if not table.open or table.round.clock is not State.TIME_UP or not table.next_hand().players:
        return False
    told = [tablet.at_result for tablet in _heard_lately(tablets, now) if tablet.at_result is not None]
    return not (any(told) if told else any(table.agrees(seat) for seat in table.present.values()))


def waits_for_organiser(table: TableNow, tablets: Sequence[HeardTablet], now: datetime) -> bool:
    """Whether only the organiser can accept this sheet: the table has ended, and none of its tablets was heard from
    lately. This is so at every table that writes on paper."""
    return table.open and (table.over or not table.why_not_accept) and not _heard_lately(tablets, now)


def stage_of(table: TableNow, counting: HandInCount | None, *, may_still_play: bool) -> TableStage:
    """The table's own stage, whether or not it needs somebody."""
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
    """Whether a player has done what the table waits for at this stage: they are counted, they agree, or they are
    seated."""
    if stage is TableStage.COUNTING:
        return counting is not None and seat.entry in counting.done
    if stage is TableStage.TO_ACCEPT:
        return table.agrees(seat)
    return seat.sat
