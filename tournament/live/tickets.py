"""Streams bypass Django's sessions, so a page carries a ticket: the topics it may hear, signed, good for a day.

What only the team may hear is given to one member of it. A ticket names that holder, so that their streams end when
they are removed, and it opens none any more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.core import signing
from django.db import connection

from tournament.models import Account, Membership
from tournament.rules.roles import Invited
from tournament.steady_signing import SteadySigner

SECONDS_A_TICKET_LASTS: Final = 24 * 60 * 60
_SALT: Final = "turntable.live"


@dataclass(frozen=True)
class Holder:
    """A member of an event's team, by their account."""

    account: int
    event: int


@dataclass(frozen=True)
class Ticket:
    """What a ticket says: which topics, and whose it is, if it is not for everybody."""

    topics: frozenset[str]
    holder: Holder | None = None


def ticket(topics: Sequence[str], holder: Holder | None = None) -> str:
    """A ticket for these topics, to be put into a page whose reader may see it."""
    told = {"topics": list(topics), "of": [holder.account, holder.event]} if holder else list(topics)
    return SteadySigner(salt=_SALT).sign_object(told)


def read_tickets(tickets: Sequence[str]) -> list[Ticket]:
    """What these tickets say. One that is not ours, or too old, is left out.

    All tabs of a browser share one stream, and yesterday's tab must not keep today's from hearing.
    """
    return [read for signed in tickets if (read := _read(signed)) is not None]


def _read(signed: str) -> Ticket | None:
    try:
        stored = SteadySigner(salt=_SALT).unsign_object(signed, max_age=SECONDS_A_TICKET_LASTS)
    except signing.BadSignature:
        return None
    if isinstance(stored, list):
        return Ticket(frozenset(stored))
    return Ticket(frozenset(stored["topics"]), Holder(*stored["of"]))


def members_among(holders: Iterable[Holder]) -> set[Holder]:
    """Those who are still of their event's team. It asks the database, so it is called in a thread, whose connection it
    gives back."""
    try:
        return {holder for holder in holders if _is_member(holder)}
    finally:
        connection.close()


def _is_member(holder: Holder) -> bool:
    of_team = Membership.objects.filter(account=holder.account, event=holder.event).exclude(role=Invited.COORDINATOR)
    return of_team.exists() or Account.objects.filter(pk=holder.account, is_superuser=True).exists()
