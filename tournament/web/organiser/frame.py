"""What the head of every organiser's page needs: where this is, and the ways on from here."""

from __future__ import annotations

from typing import Any, Final

from tournament.models import Competition, Event

WAYS_OF_EVENT: Final = (
    ("event", "Overview"),
    ("groups", "Groups"),
    ("people", "People"),
    ("log", "Log"),
    ("event-settings", "Settings"),
)
WAYS_OF_COMPETITION: Final = (
    ("entries", "Entries"),
    ("plan", "The plan"),
    ("ceremony", "The draw"),
    ("check-in", "Check-in"),
    ("board", "The board"),
    ("table-keys", "Table keys"),
    ("competition-settings", "Settings"),
)


def event_frame(event: Event, here: str) -> dict[str, Any]:
    """For a page of the whole event; `here` is the page's own name."""
    return {"event": event, "here": here, "ways": WAYS_OF_EVENT}


def competition_frame(competition: Competition, here: str) -> dict[str, Any]:
    """For a page of one competition."""
    return {"event": competition.event, "competition": competition, "here": here, "ways": WAYS_OF_COMPETITION}
