"""Reads how far competitions are: one query for as many of them as are asked for.

The current draw, its rounds and their clocks come as one row a round, because a saved hand and every tablet ask for
them too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery

from tournament.models import Draw, Screen
from tournament.prepared import PreparedQuery
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.published_draws import standing_draws
from tournament.rules.clock import RoundClock
from tournament.rules.standing import MadeRound, Standing, StandingDraw, make_standing, takes_entries

_ROUND: Final = "competition__round_set__"
_CLOCK: Final = f"{_ROUND}clock__"
_COLUMNS: Final = (
    "competition_id", "size", "plan", "commitment", "seed", "sealed_at", "drawn_at", "published_at",
    f"{_ROUND}pk", f"{_ROUND}number", f"{_ROUND}began_at", f"{_ROUND}closed_at", f"{_ROUND}break_after",
    f"{_CLOCK}length", f"{_CLOCK}warning", f"{_CLOCK}calls", f"{_CLOCK}starts_at", f"{_CLOCK}started_at",
    f"{_CLOCK}paused_at", f"{_CLOCK}paused", f"{_CLOCK}added", f"{_CLOCK}ended_at", f"{_CLOCK}closed_at",
    f"{_CLOCK}warned_at", "screen_seen_at",
)  # fmt: skip


class _Row(NamedTuple):
    """A draw with one of its rounds and that round's clock; without rounds the rest of it is empty."""

    competition: int
    size: int
    plan: Sequence[int]
    commitment: str
    seed: str
    sealed_at: datetime | None
    drawn_at: datetime | None
    published_at: datetime | None
    round: int | None
    number: int
    began_at: datetime | None
    closed_at: datetime | None
    break_after: int | None
    length: timedelta | None
    warning: timedelta | None
    calls: Sequence[int]
    starts_at: datetime | None
    started_at: datetime | None
    paused_at: datetime | None
    paused: timedelta
    added: timedelta
    ended_at: datetime | None
    clock_closed_at: datetime | None
    warned_at: datetime | None
    screen_seen_at: datetime | None


_SCREENS: Final = Screen.objects.filter(
    event=OuterRef("competition__event"), made_at__lte=OuterRef(f"{_ROUND}closed_at")
).order_by("-last_seen")
"""The hall's screens that were there when a round was closed, the one that was heard from last first."""


def _rows(draws: QuerySet[Draw]) -> QuerySet[Draw, tuple[Any, ...]]:
    seen = draws.annotate(screen_seen_at=Subquery(_SCREENS.values("last_seen")[:1]))
    return seen.order_by("competition_id", f"{_ROUND}number").values_list(*_COLUMNS)


_OF_ONE: Final = PreparedQuery(lambda competition: _rows(standing_draws().filter(competition=competition)))


def read_standing(competition: KnownCompetition, now: datetime) -> Standing:
    """How far one competition is, in one query."""
    return _standing(competition, [_Row(*row) for row in _OF_ONE(competition.pk)], now)


def read_standings(competitions: Iterable[KnownCompetition], now: datetime) -> dict[int, Standing]:
    """How far each of these competitions is, by its number, in one query however many there are."""
    known = list(competitions)
    if len(known) == 1:
        return {known[0].pk: read_standing(known[0], now)}
    rows: dict[int, list[_Row]] = {competition.pk: [] for competition in known}
    for values in _rows(standing_draws().filter(competition__in=[competition.pk for competition in known])):
        row = _Row(*values)
        rows[row.competition].append(row)
    return {competition.pk: _standing(competition, rows[competition.pk], now) for competition in known}


def is_open(competition: KnownCompetition, now: datetime) -> bool:
    """Whether entries may be made, changed and withdrawn, where nothing else of the standing is asked."""
    return takes_entries(competition.closes_at, competition.closed_at, now)


def _standing(competition: KnownCompetition, rows: Sequence[_Row], now: datetime) -> Standing:
    return make_standing(
        competition.pk,
        competition.settings,
        _draw(rows[0]) if rows else None,
        [_made(row, row.round) for row in rows if row.round is not None],
        takes_entries=is_open(competition, now),
        finished_at=competition.finished_at,
        times=competition.times,
        numbers=competition.numbers,
        break_length=competition.break_length,
        podium_shown=competition.podium_shown,
    )


def _draw(row: _Row) -> StandingDraw:
    return StandingDraw(
        size=row.size,
        plan=tuple(row.plan),
        commitment=row.commitment,
        sealed_at=row.sealed_at,
        drawn_at=row.drawn_at,
        published_at=row.published_at,
        seed=bytes.fromhex(row.seed) if row.published_at is not None else b"",
    )


def _made(row: _Row, pk: int) -> MadeRound:
    return MadeRound(
        pk, row.number, row.began_at, row.closed_at, _clock(row, row.length), row.break_after, row.screen_seen_at
    )


def _clock(row: _Row, length: timedelta | None) -> RoundClock | None:
    """A round that ends by itself may have none."""
    if length is None:
        return None
    return RoundClock(
        length=length,
        warning=row.warning,
        calls=tuple(timedelta(seconds=before) for before in row.calls),
        starts_at=row.starts_at,
        started_at=row.started_at,
        paused_at=row.paused_at,
        paused=row.paused,
        added=row.added,
        ended_at=row.ended_at,
        closed_at=row.clock_closed_at,
        warned_at=row.warned_at,
    )
