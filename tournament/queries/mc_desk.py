"""What an MC needs of the latest round: its tables, and what keeps its clock from being undone or set back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Q

from tournament.models import ClockChange, Competition, Seat, Table
from tournament.queries.clock import counted_since
from tournament.rules.clock import MomentKind, RoundClock
from tournament.rules.clock_changes import CountedTable
from tournament.rules.standing import PlannedRound, Standing
from tournament.rules.table_numbers import ShownTable

TABLETS_ARE_REMEMBERED: Final = timedelta(hours=1)
"""A tablet on bad Wi-Fi is silent for a while: that does not make a hall of paper."""


@dataclass(frozen=True)
class PlayingTable:
    """A table that the round waits for: at least two players are there."""

    number: ShownTable
    has_dealt: bool
    """Whether it has sent a hand."""
    is_accepted: bool
    """Whether its sheet is accepted."""


@dataclass(frozen=True)
class McDesk:
    """The round that an MC runs, or is about to run."""

    standing: Standing
    round: PlannedRound
    tables: Sequence[PlayingTable]
    hand_recorded: bool
    """Whether any table has recorded a hand."""
    counted_since_end: bool
    """Whether a table has counted since somebody ended the round."""
    counted: Sequence[CountedTable] = ()
    """The tables whose round is over: after time up no time is added for them."""
    started_by: str = ""
    ended_by: str = ""
    """Who ended the round early; empty if it ended by itself or goes on."""
    has_tablets: bool = False
    """Whether a tablet was heard from lately: otherwise the hall plays on paper."""

    @property
    def clock(self) -> RoundClock | None:
        return self.round.clock

    @property
    def without_sheet(self) -> list[ShownTable]:
        """The tables whose sheets are not in."""
        return [table.number for table in self.tables if not table.is_accepted]

    @property
    def without_hand(self) -> list[ShownTable]:
        """The tables that have not sent a hand."""
        return [table.number for table in self.tables if not table.has_dealt]


def read_desk(standing: Standing, now: datetime) -> McDesk | None:
    """The desk of a competition; None before the draw is published."""
    latest = standing.latest
    if latest is None or standing.published is None:
        return None
    present = Count("seats", filter=Q(seats__absent=False))
    columns = ("number", "dealt_at", "stopped", "accepted_at")
    rows = list(Table.objects.filter(round=latest.pk).only(*columns).annotate(present=present).order_by("number"))
    started_by, ended_by = _by_whom(latest)
    ended_at = latest.clock.ended_at if latest.clock is not None else None
    return McDesk(
        standing=standing,
        round=latest,
        tables=[_playing(row, standing) for row in rows if row.present > 1],
        hand_recorded=any(row.dealt_at is not None for row in rows),
        counted_since_end=counted_since(standing.competition, ended_at),
        counted=[row.counted_as(standing.numbers.shown(row.number)) for row in rows if row.has_counted],
        started_by=started_by,
        ended_by=ended_by,
        has_tablets=_has_tablets(standing.competition, now),
    )


def _has_tablets(competition: int, now: datetime) -> bool:
    """Tablets are scoring's: only the relation from the competition is known here."""
    heard = Competition.objects.filter(pk=competition, tablets__heard_at__gt=now - TABLETS_ARE_REMEMBERED)
    return heard.exists()


def _playing(row: Table, standing: Standing) -> PlayingTable:
    return PlayingTable(standing.numbers.shown(row.number), row.has_dealt, row.accepted_at is not None)


def _by_whom(latest: PlannedRound) -> tuple[str, str]:
    """Who started the clock last, and who ended it unless that was undone, or time was up by itself afterwards."""
    if latest.clock is None:
        return "", ""
    started = _latest_change(latest, "started")
    ended = _latest_change(latest, "ended", MomentKind.TIME_UP) if latest.clock.ended_at is not None else None
    return started.by if started else "", ended.by if ended and ended.change == "ended" else ""


def _latest_change(latest: PlannedRound, *kinds: str) -> ClockChange | None:
    return ClockChange.objects.filter(clock__round=latest.pk, change__in=kinds).order_by("at", "pk").last()


@dataclass(frozen=True)
class DoubleSeat:
    """Somebody who sits at tables of two competitions whose rounds are open at once."""

    name: str
    places: Sequence[tuple[str, ShownTable]]
    """Each competition, and the table there."""


def read_double_seats(standings: Iterable[Standing]) -> list[DoubleSeat]:
    """Everybody who would have to play in two rounds at once, by name."""
    rounds = [standing.open.pk for standing in standings if standing.open is not None]
    seats = Seat.objects.filter(round__in=rounds, absent=False).exclude(entry__competitor__name="")
    twice = seats.values("entry__competitor").annotate(number=Count("pk")).filter(number__gt=1)
    people = list(twice.order_by("entry__competitor__name").values_list("entry__competitor", "entry__competitor__name"))
    places: dict[int, list[tuple[str, ShownTable]]] = {}
    rows = seats.filter(entry__competitor__in=[person for person, _ in people]) if people else Seat.objects.none()
    for seat in rows.select_related("entry", "table", "round__competition").order_by("round__competition"):
        competition = seat.round.competition
        place = (competition.name, competition.numbers.shown(seat.table.number))
        places.setdefault(seat.entry.competitor_id, []).append(place)
    return [DoubleSeat(name, places[person]) for person, name in people]


def open_clocks(standings: Mapping[int, Standing]) -> dict[int, RoundClock]:
    """The clock of the open round of each competition that has one, by competition."""
    return {competition: standing.clock for competition, standing in standings.items() if standing.clock is not None}
