"""Saving the seats of a round: only rows whose people change are changed.

Everything noted about a chair (that its player was ticked, that they deal first) belongs to the chair's row. So people
who stay at their table keep their row and everything with it, no matter what happens to others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.db.models import F
from django.dispatch import Signal

from tournament.models import Round, Seat, Table
from tournament.rules.attendance.roster import RosterRound

seats_taken_over = Signal()
"""Sent in the same transaction with `seats`, the ids of chairs at tables that have dealt: other people sit there now,
so what was noted about those who sat there before is forgotten. The chair and its hands stay."""

OUT_OF_THE_WAY: Final = 1000
"""Added to the numbers of chairs that change them, so that no two chairs have the same number meanwhile."""


def save_seats(round_: Round, after: RosterRound, entries: Mapping[str, int]) -> None:
    """Write the seats that differ. `entries` are the entries' ids by code."""
    tables = _tables(round_, len(after.tables))
    wanted = _wanted(tables, after, entries)
    rows = list(Seat.objects.filter(round=round_))
    kept = _kept(tables, rows, wanted)
    Seat.objects.filter(pk__in={row.pk for row in rows} - {row.pk for row in kept.values()}).delete()
    _move([(row, wanted[place]) for place, row in kept.items()])
    Seat.objects.bulk_create(seat for place, seat in enumerate(wanted) if place not in kept)
    Table.objects.filter(round=round_, number__gt=len(after.tables)).delete()


def _tables(round_: Round, number: int) -> list[Table]:
    """The round's tables in order, the missing ones made. Tables keep their rows, since a tablet may have them open."""
    known = {table.number: table for table in round_.tables.all()}
    missing = [Table(round=round_, number=n) for n in range(1, number + 1) if n not in known]
    known |= {table.number: table for table in Table.objects.bulk_create(missing)}
    return [known[n] for n in range(1, number + 1)]


def _wanted(tables: Sequence[Table], after: RosterRound, entries: Mapping[str, int]) -> list[Seat]:
    """Every seat as it is to be."""
    return [
        Seat(
            round_id=table.round_id,
            table=table,
            number=number,
            entry_id=entries[seat.code],
            stands_for_id=entries[seat.stands_for] if seat.stands_for else None,
            absent=seat.absent,
        )
        for table, seated in zip(tables, after.tables, strict=True)
        for number, seat in enumerate(seated.seats, start=1)
    ]


def _kept(tables: Sequence[Table], rows: Sequence[Seat], wanted: Sequence[Seat]) -> dict[int, Seat]:
    """The rows that stay, by the place of the wanted seat. At a table that has dealt each chair stays, since its hands
    belong to it. Elsewhere somebody keeps their row at the same table, unless they left it or came back to it."""
    begun = {table.pk for table in tables if table.has_dealt}
    chairs = {(row.table_id, row.number): row for row in rows if row.table_id in begun}
    people = {(row.table_id, row.entry_id, row.absent): row for row in rows if row.table_id not in begun}
    found = (
        chairs.get((seat.table_id, seat.number)) or people.get((seat.table_id, seat.entry_id, seat.absent))
        for seat in wanted
    )
    return {place: row for place, row in enumerate(found) if row is not None}


def _move(kept: Sequence[tuple[Seat, Seat]]) -> None:
    """Make the rows that stay as they are wanted, and tell which chairs other people sit on now."""
    changed = [(row, seat) for row, seat in kept if _facts(row) != _facts(seat)]
    taken_over = [row.pk for row, seat in changed if row.entry_id != seat.entry_id]
    Seat.objects.filter(pk__in=[row.pk for row, _ in changed]).update(number=F("number") + OUT_OF_THE_WAY)
    for row, seat in changed:
        row.number, row.entry_id, row.stands_for_id, row.absent = _facts(seat)
    Seat.objects.bulk_update([row for row, _ in changed], ["number", "entry", "stands_for", "absent"], batch_size=100)
    if taken_over:
        seats_taken_over.send(sender=Seat, seats=taken_over)


def _facts(seat: Seat) -> tuple[int, int, int | None, bool]:
    return seat.number, seat.entry_id, seat.stands_for_id, seat.absent
