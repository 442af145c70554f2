"""What the head of every organiser's page needs: where this is, and the ways on from here."""

from __future__ import annotations

from typing import Any, Final

from tournament.models import Competition, Event
from tournament.prepared import PreparedQuery
from tournament.queries.wishes import count_open_wishes

WAYS_OF_EVENT: Final = (
    ("event", "Overview"),
    ("groups", "Groups"),
    ("people", "Team"),
    ("screens", "Screens"),
    ("log", "Log"),
    ("event-settings", "Settings"),
)
WAYS_OF_COMPETITION: Final = (
    ("entries", "Entries"),
    ("plan", "The plan"),
    ("ceremony", "The draw"),
    ("check-in", "Check-in"),
    ("mc-desk", "The clock"),
    ("board", "The board"),
    ("table-keys", "Table keys"),
    ("print-room", "Print room"),
    ("competition-settings", "Settings"),
)

_SISTERS: Final = PreparedQuery(
    lambda event, pk: Competition.objects.filter(event=event).exclude(pk=pk).order_by("pk").only("name", "slug")
)


def event_navigation(event: Event, here: str) -> dict[str, Any]:
    """For a page of the whole event; `here` is the page's own name."""
    return {"event": event, "here": here, "ways": WAYS_OF_EVENT}


def competition_navigation(competition: Competition, here: str) -> dict[str, Any]:
    """For a page of one competition."""
    return {
        "event": competition.event,
        "competition": competition,
        "here": here,
        "ways": WAYS_OF_COMPETITION,
        "sisters": _SISTERS(competition.event_id, competition.pk),
    }


def waiting_wishes(competition: Competition) -> dict[str, int]:
    """How many of its groups wait for an answer, for the pages where an organiser is while they wait."""
    return {"asks": count_open_wishes([competition]).get(competition.pk, 0)}
