"""A badge says that this browser was let in as a tablet, a desk or the MC's, so that its hands go first.

Threads for hands are kept free of everything else (asgi/lanes.py), and the event loop, which cannot ask the database,
must know whom to let in there. So a browser that a page let in gets a signed cookie with its answer. It opens nothing:
Django still asks for the session, and a badge that was copied is worth a place in the line and no more. A tablet that
has none yet, because it was open before an upgrade, is served in the common lanes until its next answer brings it.

A badge is made from the right by which somebody was let in: the key of one table, an account. However often somebody
comes in by the same right, they have one badge, and so every other turn at a thread for hands at most.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from tournament.steady_signing import SteadySigner

COOKIE: Final = "turntable_badge"
SECONDS_A_BADGE_LASTS: Final = 2 * 24 * 60 * 60
SECONDS_UNTIL_A_NEW_BADGE: Final = 12 * 60 * 60
_DUE: Final = "turntable.badge"
_LETTERS: Final = 100
"""A badge is shorter; nothing longer is even checked."""


def _signer() -> SteadySigner:
    return SteadySigner(salt="turntable.badge")


def give(request: HttpRequest, *right: str | int) -> None:
    """Note by which right this browser was let in: its answer brings the badge for that, unless it wears it."""
    request.META[_DUE] = badge_for(*right)


def badge_for(*right: str | int) -> str:
    """What the badge of everybody with this right says. It tells nobody which right that is."""
    return salted_hmac("turntable.badge of", " ".join(map(str, right))).hexdigest()[:16]


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
        due, worn = request.META.get(_DUE), request.COOKIES.get(COOKIE, "")
        if due and checked(worn, SECONDS_UNTIL_A_NEW_BADGE) != due:
            badge = _signer().sign(due)
            response.set_cookie(
                COOKIE, badge, SECONDS_A_BADGE_LASTS, secure=settings.HTTPS, httponly=True, samesite="Lax"
            )
        return response
