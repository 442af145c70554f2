"""Reads what the print room depends on: how far the competition is, and what there is to print."""

from __future__ import annotations

from dataclasses import dataclass

from tournament import current_time
from tournament.models import Competition, Competitor, Entry, Group, Invitation, Table
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.standing import read_standing
from tournament.rules.presets import Format
from tournament.rules.standing import Standing


@dataclass(frozen=True)
class PrintReadiness:
    """What may be printed now."""

    standing: Standing
    has_entries: bool
    has_links: bool
    rounds_with_sheets: frozenset[int]
    most_rounds: int
    """How many rounds can be chosen: the plan's, or the settings' while there is no plan."""

    @property
    def latest(self) -> int:
        """The number of the latest round that was made; 0 before the first."""
        return self.standing.latest.number if self.standing.latest else 0

    @property
    def is_latest_closed(self) -> bool:
        return self.standing.latest is not None and not self.standing.latest.is_open

    def has_tables(self, number: int) -> bool:
        """Whether it is known who sits in a round, or at least whose winners come to each table."""
        standing = self.standing
        if standing.published and standing.format is Format.KNOCKOUT and not standing.settings.redraw:
            return standing.round(number) is not None
        return any(round_.number == number for round_ in standing.made)


def read_print_readiness(competition: Competition) -> PrintReadiness:
    """Read what can be printed now, in four queries."""
    standing = read_standing(competition, current_time.now())
    accepted = Table.objects.filter(round__competition=competition, accepted_at__isnull=False)
    links = Invitation.objects.filter(event=competition.event_id, group__isnull=False, revoked_at=None)
    return PrintReadiness(
        standing=standing,
        has_entries=Entry.objects.filter(competition=competition, withdrawn_at__isnull=True).exists(),
        has_links=links.exists(),
        rounds_with_sheets=frozenset(accepted.values_list("round__number", flat=True).distinct()),
        most_rounds=len(standing.rounds) or competition.rounds or 1,
    )


def read_names(competition: KnownCompetition) -> list[str]:
    """Every name that people typed: the fonts must have its letters."""
    people = Competitor.objects.filter(event=competition.event.pk).values_list("name", flat=True)
    groups = Group.objects.filter(event=competition.event.pk).values_list("name", flat=True)
    return [competition.name, competition.event.name, competition.event.place, *people, *groups]
