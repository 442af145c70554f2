"""Rows of the event file: draws, rounds, tables with their seats, clocks, and what closed rounds decided."""
# Without `from __future__ import annotations`: pydantic reads the types when a class is made.

from datetime import timedelta

from tournament.travel.fields import Id, Moment, Number, Sha256, TravellingRow


class FiledSwap(TravellingRow):
    """Two entries that exchanged their seats before publishing."""

    number: Number
    a: Id
    b: Id
    why: str
    note: Id | None


class FiledDraw(TravellingRow):
    """A draw with its chance, also one that was thrown away. In a file without names an unpublished salt is empty."""

    id: Id
    competition: Id
    size: Number
    plan: list[Number]
    salt: str
    commitment: Sha256
    list_hash: Sha256
    typed: str
    public: str
    seed: Sha256
    lot_entries: list[str]
    lot_reserves: list[str]
    call: list[str]
    admitted: list[str]
    method: str
    attempt: Number | None
    tables: list[list[str]]
    revealed: Number
    sealed_at: Moment | None
    salt_left_at: Moment | None
    drawn_at: Moment | None
    published_at: Moment | None
    discarded_at: Moment | None
    why: str
    note: Id | None
    swaps: list[FiledSwap]


class FiledRound(TravellingRow):
    """A stage of a competition."""

    competition: Id
    number: Number
    method: str
    attempt: Number | None
    began_at: Moment | None
    closed_at: Moment | None
    break_after: Number | None


class FiledSeat(TravellingRow):
    """One chair and, once the sheet is accepted, what its player's hands add up to."""

    number: Number
    entry: Id
    stands_for: Id | None
    absent: bool
    points: Number | None
    hands: Number | None
    won: Number | None
    last: Number | None


class FiledTie(TravellingRow):
    """A tie that a closed round had to decide."""

    number: Number
    between: list[str]
    by: str
    took: Id


class FiledTable(TravellingRow):
    """A table of a round."""

    id: Id
    competition: Id
    round: Number
    number: Number
    dealt_at: Moment | None
    stopped: bool
    accepted_at: Moment | None
    lot: bool
    playoff: Id | None
    first: Id | None
    seats: list[FiledSeat]
    ties: list[FiledTie]


class FiledMove(TravellingRow):
    """Somebody's way to another table after a round."""

    competition: Id
    after: Number
    number: Number
    entry: Id
    source: Number
    target: Number
    why: str


class FiledClockMoment(TravellingRow):
    """Something that a clock does by itself: due, or happened."""

    kind: str
    before: timedelta
    due_at: Moment | None
    happened_at: Moment | None


class FiledClockChange(TravellingRow):
    """A change of a clock, with who and when."""

    at: Moment
    by: str
    change: str
    amount: timedelta | None


class FiledClock(TravellingRow):
    """A round's clock: moments and lengths, never what is left."""

    id: Id
    competition: Id
    round: Number
    length: timedelta
    warning: timedelta | None
    calls: list[Number]
    starts_at: Moment | None
    started_at: Moment | None
    paused_at: Moment | None
    paused: timedelta
    added: timedelta
    warned_at: Moment | None
    ended_at: Moment | None
    closed_at: Moment | None
    moments: list[FiledClockMoment]
    changes: list[FiledClockChange]
