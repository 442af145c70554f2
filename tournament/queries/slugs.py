"""What the addresses of pages name: an event, or a competition of it."""

from __future__ import annotations

from typing import Final

from tournament.models import Competition, Event
from tournament.prepared import PreparedQuery

_COMPETITION: Final = PreparedQuery(
    lambda event, slug: Competition.objects.select_related("event").filter(event__slug=event, slug=slug)
)


def find_event_row(slug: str) -> Event | None:
    """The event with this slug."""
    return Event.objects.filter(slug=slug).first()


def find_competition_row(event: str, slug: str) -> Competition | None:
    """The competition with this slug in the event with that slug, its event included."""
    return _COMPETITION.first(event, slug)
