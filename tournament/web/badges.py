"""A badge says that this browser was let in as a tablet, a desk or the MC's, so that its hands go first.

Threads for hands are kept free of everything else (asgi/lanes.py), and the event loop, which cannot ask the database,
must know whom to let in there. So a browser that a page let in gets a signed cookie with its answer. It opens nothing:
Django still asks for the session, and a badge that was copied is worth a place in the line and no more. A tablet that
has none yet, because it was open before an upgrade, is served in the common lanes until its next answer brings it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tournament.steady_signing import SteadySigner

COOKIE: Final = "turntable_badge"
SECONDS_A_BADGE_LASTS: Final = 2 * 24 * 60 * 60
SECONDS_UNTIL_A_NEW_BADGE: Final = 12 * 60 * 60
_DUE: Final = "turntable.badge"
_LETTERS: Final = 100
"""A badge is shorter; nothing longer is even checked."""


def _signer() -> SteadySigner:
    return SteadySigner(salt="turntable.badge")


def give(request: HttpRequest) -> None:
    """Note that this browser was let in: its answer brings a badge, unless it has a good one."""
    request.META[_DUE] = True


def checked(badge: str, seconds: int = SECONDS_A_BADGE_LASTS) -> str:
    """Whose badge this is; empty if it is not ours, or too old."""
    try:
        return _signer().unsign(badge, max_age=seconds) if len(badge) <= _LETTERS else ""
    except signing.BadSignature:
        return ""


class BadgeMiddleware:
    """Adds the badge to the answer for a browser that was let in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        worn = request.COOKIES.get(COOKIE, "")
        if request.META.get(_DUE) and not checked(worn, SECONDS_UNTIL_A_NEW_BADGE):
            badge = _signer().sign(checked(worn) or secrets.token_hex(8))
            response.set_cookie(
                COOKIE, badge, SECONDS_A_BADGE_LASTS, secure=settings.HTTPS, httponly=True, samesite="Lax"
            )
        return response
