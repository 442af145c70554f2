"""A round begins: with its clock's start, its first hand or its first sheet, whichever comes first."""

from __future__ import annotations

from tournament import current_time
from tournament.models import Round


def begin(round_id: int) -> None:
    """Mark the round as begun, so that a correction of the round before no longer changes its seats. It is a
    conditional update, so it happens once."""
    Round.objects.filter(pk=round_id, began_at__isnull=True).update(began_at=current_time.now())
