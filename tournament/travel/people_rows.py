"""Rows of the event file: the event itself, its competitions, groups and people (RULES 1, 2 and 5)."""
# Without `from __future__ import annotations`: pydantic reads the types when a class is made.

from datetime import date
from typing import Any, Literal

from tournament.travel.fields import Id, Moment, Number, Sha256, Slug, TravellingRow


class FiledEvent(TravellingRow):
    """A day or weekend; holds one or more competitions."""

    id: Id
    name: str
    slug: Slug
    short: Slug | None
    date: date | None
    place: str
    time_zone: str
    fictional: bool
    has_groups: bool
    full_names: bool
    search_before_draw: bool
    erased_at: Moment | None
    names_kept_at: Moment | None
    hidden: bool
    version: Number
    secret: str
    """What the keys of its tables and groups are made from; empty in a file without names."""
    sayings: list[str]
    rules_of_the_day: str
    message: str
    message_until: Moment | None
    message_since: Moment | None


class FiledCompetition(TravellingRow):
    """One grade of an event, with every choice of RULES 2."""

    id: Id
    name: str
    slug: Slug
    preset: str
    closes_at: Moment | None
    closed_at: Moment | None
    finished_at: Moment | None
    version: Number
    first_table: Number
    format: str
    ending: str
    scoring: str
    incomplete: str
    redraw: bool
    move: str
    ranking: str
    cap: Number | None
    rounds: Number | None
    table_max: Number
    decks: Number
    clock: Number | None
    warning: Number | None
    times: dict[str, Any]
    calls: list[Number]
    break_length: Number
    podium_shown: Number
    podium_shown_at: Moment | None
    target: Number | None
    hands: Number | None
    entries_per_group: Number | None
    reserves_per_group: Number | None
    extra_cards: dict[str, dict[str, Number]]
    switches: list[str]


class FiledGroup(TravellingRow):
    """A church, club, class or youth group. Where the event has no groups each person has one, without a name."""

    id: Id
    name: str


class FiledCompetitor(TravellingRow):
    """A person in a group."""

    id: Id
    group: Id
    name: str
    wristband: str
    here_at: Moment | None
    hidden: bool
    phone_code: str
    """The code by which phones of an earlier version follow them."""


class FiledEntry(TravellingRow):
    """A competitor's place in a competition. `code` and `group_code` are its line on the sealed list."""

    id: Id
    competition: Id
    competitor: Id
    group: Id
    kind: str
    status: str
    code: str
    group_code: str
    listed: bool
    withdrawn_at: Moment | None
    left: Number | None
    joins: Number | None


class FiledFormerName(TravellingRow):
    """How somebody's name was spelt before."""

    id: Id
    competitor: Id
    name: str
    until: Moment
    why: str


class FiledInvitation(TravellingRow):
    """A group's link for its coordinators. Links to the team give rights on a server, so they stay there."""

    id: Id
    group: Id
    nonce: str
    token_hash: Sha256
    token: str
    made_at: Moment
    opened_at: Moment | None
    revoked_at: Moment | None


class FiledWish(TravellingRow):
    """What a group asked of the organiser."""

    id: Id
    entry: Id
    kind: str
    name: str
    why: str
    asked_at: Moment
    answered_at: Moment | None
    granted: bool | None
    answer: str


class FiledNote(TravellingRow):
    """What an organiser wrote beside a reason."""

    id: Id
    text: str


class FiledMemberName(TravellingRow):
    """Somebody whom the log names by the id of their account: a name, and no right."""

    id: Id
    name: str


class FiledSlide(TravellingRow):
    """A slide. Its picture is an entry of the file of its own, named by the SHA-256 of its bytes."""

    id: Id
    position: Number
    title: str
    text: str
    picture: Sha256
    content_type: Literal["", "image/png", "image/jpeg", "image/webp"]
    version: Number
    for_everybody: bool


class FiledProgramme(TravellingRow):
    """Where the MC stepped in a competition's running order."""

    competition: Id
    phase: str
    round: Number
    scene: str
    slide: Id | None
    stepped_at: Moment


class FiledLog(TravellingRow):
    """A line of the log, with its facts as they were written."""

    at: Moment
    by: str
    role: str
    competition: Id | None
    what: str
    facts: dict[str, Any]
    request: str


class FiledRequest(TravellingRow):
    """A tablet's request that was answered: sent again, it gets the same answer and has no second effect."""

    request: str
    travels: Sha256
    answer: Any
    at: Moment
