"""What a table's umpire knows of who sits there, so that the tablet can tell what changed since.

The tablet's first look at a round is the beginning: nobody was told anything else before. After that only what the
umpire has read, or done at this table themselves, counts as known.
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
    """A tablet shows this table for the first time in its round. Unlogged, as being there is."""
    SeenSeats.objects.bulk_create([SeenSeats(table_id=table, seats=seats)], ignore_conflicts=True)


@action
def see_seats(*, by: Actor, table: int, seats: Sequence[Mapping[str, Any]], request: str = "") -> None:
    """The umpire has read what changed; `seats` are the chairs as the tablet showed them. If they changed again
    meanwhile, that is still told."""
    locked = lock_open_table(by, table)
    SeenSeats.objects.update_or_create(table=locked.row, defaults={"seats": [SeenSeat(**seat) for seat in seats]})
    log(by, locked.competition, Happened.SEATS_SEEN, request, table=table)


def know_own_change(table: int, entry: int) -> None:
    """The table's own umpire sent this person away or back, or somebody else onto their chair, and need not be told of
    it. What else that changed at the table, they are told."""
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
    """Other people took over these chairs in mid-round: they are not ticked yet, and have agreed to nothing."""
    Sat.objects.filter(seat__in=seats).delete()
    Nod.objects.filter(seat__in=seats).delete()
