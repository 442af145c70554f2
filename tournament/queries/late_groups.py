"""Whether an event without groups can still have some, and who would be in them."""

from __future__ import annotations

from tournament.models import Competitor, Event
from tournament.queries.published_draws import standing_draws
from tournament.rules.club_nights import why_without_groups


def read_why_without_groups(event: Event) -> str:
    """Why this event stays without groups; empty while groups can be added."""
    draws = standing_draws().filter(competition__event=event, sealed_at__isnull=False)
    published = [moment is not None for moment in draws.values_list("published_at", flat=True)]
    return why_without_groups(
        are_names_erased=event.erased_at is not None, is_sealed=bool(published), is_published=any(published)
    )


def read_people(event: Event) -> list[Competitor]:
    """Everybody who was ever entered, in the order in which they came. Somebody who withdrew may come back."""
    return list(Competitor.objects.filter(event=event).order_by("pk"))


def read_names(event: Event) -> list[str]:
    """Their names, for the page that asks for their groups."""
    return [person.name for person in read_people(event)]
