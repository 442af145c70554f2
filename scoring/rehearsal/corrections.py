"""The organiser of a rehearsal corrects an accepted sheet: a hand was miscounted, entered twice, or forgotten."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from django.db.models import QuerySet

from scoring.actions import corrections
from scoring.actions.locked_table import TypedHand
from scoring.models import Hand
from tournament.models import Table
from tournament.permissions import Actor
from tournament.rules.errors import HandRefused, RoundRefused
from tournament.rules.reasons import Reason

Body = dict[str, Any]


def recorded_hands(table: Table) -> QuerySet[Hand]:
    """The table's hands that are not deleted, in order."""
    return Hand.objects.filter(table=table, deleted_at__isnull=True).select_related("out").order_by("number")


def correct_somehow(table: Table, organiser: Actor, rng: Random) -> None:
    """One hand of this table, in one of the three ways."""
    hand = rng.choice(list(recorded_hands(table)))
    rng.choice([_recount, _recount, _delete, _add])(hand, organiser, rng)


def _recount(hand: Hand, by: Actor, rng: Random) -> None:
    """One player's cards were counted wrongly."""
    held = {str(h.seat.entry_id): h.points for h in hand.held.select_related("seat").order_by("seat__number")}
    held[rng.choice(list(held))] = rng.randrange(0, 60)
    out = hand.out.entry_id if hand.out else None
    told: Body = {"version": hand.version, "why": Reason.MISCOUNTED.value, "sure": True}
    typed: Body = {"out": out, "held": held}
    _as_shown(
        lambda: corrections.preview_correction(**_of(hand, by), typed=TypedHand(**typed)),
        lambda: corrections.correct_hand(**_of(hand, by), **typed, **told),
    )


def _of(hand: Hand, by: Actor) -> Body:
    return {"by": by, "table": hand.table_id, "number": hand.number}


def _delete(hand: Hand, by: Actor, _rng: Random) -> None:
    """This one was entered twice."""
    told: Body = {"version": hand.version, "why": Reason.ENTERED_TWICE.value}
    _as_shown(
        lambda: corrections.preview_deletion(**_of(hand, by)),
        lambda: corrections.correct_by_deleting(**_of(hand, by), **told),
    )


def _add(hand: Hand, by: Actor, rng: Random) -> None:
    """The one before this was forgotten."""
    seats = hand.table.seats.filter(absent=False).order_by("number")
    players = list(seats.values_list("entry", flat=True))
    out = rng.choice(players)
    held = {str(player): rng.randrange(0, 60) for player in players if player != out}
    typed: Body = {"out": out, "held": held}
    told: Body = {"seen": [recorded.version for recorded in recorded_hands(hand.table)], "why": Reason.FORGOTTEN.value}
    _as_shown(
        lambda: corrections.preview_addition(**_of(hand, by), typed=TypedHand(**typed)),
        lambda: corrections.correct_by_adding(**_of(hand, by), **typed, **told),
    )


def _as_shown(preview: Callable[[], Body], correct: Callable[[], Body]) -> None:
    """What comes of it is what was shown before. A sheet that could not have been played so stays as it is."""
    try:
        shown = preview()
    except HandRefused:
        return
    try:
        assert correct() == shown
    except RoundRefused as refused:  # what nobody can be shown before: a table of the next round would be too full
        assert str(refused) == shown["refused"] or "is full" in str(refused)
