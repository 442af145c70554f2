"""Record, change and delete a hand (RULES 3 and 4). A hand is saved whole or not at all."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from scoring.actions.conflicts import already_recorded, facts_of, is_same
from scoring.actions.hand_changes import RequestedChange, check_hand, read_deletion, write_change
from scoring.actions.hand_rows import save_hand
from scoring.actions.locked_table import LockedTable, TypedHand, lock_open_table
from scoring.rules import hand as hand_rules
from scoring.rules import sheet as sheet_rules
from scoring.rules.hand import PlayedHand
from scoring.rules.table_now import RecordedHand
from tournament.actions.base import action, log, usually_answers
from tournament.actions.beginnings import begin
from tournament.actions.reasons import keep_reason
from tournament.log_kinds import Happened
from tournament.models import Table
from tournament.permissions import Actor
from tournament.rules.clock import State
from tournament.rules.errors import HandRefused
from tournament.rules.reasons import Reason


@action
@usually_answers(lambda asked: {"hand": asked["number"], "version": 1})
def record_hand(
    *,
    by: Actor,
    table: int,
    number: int,
    held: Mapping[str, Any],
    out: int | None = None,
    last_card: str = "",
    playoff: bool = False,
    late: bool = False,
    drew: int | None = None,
    sure: bool = False,
    after_warning: bool | None = None,
    request: str = "",
) -> dict[str, int]:
    """Record hand `number`. Without `out` it is the incomplete hand, which the end of the round stopped.

    `drew` is the player who drew after the last card, if the umpire has said so. `after_warning` says whether the hand
    was counted after the warning. If another tablet has recorded this number with other values, both are shown and a
    person chooses.
    """
    locked = lock_open_table(by, table)
    if out is None:
        locked.look_at_the_clock_again()
    hand = _read_next(locked, TypedHand(held, out, last_card, late, playoff))
    if recorded := _recorded_as(locked, number):
        return _recorded_already(locked, recorded, hand)
    players = _who_plays(locked, number, playoff=playoff)
    hand = hand_rules.without_counting(hand, players, locked.deck)
    check_hand(locked, hand, players, sure=sure, drew=drew)
    row = save_hand(locked, hand, number, locked.first_version(), after_warning=after_warning)
    _forget_lot(locked)
    if locked.row.dealt_at is None:
        begin(locked.row.round_id)
    log(
        by,
        locked.competition,
        Happened.HAND_RECORDED,
        request,
        table=locked.row.travel_id,
        hand=number,
        **facts_of(hand),
    )
    return {"hand": number, "version": row.version}


def _read_next(locked: LockedTable, typed: TypedHand) -> PlayedHand:
    if locked.now.round.clock is State.READY:
        raise HandRefused("The round hasn’t begun: the clock hasn’t started yet.")
    return locked.read(typed)


def _recorded_as(locked: LockedTable, number: int) -> RecordedHand | None:
    hands = locked.now.hands
    return hands[number - 1] if 1 <= number <= len(hands) else None


def _recorded_already(locked: LockedTable, recorded: RecordedHand, hand: PlayedHand) -> dict[str, int]:
    """Two tablets, or a tablet and paper, sent the same number: they agree, or a person chooses."""
    hand = hand_rules.without_counting(hand, recorded.hand.players, locked.deck)
    if not is_same(recorded.hand, hand):
        raise already_recorded(recorded, hand)
    return {"hand": recorded.number, "version": recorded.version}


def _who_plays(locked: LockedTable, number: int, *, playoff: bool) -> Collection[str]:
    """Who plays the hand of this number; refused unless it is the next one."""
    now = locked.now
    if number != len(now.hands) + 1:
        raise HandRefused(f"The next hand at this table is number {len(now.hands) + 1}.")
    if playoff and not now.over:
        raise HandRefused("The round isn’t over yet. A play-off hand comes at the end.")
    return sheet_rules.who_plays_next(now.sheet, locked.settings, playoff=playoff)


def _forget_lot(locked: LockedTable) -> None:
    """Forget that the tie goes to the lot: with another hand there may be another tie, or none."""
    if locked.row.lot:
        Table.objects.filter(pk=locked.row.pk).update(lot=False)


@action
def change_hand(
    *,
    by: Actor,
    table: int,
    number: int,
    version: int,
    held: Mapping[str, Any],
    out: int | None = None,
    last_card: str = "",
    late: bool = False,
    drew: int | None = None,
    sure: bool = False,
    why: str = Reason.MISCOUNTED,
    note: str = "",
    request: str = "",
) -> dict[str, int]:
    """Change a hand before the sheet is accepted. `version` is the version of the hand on the screen."""
    locked, typed = lock_open_table(by, table), TypedHand(held, out, last_card, late, drew=drew)
    if out is None:
        locked.look_at_the_clock_again()
    return change_locked_hand(by, locked, RequestedChange(number, typed, version, why, note, sure), request)


def change_locked_hand(by: Actor, locked: LockedTable, requested: RequestedChange, request: str) -> dict[str, int]:
    """Change a hand of a sheet that is already locked, as part of a larger step."""
    change = requested.read(locked)
    _forget_lot(locked)
    reason = keep_reason(locked.competition.event_id, requested.why, requested.note)
    log(by, locked.competition, Happened.HAND_CHANGED, request, **write_change(locked, change, reason))
    return {"hand": requested.number, "version": requested.version + 1}


@action
def delete_hand(
    *, by: Actor, table: int, number: int, why: str, note: str = "", version: int | None = None, request: str = ""
) -> None:
    """Delete a hand before the sheet is accepted, with a reason. `version` is the version of the hand on the screen."""
    locked = lock_open_table(by, table)
    change = read_deletion(locked, number, version=version)
    _forget_lot(locked)
    reason = keep_reason(locked.competition.event_id, why, note)
    log(by, locked.competition, Happened.HAND_DELETED, request, **write_change(locked, change, reason))
