"""What happens at a table besides hands: players sit down, one deals first, and all agree with the sheet."""

from __future__ import annotations

from scoring.actions.locked_table import NOBODY_HERE, LockedTable, lock_open_table
from scoring.actions.seen_seats import know_who_is_ticked
from scoring.actions.sheets import accept_sheet
from scoring.models import Dealer, Nod, Sat
from scoring.rules.table_now import SeatNow
from tournament import current_time
from tournament.actions.base import action, log, once_called
from tournament.log_kinds import Happened
from tournament.permissions import Actor
from tournament.rules.errors import HandRefused


def _seat(locked: LockedTable, entry: int) -> SeatNow:
    seat = locked.find_seat(entry)
    if seat is None:
        raise HandRefused(NOBODY_HERE)
    return seat


@action
@once_called(seated="here")
def sit(*, by: Actor, table: int, entry: int, seated: bool = True, request: str = "") -> None:
    """The umpire has checked the player's wristband, or undoes that. An umpire who ticks a newcomer knows that they
    came."""
    locked = lock_open_table(by, table)
    seat = _seat(locked, entry)
    if seated:
        Sat.objects.get_or_create(seat_id=seat.pk, defaults={"at": current_time.now()})
        know_who_is_ticked(table, seat.entry)
    else:
        Sat.objects.filter(seat=seat.pk).delete()
    happened = Happened.SAT_DOWN if seated else Happened.NOT_SEATED
    log(by, locked.competition, happened, request, table=locked.row.travel_id, entry=seat.travel_id)


@action
def deal_first(*, by: Actor, table: int, entry: int, request: str = "") -> None:
    """Note who deals first, following the MC's saying. A second call names somebody else."""
    locked = lock_open_table(by, table)
    seat = _seat(locked, entry)
    Dealer.objects.update_or_create(table=locked.row, defaults={"seat_id": seat.pk})
    log(by, locked.competition, Happened.DEALER_CHOSEN, request, table=locked.row.travel_id, entry=seat.travel_id)


@action
def nod(
    *, by: Actor, table: int, entry: int, seen: list[int], agrees: bool = True, sure: bool = False, request: str = ""
) -> bool:
    """A player agrees with the sheet they saw, or no longer agrees. Once everybody present agrees, the sheet is
    accepted. Answers whether it was."""
    locked = lock_open_table(by, table)
    seat = _seat(locked, entry)
    if not agrees:
        Nod.objects.filter(seat=seat.pk).delete()
        log(by, locked.competition, Happened.AGREED_NO_MORE, request, table=locked.row.travel_id, entry=seat.travel_id)
        return False
    Nod.objects.update_or_create(seat_id=seat.pk, defaults={"seen": seen, "at": current_time.now()})
    log(by, locked.competition, Happened.AGREED, request, table=locked.row.travel_id, entry=seat.travel_id)
    present = locked.row.seats.filter(absent=False)
    if any(agreed != seen for agreed in present.values_list("nod__seen", flat=True)):
        return False
    accept_sheet(by=by, table=table, seen=seen, sure=sure)
    return True
