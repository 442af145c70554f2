"""Record, change and delete a hand (RULES 3 and 4). A hand is saved whole or not at all."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from scoring import models
from scoring.actions.place import Place, Typed, lock_open_place
from scoring.queries.hands import Stored
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
    stored = place.load_hands()
    hand = place.read(Typed(out, last_card, held, late, playoff))
    if 1 <= number <= len(stored):
        raise already_there(stored[number - 1], hand)
    if number != len(stored) + 1:
        raise HandRefused(f"The next hand of this table is number {len(stored) + 1}.")
    sheet = place.sheet(stored)
    if playoff and not place.is_over(sheet):
        raise HandRefused("The round is not over: a play-off hand is played at its end.")
    players = sheet_rules.who_plays_next(sheet, place.settings, playoff=playoff)
    _check(place, hand, players, sure=sure)
    row = _save(place, hand, number, place.first_version())
    _forget_lot(place)
    if not stored:
        begin(place.table.round_id)
        Table.objects.filter(pk=table, dealt_at__isnull=True).update(dealt_at=row.recorded_at)
    log(by, place.competition, "hand recorded", request, table=table, hand=number, **facts(hand))
    return {"hand": number, "version": row.version}


def _check(place: Place, hand: Hand, players: Collection[str], *, sure: bool) -> None:
    """Refuse what cannot be, ask about what is unusual. Only a hand without a winner needs a look at the clock."""
    hand_rules.check(hand, players, place.deck, sure=sure, names=place.names)
    if not hand.complete and not sure:
        hand_rules.ask_whether_stopped(place.clock)


def _forget_lot(place: Place) -> None:
    """The lot was for the tie as it stood; another hand may make another tie, or none."""
    if place.table.lot:
        Table.objects.filter(pk=place.table.pk).update(lot=False)


def already_there(there: Stored, typed: Hand) -> Stale:
    """Two people wrote the same hand: both values, a person chooses."""
    return Stale(
        f"Hand {there.number} is already recorded. Which one is right?",
        theirs=facts(there.hand) | {"version": there.version},
        yours=facts(typed),
    )


def facts(hand: Hand) -> dict[str, Any]:
    """A hand in the log and in a conflict: codes and numbers, no names."""
    held = {code: h.points if h.cards is None else dict(h.cards) for code, h in hand.held.items()}
    return {"out": hand.out, "last_card": hand.last_card, "held": held}


def _save(place: Place, hand: Hand, number: int, version: int) -> models.Hand:
    row = models.Hand.objects.create(
        table=place.table,
        number=number,
        complete=hand.complete,
        playoff=hand.playoff,
        late=hand.late,
        out=place.seats[hand.out] if hand.out else None,
        last_card=hand.last_card or "",
        version=version,
        recorded_at=timezone.now(),
    )
    _save_held(place, row, hand)
    return row


def _save_held(place: Place, row: models.Hand, hand: Hand) -> None:
    models.Held.objects.bulk_create(
        models.Held(
            hand=row,
            seat=place.seats[code],
            points=held.points,
            cards=None if held.cards is None else dict(held.cards),
        )
        for code, held in hand.held.items()
    )


@dataclass(frozen=True)
class Change:
    """A hand as it was and would be, and all the hands of its sheet then."""

    stored: Stored
    after: Hand
    history: tuple[Hand, ...]


def read_change(place: Place, number: int, typed: Typed, *, version: int | None, sure: bool) -> Change:
    """Whether the hand may be changed so, and what the sheet would be; nothing is written.

    On a sheet that is in, what followed stays as it was played: a play-off that has become idle decides nothing.
    """
    stored = place.load_hands()
    one = _numbered(stored, number)
    after = place.read(Typed(typed.out, typed.last_card, typed.held, typed.late, one.hand.playoff))
    if version is not None and one.version != version:
        raise already_there(one, after)
    players = sorted(one.hand.players) if one.hand.playoff else place.players
    _check(place, after, players, sure=sure)
    history = tuple(after if other is one else other.hand for other in stored)
    if place.table.accepted_at is None:
        sheet_rules.check_history(history, place.players, place.settings)
    return Change(one, after, history)


def _numbered(stored: Sequence[Stored], number: int) -> Stored:
    found = next((one for one in stored if one.number == number), None)
    if found is None:
        raise HandRefused(f"There is no hand {number} at this table.")
    return found


def write_change(place: Place, change: Change, why: str) -> dict[str, Any]:
    """Write the hand as it is now, and keep what it was. Answers both, for the one line in the log."""
    row = models.Hand.objects.get(pk=change.stored.pk)
    after = change.after
    _keep_corrections(place, change, why)
    row.complete, row.late, row.last_card = after.complete, after.late, after.last_card or ""
    row.out = place.seats[after.out] if after.out else None
    row.version += 1
    row.save()
    row.held.all().delete()
    _save_held(place, row, after)
    both = {"was": facts(change.stored.hand), "now": facts(after)}
    return {"table": place.table.pk, "hand": row.number, "why": why, **both}


def _keep_corrections(place: Place, change: Change, why: str) -> None:
    """Held points as they were and are; whoever went out held nothing."""
    before, after, nothing, now_at = change.stored.hand, change.after, Held(0), timezone.now()
    points = {
        code: (before.held.get(code, nothing).points, after.held.get(code, nothing).points)
        for code in sorted(before.players | after.players)
    }
    models.Correction.objects.bulk_create(
        models.Correction(hand_id=change.stored.pk, seat=place.seats[code], was=was, now=now, why=why, at=now_at)
        for code, (was, now) in points.items()
        if was != now
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
    _forget_lot(place)
    log(by, place.competition, "hand changed", request, **write_change(place, change, reason(why)))
    return {"hand": number, "version": change.stored.version + 1}


@action
def delete_hand(*, by: Actor, table: int, number: int, why: str, version: int | None = None, request: str = "") -> None:
    """Delete a hand, with a reason; it stays in the history, and the hands after it move up.

    `version` is the one that was on the screen. Who moves up gets a version of their own: what another tablet still
    shows under that number is a different hand, and must not be taken for this one.
    """
    place = lock_open_place(by, table)
    stored = place.load_hands()
    one = _numbered(stored, number)
    if version is not None and one.version != version:
        raise Stale(
            f"Hand {number} was changed meanwhile. Look again before it is deleted.",
            theirs=facts(one.hand) | {"version": one.version},
            yours={},
        )
    rest = [other for other in stored if other is not one]
    sheet_rules.check_history([other.hand for other in rest], place.players, place.settings)
    why = reason(why)
    _forget_lot(place)
    models.Hand.objects.filter(pk=one.pk).update(deleted_at=timezone.now(), deleted_why=why)
    version = place.fresh_version()
    for later in rest[number - 1 :]:
        models.Hand.objects.filter(pk=later.pk).update(number=later.number - 1, version=version)
    log(by, place.competition, "hand deleted", request, table=table, hand=number, was=facts(one.hand), why=why)
