"""Record, change and delete a hand (RULES 3 and 4). A hand is saved whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from scoring import models
from scoring.actions.place import Place, Typed, as_rule, load_hands, lock_open_place
from scoring.rules import hand as hand_rules
from scoring.rules import sheet as sheet_rules
from scoring.rules.hand import Hand, Held
from tournament.actions.base import action, log, reason
from tournament.actions.rounds import begin
from tournament.models import Table
from tournament.permissions import Actor
from tournament.rules.errors import HandRefused, Stale


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
    rows = load_hands(place.table)
    hand = place.read(Typed(out, last_card, held, late, playoff))
    if 1 <= number <= len(rows):
        raise already_there(rows[number - 1], hand)
    if number != len(rows) + 1:
        raise HandRefused(f"The next hand of this table is number {len(rows) + 1}.")
    players = sheet_rules.who_plays_next(place.sheet(rows), place.settings, playoff=playoff)
    hand_rules.check(hand, players, place.deck, sure=sure, names=place.names)
    row = _save(place, hand, number)
    if not rows:
        begin(place.table.round_id)
        Table.objects.filter(pk=table, dealt_at__isnull=True).update(dealt_at=row.recorded_at)
    log(by, place.competition, "hand recorded", request, table=table, hand=number, **facts(hand))
    return {"hand": number, "version": 1}


def already_there(row: models.Hand, typed: Hand) -> Stale:
    """Two people wrote the same hand: both values, a person chooses."""
    return Stale(
        f"Hand {row.number} is already recorded. Which one is right?",
        theirs=facts(as_rule(row)) | {"version": row.version},
        yours=facts(typed),
    )


def facts(hand: Hand) -> dict[str, Any]:
    """A hand in the log and in a conflict: codes and numbers, no names."""
    held = {code: h.points if h.cards is None else dict(h.cards) for code, h in hand.held.items()}
    return {"out": hand.out, "last_card": hand.last_card, "held": held}


def _save(place: Place, hand: Hand, number: int) -> models.Hand:
    row = models.Hand.objects.create(
        table=place.table,
        number=number,
        complete=hand.complete,
        playoff=hand.playoff,
        late=hand.late,
        out=place.present[hand.out] if hand.out else None,
        last_card=hand.last_card or "",
        recorded_at=timezone.now(),
    )
    _save_held(place, row, hand)
    return row


def _save_held(place: Place, row: models.Hand, hand: Hand) -> None:
    models.Held.objects.bulk_create(
        models.Held(
            hand=row,
            entry=place.present[code],
            points=held.points,
            cards=None if held.cards is None else dict(held.cards),
        )
        for code, held in hand.held.items()
    )


@dataclass(frozen=True)
class Change:
    """A hand as it was and would be, and all the hands of its sheet then."""

    row: models.Hand
    before: Hand
    after: Hand
    history: tuple[Hand, ...]


def read_change(place: Place, number: int, typed: Typed, *, version: int | None, sure: bool) -> Change:
    """Whether the hand may be changed so, and what the sheet would be; nothing is written."""
    rows = load_hands(place.table)
    row = _row(rows, number)
    before = as_rule(row)
    after = place.read(Typed(typed.out, typed.last_card, typed.held, typed.late, row.playoff))
    if version is not None and row.version != version:
        raise already_there(row, after)
    players = before.players if row.playoff else set(place.present)
    hand_rules.check(after, players, place.deck, sure=sure, names=place.names)
    history = tuple(after if r.pk == row.pk else as_rule(r) for r in rows)
    sheet_rules.check_history(history, tuple(place.present), place.settings)
    return Change(row, before, after, history)


def _row(rows: Sequence[models.Hand], number: int) -> models.Hand:
    found = next((row for row in rows if row.number == number), None)
    if found is None:
        raise HandRefused(f"There is no hand {number} at this table.")
    return found


def write_change(by: Actor, place: Place, change: Change, why: str, request: str) -> None:
    """Write the hand as it is now, and keep what it was."""
    row, after = change.row, change.after
    _keep_corrections(place, change, why)
    row.complete, row.late, row.last_card = after.complete, after.late, after.last_card or ""
    row.out = place.present[after.out] if after.out else None
    row.version += 1
    row.save()
    row.held.all().delete()
    _save_held(place, row, after)
    was_now = {"was": facts(change.before), "now": facts(after)}
    log(by, place.competition, "hand changed", request, table=place.table.pk, hand=row.number, why=why, **was_now)


def _keep_corrections(place: Place, change: Change, why: str) -> None:
    """Held points as they were and are; whoever went out held nothing."""
    nothing = Held(0)
    models.Correction.objects.bulk_create(
        models.Correction(hand=change.row, entry=place.present[code], was=was, now=now, why=why, at=timezone.now())
        for code in sorted(change.before.players | change.after.players)
        if (was := change.before.held.get(code, nothing).points) != (now := change.after.held.get(code, nothing).points)
    )


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
    write_change(by, place, change, reason(why), request)
    return {"hand": number, "version": change.row.version}


@action
def delete_hand(*, by: Actor, table: int, number: int, why: str, request: str = "") -> None:
    """Delete a hand, with a reason; it stays in the history, and the hands after it move up."""
    place = lock_open_place(by, table)
    rows = load_hands(place.table)
    row = _row(rows, number)
    rest = [r for r in rows if r.pk != row.pk]
    sheet_rules.check_history([as_rule(r) for r in rest], tuple(place.present), place.settings)
    row.deleted_at, row.deleted_why = timezone.now(), reason(why)
    row.save(update_fields=["deleted_at", "deleted_why"])
    for later in rest[number - 1 :]:
        later.number -= 1
        later.save(update_fields=["number"])
    was = facts(as_rule(row))
    log(by, place.competition, "hand deleted", request, table=table, hand=number, was=was, why=row.deleted_why)
