"""What a table's umpire knows about who sits there, so that the tablet can show what has changed since.

A tablet's first look at a round is the starting point. After that, the umpire knows what they have read and what they
changed at this table themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.db import transaction

from scoring.actions.locked_table import LockedTable, lock_open_table
from scoring.models import Nod, Sat, SeenSeats
from scoring.queries.table import read_entries_told, read_seats
from scoring.rules.seat_changes import SeenSeat, after_a_tick
from tournament.actions.base import action, log
from tournament.log_kinds import Happened
from tournament.permissions import Actor


def note_first_look(table: int, seats: Sequence[SeenSeat]) -> None:
    """A tablet shows this table for the first time in its round. It is not logged, because nobody did anything."""
    SeenSeats.objects.bulk_create([SeenSeats(table_id=table, seats=seats)], ignore_conflicts=True)


@action
def see_seats(*, by: Actor, table: int, seats: Sequence[Mapping[str, Any]], request: str = "") -> None:
    """The umpire has read what changed. `seats` are the chairs as the tablet showed them; a change made after that is
    still shown."""
    locked = lock_open_table(by, table)
    seen = _by_row(locked, [SeenSeat(**seat) for seat in seats])
    SeenSeats.objects.update_or_create(table=locked.row, defaults={"seats": seen})
    log(by, locked.competition, Happened.SEATS_SEEN, request, table=locked.row.travel_id)


def _by_row(locked: LockedTable, seen: Sequence[SeenSeat]) -> list[SeenSeat]:
    """The same chairs with the entries' own numbers. Somebody who sat there may have left the table since."""
    if not locked.told:
        return list(seen)
    rows = {seat.told: seat.entry for seat in locked.seats}
    if went := {seat.entry for seat in seen} - rows.keys():
        rows |= read_entries_told(locked.competition.pk, went, locked.competition.event.travel_id)
    return [seat._replace(entry=rows.get(seat.entry, seat.entry)) for seat in seen]


def know_own_change(table: int, entry: int) -> None:
    """This table's umpire marked the person as absent or present, or gave the chair to somebody else, so the tablet
    does not report it to them. It still reports changes on the other chairs."""

    def know(seen: Sequence[SeenSeat], now: Sequence[SeenSeat]) -> Sequence[SeenSeat]:
        chair = next((seat.number for seat in seen if seat.entry == entry), None)
        others = [seat for seat in seen if seat.number != chair]
        return seen if chair is None else sorted([*others, *(seat for seat in now if seat.number == chair)])

    _know(table, know)


def know_who_is_ticked(table: int, entry: int) -> None:
    """This table's umpire ticked somebody who is new here, so the tablet no longer reports that they came."""
    _know(table, lambda seen, now: after_a_tick(seen, now, entry))


def _know(table: int, know: Callable[[Sequence[SeenSeat], Sequence[SeenSeat]], Sequence[SeenSeat]]) -> None:
    """Store what the umpire knows now, if a tablet has shown the table."""
    with transaction.atomic():
        known = SeenSeats.objects.select_for_update().filter(table=table).first()
        if known is None:
            return
        seen = [SeenSeat._make(seat) for seat in known.seats]
        seats = know(seen, [SeenSeat(seat.number, seat.entry, seat.absent) for seat in read_seats(table)])
        if seats != seen:
            known.seats = list(seats)
            known.save(update_fields=["seats"])


def forget_who_sat(*, seats: Collection[int], **_: object) -> None:
    """Other people took over these chairs in the middle of the round. The ticks and agreements of those before them are
    removed."""
    Sat.objects.filter(seat__in=seats).delete()
    Nod.objects.filter(seat__in=seats).delete()
