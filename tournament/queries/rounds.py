"""What a round still waits for, and whether it has dealt."""

from __future__ import annotations

from django.db.models import Count, Q
from django.utils import timezone

from tournament.models import Round
from tournament.rules.clock import State


def has_dealt(round_: Round) -> bool:
    """Whether a hand was recorded, or a sheet came in, anywhere in the round: from then on nobody is redrawn (RULES 5).

    The clock's start alone does not count: no record could tell it from the minute before.
    """
    return round_.tables.filter(Q(dealt_at__isnull=False) | Q(accepted_at__isnull=False)).exists()


def why_not_close(round_: Round) -> list[str]:
    """What prevents closing the round, a sentence each: feeds both the guard and the button's explanation."""
    reasons = []
    clock = getattr(round_, "clock", None)
    if clock is not None and clock.facts.state(timezone.now()) in (State.RUNNING, State.PAUSED):
        reasons.append("The clock is still going.")
    open_tables = (
        round_.tables.filter(accepted_at__isnull=True)
        .annotate(present=Count("seats", filter=Q(seats__absent=False)))
        .filter(present__gte=2)
        .order_by("number")
    )
    numbers = [str(number) for number in open_tables.values_list("number", flat=True)]
    if numbers:
        reasons.append(f"Waiting for the sheet of table {', '.join(numbers)}.")
    return reasons
