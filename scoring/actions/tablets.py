"""The tablets of a table: what they report, which of them holds the sheet, and how a hand that one could not send is
settled."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet

from scoring.actions.corrections import correct_locked_hand
from scoring.actions.hand_changes import RequestedChange
from scoring.actions.hands import change_locked_hand
from scoring.actions.locked_table import LockedTable, TypedHand, lock_accepted_table, lock_open_table, lock_table
from scoring.models import Flag, Tablet
from scoring.permissions import may_correct
from scoring.queries.tablets import CONNECTED_FOR, find_trouble
from scoring.rules.troubles import HandInCount, HandInTrouble
from tournament import current_time
from tournament.actions.base import action, lock_competition, log
from tournament.log_kinds import Happened
from tournament.models import Table
from tournament.permissions import Actor, require
from tournament.rules.errors import NotFound, Stale
from tournament.rules.reasons import Reason

LONGEST_TROUBLE: Final = 4000
"""The longest trouble of a tablet that is kept, in characters of JSON. Our own page never sends a longer one."""
CHANGED_MEANWHILE: Final = "Somebody has changed or settled this in the meantime. Look at it again."


def hear(
    competition: int,
    number: int,
    device: str,
    *,
    counting: HandInCount | None = None,
    trouble: HandInTrouble | None = None,
    at_result: bool | None = None,
) -> int:
    """A tablet reports that it is connected. Answers how many tablets of the table are. It comes every few seconds, so
    it is cheap and not logged. The first tablet at a table holds its sheet; if the holder goes silent, the next one
    that reports takes over."""
    with _words_allowed(competition, trouble) as allowed:
        told = {"counting": counting and counting.kept, "trouble": _kept(allowed), "at_result": at_result}
        connected = _be_there(competition, number, device, **told)
    _leave_settled(competition, number, device, trouble)
    return connected


def open_page(competition: int, number: int, device: str) -> None:
    """A tablet opens the table's page. What it reported before stays stored until its page reports again, because a
    reload settles nothing."""
    _be_there(competition, number, device)


def hear_trouble(competition: int, number: int, device: str, trouble: HandInTrouble | None) -> None:
    """With each send, a tablet reports which of its hands the server refused, or that there is none any more. So nobody
    is asked about a hand that was settled there a moment ago."""
    with _words_allowed(competition, trouble) as allowed:
        Tablet.objects.filter(competition=competition, number=number, device=device).update(trouble=_kept(allowed))
    _leave_settled(competition, number, device, trouble)


@contextmanager
def _words_allowed(competition: int, trouble: HandInTrouble | None) -> Iterator[HandInTrouble | None]:
    """The part of a trouble that may be kept. Once names are erased its words may not: a tablet may still show a name,
    and reports every few seconds. The lock keeps names from being erased between the check and the write."""
    if trouble is None:
        yield None
        return
    with transaction.atomic():
        is_erased = lock_competition(competition).event.erased_at is not None
        yield trouble.without_words if is_erased else trouble


def _leave_settled(competition: int, number: int, device: str, trouble: HandInTrouble | None) -> None:
    """Do not store again what the organiser has settled, while the tablet has not heard of it yet."""
    if trouble is not None:
        own = Tablet.objects.filter(competition=competition, number=number, device=device)
        own.filter(settled=trouble.request).update(trouble=None)


def _be_there(competition: int, number: int, device: str, **told: Any) -> int:
    """Store that the tablet was heard now. Answers how many tablets of the table are connected."""
    now = current_time.now()
    tablets = Tablet.objects.filter(competition=competition, number=number)
    if not tablets.filter(device=device).update(heard_at=now, **told):
        _arrive(competition, number, device, now, **told)
    holds = list(tablets.filter(heard_at__gt=now - CONNECTED_FOR).values_list("holds", flat=True))
    if not any(holds):
        _hold(competition, number, device)
    return len(holds)


def _kept(trouble: HandInTrouble | None) -> dict[str, Any] | None:
    return trouble.kept if trouble is not None and len(json.dumps(trouble.kept)) <= LONGEST_TROUBLE else None


def _arrive(competition: int, number: int, device: str, now: datetime, **told: Any) -> None:
    tablet = Tablet(competition_id=competition, number=number, device=device, opened_at=now, heard_at=now, **told)
    Tablet.objects.bulk_create([tablet], ignore_conflicts=True)


def _hold(competition: int, number: int, device: str) -> None:
    tablets = Tablet.objects.filter(competition=competition, number=number)
    try:
        with transaction.atomic():
            tablets.filter(holds=True).exclude(device=device).update(holds=False)
            tablets.filter(device=device).update(holds=True)
    except IntegrityError:  # another tablet took it at the same moment
        return


def forget_device(device: str) -> None:
    """Forget a device that turns out to be a known one under a second name."""
    Tablet.objects.filter(device=device).delete()


@action
def take_over(*, by: Actor, table: int, device: str, request: str = "") -> None:
    """This tablet holds the table's sheet from now on. Hands typed on the other tablet stay there and are sent from
    there."""
    locked = lock_open_table(by, table)
    _arrive(locked.competition.pk, locked.row.number, device, current_time.now())
    _hold(locked.competition.pk, locked.row.number, device)
    log(by, locked.competition, Happened.TABLE_TAKEN_OVER, request, table=locked.row.travel_id)


# What a tablet and the server disagree about: the organiser decides


@action
def let_go(*, by: Actor, table: int, settle: str, request: str = "") -> None:
    """The recorded hand stays, and the tablet drops its own."""
    locked = lock_table(by, table, correcting=True)
    _settle(locked, settle)
    log(by, locked.competition, Happened.TYPED_HAND_LET_GO, request, table=locked.row.travel_id)


@action
def take_typed_hand(
    *, by: Actor, table: int, settle: str, version: int, typed: str, request: str = ""
) -> dict[str, Any] | None:
    """The tablet's hand replaces the recorded one, and the tablet drops its own copy. On an accepted sheet this is a
    correction, with everything that follows from one.

    `settle` is the tablet's request, `typed` stands for the hand as the organiser saw it, and `version` is the version
    of the recorded hand shown beside it.
    """
    accepted = Table.objects.filter(pk=table, accepted_at__isnull=False).exists()
    locked = lock_accepted_table(by, table) if accepted else lock_open_table(by, table)
    require(may_correct(by, locked.row), by)
    if _is_settled(locked, settle):
        return None  # the button was pressed twice
    trouble = find_trouble(locked.competition.pk, locked.row.number, settle)
    if trouble is None or trouble.typed is None or trouble.hand is None or trouble.seen != typed:
        raise Stale(CHANGED_MEANWHILE, theirs={}, yours={})
    locked = replace(locked, told=True)  # as its tablet names people
    requested = RequestedChange(trouble.hand, TypedHand(**trouble.typed), version, Reason.TWO_VERSIONS)
    write = correct_locked_hand if accepted else change_locked_hand
    answer = write(by, locked, requested, request)
    _settle(locked, settle)
    return answer


def _tablets(locked: LockedTable) -> QuerySet[Tablet]:
    return Tablet.objects.filter(competition=locked.competition, number=locked.row.number)


def _is_settled(locked: LockedTable, settle: str) -> bool:
    return bool(settle) and _tablets(locked).filter(settled=settle).exists()


def _settle(locked: LockedTable, settle: str) -> None:
    if not _tablets(locked).filter(trouble__request=settle).update(trouble=None, settled=settle):
        raise NotFound("That’s already settled.")


def forget_words(*, event: int, **_: object) -> None:
    """Names are erased, so the words of calls and everything that tablets reported go too: they may name somebody."""
    Flag.objects.filter(table__round__competition__event=event).update(message="")
    Tablet.objects.filter(competition__event=event).delete()


def move_signs_of_life(*, step: timedelta, **_: object) -> None:
    """The computer's clock was set. Move the times at which tablets were last heard, so that they stay as long ago as
    they were."""
    Tablet.objects.update(heard_at=F("heard_at") + step)
