"""Give a table a new key, when people who should not have it got its printed code."""

from __future__ import annotations

from scoring.models import KeyChange
from tournament.actions.base import action, lock_competition, log
from tournament.log_kinds import Happened
from tournament.permissions import Actor, may_organise, require


@action
def renew_key(*, by: Actor, competition: int, number: int, request: str = "") -> int:
    """The table's old codes and links stop working, and devices that came in by them lose their access. New ones can be
    printed."""
    locked = lock_competition(competition)
    require(may_organise(by, locked.event_id), by)
    change, _ = KeyChange.objects.get_or_create(competition=locked, number=number, defaults={"anew": 0})
    change.anew, change.token, change.code = change.anew + 1, "", ""
    change.save(update_fields=["anew", "token", "code"])
    log(by, locked, Happened.TABLE_KEY_RENEWED, request, number=number)
    return change.anew
