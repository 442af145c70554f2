"""The first page's events with their competitions, and one competition's overview."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Q, QuerySet

from tournament.models import Competition, Draw, Event, Round
from tournament.queries.people import Person
from tournament.queries.results import read_champions
from tournament.queries.state import State, state_of
from tournament.rules import clock
from tournament.rules.entries import Kind
from tournament.rules.knockout import Plan
from tournament.rules.presets import Format, Settings
from tournament.rules.rounds import how_many_rounds

EVENTS_ON_A_PAGE: Final = 12

_STANDING: Final = Q(entries__withdrawn_at__isnull=True)
_OPENLY: Final = ("competition_id", "size", "plan", "sealed_at", "published_at")
"""All that is read of a draw here: nothing of its chance."""


@dataclass(frozen=True)
class Listed:
    """A competition as the first page lists it."""

    competition: Competition
    state: State
    entries: int
    reserves: int
    draw: Draw | None
    """The draw, once it is published."""
    champion: Person | None
    round: Round | None = None
    """The latest, with its clock."""


def counted() -> QuerySet[Competition]:
    """Competitions with the number of their entries and reserves."""
    return Competition.objects.select_related("event").annotate(
        entered=Count("entries", filter=_STANDING & Q(entries__kind=Kind.ENTRY)),
        nominated=Count("entries", filter=_STANDING & Q(entries__kind=Kind.RESERVE)),
    )


def read_events(page: str | None, now: datetime) -> tuple[Page[Event], list[tuple[Event, list[Listed]]]]:
    """A page of events with their competitions: real ones before rehearsals, the latest first."""
    latest = Event.objects.filter(unfinished_since=None).order_by("fictional", F("date").desc(nulls_last=True), "-pk")
    events = Paginator(latest, EVENTS_ON_A_PAGE).get_page(page)
    listed = _list(list(counted().filter(event__in=list(events)).order_by("pk")), now)
    return events, [(event, [one for one in listed if one.competition.event_id == event.pk]) for event in events]


def read_listed_of(events: Sequence[Event], now: datetime) -> dict[int, list[Listed]]:
    """The competitions of each of these events, in as many queries as of one."""
    listed = _list(list(counted().filter(event__in=events).order_by("pk")), now)
    return {event.pk: [one for one in listed if one.competition.event_id == event.pk] for event in events}


def read_listed(event: Event, now: datetime) -> list[Listed]:
    """One event's competitions, as the first page lists them."""
    return _list(list(counted().filter(event=event).order_by("pk")), now)


def _list(competitions: Sequence[Competition], now: datetime) -> list[Listed]:
    standing = Draw.objects.filter(competition__in=competitions, discarded_at__isnull=True).only(*_OPENLY)
    draws = {draw.competition_id: draw for draw in standing}
    rounds = Round.objects.filter(competition__in=competitions).select_related("clock").order_by("number")
    last = {round_.competition_id: round_ for round_ in rounds}
    champions = read_champions([it for it in competitions if it.finished_at is not None])
    return [_listed(it, draws.get(it.pk), last.get(it.pk), champions, now) for it in competitions]


def _listed(
    it: Competition, draw: Draw | None, last: Round | None, champions: Mapping[int, Person], now: datetime
) -> Listed:
    return Listed(
        competition=it,
        state=state_of(it, draw, last, now),
        entries=it.entered,  # type: ignore[attr-defined]
        reserves=it.nominated,  # type: ignore[attr-defined]
        draw=draw if draw and draw.published_at else None,
        champion=champions.get(it.pk),
        round=last,
    )


# One competition


@dataclass(frozen=True)
class Stop:
    """One round on the way: how many tables, how many players where the plan says so, and whether it exists yet."""

    number: int
    tables: int
    players: int | None
    round: Round | None


@dataclass(frozen=True)
class Overview:
    """A competition, its rounds on the way, and the clock of the round that is being played."""

    listed: Listed
    stops: Sequence[Stop]
    clock: clock.RoundClock | None


def read_overview(competition: Competition, now: datetime) -> Overview:
    """Everything the overview shows; `competition` comes from counted()."""
    draw = competition.draws.filter(discarded_at__isnull=True).only(*_OPENLY).first()
    rounds = list(competition.round_set.select_related("clock").order_by("number"))
    last = rounds[-1] if rounds else None
    champions = read_champions([competition]) if competition.finished_at else {}
    listed = _listed(competition, draw, last, champions, now)
    ticking = getattr(last, "clock", None) if last and last.closed_at is None else None
    return Overview(
        listed=listed,
        stops=_stops(competition.settings, listed.draw, rounds) if listed.draw else [],
        clock=ticking.facts if ticking else None,
    )


def _stops(settings: Settings, draw: Draw, rounds: Sequence[Round]) -> list[Stop]:
    there = {round_.number: round_ for round_ in rounds}
    if settings.format is Format.KNOCKOUT:
        plan = Plan(draw.size, tuple(draw.plan))
        planned = [(tables, sum(row)) for tables, row in zip(plan.tables, plan.sizes, strict=True)]
        return [Stop(n, tables, size, there.get(n)) for n, (tables, size) in enumerate(planned, start=1)]
    return [Stop(n, draw.plan[0], None, there.get(n)) for n in range(1, how_many_rounds(settings, draw.plan) + 1)]
