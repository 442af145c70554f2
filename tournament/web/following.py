"""Whom a phone follows.

The code of a person is the id by which they travel, signed with their event's secret: it stays the same wherever the
event is held, and cannot be guessed from anybody else's. Whom a device follows is kept in a cookie of the event's own,
so it works without JavaScript, and for a whole family.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.queries.event_facts import EventFacts
from tournament.queries.people import read_followed_before
from tournament.rules.travel_ids import NUMBERS_OF_BEFORE, TravelId

COOKIE: Final = "turntable_follows"
SECONDS_A_DEVICE_FOLLOWS: Final = 60 * 24 * 60 * 60
MOST_FOLLOWED: Final = 8
NOBODY: Final = TravelId(0)
_CODE: Final = re.compile("([0-9]{1,15})-[0-9a-f]{12}")


@dataclass(frozen=True)
class PhoneCodes:
    """The codes of an event's people."""

    event: int
    secret: str = field(repr=False)

    def of(self, person: TravelId) -> str:
        """The part of the address that names somebody's page."""
        return signed(person, self.secret)

    def person(self, code: str) -> TravelId:
        """Whose code this is; nobody's if it is not one of ours."""
        return next(iter(self.people([code])), NOBODY)

    def people(self, codes: Collection[str]) -> list[TravelId]:
        """Everybody whose codes these are, in this order. The database is asked only about codes of before."""
        told = {code: int(found[1]) for code in codes if (found := _CODE.fullmatch(code))}
        of_before = [code for code, number in told.items() if number < NUMBERS_OF_BEFORE]
        known = read_followed_before(self.event, of_before) if of_before else {}
        for code, number in told.items():
            if number >= NUMBERS_OF_BEFORE and constant_time_compare(code, self.of(TravelId(number))):
                known[code] = TravelId(number)
        return list(dict.fromkeys(known[code] for code in told if code in known))


@lru_cache(maxsize=10_000)
def signed(person: TravelId, secret: str) -> str:
    """It stays the same, so it is signed once for many looks."""
    made = salted_hmac("turntable.follow", str(person), secret=secret, algorithm="sha256")
    return f"{person}-{made.hexdigest()[:12]}"


def followed_by(request: HttpRequest, codes: PhoneCodes) -> list[TravelId]:
    """Whom this device follows, the newest first."""
    return codes.people(request.COOKIES.get(COOKIE, "")[:400].split("."))[:MOST_FOLLOWED]


def keep_following(
    answer: HttpResponse, event: EventFacts, codes: PhoneCodes, people: Sequence[TravelId]
) -> HttpResponse:
    """Note on this device whom it follows."""
    page = reverse("event-page", args=[event.slug])
    kept = ".".join(codes.of(person) for person in people[:MOST_FOLLOWED])
    if not kept:
        answer.delete_cookie(COOKIE, path=page)
        return answer
    answer.set_cookie(
        COOKIE, kept, SECONDS_A_DEVICE_FOLLOWS, path=page, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )
    return answer
