"""Writes the rows of hands: of a new hand, or of one that is rewritten."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import F, Q

from scoring.actions.locked_table import LockedTable
from scoring.models import Hand, Held
from scoring.rules.hand import PlayedHand
from tournament import current_time
from tournament.models import Table


def save_hand(
    locked: LockedTable, hand: PlayedHand, number: int, version: int, *, after_warning: bool | None = None
) -> Hand:
    """Save a new hand with everything that the players held. `after_warning` is what its tablet says."""
    row = Hand.objects.create(
        table=locked.row,
        number=number,
        complete=hand.complete,
        playoff=hand.playoff,
        late=hand.late,
        out_id=_seat(locked, hand.out),
        last_card=hand.last_card or "",
        version=version,
        recorded_at=current_time.now(),
        after_warning=after_warning,
    )
    _save_held(locked, row, hand)
    if locked.row.dealt_at is None:
        Table.objects.filter(pk=locked.row.pk).update(dealt_at=row.recorded_at)
    if not hand.complete or hand.playoff:
        note_whether_stopped(locked)
    return row


def rewrite_hand(locked: LockedTable, pk: int, hand: PlayedHand) -> Hand:
    """Replace the content of a recorded hand and raise its version by one."""
    row = Hand.objects.get(pk=pk)
    row.complete, row.late, row.last_card = hand.complete, hand.late, hand.last_card or ""
    row.out_id = _seat(locked, hand.out)
    row.version += 1
    row.save()
    row.held.all().delete()
    _save_held(locked, row, hand)
    note_whether_stopped(locked)
    return row


def note_whether_stopped(locked: LockedTable) -> None:
    """Store on the table's row whether its sheet has an incomplete hand or a play-off hand. Only the end of the round
    brings these, so after one no time is added to the clock."""
    standing = Hand.objects.filter(table=locked.row, deleted_at__isnull=True)
    stopped = standing.filter(Q(complete=False) | Q(playoff=True)).exists()
    Table.objects.filter(pk=locked.row.pk).update(stopped=stopped)


def move_with_the_clock(*, step: timedelta, **_: object) -> None:
    """The computer's clock was set. The hands of open rounds move with their round's clock, so that each was still
    counted before or after its warning, which says whether another may be dealt (RULES 8)."""
    of_open_rounds = Hand.objects.filter(table__round__clock__isnull=False, table__round__clock__closed_at__isnull=True)
    of_open_rounds.update(recorded_at=F("recorded_at") + step)


def _seat(locked: LockedTable, code: str | None) -> int | None:
    return next((seat.pk for seat in locked.seats if seat.code == code), None)


def _save_held(locked: LockedTable, row: Hand, hand: PlayedHand) -> None:
    seats = {seat.code: seat.pk for seat in locked.seats}
    Held.objects.bulk_create(
        Held(hand=row, seat_id=seats[code], points=held.points, cards=None if held.cards is None else dict(held.cards))
        for code, held in hand.held.items()
    )
