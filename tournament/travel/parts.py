"""Every part of the event file, in the order in which its rows can be made: what is named stands before who names it.

scoring adds its own when it starts (`add_parts`), because tournament knows nothing of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

from django.db.models import Q

from tournament.models import (
    Clock,
    ClockChange,
    ClockMoment,
    Competition,
    Competitor,
    Draw,
    Entry,
    Event,
    FormerName,
    Group,
    Invitation,
    LogEntry,
    Move,
    Note,
    Programme,
    Round,
    Seat,
    Slide,
    Swap,
    Table,
    Tie,
    Wish,
)
from tournament.rules.errors import Refused
from tournament.rules.roles import Invited
from tournament.travel import nameless
from tournament.travel import people_rows as people
from tournament.travel import round_rows as rounds
from tournament.travel.requests import REQUESTS, TEAM
from tournament.travel.stored import Arriving, Leaving, Reference, Stored, Values

ROUND_OF_ROW: Final = Reference(Round, {"competition": "round__competition__travel_id", "round": "round__number"})


def _hand_over_pictures(_rows: list[Values], leaving: Leaving) -> None:
    pictures = Slide.objects.filter(event=leaving.event).exclude(digest="").values_list("digest", "picture")
    leaving.pictures |= {digest: bytes(picture) for digest, picture in pictures}


def _with_picture(columns: Values, arriving: Arriving) -> Values:
    """The picture is where its digest says, and is what the digest says."""
    digest = columns["digest"]
    if not digest:
        return columns
    picture = arriving.pictures.get(digest)
    if picture is None or hashlib.sha256(picture).hexdigest() != digest:
        raise Refused("This file is damaged: a picture is missing or isn’t what it was. Nothing was brought in.")
    return {**columns, "picture": picture}


_BEFORE_SCORING: Final[Mapping[str, Stored]] = {
    "event": Stored(
        Event, people.FiledEvent, within="pk", known_by=("id",), without_names=nameless.event_without_names
    ),
    "competitions": Stored(Competition, people.FiledCompetition, known_by=("id",)),
    "groups": Stored(Group, people.FiledGroup, known_by=("id",), without_names=nameless.group_without_names),
    "people": Stored(Competitor, people.FiledCompetitor, known_by=("id",), without_names=nameless.person_without_names),
    "notes": Stored(Note, people.FiledNote, known_by=("id",), only_with_names=True),
    "entries": Stored(Entry, people.FiledEntry, within="competition__event", known_by=("id",)),
    "former_names": Stored(FormerName, people.FiledFormerName, within="competitor__event", only_with_names=True),
    "invitations": Stored(
        Invitation,
        people.FiledInvitation,
        only=Q(role=Invited.COORDINATOR),
        fixed={"role": Invited.COORDINATOR.value},
        only_with_names=True,
    ),
    "wishes": Stored(Wish, people.FiledWish, within="entry__competition__event", only_with_names=True),
    "draws": Stored(
        Draw,
        rounds.FiledDraw,
        within="competition__event",
        children={"swaps": Stored(Swap, rounds.FiledSwap, parent="draw")},
        without_names=nameless.draw_without_names,
    ),
    "rounds": Stored(Round, rounds.FiledRound, within="competition__event", known_by=("competition", "number")),
    "tables": Stored(
        Table,
        rounds.FiledTable,
        within="round__competition__event",
        known_by=("id",),
        references={"round": ROUND_OF_ROW},
        children={
            "seats": Stored(Seat, rounds.FiledSeat, parent="table", as_parent=("round",), known_by=("number",)),
            "ties": Stored(Tie, rounds.FiledTie, parent="table"),
        },
    ),
    "moves": Stored(Move, rounds.FiledMove, within="competition__event"),
    "clocks": Stored(
        Clock,
        rounds.FiledClock,
        within="competition__event",
        references={"round": ROUND_OF_ROW},
        children={
            "moments": Stored(ClockMoment, rounds.FiledClockMoment, parent="clock"),
            "changes": Stored(ClockChange, rounds.FiledClockChange, parent="clock"),
        },
    ),
    "slides": Stored(
        Slide,
        people.FiledSlide,
        known_by=("id",),
        columns={"picture": "digest"},
        leaves=_hand_over_pictures,
        arrives=_with_picture,
        only_with_names=True,
    ),
    "programme": Stored(Programme, people.FiledProgramme, within="competition__event", only_with_names=True),
    "team": TEAM,
}
_ADDED: dict[str, Stored] = {}
_LAST: Final[Mapping[str, Stored]] = {
    "log": Stored(LogEntry, people.FiledLog),
    "requests": REQUESTS,
}


def add_parts(parts: Mapping[str, Stored]) -> None:
    """What another app keeps of an event."""
    _ADDED.update(parts)


def all_parts() -> Mapping[str, Stored]:
    """Every part by its name."""
    return {**_BEFORE_SCORING, **_ADDED, **_LAST}


def all_stored() -> Sequence[Stored]:
    """Every model's, those inside other rows too."""
    outer = list(all_parts().values())
    return [*outer, *(child for stored in outer for child in stored.children.values())]
