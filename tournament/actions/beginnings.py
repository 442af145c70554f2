"""A round begins: with its clock's start, its first hand or its first sheet, whichever comes first."""

from __future__ import annotations

from tournament import current_time
from tournament.models import Round


def begin(round_id: int) -> None:
    """From now on no correction of the round before seats it anew. A conditional update, so it is once."""
    Round.objects.filter(pk=round_id, began_at__isnull=True).update(began_at=current_time.now())
