"""What a line of the log means to a page: the kind of thing that changed, and whether everyone may know that it did."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

PUBLIC: Final[Mapping[str, str]] = {
    "entries closed": "entries",
    "entries reopened": "entries",
    "draw sealed": "draw",
    "draw published": "seats",
    "gone": "seats",
    "back": "seats",
    "substituted": "seats",
    "called up": "seats",
    "arrived late": "seats",
    "hand recorded": "table",
    "hand changed": "table",
    "hand deleted": "table",
    "tie to the lot": "table",
    "sheet accepted": "table",
    "sheet reopened": "table",
    "sheet corrected": "table",
    "table taken over": "table",
    "sat down": "table",
    "not seated": "table",
    "dealer chosen": "table",
    "agreed": "table",
    "agreed no more": "table",
    "organiser called": "table",
    "organiser came": "table",
    "typed hand let go": "table",
    "round made": "round",
    "round closed": "round",
    "finished": "round",
}
"""What public pages show within seconds. Everything else is the staff's: an unpublished draw, entries, invitations."""

SCREENS: Final = frozenset({
    "programme stepped", "screen taken", "screen set", "screen named", "screen muted", "screen forgotten",
    "slide added", "slide changed", "slide moved", "slide removed", "sayings changed", "rules of the day changed",
    "names erased",
})  # fmt: skip
"""What changes a picture in the hall and nothing on anybody's phone."""


_EVERYONE: Final = "competition:"


def kind_of(what: str) -> str | None:
    """The kind, if everyone may know."""
    return "clock" if what.startswith("clock ") else PUBLIC.get(what)


def everyone(competition: int) -> str:
    """The topic of those who may see a competition's public pages."""
    return f"{_EVERYONE}{competition}"


def is_everyones(topic: str) -> bool:
    """Whether it is heard by everyone's phones."""
    return topic.startswith(_EVERYONE)


def tablets(competition: int) -> str:
    """The topic of those who record at its tables: what is done there they hear of sooner than everyone does."""
    return f"tablets:{competition}"


def staff(event: int) -> str:
    """The topic of those who run the event."""
    return f"event:{event}"


def screens(event: int) -> str:
    """The topic of the hall's screens. They are no staff: it says that a picture changed, and nothing else."""
    return f"screens:{event}"


def announcement(
    what: str, event: int, competition: int | None, facts: Mapping[str, Any]
) -> tuple[list[str], dict[str, Any]]:
    """Who is told, and what: the kind, the competition, the table if it is about one, and what a clock now shows.
    No names, no points."""
    kind = kind_of(what)
    topics = [staff(event)] + ([everyone(competition)] if kind and competition else [])
    if kind == "table" and competition:
        topics.append(tablets(competition))
    if what in SCREENS:
        kind, topics = kind or "screen", [*topics, screens(event)]
    said = {
        "kind": kind or "event",
        "competition": competition,
        "table": facts.get("table"),
        "clock": facts.get("shows"),
    }
    return topics, {name: value for name, value in said.items() if value is not None}
