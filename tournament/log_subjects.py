"""What a log line is about, and whose open pages hear of it: the words that the table of kinds uses."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Subject(StrEnum):
    """What a line is about, for the filter of the organiser's page."""

    SET_UP = "Set-up"
    MEMBERS = "Links and members"
    ENTRIES = "Entries"
    DRAW = "The draw"
    ATTENDANCE = "Who is here"
    ROUNDS = "Rounds and clock"
    TABLES = "Hands and sheets"
    SCREENS = "Screens"
    PAPER = "Paper"
    OTHER = "Other"


class Audience(StrEnum):
    """Whose open pages hear that something changed."""

    STAFF = "those who run the event"
    EVERYONE = (
        "everyone who may see the public pages: the competition’s, or all of the event’s if it concerns the event"
    )
    TABLETS = "those who record at its tables, who hear sooner than everyone"
    SCREENS = "the hall’s screens"
    COORDINATORS = "those who enter for the event’s groups"


class LiveChange(StrEnum):
    """What open pages are told that a line changed. The word is what their scripts listen for."""

    EVENT = "event"
    LIST = "list"
    SCREEN = "screen"
    ENTRIES = "entries"
    DRAW = "draw"
    SEATS = "seats"
    ROUND = "round"
    CLOCK = "clock"
    TABLE = "table"
    TAP = "tap"
    MESSAGE = "message"

    @property
    def word(self) -> str:
        """A tap is told as any other news of its table, and a group's list as any other news of its event."""
        return {LiveChange.TAP: LiveChange.TABLE, LiveChange.LIST: LiveChange.EVENT}.get(self, self).value


_STAFF: Final = frozenset({Audience.STAFF})
_PUBLIC: Final = _STAFF | {Audience.EVERYONE}

TOLD_TO: Final[Mapping[LiveChange, frozenset[Audience]]] = {
    LiveChange.EVENT: _STAFF,
    LiveChange.LIST: _STAFF | {Audience.COORDINATORS},
    LiveChange.SCREEN: _STAFF | {Audience.SCREENS},
    LiveChange.ENTRIES: _PUBLIC,
    LiveChange.DRAW: _PUBLIC,
    LiveChange.SEATS: _PUBLIC,
    LiveChange.ROUND: _PUBLIC,
    LiveChange.CLOCK: _PUBLIC,
    LiveChange.TABLE: _PUBLIC | {Audience.TABLETS},
    LiveChange.TAP: _STAFF | {Audience.TABLETS},
    LiveChange.MESSAGE: _PUBLIC | {Audience.SCREENS},
}
"""Everyone hears of what public pages show. An unpublished draw, entries and invitations are the staff's alone. What a
table does besides its hands and its result is on no public page: a tap wakes no phone."""
