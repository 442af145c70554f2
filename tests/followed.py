"""The addresses of people's own pages on phones."""

from __future__ import annotations


def code_of(person: int) -> str:
    """The part of the address that names somebody's page."""
    from tournament.models import Competitor
    from tournament.web.following import PhoneCodes

    found = Competitor.objects.select_related("event").get(pk=person)
    return PhoneCodes(found.event_id, found.event.secret).of(found.travel_id)
