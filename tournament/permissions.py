"""Who may do what, on one page. `by` is whoever asks; an action calls one of these first."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournament.models import Competition, Event, Group
from tournament.rules.errors import NotPermitted


class Role(StrEnum):
    """The kinds of people (and the software itself, when an alarm acts)."""

    ORGANISER = "organiser"
    MC = "mc"
    COORDINATOR = "coordinator"
    UMPIRE = "umpire"
    SYSTEM = "system"


@dataclass(frozen=True)
class Actor:
    """Whoever acts: their role, what it covers, and what the log calls them.

    `scope` is the event of an organiser or MC, the group of a coordinator, the table of an umpire.
    """

    role: Role
    scope: int | None
    name: str


SYSTEM = Actor(Role.SYSTEM, None, "Turntable")


def organiser(event: Event, name: str = "Organiser") -> Actor:
    """The organiser of this event, as an actor."""
    return Actor(Role.ORGANISER, event.pk, name)


def may_organise(by: Actor, event_id: int) -> bool:
    """Set up, close, draw, settle trouble: the event's organisers."""
    return by.role is Role.ORGANISER and by.scope == event_id


def may_enter_for(by: Actor, group: Group) -> bool:
    """Enter, withdraw and substitute a group's people: its coordinators, and the organiser."""
    return may_organise(by, group.event_id) or (by.role is Role.COORDINATOR and by.scope == group.pk)


def may_run_clock(by: Actor, competition: Competition) -> bool:
    """Start, pause and end the round clock: MC and organiser; time runs out by itself."""
    return by.role in (Role.MC, Role.ORGANISER) and by.scope == competition.event_id


def require(allowed: bool, by: Actor) -> None:
    """Refuse plainly unless allowed."""
    if not allowed:
        raise NotPermitted(f"{by.name} may not do this. Ask an organiser of this event.")
