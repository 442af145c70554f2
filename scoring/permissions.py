"""What an umpire may do: everything at their own table until its sheet is accepted, nothing elsewhere."""

from __future__ import annotations

from tournament.models import Table
from tournament.permissions import Actor, Role, may_organise


def may_score(by: Actor, table: Table) -> bool:
    """Record, change and delete hands, settle the tie, accept: the table's umpire, and the organiser."""
    return may_correct(by, table) or (by.role is Role.UMPIRE and by.scope == table.pk)


def may_correct(by: Actor, table: Table) -> bool:
    """Reopen or correct an accepted sheet: the organiser."""
    return may_organise(by, table.round.competition.event_id)
