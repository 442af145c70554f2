"""What a plan is made from: how many are entered, and the draw as far as it was chosen. Nothing of its chance."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from tournament.models import Competition
from tournament.queries.published_draws import standing_draws
from tournament.rules.draw import Choice
from tournament.rules.entries import Kind


@dataclass(frozen=True)
class PlanBasis:
    """How many entries and reserves there are (once it is sealed: were on the list), and what was chosen, if it was."""

    entries: int
    reserves: int
    chosen: Choice | None
    is_sealed: bool = False


def read_plan_basis(competition: Competition) -> PlanBasis:
    """Two queries, however many play."""
    standing = standing_draws().filter(competition=competition)
    size, plan, sealed_at = standing.values_list("size", "plan", "sealed_at").first() or (0, (), None)
    sealed = sealed_at is not None
    counted = Q(listed=True) if sealed else Q(withdrawn_at__isnull=True)
    numbers = competition.entries.filter(counted).aggregate(
        entries=Count("pk", filter=Q(kind=Kind.ENTRY)), reserves=Count("pk", filter=Q(kind=Kind.RESERVE))
    )
    chosen = Choice(size, tuple(plan)) if size else None
    return PlanBasis(numbers["entries"], numbers["reserves"], chosen, sealed)
