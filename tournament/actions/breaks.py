"""The break between rounds as an MC runs it: longer, shorter, and what ends it (RULES 8)."""

from __future__ import annotations

from tournament import current_time
from tournament.actions.base import action, lock_competition, log
from tournament.log_kinds import Happened
from tournament.models import Round
from tournament.permissions import Actor, may_run_hall, require
from tournament.queries.standing import read_standing
from tournament.rules.breaks import change_break, find_break, need_length


@action
def add_to_break(*, by: Actor, competition: int, seconds: int, request: str = "") -> None:
    """Make the break longer, or shorter if negative."""
    locked = lock_competition(competition)
    require(may_run_hall(by, locked.event_id), by)
    now = current_time.now()
    coming = find_break(read_standing(locked, now))
    length = change_break(coming, now, seconds)
    assert coming is not None
    Round.objects.filter(competition=locked, number=coming.after).update(break_after=length)
    log(by, locked, Happened.BREAK_CHANGED, request, seconds=seconds)


@action
def set_break_length(*, by: Actor, competition: int, minutes: int, request: str = "") -> None:
    """Set how long the breaks of this competition are, the present one included unless somebody changed it."""
    locked = lock_competition(competition)
    require(may_run_hall(by, locked.event_id), by)
    locked.break_length = need_length(minutes)
    locked.save(update_fields=["break_length"])
    log(by, locked, Happened.BREAK_LENGTH_SET, request, length=locked.break_length)
