"""Whether competitions, and the event they belong to, were used already; and which events were removed lately."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tournament.models import Account, Competition, Draw, Entry, Event, RemovedEvent, Table
from tournament.rules.removing import COPY_IS_KEPT_FOR, InUse, why_event_stays


@dataclass(frozen=True)
class KeptCopy:
    """An event that was removed, and until when it can be brought back."""

    event: int
    name: str
    until: datetime


def read_copies(account: Account | None = None) -> list[KeptCopy]:
    """The removed events that this account may bring back, the latest first: those it organised, and all of them for
    the keeper of the server. Without an account: all."""
    copies = RemovedEvent.objects.order_by("-removed_at", "-pk")
    if account is not None and not account.is_superuser:
        copies = copies.filter(organisers=account)
    return [
        KeptCopy(event, name, removed_at + COPY_IS_KEPT_FOR)
        for event, name, removed_at in copies.values_list("event_number", "name", "removed_at")
    ]


def read_why_event_stays(event: Event) -> str:
    """Why it cannot be removed; empty if it can. Played means that a hand was recorded, or a sheet accepted."""
    tables = Table.objects.filter(round__competition__event=event)
    played = tables.filter(Q(dealt_at__isnull=False) | Q(accepted_at__isnull=False)).exists()
    return why_event_stays(played=played, practice=event.fictional)


def read_use(competitions: Iterable[Competition]) -> InUse | None:
    """How these competitions were used; None if nobody was ever entered, even if withdrawn since, and nothing drawn."""
    pks = [competition.pk for competition in competitions]
    if Entry.objects.filter(competition__in=pks).exists():
        return InUse.ENTERED
    sealed = Draw.objects.filter(competition__in=pks, sealed_at__isnull=False)
    return InUse.SEALED if sealed.exists() else None
