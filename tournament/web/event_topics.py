"""The event of a public address: what every page of it has to know before anything is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest

from tournament.live.topics import everyone, staff
from tournament.queries.events import find_public_event, read_event
from tournament.web.following import PhoneCodes
from tournament.web.remembered import shelf
from tournament.web.visitors import is_of_team

NO_EVENT: Final = "There is no event at this address. Perhaps a letter is missing."


@dataclass(frozen=True)
class EventTopics:
    """An event's number, the codes of its people, and what its public pages listen to."""

    pk: int
    codes: PhoneCodes
    topics: Sequence[str]
    hidden: bool = False

    @property
    def with_staff(self) -> list[str]:
        """Names and settings are told to the event's staff alone, but public pages show them too."""
        return [*self.topics, staff(self.pk)]


def find_event(request: HttpRequest, slug: str, may_read: Callable[..., bool] = is_of_team) -> EventTopics:
    """The event of this address, looked up once for many phones: neither its number nor its secret changes. The pages
    of a hidden event are there for its team alone."""
    found = shelf.take(("where", slug), ((), 0), settings.SECONDS_REMEMBERED, lambda: _find_event(slug))
    if found.hidden and not may_read(request, read_event(found.pk)):
        raise Http404(NO_EVENT)
    return found


def _find_event(slug: str) -> EventTopics:
    found = find_public_event(slug)
    if found is None:
        raise Http404(NO_EVENT)
    topics = [everyone(competition) for competition in found.competitions]
    return EventTopics(found.event, PhoneCodes(found.event, found.secret), topics, found.hidden)
