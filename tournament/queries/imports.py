"""What a list is checked against."""

from __future__ import annotations

from tournament.models import Competition, Entry, Group
from tournament.rules.imports import Here


def read_here(competition: Competition) -> Here:
    """The event's competitions and groups, and who is entered here, in three queries."""
    standing = Entry.objects.filter(competition=competition, withdrawn_at__isnull=True)
    return Here(
        settings=competition.settings,
        grade=competition.name,
        grades=list(Competition.objects.filter(event=competition.event_id).values_list("name", flat=True)),
        groups=list(Group.objects.filter(event=competition.event_id).values_list("name", flat=True)),
        entered=list(standing.values_list("group__name", "competitor__name", "kind")),
    )
