"""Coming in once, though the button was pressed twice.

Coming in gives the browser a new session. Of two quick presses the second is sent with the old one, and its answer is
the one the browser shows: so for a minute the same form comes in as the same person again.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final, cast

from django.db import transaction
from django.utils.crypto import salted_hmac

from tournament import current_time
from tournament.actions.base import first_time
from tournament.models import Answered
from tournament.rules.errors import RequestReused

SECOND_PRESS_WITHIN: Final = timedelta(minutes=1)
Came = dict[str, Any]
"""Ids that JSON can hold: the account or the invitation somebody came in by, and what was open to them before."""


def come_in_once(request: str, session: str, come: Callable[[], Came]) -> Came:
    """Come in or, if the same form of the same browser did a moment ago, come in as the same person again. If a twin is
    still at work, wait for it. If coming in is refused, nothing is noted."""
    with transaction.atomic():
        if not request or first_time(request, _mark(session)):
            came = come()
            Answered.objects.filter(pk=request).update(answer=came)
            return came
    again = came_already(request, session)
    if again is None:
        raise RequestReused("You’ve already sent this form. Open your link again.")
    return again


def came_already(request: str, session: str) -> Came | None:
    """What was noted when this form of this browser came in within the last minute. Form and browser are known to that
    browser alone."""
    recent = Answered.objects.filter(
        pk=request, fingerprint=_mark(session), at__gt=current_time.now() - SECOND_PRESS_WITHIN
    )
    given = recent.first() if request and session else None
    return cast(Came, given.answer) if given else None


def _mark(session: str) -> str:
    return salted_hmac("turntable.came_in", session, algorithm="sha256").hexdigest()
