"""Record, change and delete a hand (RULES 3 and 4). A hand is saved whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.actions.changes import (
    already_there,
    check_hand,
    facts,
    is_same,
    read_change,
    read_deletion,
    save_hand,
    write_change,
)
from scoring.actions.place import Place, Typed, lock_open_place
from scoring.rules import sheet as sheet_rules
from tournament.actions.base import action, log, reason
from tournament.actions.rounds import begin
from tournament.log_kinds import Happened
from tournament.models import Table
from tournament.permissions import Actor
from tournament.rules.clock import State
from tournament.rules.errors import HandRefused


@action
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
    sure: bool = False,
    request: str = "",
) -> dict[str, int]:
    """Record hand `number`. Without `out` it is the incomplete hand, which the end of the round stopped.

    If another tablet recorded this number first, both values are shown and a person chooses.
    """
    place = lock_open_place(by, table)
    if place.clock is State.READY:
        raise HandRefused("The round has not begun: the clock is not started yet.")
    stored = place.load_hands()
    hand = place.read(Typed(out, last_card, held, late, playoff))
    if 1 <= number <= len(stored):
        there = stored[number - 1]
        if is_same(there.hand, hand):  # two tablets, or a tablet and paper, and nobody differs
            return {"hand": number, "version": there.version}
        raise already_there(there, hand)
    if number != len(stored) + 1:
        raise HandRefused(f"The next hand of this table is number {len(stored) + 1}.")
    sheet = place.sheet(stored)
    if playoff and not place.is_over(sheet):
        raise HandRefused("The round is not over: a play-off hand is played at its end.")
    players = sheet_rules.who_plays_next(sheet, place.settings, playoff=playoff)
    check_hand(place, hand, players, sure=sure)
    row = save_hand(place, hand, number, place.first_version())
    _forget_lot(place)
    if place.table.dealt_at is None:
        begin(place.table.round_id)
    log(by, place.competition, Happened.HAND_RECORDED, request, table=table, hand=number, **facts(hand))
    return {"hand": number, "version": row.version}


def _forget_lot(place: Place) -> None:
    """The lot was for the tie as it stood; another hand may make another tie, or none."""
    if place.table.lot:
        Table.objects.filter(pk=place.table.pk).update(lot=False)


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
    sure: bool = False,
    why: str = "recounted",
    request: str = "",
) -> dict[str, int]:
    """Change a hand before the sheet is accepted. `version` is the one that was on the screen."""
    place = lock_open_place(by, table)
    change = read_change(place, number, Typed(out, last_card, held, late), version=version, sure=sure)
    _forget_lot(place)
    log(by, place.competition, Happened.HAND_CHANGED, request, **write_change(place, change, reason(why)))
    return {"hand": number, "version": version + 1}


@action
def delete_hand(*, by: Actor, table: int, number: int, why: str, version: int | None = None, request: str = "") -> None:
    """Delete a hand before the sheet is accepted, with a reason. `version` is the one that was on the screen."""
    place = lock_open_place(by, table)
    change = read_deletion(place, number, version=version)
    _forget_lot(place)
    log(by, place.competition, Happened.HAND_DELETED, request, **write_change(place, change, reason(why)))
