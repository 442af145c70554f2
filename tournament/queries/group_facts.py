"""A group and one of its entries as pages know them."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import Entry, Group
from tournament.queries.event_facts import EventFacts, event_facts


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
    kind: str
    name: str
    competitor: str


def group_facts(group: Group) -> GroupFacts:
    """The facts of a group's row, which has its event with it."""
    return GroupFacts(group.pk, group.name, event_facts(group.event))


def entry_facts(entry: Entry) -> EntryFacts:
    """The facts of an entry's row, which has its person with it."""
    return EntryFacts(entry.pk, entry.kind, entry.competitor.name, str(entry.competitor))
