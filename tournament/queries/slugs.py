"""What the addresses of pages name: an event, or a competition of it."""

from __future__ import annotations

from typing import Final

from tournament.models import Competition, Event
from tournament.prepared import PreparedQuery

_COMPETITION: Final = PreparedQuery(
    lambda event, slug: Competition.objects.select_related("event").filter(event__slug=event, slug=slug)
)
_COMPETITIONS: Final = PreparedQuery(lambda event: Competition.objects.filter(event=event).order_by("pk"))


def find_event(slug: str) -> Event | None:
    """The event with this slug."""
    return Event.objects.filter(slug=slug).first()


def find_competition(event: str, slug: str) -> Competition | None:
    """The competition with this slug in the event with that slug, its event included."""
    return _COMPETITION.first(event, slug)


def read_competitions(event: Event) -> list[Competition]:
    """All competitions of an event, in the order in which they were set up."""
    competitions = _COMPETITIONS(event.pk)
    for competition in competitions:
        competition.event = event
    return competitions
