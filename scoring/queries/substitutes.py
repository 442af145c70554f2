"""Who may take a seat at a table before its first hand, and why somebody may not."""

from __future__ import annotations

from typing import Any

from scoring.queries.table import TableNow
from tournament.models import Entry, Seat


def read_substitutes(it: TableNow) -> dict[int, list[dict[str, Any]]]:
    """For each seat, before the first hand: who of the same group may take it, and why somebody may not."""
    if it.hands or it.table.accepted_at is not None:
        return {}
    groups = {seat.entry.group_id for seat in it.seats}
    people = Entry.objects.filter(competition=it.competition, group__in=groups).select_related("competitor")
    seated = set(Seat.objects.filter(round=it.table.round).values_list("entry_id", flat=True))
    return {
        seat.entry_id: [
            _substitute(other, seated)
            for other in people
            if other.group_id == seat.entry.group_id and other != seat.entry
        ]
        for seat in it.seats
    }


def _substitute(other: Entry, seated: set[int]) -> dict[str, Any]:
    why = "Has a seat in this round." if other.pk in seated else ""
    return {"name": str(other.competitor), "allowed": not why, "why": why}
