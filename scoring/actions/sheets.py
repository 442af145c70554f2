"""Settle the tie, accept the sheet, open it again, correct it (RULES 6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from scoring.actions.changes import Change, check_seen, read_addition, read_change, read_deletion, write_change
from scoring.actions.place import Place, Typed, lock_accepted_place, lock_open_place, lock_place
from scoring.permissions import may_correct
from scoring.rules import sheet as rules
from scoring.rules.sheet import Sheet
from tournament.actions import results
from tournament.actions.base import action, log, reason
from tournament.log_kinds import Happened
from tournament.models import Entry
from tournament.permissions import Actor
from tournament.rules.errors import NeedsConfirmation, RoundRefused

ACCEPT_BLANK: Final = (
    "No hand is recorded at this table. Accept it with 0 points for everybody, and let the lot decide between them?"
)
LOT_FOR_BLANK: Final = "No hand is recorded at this table. Let the lot decide who is first, without any?"


def _why_not_accept(place: Place, sheet: Sheet) -> list[str]:
    began, over = place.table.round.began_at is not None, place.is_over(sheet)
    return rules.why_not_accept(sheet, place.settings, began=began, over=over, lot=place.table.lot, names=place.names)


def _ask_about_blank(by: Actor, place: Place, sheet: Sheet, question: str, *, sure: bool) -> None:
    """A table that played nothing must not stop the round for ever, and one whose hands nobody sent must not decide
    anything: the organiser says which it is, deliberately."""
    if not sheet.is_blank or place.table.lot:
        return
    if not may_correct(by, place.table):
        raise RoundRefused(rules.NO_HAND)
    if not sure:
        raise NeedsConfirmation(question)


def _playoff_winner(place: Place, sheet: Sheet) -> Entry | None:
    winner = rules.playoff_winner(sheet, place.settings)
    return place.seats[winner].entry if winner else None


@action
def settle_by_lot(*, by: Actor, table: int, sure: bool = False, request: str = "") -> None:
    """No play-off hand was, or can be, finished: the tie for first goes to the lot (RULES 6)."""
    place = lock_open_place(by, table)
    sheet = place.sheet(place.load_hands())
    if not place.is_over(sheet):
        raise RoundRefused(f"{rules.NOT_YET[place.settings.ending]} A tie is settled at the end.")
    tie = rules.standoff(sheet, place.settings)
    if tie is None:
        raise RoundRefused("Nobody is level for first place.")
    _ask_about_blank(by, place, sheet, LOT_FOR_BLANK, sure=sure)
    _let_lot_decide(place)
    log(by, place.competition, Happened.TIE_TO_THE_LOT, request, table=table, level=list(tie.level))


def _let_lot_decide(place: Place) -> None:
    place.table.lot = True
    place.table.save(update_fields=["lot"])


@action
def accept_sheet(
    *, by: Actor, table: int, seen: list[int], why: str = "", sure: bool = False, request: str = ""
) -> dict[str, Any]:
    """The players have seen their hands and totals: the sheet is in. An organiser may accept early, with a reason, and,
    if they are sure, a sheet without a hand.

    `seen` is the version of each hand they saw, in order: nobody accepts a hand that was changed behind their back.
    """
    place = lock_open_place(by, table)
    stored = place.load_hands()
    check_seen(place, stored, seen)
    sheet = place.sheet(stored)
    early = bool(why) and may_correct(by, place.table)
    reasons = [] if early else _why_not_accept(place, sheet)
    if reasons and reasons != [rules.NO_HAND]:
        raise RoundRefused(" ".join(reasons))
    _ask_about_blank(by, place, sheet, ACCEPT_BLANK, sure=sure)
    if sheet.is_blank and rules.standoff(sheet, place.settings):
        _let_lot_decide(place)
    tallies = rules.tallies(sheet, place.settings)
    results.report(place.table, tallies, _playoff_winner(place, sheet))
    totals = {tally.code: tally.points for tally in tallies}
    log(by, place.competition, Happened.SHEET_ACCEPTED, request, table=table, totals=totals, why=why and reason(why))
    return {"totals": totals}


@action
def reopen_sheet(*, by: Actor, table: int, why: str, request: str = "") -> None:
    """Open an accepted sheet again, before its round is closed."""
    place = lock_place(by, table, correcting=True)
    if place.table.accepted_at is None:
        raise RoundRefused("This sheet is open.")
    place.table.lot = False
    place.table.save(update_fields=["lot"])
    results.retract(place.table)
    log(by, place.competition, Happened.SHEET_REOPENED, request, table=table, why=reason(why))


# A sheet that is in: the organiser corrects, deletes or adds a hand


def preview_correction(
    *,
    by: Actor,
    table: int,
    number: int,
    held: Mapping[str, Any],
    out: int | None = None,
    last_card: str = "",
    late: bool = False,
) -> dict[str, Any]:
    """What correct_hand would change, and whether it would be refused."""
    typed = Typed(out, last_card, held, late)
    return _preview(by=by, table=table, read=lambda place: read_change(place, number, typed, version=None, sure=True))


def preview_deletion(*, by: Actor, table: int, number: int) -> dict[str, Any]:
    """What correct_by_deleting would change, and whether it would be refused."""
    return _preview(by=by, table=table, read=lambda place: read_deletion(place, number, version=None))


def preview_addition(
    *,
    by: Actor,
    table: int,
    number: int,
    held: Mapping[str, Any],
    out: int | None = None,
    last_card: str = "",
    playoff: bool = False,
    late: bool = False,
) -> dict[str, Any]:
    """What correct_by_adding would change, and whether it would be refused."""
    typed = Typed(out, last_card, held, late, playoff)
    return _preview(by=by, table=table, read=lambda place: read_addition(place, number, typed, seen=None, sure=True))


@action
def _preview(*, by: Actor, table: int, read: Callable[[Place], Change]) -> dict[str, Any]:
    """Nothing is written: the lock is let go."""
    place = lock_accepted_place(by, table)
    sheet = Sheet(place.players, read(place).history)
    playoff = rules.playoff_winner(sheet, place.settings)
    return dict(results.preview(place.table, rules.tallies(sheet, place.settings), playoff).as_dict())


@action
def correct_hand(
    *,
    by: Actor,
    table: int,
    number: int,
    version: int,
    held: Mapping[str, Any],
    why: str,
    out: int | None = None,
    last_card: str = "",
    late: bool = False,
    sure: bool = False,
    request: str = "",
) -> dict[str, Any]:
    """Correct a hand of a sheet that is in, also after its round is closed. What it changes further on is redone,
    unless that round has begun: then it is refused, and nothing is saved. Answers the consequences."""
    place = lock_accepted_place(by, table)
    change = read_change(place, number, Typed(out, last_card, held, late), version=version, sure=sure)
    return _correct(by, place, change, why, request)


@action
def correct_by_deleting(
    *, by: Actor, table: int, number: int, version: int, why: str, request: str = ""
) -> dict[str, Any]:
    """Delete a hand of a sheet that is in: it was entered twice, or was none. In all else as correct_hand."""
    place = lock_accepted_place(by, table)
    return _correct(by, place, read_deletion(place, number, version=version), why, request)


@action
def correct_by_adding(
    *,
    by: Actor,
    table: int,
    number: int,
    seen: list[int],
    held: Mapping[str, Any],
    why: str,
    out: int | None = None,
    last_card: str = "",
    playoff: bool = False,
    late: bool = False,
    sure: bool = False,
    request: str = "",
) -> dict[str, Any]:
    """Add a hand that was forgotten to a sheet that is in, as this number; `seen` is the version of each hand that was
    on the screen, in order. In all else as correct_hand."""
    place = lock_accepted_place(by, table)
    typed = Typed(out, last_card, held, late, playoff)
    return _correct(by, place, read_addition(place, number, typed, seen=seen, sure=sure), why, request)


def _correct(by: Actor, place: Place, change: Change, why: str, request: str) -> dict[str, Any]:
    """Write it, and what follows from it, in one; a begun round that would follow otherwise refuses all of it."""
    corrected = write_change(place, change, reason(why))
    sheet = Sheet(place.players, change.history)
    consequences = results.correct(place.table, rules.tallies(sheet, place.settings), _playoff_winner(place, sheet))
    answer = consequences.as_dict()
    log(by, place.competition, Happened.SHEET_CORRECTED, request, **corrected, **answer)
    return dict(answer)
