"""What happens at a table besides hands: tablets open it, players sit down and agree, it calls the organiser."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoring.actions.place import Place, lock_open_place, lock_place
from scoring.actions.sheets import accept_sheet
from scoring.models import Dealer, Flag, KeyChange, Nod, Sat, Tablet
from scoring.permissions import may_correct
from scoring.queries.table import CONNECTED, open_calls
from scoring.queries.troubles import read_counting, read_trouble
from tournament.actions.base import LONGEST_REASON, action, lock_competition, log
from tournament.log_kinds import Happened
from tournament.models import Seat, Table
from tournament.permissions import Actor, may_organise, require
from tournament.rules import names
from tournament.rules.errors import HandRefused, NotFound, Refused

_MOST_SAID: Final = 4000


@action
def renew_key(*, by: Actor, competition: int, number: int, request: str = "") -> int:
    """The codes and links of this table stop working, and whoever came by them is out; new ones can be printed."""
    it = lock_competition(competition)
    require(may_organise(by, it.event_id), by)
    change, _ = KeyChange.objects.get_or_create(competition=it, number=number, defaults={"anew": 0})
    change.anew += 1
    change.save(update_fields=["anew"])
    log(by, it, Happened.TABLE_KEY_RENEWED, request, number=number)
    return change.anew


def hear(competition: int, number: int, device: str, *, counting: Any = None, trouble: Any = None) -> int:
    """A tablet is there: answers how many are. Cheap and unlogged: it comes every few seconds. The first at a table
    holds its sheet; a silent holder loses it to whoever is there."""
    now = timezone.now()
    here = Tablet.objects.filter(competition=competition, number=number, device=device)
    counts, stuck = read_counting(counting), read_trouble(trouble)
    if not here.update(heard_at=now, counting=counts and counts.kept, trouble=stuck and _small(stuck.kept)):
        _arrive(competition, number, device, now)
    there = Tablet.objects.filter(competition=competition, number=number, heard_at__gt=now - CONNECTED)
    holds = list(there.values_list("holds", flat=True))
    if not any(holds):
        _hold(competition, number, device)
    return len(holds)


def _small(said: dict[str, Any]) -> dict[str, Any] | None:
    """What a tablet says of itself, unless it says too much."""
    return said if len(json.dumps(said)) <= _MOST_SAID else None


def _arrive(competition: int, number: int, device: str, now: datetime) -> None:
    Tablet.objects.bulk_create(
        [Tablet(competition_id=competition, number=number, device=device, opened_at=now, heard_at=now)],
        ignore_conflicts=True,
    )


def _hold(competition: int, number: int, device: str) -> None:
    here = Tablet.objects.filter(competition=competition, number=number)
    try:
        with transaction.atomic():
            here.filter(holds=True).exclude(device=device).update(holds=False)
            here.filter(device=device).update(holds=True)
    except IntegrityError:  # another took it at the same moment, and is told so
        return


@action
def take_over(*, by: Actor, table: int, device: str, request: str = "") -> None:
    """This tablet keeps the table's sheet from now on; what the other typed stays on the other, and is sent from it."""
    place = lock_open_place(by, table)
    _arrive(place.competition.pk, place.table.number, device, timezone.now())
    _hold(place.competition.pk, place.table.number, device)
    log(by, place.competition, Happened.TABLE_TAKEN_OVER, request, table=table)


def _seat(table: Table, entry: int) -> Seat:
    seat = table.seats.filter(entry=entry).first()
    if seat is None:
        raise HandRefused("Somebody in this hand does not sit at this table.")
    return seat


@action
def sit(*, by: Actor, table: int, entry: int, here: bool = True, request: str = "") -> None:
    """The umpire has looked at the wristband; or takes the tick back."""
    place = lock_open_place(by, table)
    seat = _seat(place.table, entry)
    if here:
        Sat.objects.get_or_create(seat=seat, defaults={"at": timezone.now()})
    else:
        Sat.objects.filter(seat=seat).delete()
    log(by, place.competition, Happened.SAT_DOWN if here else Happened.NOT_SEATED, request, table=table, entry=entry)


@action
def deal_first(*, by: Actor, table: int, entry: int, request: str = "") -> None:
    """Who deals first, as the MC's slide has it; said again, it is somebody else."""
    place = lock_open_place(by, table)
    Dealer.objects.update_or_create(table=place.table, defaults={"seat": _seat(place.table, entry)})
    log(by, place.competition, Happened.DEALER_CHOSEN, request, table=table, entry=entry)


@action
def nod(
    *, by: Actor, table: int, entry: int, seen: list[int], agrees: bool = True, sure: bool = False, request: str = ""
) -> bool:
    """A player agrees with the sheet as they saw it, or no longer does. When all who are there agree, it is accepted:
    answers whether."""
    place = lock_open_place(by, table)
    seat = _seat(place.table, entry)
    if not agrees:
        Nod.objects.filter(seat=seat).delete()
        log(by, place.competition, Happened.AGREED_NO_MORE, request, table=table, entry=entry)
        return False
    Nod.objects.update_or_create(seat=seat, defaults={"seen": seen, "at": timezone.now()})
    log(by, place.competition, Happened.AGREED, request, table=table, entry=entry)
    there = place.table.seats.filter(absent=False)
    if any(one != seen for one in there.values_list("nod__seen", flat=True)):
        return False
    accept_sheet(by=by, table=table, seen=seen, sure=sure)
    return True


def _calls(place: Place) -> QuerySet[Flag]:
    """What this table called for and nobody answered, be it in an earlier round."""
    return open_calls(place.competition.pk).filter(table__number=place.table.number)


@action
def raise_flag(*, by: Actor, table: int, said: str = "", request: str = "") -> None:
    """The table calls the organiser: it shows on their board until somebody lowers it."""
    place = lock_place(by, table)
    text = " ".join(said.split())
    if len(text) > LONGEST_REASON or not names.is_printable(text):
        raise Refused(f"Say it in {LONGEST_REASON} plain characters.")
    if not _calls(place).exists():
        Flag.objects.create(table=place.table, said=text, raised_at=timezone.now())
    log(by, place.competition, Happened.ORGANISER_CALLED, request, table=table)


@action
def lower_flag(*, by: Actor, table: int, request: str = "") -> None:
    """Somebody came."""
    place = lock_place(by, table)
    _calls(place).update(lowered_at=timezone.now())
    log(by, place.competition, Happened.ORGANISER_CAME, request, table=table)


@action
def let_go(*, by: Actor, table: int, settle: str, request: str = "") -> None:
    """The organiser has decided what a tablet and the server disagreed about: the tablet lets go of its own."""
    place = lock_open_place(by, table)
    require(may_correct(by, place.table), by)
    here = Tablet.objects.filter(competition=place.competition, number=place.table.number, trouble__request=settle)
    if not here.update(trouble=None, settled=settle):
        raise NotFound("That is settled already.")
    log(by, place.competition, Happened.TYPED_HAND_LET_GO, request, table=table)


def forget_words(*, event: int, **_: object) -> None:
    """Names are erased: what tables called for, and what tablets said of themselves, may have named somebody."""
    Flag.objects.filter(table__round__competition__event=event).update(said="")
    Tablet.objects.filter(competition__event=event).delete()
