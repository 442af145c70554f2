"""A badge says that this browser was let in as a tablet, a desk or the MC's, so that its hands go first.

Threads for hands are kept free of everything else (asgi/lanes.py), and the event loop, which cannot ask the database,
must know whom to let in there. So a browser that a page let in gets a signed cookie with its answer. It opens nothing:
Django still asks for the session, and a badge that was copied is worth a place in the line and no more. A tablet that
has none yet, because it was open before an upgrade, is served in the common lanes until its next answer brings it.

A badge is made from the right by which somebody was let in: the key of one table, an account. However often somebody
comes in by the same right, they have one badge, and so every other turn at a thread for hands at most. It also says in
which browser, by its session: those who share a right take turns among themselves, so that somebody who photographed a
table's code and sends without end does not stand before that table's own tablet each time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

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


class Badge(NamedTuple):
    """What a badge says. None of ours says nothing."""

    right: str = ""
    browser: str = ""
    """Empty in one of before an upgrade."""

    def __bool__(self) -> bool:
        return bool(self.right)

    def __str__(self) -> str:
        return f"{self.right}.{self.browser}"


def _signer() -> SteadySigner:
    return SteadySigner(salt="turntable.badge")


def give(request: HttpRequest, *right: str | int) -> None:
    """Note by which right this browser was let in: its answer brings the badge for that, unless it wears it."""
    request.META[_DUE] = right_in_short(*right)


def right_in_short(*right: str | int) -> str:
    """What the badge of everybody with this right says. It tells nobody which right that is."""
    return salted_hmac("turntable.badge of", " ".join(map(str, right))).hexdigest()[:16]


def _browser_in_short(request: HttpRequest) -> str:
    return salted_hmac("turntable.badge in", str(request.session.session_key)).hexdigest()[:8]


def checked(worn: str, seconds: int = SECONDS_A_BADGE_LASTS) -> Badge:
    """What this badge says; nothing if it is not ours, or too old."""
    try:
        told = _signer().unsign(worn, max_age=seconds) if len(worn) <= _LETTERS else ""
    except signing.BadSignature:
        told = ""
    right, _, browser = told.partition(".")
    return Badge(right, browser)


class BadgeMiddleware:
    """Adds the badge to the answer for a browser that was let in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        due, worn = request.META.get(_DUE), request.COOKIES.get(COOKIE, "")
        if due and checked(worn, SECONDS_UNTIL_A_NEW_BADGE).right != due:
            badge = _signer().sign(str(Badge(due, _browser_in_short(request))))
            response.set_cookie(
                COOKIE, badge, SECONDS_A_BADGE_LASTS, secure=settings.HTTPS, httponly=True, samesite="Lax"
            )
        return response
