"""How far a table is in its round, for pages that show all tables at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

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


class StagedTable(Protocol):
    """As much of a table as its stage depends on."""

    @property
    def open(self) -> bool: ...
    @property
    def over(self) -> bool: ...
    @property
    def time_is_up(self) -> bool: ...
    @property
    def may_be_accepted(self) -> bool: ...
    @property
    def has_hands(self) -> bool: ...
    @property
    def all_sit(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class PlainTable:
    """A table whose stage follows without its hands and its people: its sheet is in, or nothing but the clock ends its
    round, and that has not."""

    open: bool
    has_hands: bool
    all_sit: bool
    over: bool = False
    time_is_up: bool = False
    may_be_accepted: bool = False


def hand_in_count(table: StagedTable, tablets: Sequence[HeardTablet], now: datetime) -> HandInCount | None:
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


def waits_for_organiser(table: StagedTable, tablets: Sequence[HeardTablet], now: datetime) -> bool:
    """Whether only the organiser can accept this sheet: the table has ended, and none of its tablets was heard from
    lately. This is so at every table that writes on paper."""
    return table.open and (table.over or table.may_be_accepted) and not _heard_lately(tablets, now)


def stage_of(table: StagedTable, *, counting: bool, may_still_play: bool) -> TableStage:
    """The table's own stage, whether or not it needs somebody."""
    if not table.open:
        return TableStage.ACCEPTED
    if counting:
        return TableStage.COUNTING
    if table.may_be_accepted and not may_still_play:
        return TableStage.TO_ACCEPT
    if table.time_is_up:
        return TableStage.COUNTING
    if table.has_hands or table.all_sit:
        return TableStage.PLAYING
    return TableStage.NOT_SEATED


def is_done(table: TableNow, seat: SeatNow, stage: TableStage, counting: HandInCount | None) -> bool:
    """Whether a player has done what the table waits for at this stage: they are counted, they agree, or they are
    seated."""
    if stage is TableStage.COUNTING:
        return counting is not None and seat.told in counting.done
    if stage is TableStage.TO_ACCEPT:
        return table.agrees(seat)
    return seat.sat
