"""A group and one of its entries as pages know them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from django.db.models import QuerySet

from tournament.models import Entry, Group
from tournament.queries.event_facts import CompetitionFacts, EventFacts, competition_facts, event_facts


@dataclass(frozen=True, slots=True)
class GroupFacts:
    """What pages say about a group, with its event."""

    pk: int
    name: str
    event: EventFacts

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """One entry of a group. `name` is empty once names are erased; `competitor` is never empty."""

    pk: int
    competition: CompetitionFacts
    group: GroupFacts
    person: int
    """The competitor's number."""
    kind: str
    code: str
    name: str
    competitor: str
    withdrawn_at: datetime | None
    left: int | None
    """The round from which on they were gone."""


KnownGroup: TypeAlias = Group | GroupFacts


def group_facts(group: KnownGroup) -> GroupFacts:
    """The facts of a group's row, which has its event with it; facts stay as they are."""
    if isinstance(group, GroupFacts):
        return group
    return GroupFacts(group.pk, group.name, event_facts(group.event))


def find_entry_facts(entries: QuerySet[Entry]) -> EntryFacts | None:
    """The first of these entries, with its person, group and competition."""
    entry = entries.select_related("competition__event", "competitor", "group").first()
    if entry is None:
        return None
    competition = competition_facts(entry.competition)
    return EntryFacts(
        pk=entry.pk,
        competition=competition,
        group=GroupFacts(entry.group_id, entry.group.name, competition.event),
        person=entry.competitor_id,
        kind=entry.kind,
        code=entry.code,
        name=entry.competitor.name,
        competitor=str(entry.competitor),
        withdrawn_at=entry.withdrawn_at,
        left=entry.left,
    )
