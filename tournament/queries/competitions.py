"""The competitions of one event beside each other."""

from __future__ import annotations

from typing import Final, NamedTuple

from tournament.models import Competition, Event
from tournament.prepared import PreparedQuery
from tournament.queries.event_facts import (
    CompetitionFacts,
    KnownCompetition,
    KnownEvent,
    competition_facts,
    event_facts,
)

_OTHERS: Final = PreparedQuery(
    lambda event, pk: Competition.objects.filter(event=event).exclude(pk=pk).order_by("pk").values_list("name", "slug")
)


_COMPETITIONS: Final = PreparedQuery(lambda event: Competition.objects.filter(event=event).order_by("pk"))


class OtherCompetition(NamedTuple):
    """Another competition of the same event: its name, and its own part of its pages' addresses."""

    name: str
    slug: str

    def __str__(self) -> str:
        return self.name


def read_other_competitions(competition: KnownCompetition) -> list[OtherCompetition]:
    """The event's other competitions, in the order in which they were set up."""
    return [OtherCompetition(*row) for row in _OTHERS(competition.event.pk, competition.pk)]


def read_competition_names(event: Event) -> list[str]:
    """What the event's competitions are called."""
    return list(Competition.objects.filter(event=event).values_list("name", flat=True))


def read_competition(pk: int) -> CompetitionFacts:
    """A competition that is known to exist."""
    return competition_facts(Competition.objects.select_related("event").get(pk=pk))


def read_competitions(event: KnownEvent) -> list[CompetitionFacts]:
    """All competitions of an event, in the order in which they were set up."""
    facts = event_facts(event)
    return [competition_facts(row, facts) for row in _COMPETITIONS(event.pk)]


def read_competition_keys(event: int) -> list[int]:
    """The numbers of an event's competitions, for what listens to all of them."""
    return list(Competition.objects.filter(event=event).values_list("pk", flat=True))
