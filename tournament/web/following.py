"""Whom a phone follows.

The code of a person is their number, signed: it stays the same, and cannot be guessed from anybody else's. Whom a
device follows is kept in a cookie of the event's own, so it works without JavaScript, and for a whole family.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.queries.event_facts import EventFacts
from tournament.rules.numbers import whole_number

COOKIE: Final = "turntable_follows"
SECONDS_A_DEVICE_FOLLOWS: Final = 60 * 24 * 60 * 60
MOST_FOLLOWED: Final = 8


def code_of(person: int) -> str:
    """The part of the address that names somebody's page."""
    return _code_of(person, settings.SECRET_KEY)


@lru_cache(maxsize=10_000)
def _code_of(person: int, key: str) -> str:
    """It stays the same, so it is signed once for many looks."""
    return f"{person}-{salted_hmac('turntable.follow', str(person), key).hexdigest()[:12]}"


def person_of(code: str) -> int:
    """Whose code this is; 0, which nobody has, if it is not one of ours."""
    person = whole_number(code.partition("-")[0])
    return person if person is not None and constant_time_compare(code, code_of(person)) else 0


def followed_by(request: HttpRequest) -> list[int]:
    """Whom this device follows, the newest first."""
    people = (person_of(code) for code in request.COOKIES.get(COOKIE, "")[:400].split("."))
    return list(dict.fromkeys(person for person in people if person))[:MOST_FOLLOWED]


def keep_following(answer: HttpResponse, event: EventFacts, people: Sequence[int]) -> HttpResponse:
    """Note on this device whom it follows."""
    page = reverse("event-page", args=[event.slug])
    codes = ".".join(code_of(person) for person in people[:MOST_FOLLOWED])
    if not codes:
        answer.delete_cookie(COOKIE, path=page)
        return answer
    answer.set_cookie(
        COOKIE, codes, SECONDS_A_DEVICE_FOLLOWS, path=page, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )
    return answer
