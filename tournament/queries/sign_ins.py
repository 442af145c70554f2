"""In which browsers somebody is signed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.sessions.models import Session

from tournament import current_time
from tournament.models import Account, SignIn


@dataclass(frozen=True, slots=True)
class SignInFacts:
    """One browser, for the page of the account."""

    pk: int
    since: datetime
    browser: str
    """Empty, as is the system, if it did not say, or said something that few do."""
    system: str
    is_this: bool
    """Whether it is the one that asks."""


def read_sign_ins(account: Account, session: str | None) -> Sequence[SignInFacts]:
    """Where this account is signed in: in the session that asks, then the newest first."""
    lasting = Session.objects.filter(expire_date__gt=current_time.now()).values("session_key")
    rows = SignIn.objects.filter(account=account, session__in=lasting).order_by("-at", "-pk")
    found = [SignInFacts(row.pk, row.at, row.browser, row.system, row.session == session) for row in rows]
    return sorted(found, key=lambda sign_in: not sign_in.is_this)
