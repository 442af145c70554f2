"""Correct an accepted sheet: the organiser rewrites a hand, deletes one or adds a forgotten one (RULES 10).

The organiser sees what a correction changes before making it: `preview_…` answers what `correct_…` would do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.actions.hand_changes import (
    HandChange,
    RequestedChange,
    read_addition,
    read_change,
    read_deletion,
    write_change,
)
from scoring.actions.locked_table import LockedTable, TypedHand, lock_accepted_table
from scoring.rules import sheet as rules
from scoring.rules.sheet import TableSheet
from tournament.actions import results
from tournament.actions.base import action, log
from tournament.actions.reasons import keep_reason
from tournament.log_kinds import Happened
from tournament.permissions import Actor
from tournament.rules.ranking import Tally


def preview_correction(*, by: Actor, table: int, number: int, typed: TypedHand) -> dict[str, Any]:
    """What correct_hand would change, and whether it would be refused."""
    return _preview(by=by, table=table, read=lambda locked: read_change(locked, number, typed, version=None, sure=True))


def preview_deletion(*, by: Actor, table: int, number: int) -> dict[str, Any]:
    """What correct_by_deleting would change, and whether it would be refused."""
    return _preview(by=by, table=table, read=lambda locked: read_deletion(locked, number, version=None))


def preview_addition(*, by: Actor, table: int, number: int, typed: TypedHand) -> dict[str, Any]:
    """What correct_by_adding would change, and whether it would be refused."""
    return _preview(by=by, table=table, read=lambda locked: read_addition(locked, number, typed, seen=None, sure=True))


@action
def _preview(*, by: Actor, table: int, read: Callable[[LockedTable], HandChange]) -> dict[str, Any]:
    """Work out the consequences while the table is locked, then release it without writing anything."""
    locked = lock_accepted_table(by, table)
    after = _sheet_after(locked, read(locked))
    return dict(results.preview(locked.row, after.tallies, after.playoff_winner).as_dict())


@action
def correct_hand(
    *,
    by: Actor,
    table: int,
    number: int,
    version: int,
    held: Mapping[str, Any],
    why: str,
    note: str = "",
    out: int | None = None,
    last_card: str = "",
    late: bool = False,
    sure: bool = False,
    request: str = "",
) -> dict[str, Any]:
    """Correct a hand of an accepted sheet, even after its round is closed. What follows from that hand is redone. If it
    would change a round that has begun, the correction is refused and nothing is saved. Answers the consequences."""
    locked, typed = lock_accepted_table(by, table), TypedHand(held, out, last_card, late)
    return correct_locked_hand(by, locked, RequestedChange(number, typed, version, why, note, sure), request)


def correct_locked_hand(by: Actor, locked: LockedTable, requested: RequestedChange, request: str) -> dict[str, Any]:
    """Correct a hand of a sheet that is already locked, as part of a larger step."""
    return _correct(by, locked, requested.read(locked), (requested.why, requested.note), request)


@action
def correct_by_deleting(
    *, by: Actor, table: int, number: int, version: int, why: str, note: str = "", request: str = ""
) -> dict[str, Any]:
    """Delete a hand of an accepted sheet, because it was entered twice or never played. Otherwise like correct_hand."""
    locked = lock_accepted_table(by, table)
    return _correct(by, locked, read_deletion(locked, number, version=version), (why, note), request)


@action
def correct_by_adding(
    *,
    by: Actor,
    table: int,
    number: int,
    seen: list[int],
    held: Mapping[str, Any],
    why: str,
    note: str = "",
    out: int | None = None,
    last_card: str = "",
    playoff: bool = False,
    late: bool = False,
    sure: bool = False,
    request: str = "",
) -> dict[str, Any]:
    """Add a forgotten hand to an accepted sheet, with this number. `seen` is the version of each hand on the
    organiser's screen, in order. Otherwise like correct_hand."""
    locked = lock_accepted_table(by, table)
    typed = TypedHand(held, out, last_card, late, playoff)
    return _correct(by, locked, read_addition(locked, number, typed, seen=seen, sure=sure), (why, note), request)


def _correct(
    by: Actor, locked: LockedTable, change: HandChange, given: tuple[str, str], request: str
) -> dict[str, Any]:
    """Write the change and everything that follows from it in one transaction. If a round that has begun would change,
    everything is refused. `given` is the reason with its note."""
    corrected = write_change(locked, change, keep_reason(locked.competition.event_id, *given))
    after = _sheet_after(locked, change)
    answer = results.correct(locked.row, after.tallies, after.playoff_winner).as_dict()
    log(by, locked.competition, Happened.SHEET_CORRECTED, request, **corrected, **answer)
    if answer["reseats"] is not None:
        log(by, locked.competition, Happened.ROUND_SEATED_AGAIN, request, round=answer["reseats"])
    return dict(answer)


@dataclass(frozen=True)
class _SheetAfter:
    """The sheet with the corrected hands."""

    tallies: list[Tally]
    playoff_winner: str | None


def _sheet_after(locked: LockedTable, change: HandChange) -> _SheetAfter:
    sheet = TableSheet(locked.now.sheet.players, change.history)
    return _SheetAfter(rules.tallies(sheet, locked.settings), rules.playoff_winner(sheet, locked.settings))
