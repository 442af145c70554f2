"""A table calls the organiser, and somebody comes."""

from __future__ import annotations

from django.db.models import QuerySet

from scoring.actions.locked_table import LockedTable, lock_table
from scoring.models import Flag
from scoring.queries.table import open_calls
from tournament import current_time
from tournament.actions.base import LONGEST_REASON, action, log, once_called
from tournament.log_kinds import Happened
from tournament.permissions import Actor
from tournament.rules import names
from tournament.rules.errors import Refused


@action
@once_called(message="said")
def raise_flag(*, by: Actor, table: int, message: str = "", request: str = "") -> None:
    """The table calls the organiser: it shows on their board until somebody lowers it."""
    locked = lock_table(by, table)
    text = " ".join(message.split())
    if len(text) > LONGEST_REASON or not names.is_printable(text):
        raise Refused(f"Use up to {LONGEST_REASON} plain characters.")
    if not _calls(locked).exists():
        kept = text if locked.competition.event.erased_at is None else ""  # it may name somebody
        Flag.objects.create(table=locked.row, message=kept, raised_at=current_time.now())
    log(by, locked.competition, Happened.ORGANISER_CALLED, request, table=locked.row.travel_id)


@action
def lower_flag(*, by: Actor, table: int, request: str = "") -> None:
    """Somebody from the staff came to the table: the call is answered."""
    locked = lock_table(by, table)
    _calls(locked).update(lowered_at=current_time.now())
    log(by, locked.competition, Happened.ORGANISER_CAME, request, table=locked.row.travel_id)


def _calls(locked: LockedTable) -> QuerySet[Flag]:
    """The table's calls that nobody has answered yet, from earlier rounds too."""
    return open_calls(locked.competition.pk).filter(table__number=locked.row.number)
