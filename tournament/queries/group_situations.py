"""The situation of each person of a group once the draw is published: how they came to their seat, or why they have
none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import NamedTuple

from tournament.models import Entry
from tournament.rules.entries import Kind, Status
from tournament.rules.table_numbers import ShownTable


class Situation(StrEnum):
    """What there is to say about somebody's place once the draw is published."""

    EMPTY_CHAIR = auto()
    CALLED_UP = auto()
    PLAYS_FOR_SOMEBODY = auto()
    DRAWN_BY_LOT = auto()
    REPLACED = auto()
    IN_ORDER_OF_CALL = auto()
    NOT_DRAWN = auto()
    JOINS_LATER = auto()
    OUT = auto()
    NOT_IN_THIS_ROUND = auto()


class GroupSeat(NamedTuple):
    """A seat of, or for, one of the group's people."""

    competition: int
    round: int
    table: ShownTable
    number: int
    entry: int
    stands_for: int | None
    absent: bool


@dataclass(frozen=True)
class DrawnGroup:
    """A group in a competition whose draw is published, ready to look somebody up."""

    latest: int
    """The number of the latest round."""
    seats: Mapping[int, GroupSeat]
    """The latest round's, by entry."""
    taken: Mapping[int, GroupSeat]
    """The latest round's, by whose they were before."""
    played: Mapping[int, int]
    """The last round in which somebody had a chair."""
    call: Mapping[str, int]
    """The places in the order of call, by the codes of entries, as long as anybody may be called up."""
    names: Mapping[int, str]


def situation_of(entry: Entry, drawn: DrawnGroup) -> tuple[Situation | None, str, int]:
    """The situation, the other person it is about and the number that belongs to it."""
    seat = drawn.seats.get(entry.pk)
    return _seated(entry, seat, drawn) if seat else _unseated(entry, drawn)


def _seated(entry: Entry, seat: GroupSeat, drawn: DrawnGroup) -> tuple[Situation | None, str, int]:
    """How somebody came to the chair that they have in the latest round."""
    if seat.absent:
        return Situation.EMPTY_CHAIR, "", 0
    if entry.status == Status.CALLED_UP:
        return Situation.CALLED_UP, "", 0
    if seat.stands_for:
        return Situation.PLAYS_FOR_SOMEBODY, drawn.names.get(seat.stands_for, ""), 0
    by_lot = entry.kind == Kind.RESERVE and entry.status == Status.IN
    return Situation.DRAWN_BY_LOT if by_lot else None, "", 0


def _unseated(entry: Entry, drawn: DrawnGroup) -> tuple[Situation, str, int]:
    """Why somebody has no chair in the latest round."""
    if seat := drawn.taken.get(entry.pk):
        return Situation.REPLACED, drawn.names.get(seat.entry, ""), 0
    if entry.code in drawn.call:
        return Situation.IN_ORDER_OF_CALL, "", drawn.call[entry.code]
    if entry.status == Status.NOT_DRAWN:
        return Situation.NOT_DRAWN, "", 0
    if entry.status == Status.LATE and entry.joins and entry.joins > drawn.latest and entry.left is None:
        return Situation.JOINS_LATER, "", entry.joins
    if entry.pk in drawn.played:
        return Situation.OUT, "", drawn.played[entry.pk]
    return Situation.NOT_IN_THIS_ROUND, "", 0
