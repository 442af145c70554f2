"""What a plan is made from: how many are entered, and the draw as far as it was chosen. Nothing of its chance."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from tournament.models import Competition, Draw
from tournament.rules.entries import Kind


@dataclass(frozen=True)
class PlanBasis:
    """How many entries and reserves there are (once it is sealed: were on the list), and the draw that stands."""

    entries: int
    reserves: int
    draw: Draw | None

    @property
    def is_sealed(self) -> bool:
        return self.draw is not None and self.draw.sealed_at is not None


def read_plan_basis(competition: Competition) -> PlanBasis:
    """Two queries, however many play."""
    fields = ("competition_id", "size", "plan", "sealed_at", "drawn_at", "published_at")
    draw = competition.draws.filter(discarded_at__isnull=True).only(*fields).first()
    sealed = draw is not None and draw.sealed_at is not None
    counted = Q(listed=True) if sealed else Q(withdrawn_at__isnull=True)
    numbers = competition.entries.filter(counted).aggregate(
        entries=Count("pk", filter=Q(kind=Kind.ENTRY)), reserves=Count("pk", filter=Q(kind=Kind.RESERVE))
    )
    return PlanBasis(numbers["entries"], numbers["reserves"], draw)
