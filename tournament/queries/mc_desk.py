"""What an MC needs of the latest round: its tables, and what keeps its clock from being undone or set back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from tournament.models import Clock, ClockChange, Competition, Table
from tournament.queries.clock import counted_since
from tournament.queries.standing import read_standing
from tournament.rules.clock import RoundClock
from tournament.rules.standing import PlannedRound, Standing


@dataclass(frozen=True)
class PlayingTable:
    """A table that the round waits for: at least two players are there."""

    number: int
    has_dealt: bool
    """Whether it has sent a hand."""
    is_accepted: bool
    """Whether its sheet is in."""


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
    started_by: str = ""
    ended_by: str = ""
    """Who ended the round early; empty if it ended by itself or goes on."""

    @property
    def clock(self) -> RoundClock | None:
        return self.round.clock

    @property
    def without_sheet(self) -> list[int]:
        """The tables whose sheets are not in."""
        return [table.number for table in self.tables if not table.is_accepted]

    @property
    def without_hand(self) -> list[int]:
        """The tables that have not sent a hand."""
        return [table.number for table in self.tables if not table.has_dealt]


def read_desk(competition: Competition, now: datetime) -> McDesk | None:
    """The desk of a competition; None before the draw is published."""
    standing = read_standing(competition, now)
    latest = standing.latest
    if latest is None or standing.published is None:
        return None
    present = Count("seats", filter=Q(seats__absent=False))
    rows = list(Table.objects.filter(round=latest.pk).annotate(present=present).order_by("number"))
    started_by, ended_by = _by_whom(latest)
    ended_at = latest.clock.ended_at if latest.clock is not None else None
    return McDesk(
        standing=standing,
        round=latest,
        tables=[_playing(row) for row in rows if row.present > 1],
        hand_recorded=any(row.dealt_at is not None for row in rows),
        counted_since_end=counted_since(competition.pk, ended_at),
        started_by=started_by,
        ended_by=ended_by,
    )


def _playing(row: Table) -> PlayingTable:
    return PlayingTable(row.number, row.has_dealt, row.accepted_at is not None)


def _by_whom(latest: PlannedRound) -> tuple[str, str]:
    """Who started the clock last, and who ended it last unless that was undone."""
    if latest.clock is None:
        return "", ""
    changes = ClockChange.objects.filter(clock__round=latest.pk, change__in=("started", "ended")).order_by("at", "pk")
    by = {change.change: change.by for change in changes}
    return by.get("started", ""), by.get("ended", "") if latest.clock.ended_at is not None else ""


def read_open_clocks(event: int) -> dict[int, RoundClock]:
    """The open clock of each competition of the event that has one, by competition."""
    clocks = Clock.objects.filter(competition__event=event, closed_at__isnull=True).order_by("pk")
    return {row.competition_id: row.facts for row in clocks}
