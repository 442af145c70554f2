"""The competitions of one event beside each other."""

from __future__ import annotations

from typing import Final, NamedTuple

from tournament.models import Competition, Event
from tournament.prepared import PreparedQuery
from tournament.queries.event_facts import CompetitionFacts, competition_facts
from tournament.queries.slugs import read_competitions

_OTHERS: Final = PreparedQuery(
    lambda event, pk: Competition.objects.filter(event=event).exclude(pk=pk).order_by("pk").values_list("name", "slug")
)


class OtherCompetition(NamedTuple):
    """Another competition of the same event: its name, and its own part of its pages' addresses."""

    name: str
    slug: str

    def __str__(self) -> str:
        return self.name


def read_other_competitions(competition: Competition) -> list[OtherCompetition]:
    """The event's other competitions, in the order in which they were set up."""
    return [OtherCompetition(*row) for row in _OTHERS(competition.event_id, competition.pk)]


def read_competition_names(event: Event) -> list[str]:
    """What the event's competitions are called."""
    return list(Competition.objects.filter(event=event).values_list("name", flat=True))


def read_competition(pk: int) -> Competition:
    """A competition with its event."""
    return Competition.objects.select_related("event").get(pk=pk)


def read_competition_facts(event: Event) -> list[CompetitionFacts]:
    """The event's competitions, as papers know them."""
    return [competition_facts(competition) for competition in read_competitions(event)]


def first_competition(event: Event) -> Competition:
    """The event's first competition; one that is not saved where it has none, for papers about the whole event."""
    found = Competition.objects.filter(event=event).order_by("pk").first() or Competition(event=event)
    found.event = event
    return found
