"""An event and its competitions as pages know them.

A view may hold the row that its address names, to ask queries and actions with. What it gives to a template are these
facts, which no template can save, follow to other rows or ask the database with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TypeAlias

from tournament.models import Competition, Event
from tournament.rules.presets import Settings
from tournament.rules.round_times import ChangedTimes
from tournament.rules.table_numbers import TableNumbers
from tournament.rules.travel_ids import TravelId, number_told


@dataclass(frozen=True, slots=True)
class EventFacts:
    """What pages say about an event."""

    pk: int
    name: str
    slug: str
    date: date | None
    place: str
    time_zone: str
    fictional: bool
    """A rehearsal or demonstration."""
    has_groups: bool
    """Whether people come in groups; at a club night everybody plays for themselves."""
    full_names: bool
    search_before_draw: bool
    """Whether anybody can look for a name before the draw is published."""
    erased_at: datetime | None
    hidden: bool
    """Whether its public pages are closed."""
    rules_of_the_day: str
    sayings: Sequence[str]
    """Who deals first, in the organiser's own words; empty: those of rules.dealers."""
    message: str
    """What the MC says to everybody, until `message_until`."""
    message_until: datetime | None
    version: int

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class CompetitionFacts:
    """What pages say about a competition, with its event."""

    pk: int
    travel_id: TravelId
    event: EventFacts
    name: str
    slug: str
    closes_at: datetime | None
    closed_at: datetime | None
    finished_at: datetime | None
    format: str
    scoring: str
    ranking: str
    move: str
    redraw: bool
    cap: int | None
    rounds: int | None
    decks: int
    first_table: int
    version: int
    settings: Settings
    """Every choice of RULES 2, as the rules know it."""
    times: ChangedTimes
    calls: Sequence[int]
    break_length: int
    podium_shown: int

    def __str__(self) -> str:
        return self.name

    @property
    def told(self) -> int:
        """The number by which tablets know it."""
        return number_told(self.travel_id)

    @property
    def numbers(self) -> TableNumbers:
        """How its tables are numbered for people."""
        return TableNumbers(self.first_table)


KnownCompetition: TypeAlias = Competition | CompetitionFacts
"""For queries that ask by the competition's number and settings only, so that pages and papers can ask them too."""


KnownEvent: TypeAlias = Event | EventFacts


def event_facts(event: KnownEvent) -> EventFacts:
    """The facts of an event's row; facts stay as they are."""
    if isinstance(event, EventFacts):
        return event
    return EventFacts(
        pk=event.pk,
        name=event.name,
        slug=event.slug,
        date=event.date,
        place=event.place,
        time_zone=event.time_zone,
        fictional=event.fictional,
        has_groups=event.has_groups,
        full_names=event.full_names,
        search_before_draw=event.search_before_draw,
        erased_at=event.erased_at,
        hidden=event.hidden,
        rules_of_the_day=event.rules_of_the_day,
        sayings=event.sayings,
        message=event.message,
        message_until=event.message_until,
        version=event.version,
    )


def competition_facts(competition: KnownCompetition, event: EventFacts | None = None) -> CompetitionFacts:
    """The facts of a competition's row; facts stay as they are. `event` are its event's, where they are known."""
    if isinstance(competition, CompetitionFacts):
        return competition
    return CompetitionFacts(
        pk=competition.pk,
        travel_id=competition.travel_id,
        event=event or event_facts(competition.event),
        name=competition.name,
        slug=competition.slug,
        closes_at=competition.closes_at,
        closed_at=competition.closed_at,
        finished_at=competition.finished_at,
        format=competition.format,
        scoring=competition.scoring,
        ranking=competition.ranking,
        move=competition.move,
        redraw=competition.redraw,
        cap=competition.cap,
        rounds=competition.rounds,
        decks=competition.decks,
        first_table=competition.first_table,
        version=competition.version,
        settings=competition.settings,
        times=competition.times,
        calls=competition.calls,
        break_length=competition.break_length,
        podium_shown=competition.podium_shown,
    )
