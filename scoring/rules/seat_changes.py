"""How a table's people differ from those its umpire last saw there.

Before a round's first deal seats change for many reasons: somebody is missing, comes back, is replaced, is called up or
arrives late, or a sheet of the round before is corrected. Whatever the reason, the umpire is told the difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tournament.rules.table_numbers import ShownTable


class SeenSeat(NamedTuple):
    """One chair as the umpire knows it."""

    number: int
    entry: int
    absent: bool = False


class SeatChangeKind(StrEnum):
    """Everything that can happen to one chair."""

    REPLACED = "somebody else sits on the same chair"
    FILLED = "somebody now sits in the chair that was empty"
    LEFT = "the chair is empty"
    BACK = "somebody who was missing is here"
    JOINED = "somebody came to the table"
    MISSING = "somebody now has a chair at the table, but isn’t here"
    MOVED = "somebody sits at another table"
    GONE = "somebody no longer has a seat in this round"
    SHIFTED = "somebody sits in another chair at the table"


class SeatChange(NamedTuple):
    """One difference. `entry` is the person it is about, `instead` the person whose place they took, `table` the table
    where they sit now."""

    kind: SeatChangeKind
    number: int
    entry: int
    instead: int | None = None
    table: ShownTable | None = None


@dataclass(frozen=True)
class _Comparison:
    seen: Mapping[int, SeenSeat]
    now: Mapping[int, SeenSeat]
    elsewhere: Mapping[int, ShownTable]

    def of_seen(self, was: SeenSeat) -> SeatChange | None:
        """What happened to somebody who sat here."""
        seat = self.now.get(was.entry)
        if seat is None:
            return self._of_who_went(was)
        if was.absent != seat.absent:
            return SeatChange(SeatChangeKind.LEFT if seat.absent else SeatChangeKind.BACK, seat.number, was.entry)
        if was.number != seat.number and not seat.absent:
            return SeatChange(SeatChangeKind.SHIFTED, seat.number, was.entry)
        return None

    def _of_who_went(self, was: SeenSeat) -> SeatChange | None:
        after = self.successor(was)
        if after is not None:
            kind = SeatChangeKind.FILLED if was.absent else SeatChangeKind.REPLACED
            return SeatChange(kind, was.number, after.entry, instead=was.entry)
        if was.absent:  # nobody misses an empty chair
            return None
        table = self.elsewhere.get(was.entry)
        kind = SeatChangeKind.GONE if table is None else SeatChangeKind.MOVED
        return SeatChange(kind, was.number, was.entry, table=table)

    def successor(self, was: SeenSeat) -> SeenSeat | None:
        """Who sits on the same chair instead of somebody who has no seat in this round any more."""
        after = next((seat for seat in self.now.values() if seat.number == was.number), None)
        if after is None or after.absent or after.entry in self.seen or was.entry in self.elsewhere:
            return None
        return after


def compare(
    seen: Iterable[SeenSeat], now: Iterable[SeenSeat], elsewhere: Mapping[int, ShownTable] | None = None
) -> Sequence[SeatChange]:
    """Every difference, first about people who sat here, then about people who came. `elsewhere` has the table of
    everybody who sat here and now sits at another table of the round."""
    found = _Comparison(
        {seat.entry: seat for seat in seen}, {seat.entry: seat for seat in now}, elsewhere if elsewhere else {}
    )
    changes = [change for was in found.seen.values() if (change := found.of_seen(was))]
    known = set(found.seen) | {change.entry for change in changes}
    joined = [
        SeatChange(SeatChangeKind.MISSING if seat.absent else SeatChangeKind.JOINED, seat.number, seat.entry)
        for seat in found.now.values()
        if seat.entry not in known
    ]
    return [*changes, *joined]


def after_a_tick(seen: Sequence[SeenSeat], now: Iterable[SeenSeat], entry: int) -> Sequence[SeenSeat]:
    """What the umpire knows once they have ticked this person: who sits on this chair, and so that nobody else does."""
    chair = next((seat for seat in now if seat.entry == entry and not seat.absent), None)
    if chair is None or chair in seen:
        return seen
    return sorted([chair, *(seat for seat in seen if seat.number != chair.number and seat.entry != entry)])
