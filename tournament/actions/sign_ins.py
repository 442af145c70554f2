"""Where somebody is signed in: noted as they come in, and ended by themselves.

Its session is a row of Django's, which knows nobody's account: so each sign-in has a row of its own beside it. Both
belong to the account and to no event, so no event's log tells of them.
"""

from __future__ import annotations

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet

from tournament import current_time
from tournament.models import Account, SignIn


@transaction.atomic
def note_sign_in(account: Account, *, session: str, browser: str = "", system: str = "") -> None:
    """They signed in. Rows of theirs that have no session any more go."""
    SignIn.objects.filter(account=account).exclude(session__in=Session.objects.values("session_key")).delete()
    about = {"account": account, "at": current_time.now(), "browser": browser, "system": system}
    SignIn.objects.update_or_create(session=session, defaults=about)


def follow_session(before: str, after: str) -> None:
    """The session has another key now; whoever is signed in by it still is."""
    SignIn.objects.filter(session=before).update(session=after)


@transaction.atomic
def end_sign_in(account: Account, number: int) -> bool:
    """Sign this account out in one browser, at its next request. False if it is not signed in there any more."""
    return _end(SignIn.objects.filter(account=account, pk=number))


@transaction.atomic
def end_others(account: Account, *, kept: str) -> bool:
    """Sign this account out everywhere but in the session that is kept."""
    return _end(SignIn.objects.filter(account=account).exclude(session=kept))


def _end(sign_ins: QuerySet[SignIn]) -> bool:
    sessions = list(sign_ins.values_list("session", flat=True))
    ended, _ = Session.objects.filter(pk__in=sessions).delete()
    sign_ins.delete()
    return bool(ended)
