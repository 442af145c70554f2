"""What the head of every organiser's page shows: which page this is, and the links to the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tournament.queries.competitions import read_other_competitions
from tournament.queries.wishes import count_open_wishes

if TYPE_CHECKING:
    from tournament.models import Competition, Event

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


def event_navigation(event: Event, page: str) -> dict[str, Any]:
    """For a page of the whole event; `page` is its own name."""
    return {"event": event, "here": page, "ways": WAYS_OF_EVENT}


def competition_navigation(competition: Competition, page: str) -> dict[str, Any]:
    """For a page of one competition."""
    return {
        "event": competition.event,
        "competition": competition,
        "here": page,
        "ways": WAYS_OF_COMPETITION,
        "sisters": read_other_competitions(competition),
    }


def waiting_wishes(competition: Competition) -> dict[str, int]:
    """How many of its groups wait for an answer, for the pages where an organiser is while they wait."""
    return {"asks": count_open_wishes([competition]).get(competition.pk, 0)}
