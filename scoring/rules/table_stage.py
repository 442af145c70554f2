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


def hand_in_count(table: TableNow, tablets: Sequence[HeardTablet], now: datetime) -> HandInCount | None:
    """The hand that a tablet of an open table is counting, if it was heard from lately."""
    lately = [tablet for tablet in tablets if table.open and tablet.heard_at > now - SILENT_AFTER]
    return next((tablet.counting for tablet in lately if tablet.counting is not None), None)


def stage_of(table: TableNow, counting: HandInCount | None) -> TableStage:
    """Where the table stands by itself, whether it needs somebody or not."""
    if not table.open:
        return TableStage.ACCEPTED
    if counting is not None:
        return TableStage.COUNTING
    if not table.why_not_accept and not _may_still_count(table):
        return TableStage.TO_ACCEPT
    if table.time_is_up:
        return TableStage.COUNTING
    if table.hands or all(seat.sat for seat in table.present.values()):
        return TableStage.PLAYING
    return TableStage.NOT_SEATED


def _may_still_count(table: TableNow) -> bool:
    """Whether the bell has rung and nobody has told yet if a hand was going on."""
    agreed = any(seat.agreed is not None for seat in table.seats)
    stopped = any(not recorded.hand.complete for recorded in table.hands)
    settled = table.dealt_last or stopped or agreed or len(table.present) < 2
    return table.round.clock is State.TIME_UP and not settled


def is_done(table: TableNow, seat: SeatNow, stage: TableStage, counting: HandInCount | None) -> bool:
    """Whether a player has done what the table waits for at this stage: is counted, agrees, or sits there."""
    if stage is TableStage.COUNTING:
        return counting is not None and seat.entry in counting.done
    if stage is TableStage.TO_ACCEPT:
        return table.agrees(seat)
    return seat.sat
