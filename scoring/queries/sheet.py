"""One table's sheet for the organiser: the table as it is now, and everything that was changed or deleted on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.models import Correction, Hand
from scoring.queries.board import BoardTable, read_board_table
from scoring.queries.table import TableRead, read_table
from tournament.models import Competition, Note, Table
from tournament.rules.standing import Standing


@dataclass(frozen=True)
class CorrectedPoints:
    """Held points that were changed after the hand was recorded."""

    at: datetime
    why: str
    note: str
    hand: int
    entry: int
    was: int
    now: int


@dataclass(frozen=True)
class DeletedHand:
    """A hand that was deleted, with who went out and what everybody held, by entry."""

    at: datetime
    why: str
    note: str
    hand: int
    out: int | None
    held: Mapping[int, int]


@dataclass(frozen=True)
class SheetRead:
    """The sheet, and its changes and deletions, the newest first."""

    table: TableRead
    board: BoardTable
    """The same table as the board shows it: its tablets, its call."""
    history: Sequence[CorrectedPoints | DeletedHand]


def read_sheet(standing: Standing, competition: Competition, table: Table, now: datetime) -> SheetRead:
    """Read the sheet in a fixed number of queries, however many hands and tables there are."""
    read = read_table(standing, competition, table, now)
    board = read_board_table(competition, table, read.now, now)
    return SheetRead(read, board, _history(read))


def _history(read: TableRead) -> list[CorrectedPoints | DeletedHand]:
    entries = {seat.pk: seat.entry for seat in read.now.seats}
    corrections = Correction.objects.filter(hand__table=read.table.pk).select_related("hand", "note")
    deleted = Hand.objects.filter(table=read.table.pk, deleted_at__isnull=False)
    deleted = deleted.select_related("deleted_note").prefetch_related("held")
    changes: list[CorrectedPoints | DeletedHand] = [
        CorrectedPoints(row.at, row.why, _text(row.note), row.hand.number, entries[row.seat_id], row.was, row.now)
        for row in corrections
    ]
    changes += [
        DeletedHand(
            at=row.deleted_at,
            why=row.deleted_why,
            note=_text(row.deleted_note),
            hand=row.number,
            out=entries[row.out_id] if row.out_id else None,
            held={entries[held.seat_id]: held.points for held in row.held.all()},
        )
        for row in deleted
        if row.deleted_at
    ]
    return sorted(changes, key=lambda change: change.at, reverse=True)


def _text(note: Note | None) -> str:
    return note.text if note else ""
