"""Whether competitions, and the event they belong to, were used already."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.models import Competition, Draw, Entry
from tournament.rules.removing import InUse


def read_use(competitions: Iterable[Competition]) -> InUse | None:
    """How these competitions were used; None if nobody was ever entered, even if withdrawn since, and nothing drawn."""
    pks = [competition.pk for competition in competitions]
    if Entry.objects.filter(competition__in=pks).exists():
        return InUse.ENTERED
    sealed = Draw.objects.filter(competition__in=pks, sealed_at__isnull=False)
    return InUse.SEALED if sealed.exists() else None
