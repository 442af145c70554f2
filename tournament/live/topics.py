"""Who hears what: the topics that live pages listen to, and what a line of the log tells them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tournament.log_kinds import LogKind
from tournament.log_subjects import Audience
from tournament.rules.travel_ids import number_told

_EVERYONE: Final = "competition:"


def everyone(competition: int) -> str:
    """The topic of those who may see a competition's public pages."""
    return f"{_EVERYONE}{competition}"


def is_everyones(topic: str) -> bool:
    """Whether everyone's phones listen to it."""
    return topic.startswith(_EVERYONE)


def tablets(competition: int) -> str:
    """The topic of those who record at its tables: they hear what is done there sooner than everyone does."""
    return f"tablets:{competition}"


def staff(event: int) -> str:
    """The topic of those who run the event."""
    return f"event:{event}"


def screens(event: int) -> str:
    """The topic of the hall's screens. They are no staff: it says that a picture changed, and nothing else."""
    return f"screens:{event}"


def coordinators(event: int) -> str:
    """The topic of those who enter for its groups: it says that a list changed, or that something was answered."""
    return f"coordinators:{event}"


def announcement(
    kind: LogKind[...],
    event: int,
    competition: int | None,
    facts: Mapping[str, Any],
    of_event: Sequence[int] = (),
) -> tuple[list[str], dict[str, Any]]:
    """The topics that are told, and what they are told: the part that changed, the competition, the table if the line
    is about one, what a clock now shows, and by how much the time itself was set. No names, no points. A line about the
    event, not about one competition, is told to everyone of all its competitions (`of_event`)."""
    message = {
        "kind": kind.change.word,
        "competition": competition,
        "table": number_told(facts["table"]) if "table" in facts else None,
        "clock": facts.get("shows"),
        "stepped": facts.get("stepped"),
        "now": facts.get("now"),
    }
    topics = _topics(kind, event, of_event if competition is None else [competition])
    return topics, {name: value for name, value in message.items() if value is not None}


def _topics(kind: LogKind[...], event: int, competitions: Sequence[int]) -> list[str]:
    topics = [staff(event)]
    if Audience.EVERYONE in kind.told_to:
        topics += map(everyone, competitions)
    if Audience.TABLETS in kind.told_to:
        topics += map(tablets, competitions)
    if Audience.COORDINATORS in kind.told_to:
        topics.append(coordinators(event))
    if Audience.SCREENS in kind.told_to:
        topics.append(screens(event))
    return topics
