"""Settle the tie, accept the sheet, open it again (RULES 6)."""

from __future__ import annotations

from typing import Any, Final

from scoring.actions.conflicts import check_seen
from scoring.actions.locked_table import LockedTable, lock_open_table, lock_table
from scoring.permissions import may_correct
from scoring.rules import sheet as rules
from tournament.actions import results
from tournament.actions.base import action, log, reason
from tournament.log_kinds import Happened
from tournament.permissions import Actor
from tournament.rules.errors import NeedsConfirmation, RoundRefused

ACCEPT_BLANK: Final = (
    "No hand is recorded at this table. Accept it with 0 points for everybody, and let the lot decide between them?"
)
LOT_FOR_BLANK: Final = "No hand is recorded at this table. Let the lot decide who is first, without any?"


def _ask_about_blank(by: Actor, locked: LockedTable, question: str, *, sure: bool) -> None:
    """A table that played nothing must not stop the round for ever, and one whose hands nobody sent must not decide
    anything: the organiser says which it is, deliberately."""
    if not locked.now.sheet.is_blank or locked.row.lot:
        return
    if not may_correct(by, locked.row):
        raise RoundRefused(rules.NO_HAND)
    if not sure:
        raise NeedsConfirmation(question)


@action
def settle_by_lot(*, by: Actor, table: int, sure: bool = False, request: str = "") -> None:
    """No play-off hand was, or can be, finished: the tie for first goes to the lot (RULES 6)."""
    locked = lock_open_table(by, table)
    if not locked.now.over:
        raise RoundRefused(f"{rules.NOT_YET[locked.settings.ending]} A tie is settled at the end.")
    tie = locked.now.tie
    if tie is None:
        raise RoundRefused("Nobody is level for first place.")
    _ask_about_blank(by, locked, LOT_FOR_BLANK, sure=sure)
    _let_lot_decide(locked)
    log(by, locked.competition, Happened.TIE_TO_THE_LOT, request, table=table, level=list(tie.level))


def _let_lot_decide(locked: LockedTable) -> None:
    locked.row.lot = True
    locked.row.save(update_fields=["lot"])


@action
def accept_sheet(
    *, by: Actor, table: int, seen: list[int], why: str = "", sure: bool = False, request: str = ""
) -> dict[str, Any]:
    """The players have seen their hands and totals: the sheet is in. An organiser may accept early, with a reason, and,
    if they are sure, a sheet without a hand.

    `seen` is the version of each hand they saw, in order: nobody accepts a hand that was changed behind their back.
    """
    locked = lock_open_table(by, table)
    now = locked.now
    check_seen(locked, seen)
    early = bool(why) and may_correct(by, locked.row)
    reasons = [] if early else now.why_not_accept
    if reasons and reasons != [rules.NO_HAND]:
        raise RoundRefused(" ".join(reasons))
    _ask_about_blank(by, locked, ACCEPT_BLANK, sure=sure)
    if now.sheet.is_blank and now.standoff:
        _let_lot_decide(locked)
    results.report(locked.row, list(now.tallies.values()), now.playoff_winner)
    totals = {code: tally.points for code, tally in now.tallies.items()}
    log(by, locked.competition, Happened.SHEET_ACCEPTED, request, table=table, totals=totals, why=why and reason(why))
    return {"totals": totals}


@action
def reopen_sheet(*, by: Actor, table: int, why: str, request: str = "") -> None:
    """Open an accepted sheet again, before its round is closed."""
    locked = lock_table(by, table, correcting=True)
    if locked.row.accepted_at is None:
        raise RoundRefused("This sheet is open.")
    locked.row.lot = False
    locked.row.save(update_fields=["lot"])
    results.retract(locked.row)
    log(by, locked.competition, Happened.SHEET_REOPENED, request, table=table, why=reason(why))
