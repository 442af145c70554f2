"""Settle the tie, accept the sheet, take that back, open it again (RULES 6)."""

from __future__ import annotations

from typing import Any, Final

from scoring.actions.conflicts import check_seen
from scoring.actions.locked_table import LockedTable, lock_open_table, lock_table
from scoring.models import Nod
from scoring.permissions import may_correct
from scoring.queries.tablets import read_troubles, who_accepted
from scoring.rules import sheet as rules
from tournament import current_time
from tournament.actions import results
from tournament.actions.base import action, log
from tournament.actions.reasons import keep_reason
from tournament.log_facts import AReason
from tournament.log_kinds import Happened
from tournament.permissions import Actor, Role
from tournament.rules.errors import NeedsConfirmation, RoundRefused
from tournament.rules.reasons import Reason
from tournament.words import listed

ACCEPT_BLANK: Final = (
    "No hand is recorded at this table. Accept it with 0 points for everybody, and draw lots between them?"
)
LOT_FOR_BLANK: Final = "No hand is recorded at this table. Draw lots for first place without one?"
OTHER_HANDS: Final = (
    "A tablet at this table has another {hands}, and nobody has said which is right. Accept the sheet as it is? The "
    "organiser then decides."
)


def _ask_about_blank(by: Actor, locked: LockedTable, question: str, *, sure: bool) -> None:
    """Ask about a sheet without hands. A table that played nothing must not hold up the round for ever, and a table
    whose hands were never sent must not decide anything. The organiser says which of the two it is."""
    if not locked.now.sheet.is_blank or locked.row.lot:
        return
    if not may_correct(by, locked.row):
        raise RoundRefused(rules.NO_HAND)
    if not sure:
        raise NeedsConfirmation(question)


def _ask_about_other_hands(locked: LockedTable, *, sure: bool) -> None:
    """Ask if a tablet has another hand than the sheet and nobody has settled which is right, so that nobody accepts
    such a sheet unknowingly."""
    if sure:
        return
    troubles = read_troubles(locked.competition.pk, locked.row.number)
    numbers = sorted({trouble.hand or 0 for trouble in troubles if trouble.is_of(locked.row.round.number)})
    if numbers:
        hands = listed([f"hand {number}" if number else "hand" for number in numbers])
        raise NeedsConfirmation(OTHER_HANDS.format(hands=hands))


@action
def settle_by_lot(*, by: Actor, table: int, sure: bool = False, request: str = "") -> None:
    """Let the lot decide the tie for first, because no play-off hand was or can be finished (RULES 6)."""
    locked = lock_open_table(by, table)
    locked.look_at_the_clock_again()
    if not locked.now.over:
        raise RoundRefused(f"{rules.NOT_YET[locked.settings.ending]} A tie is settled at the end.")
    tie = locked.now.tie
    if tie is None:
        raise RoundRefused("Nobody is level for first place.")
    _ask_about_blank(by, locked, LOT_FOR_BLANK, sure=sure)
    _let_lot_decide(locked)
    log(by, locked.competition, Happened.TIE_TO_THE_LOT, request, table=locked.row.travel_id, level=list(tie.level))


def _let_lot_decide(locked: LockedTable) -> None:
    locked.row.lot = True
    locked.row.save(update_fields=["lot"])


@action
def accept_sheet(
    *, by: Actor, table: int, seen: list[int], why: str = "", note: str = "", sure: bool = False, request: str = ""
) -> dict[str, Any]:
    """Accept the sheet: the players have seen their hands and totals. An organiser may accept early with a reason and,
    after being asked, may accept a sheet without a hand.

    `seen` is the version of each hand that they saw, in order, so nobody accepts a hand that was changed meanwhile.
    """
    locked = lock_open_table(by, table)
    locked.look_at_the_clock_again()
    now = locked.now
    check_seen(locked, seen)
    early = bool(why) and may_correct(by, locked.row)
    reasons = [] if early else now.why_not_accept
    if reasons and reasons != [rules.NO_HAND]:
        raise RoundRefused(" ".join(reasons))
    _ask_about_other_hands(locked, sure=sure)  # first: once somebody is sure, no question follows
    _ask_about_blank(by, locked, ACCEPT_BLANK, sure=sure)
    if now.sheet.is_blank and now.standoff:
        _let_lot_decide(locked)
    results.report(locked.row, list(now.tallies.values()), now.playoff_winner)
    totals = {code: tally.points for code, tally in now.tallies.items()}
    reason: AReason = keep_reason(locked.competition.event_id, why, note) if why else {"why": ""}
    log(by, locked.competition, Happened.SHEET_ACCEPTED, request, table=locked.row.travel_id, totals=totals, **reason)
    return {"totals": totals}


@action
def take_back_acceptance(*, by: Actor, table: int, request: str = "") -> None:
    """The table undoes, within seconds, that everybody agrees. Its sheet is open again, without the last "agree".

    The sheet was accepted meanwhile, so nothing is lost if the tablet is closed in those seconds. A sheet that an
    organiser accepted stays accepted. A sheet that is already open is left alone, because somebody tapped twice.
    """
    locked = lock_table(by, table)
    accepted_at = locked.row.accepted_at
    if accepted_at is None:
        return
    if not rules.can_be_taken_back(accepted_at, current_time.now()) or not _may_take_back(by, locked):
        raise RoundRefused("This sheet is accepted. Only the organiser can reopen or correct it now.")
    results.retract(locked.row)
    _forget_last_nod(locked)
    log(by, locked.competition, Happened.SHEET_REOPENED, request, table=locked.row.travel_id, why=Reason.UNDONE.value)


def _forget_last_nod(locked: LockedTable) -> None:
    """If the sheet was accepted because everybody agreed, remove the last agreement, so that this player is asked
    again."""
    nods = list(Nod.objects.filter(seat__table=locked.row, seat__absent=False).order_by("at"))
    if nods and [nod.seen for nod in nods] == [locked.now.versions] * len(locked.now.present):
        nods[-1].delete()


def _may_take_back(by: Actor, locked: LockedTable) -> bool:
    """Whether this person may undo the acceptance. An umpire may not undo an organiser's."""
    return by.role is Role.ORGANISER or who_accepted(locked.competition.pk, locked.row.travel_id) == by.role


@action
def reopen_sheet(*, by: Actor, table: int, why: str, note: str = "", request: str = "") -> None:
    """Open an accepted sheet again, before its round is closed."""
    locked = lock_table(by, table, correcting=True)
    if locked.row.accepted_at is None:
        raise RoundRefused("This sheet is open.")
    locked.row.lot = False
    locked.row.save(update_fields=["lot"])
    results.retract(locked.row)
    reason = keep_reason(locked.competition.event_id, why, note)
    log(by, locked.competition, Happened.SHEET_REOPENED, request, table=locked.row.travel_id, **reason)
