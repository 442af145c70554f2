"""What a table's umpire knows about who sits there, so that the tablet can show what has changed since.

A tablet's first look at a round is the starting point. After that, the umpire knows what they have read and what they
changed at this table themselves.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction

from scoring.actions.locked_table import lock_open_table
from scoring.models import Nod, Sat, SeenSeats
from scoring.queries.table import read_seats
from scoring.rules.seat_changes import SeenSeat
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
    SeenSeats.objects.update_or_create(table=locked.row, defaults={"seats": [SeenSeat(**seat) for seat in seats]})
    log(by, locked.competition, Happened.SEATS_SEEN, request, table=table)


def know_own_change(table: int, entry: int) -> None:
    """This table's umpire marked the person as absent or present, or gave the chair to somebody else, so the tablet
    does not report it to them. It still reports changes on the other chairs."""
    with transaction.atomic():
        known = SeenSeats.objects.select_for_update().filter(table=table).first()
        seen = [SeenSeat._make(seat) for seat in known.seats] if known is not None else []
        chair = next((seat.number for seat in seen if seat.entry == entry), None)
        if known is None or chair is None:
            return
        seats = [SeenSeat(seat.number, seat.entry, seat.absent) for seat in read_seats(table)]
        others = [seat for seat in seen if seat.number != chair]
        known.seats = sorted([*others, *(seat for seat in seats if seat.number == chair)])
        known.save(update_fields=["seats"])


def forget_who_sat(*, seats: Collection[int], **_: object) -> None:
    """Other people took over these chairs in the middle of the round. The ticks and agreements of those before them are
    removed."""
    Sat.objects.filter(seat__in=seats).delete()
    Nod.objects.filter(seat__in=seats).delete()
