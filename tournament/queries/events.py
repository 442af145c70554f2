"""The first page's events with their competitions, and one competition by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, F, Q, QuerySet

from tournament.models import Competition, Event
from tournament.queries.people import Person
from tournament.queries.results import read_champions
from tournament.queries.standing import read_standing, read_standings
from tournament.rules.entries import Kind
from tournament.rules.standing import Standing

_NOT_WITHDRAWN: Final = Q(entries__withdrawn_at__isnull=True)


@dataclass(frozen=True)
class ListedCompetition:
    """A competition as the first page lists it."""

    competition: Competition
    standing: Standing
    entries: int
    reserves: int
    champion: Person | None


@dataclass(frozen=True)
class EventKeys:
    """An event's number and the numbers of its competitions: what its public pages listen to."""

    event: int
    competitions: Sequence[int]


def find_public_event(slug: str) -> EventKeys | None:
    """The event of this address. A demo that is still being made has none yet."""
    events = Event.objects.filter(slug=slug, unfinished_since=None).order_by("competitions")
    found = list(events.values_list("pk", "competitions"))
    if not found:
        return None
    return EventKeys(found[0][0], [competition for _, competition in found if competition is not None])


def find_event(pk: int) -> Event | None:
    """An event by its number, if it is still there."""
    return Event.objects.filter(pk=pk).first()


def read_event(pk: int) -> Event:
    """An event that is known to exist."""
    return Event.objects.get(pk=pk)


def find_keys(slug: str) -> tuple[int, int] | None:
    """The numbers of the competition of this address and of its event."""
    return Competition.objects.filter(slug=slug).values_list("pk", "event_id").first()


def find_competition(slug: str) -> Competition | None:
    """The competition of this address, with its event."""
    return Competition.objects.select_related("event").filter(slug=slug).first()


def find_counted_competition(slug: str) -> Competition | None:
    """The same with the number of its entries, for read_overview."""
    return _counted().filter(slug=slug).first()


def _counted() -> QuerySet[Competition]:
    """Competitions with the number of their entries and reserves."""
    return Competition.objects.select_related("event").annotate(
        entered=Count("entries", filter=_NOT_WITHDRAWN & Q(entries__kind=Kind.ENTRY)),
        nominated=Count("entries", filter=_NOT_WITHDRAWN & Q(entries__kind=Kind.RESERVE)),
    )


def _public_events() -> QuerySet[Event]:
    """Real events before rehearsals, the latest first. A demo that is still being made is not among them."""
    latest = F("date").desc(nulls_last=True)
    return Event.objects.filter(unfinished_since=None).order_by("fictional", latest, "-pk")


def count_events() -> int:
    """How many events the first page has to show."""
    return _public_events().count()


def read_events(places: range, now: datetime) -> list[tuple[Event, list[ListedCompetition]]]:
    """These of the first page's events with their competitions, in as many queries as one."""
    events = list(_public_events()[places.start : places.stop])
    listed = read_listed_of(events, now)
    return [(event, listed[event.pk]) for event in events]


def read_listed_of(events: Sequence[Event], now: datetime) -> dict[int, list[ListedCompetition]]:
    """The competitions of each of these events, in as many queries as of one."""
    listed: dict[int, list[ListedCompetition]] = {event.pk: [] for event in events}
    for competition in _list(_counted().filter(event__in=events).order_by("pk"), now):
        listed[competition.competition.event_id].append(competition)
    return listed


def read_listed(event: Event, now: datetime) -> list[ListedCompetition]:
    """One event's competitions, as the first page lists them."""
    return _list(_counted().filter(event=event).order_by("pk"), now)


def _list(counted: QuerySet[Competition], now: datetime) -> list[ListedCompetition]:
    competitions = list(counted)
    standings = read_standings(competitions, now)
    champions = read_champions(competitions, standings)
    return [
        _listed(competition, standings[competition.pk], champions.get(competition.pk)) for competition in competitions
    ]


def _listed(competition: Competition, standing: Standing, champion: Person | None) -> ListedCompetition:
    return ListedCompetition(
        competition=competition,
        standing=standing,
        entries=competition.entered,  # type: ignore[attr-defined]
        reserves=competition.nominated,  # type: ignore[attr-defined]
        champion=champion,
    )


def read_overview(competition: Competition, now: datetime) -> ListedCompetition:
    """All that a competition's overview shows; `competition` comes from find_counted_competition()."""
    standing = read_standing(competition, now)
    champions = read_champions([competition], {competition.pk: standing})
    return _listed(competition, standing, champions.get(competition.pk))
