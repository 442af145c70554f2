"""The first page's events with their competitions, and one competition by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Count, F, Q, QuerySet

from tournament.models import Competition, Entry, Event, Remains
from tournament.queries.event_facts import CompetitionFacts, EventFacts, KnownEvent, competition_facts, event_facts
from tournament.queries.people import Person
from tournament.queries.published_draws import published_draws
from tournament.queries.results import read_champions
from tournament.queries.standing import read_standings
from tournament.rules.entries import Kind, Status
from tournament.rules.podium import hold_back
from tournament.rules.standing import Standing

_NOT_WITHDRAWN: Final = Q(withdrawn_at__isnull=True)


@dataclass(frozen=True)
class ListedCompetition:
    """A competition as the first page lists it."""

    competition: CompetitionFacts
    standing: Standing
    entries: int
    reserves: int
    late: int
    """How many people came late and joined a rotation after its draw."""
    champion: Person | None

    @property
    def players(self) -> int:
        """How many play, once the draw is public."""
        return self.standing.published.size + self.late if self.standing.published else 0


class CountedCompetition(NamedTuple):
    """A competition with the number of its entries and reserves, and of those who came late."""

    competition: CompetitionFacts
    entries: int
    reserves: int
    late: int


@dataclass(frozen=True)
class EventKeys:
    """An event's number and the numbers of its competitions: what its public pages listen to."""

    event: int
    competitions: Sequence[int]
    hidden: bool
    """Whether only its own team may see them."""
    secret: str = field(repr=False)
    """What the codes of its people are made from."""


def find_public_event(slug: str) -> EventKeys | None:
    """The event of this address, also a hidden one. A demo that is still being made has no page yet."""
    events = Event.objects.filter(slug=slug, unfinished_since=None).order_by("competitions")
    found = list(events.values_list("pk", "competitions", "hidden", "secret"))
    if not found:
        return None
    pk, _, hidden, secret = found[0]
    return EventKeys(pk, [competition for _, competition, *_ in found if competition is not None], hidden, secret)


def find_slug_of(short: str) -> str | None:
    """The long address for a short one. None if the event's public pages are closed."""
    events = Event.objects.filter(short=short, hidden=False, unfinished_since=None)
    return events.values_list("slug", flat=True).first()


def find_event(pk: int) -> EventFacts | None:
    """An event by its number, if it is still there."""
    event = Event.objects.filter(pk=pk).first()
    return event_facts(event) if event is not None else None


def read_event(pk: int) -> EventFacts:
    """An event that is known to exist."""
    return event_facts(Event.objects.get(pk=pk))


def find_keys(slug: str) -> tuple[int, int] | None:
    """The numbers of the competition of this public address and of its event."""
    return Competition.objects.filter(slug=slug, event__hidden=False).values_list("pk", "event_id").first()


def find_competition(slug: str) -> CompetitionFacts | None:
    """The competition of this public address, with its event; also of a hidden event, which its team may see."""
    competition = Competition.objects.select_related("event").filter(slug=slug).first()
    return competition_facts(competition) if competition is not None else None


def find_counted_competition(slug: str) -> CountedCompetition | None:
    """The same with the number of its entries."""
    return next(iter(_count(Competition.objects.filter(slug=slug))), None)


def _count(competitions: QuerySet[Competition]) -> list[CountedCompetition]:
    """Competitions with the number of their entries, in two queries: counted in one, thousands of entries would be
    grouped by every column of their competition and its event."""
    rows = list(competitions.select_related("event").order_by("pk"))
    entries = Entry.objects.filter(competition__in=[row.pk for row in rows]).order_by().values_list("competition")
    counted = entries.annotate(
        entered=Count("pk", filter=_NOT_WITHDRAWN & Q(kind=Kind.ENTRY)),
        nominated=Count("pk", filter=_NOT_WITHDRAWN & Q(kind=Kind.RESERVE)),
        joined_late=Count("pk", filter=Q(status=Status.LATE)),
    )
    numbers = {competition: parts for competition, *parts in counted} if rows else {}
    return [CountedCompetition(competition_facts(row), *numbers.get(row.pk, (0, 0, 0))) for row in rows]


def _public_events() -> QuerySet[Event]:
    """Real events before rehearsals, the latest first. A demo that is still being made is not among them, nor is a
    hidden event."""
    latest = F("date").desc(nulls_last=True)
    return Event.objects.filter(unfinished_since=None, hidden=False).order_by("fictional", latest, "-pk")


def count_events() -> int:
    """How many events the first page has to show."""
    return _public_events().count()


def read_events(places: range, now: datetime) -> list[tuple[EventFacts, list[ListedCompetition]]]:
    """These of the first page's events with their competitions, in as many queries as one."""
    events = [event_facts(event) for event in _public_events()[places.start : places.stop]]
    listed = read_listed_of(events, now, public=True)
    return [(event, listed[event.pk]) for event in events]


def read_listed_of(
    events: Sequence[EventFacts], now: datetime, *, public: bool = False
) -> dict[int, list[ListedCompetition]]:  # fmt: skip
    """The competitions of each of these events, in as many queries as of one."""
    listed: dict[int, list[ListedCompetition]] = {event.pk: [] for event in events}
    competitions = Competition.objects.filter(event__in=[event.pk for event in events])
    for competition in _list(competitions, now, public=public):
        listed[competition.competition.event.pk].append(competition)
    return listed


def what_holds_up_erasing() -> str | None:
    """While files of the database may still hold bytes of what was erased: what holds it up, empty if nothing does."""
    return Remains.objects.order_by("pk").values_list("held_up_by", flat=True).last()


def read_unfinished(event: Event) -> list[str]:
    """The names of the competitions whose draw is published and that nobody has finished: they are still played."""
    playing = published_draws().filter(competition__event=event, competition__finished_at__isnull=True)
    return list(playing.order_by("competition").values_list("competition__name", flat=True))


def read_listed(event: KnownEvent, now: datetime, *, public: bool = False) -> list[ListedCompetition]:
    """One event's competitions, as the first page lists them. For the public the winner is left out while it waits for
    the podium."""
    return _list(Competition.objects.filter(event=event.pk), now, public=public)


def _list(asked: QuerySet[Competition], now: datetime, *, public: bool) -> list[ListedCompetition]:
    rows = _count(asked)
    competitions = [row.competition for row in rows]
    standings = read_standings(competitions, now)
    if public:
        standings = {pk: hold_back(standing, now) for pk, standing in standings.items()}
    champions = read_champions(competitions, standings)
    return [_listed(row, standings[row.competition.pk], champions) for row in rows]


def _listed(row: CountedCompetition, standing: Standing, champions: Mapping[int, Person]) -> ListedCompetition:
    champion = champions.get(row.competition.pk)
    return ListedCompetition(row.competition, standing, row.entries, row.reserves, row.late, champion)


def read_overview(counted: CountedCompetition, standing: Standing) -> ListedCompetition:
    """Everything that a competition's overview shows."""
    competition = counted.competition
    return _listed(counted, standing, read_champions([competition], {competition.pk: standing}))
