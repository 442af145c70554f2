"""All tables of a competition's latest round, for the roaming umpire, and the name of the round that a table is in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from scoring.queries.table_address import TableAddress
from tournament.models import Competition, Table
from tournament.queries.event_facts import CompetitionFacts, competition_facts
from tournament.queries.standing import read_standing
from tournament.rules.round_names import RoundName
from tournament.rules.standing import PlannedRound
from tournament.rules.table_numbers import ShownTable


@dataclass(frozen=True)
class RoamedTable:
    """One table of the roaming umpire's list, and how far it is."""

    number: int
    """As the record counts it, from 1."""
    shown: ShownTable
    """The number that people see on the table."""
    accepted_at: datetime | None
    played: int
    """How many hands its sheet has, without deleted ones."""


@dataclass(frozen=True)
class RoamedRound:
    """The latest round with the numbers of its tables; none before the draw is published."""

    competition: CompetitionFacts
    round: PlannedRound | None
    numbers: Sequence[int]
    """As the record counts them, from 1."""


def find_roamed_round(slug: str, now: datetime) -> RoamedRound | None:
    """The latest round of the competition with this slug, if there is one."""
    competition = Competition.objects.select_related("event").filter(slug=slug).first()
    if competition is None:
        return None
    latest = read_standing(competition, now).latest
    numbers = (
        Table.objects.filter(round=latest.pk).order_by("number").values_list("number", flat=True) if latest else ()
    )
    return RoamedRound(competition_facts(competition), latest, list(numbers))


def read_roamed_tables(roamed: RoamedRound, numbers: Sequence[int]) -> list[RoamedTable]:
    """These tables of the round, in one query."""
    assert roamed.round is not None  # it has tables
    shown, hands = roamed.competition.numbers.shown, Count("hands", filter=Q(hands__deleted_at__isnull=True))
    tables = Table.objects.filter(round=roamed.round.pk, number__in=numbers).order_by("number").annotate(played=hands)
    rows = tables.values_list("number", "accepted_at", "played")
    return [RoamedTable(number, shown(number), accepted, played) for number, accepted, played in rows]


def find_round_name(address: TableAddress, now: datetime) -> RoundName:
    """What the round of this table is called."""
    competition = Competition.objects.get(pk=address.competition)
    return read_standing(competition, now).name(address.round)
