"""What a sheet's hands are changed by: one is written anew, deleted or added. Read and checked first, then written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone

from scoring import models
from scoring.actions.place import Place, Typed
from scoring.queries.hands import Stored
from scoring.rules import hand as hand_rules
from scoring.rules import sheet as sheet_rules
from scoring.rules.hand import Hand, Held
from tournament.log_facts import AChangedHand, AHand
from tournament.models import Table
from tournament.rules.errors import HandRefused, Stale

NOTHING: Final = Held(0)
"""What whoever went out held, and what everybody held in a hand that was forgotten."""


@dataclass(frozen=True)
class Change:
    """A hand as it was (None: it is added) and as it will be (None: it is deleted), on a sheet that stands so."""

    number: int
    before: Stored | None
    after: Hand | None
    stored: Sequence[Stored]

    @property
    def history(self) -> tuple[Hand, ...]:
        """All the hands of the sheet then."""
        hands = [one.hand for one in self.stored if one is not self.before]
        if self.after is not None:
            hands.insert(self.number - 1, self.after)
        return tuple(hands)

    @property
    def points(self) -> dict[str, tuple[int, int]]:
        """Held points as they were and are, where they differ. A hand that is deleted has none any more."""
        if self.after is None:
            return {}
        was = self.before.hand.held if self.before else {}
        players = self.after.players | (self.before.hand.players if self.before else set())
        both = {code: (was.get(code, NOTHING).points, self.after.held.get(code, NOTHING).points) for code in players}
        return {code: pair for code, pair in sorted(both.items()) if pair[0] != pair[1]}


def facts(hand: Hand) -> AHand:
    """A hand in the log and in a conflict: codes and numbers, no names."""
    held = {code: h.points if h.cards is None else dict(h.cards) for code, h in hand.held.items()}
    return {"out": hand.out, "last_card": hand.last_card, "held": held}


# Does everybody mean the same hands?


def is_same(one: Hand, other: Hand) -> bool:
    """Whether both say the same, be it by cards or by a total."""

    def said(hand: Hand) -> tuple[Any, ...]:
        held = {code: held.points for code, held in hand.held.items()}
        return hand.out, hand.last_card, hand.playoff, hand.late, held

    return said(one) == said(other)


def already_there(there: Stored, typed: Hand) -> Stale:
    """Two people wrote the same hand: both values, a person chooses."""
    return Stale(
        f"Hand {there.number} is already recorded. Which one is right?",
        theirs=facts(there.hand) | {"version": there.version},
        yours=facts(typed),
    )


def check_seen(place: Place, stored: Sequence[Stored], seen: list[int]) -> None:
    """Whether the sheet is still the one that was looked at; otherwise the whole of it comes with the answer."""
    if seen == [one.version for one in stored]:
        return
    tallies = sheet_rules.tallies(place.sheet(stored), place.settings)
    raise Stale(
        "The sheet was changed meanwhile. Look at it again.",
        theirs={
            "hands": [facts(one.hand) | {"version": one.version} for one in stored],
            "totals": {tally.code: tally.points for tally in tallies},
        },
        yours={"seen": seen},
    )


def _numbered(stored: Sequence[Stored], number: int) -> Stored:
    found = next((one for one in stored if one.number == number), None)
    if found is None:
        raise HandRefused(f"There is no hand {number} at this table.")
    return found


# Whether it may be; nothing is written


def check_hand(place: Place, hand: Hand, players: Collection[str], *, sure: bool) -> None:
    """Refuse what cannot be, ask about what is unusual. Only a hand without a winner needs a look at the clock."""
    hand_rules.check(hand, players, place.deck, sure=sure, names=place.names)
    if not hand.complete and not sure:
        hand_rules.ask_whether_stopped(place.clock)


def read_change(place: Place, number: int, typed: Typed, *, version: int | None, sure: bool) -> Change:
    """A hand as it should have been."""
    stored = place.load_hands()
    one = _numbered(stored, number)
    after = place.read(Typed(typed.out, typed.last_card, typed.held, typed.late, one.hand.playoff))
    if version is not None and one.version != version:
        raise already_there(one, after)
    check_hand(place, after, sorted(one.hand.players) if one.hand.playoff else place.players, sure=sure)
    return _checked(place, Change(number, one, after, stored))


def read_deletion(place: Place, number: int, *, version: int | None) -> Change:
    """A hand that was entered twice, or was none."""
    stored = place.load_hands()
    one = _numbered(stored, number)
    if version is not None and one.version != version:
        raise Stale(
            f"Hand {number} was changed meanwhile. Look again before it is deleted.",
            theirs=facts(one.hand) | {"version": one.version},
            yours={},
        )
    return _checked(place, Change(number, one, None, stored))


def read_addition(place: Place, number: int, typed: Typed, *, seen: list[int] | None, sure: bool) -> Change:
    """A hand that was forgotten; it gets this number, and those after it move down."""
    stored = place.load_hands()
    hand = place.read(typed)
    if seen is not None:
        check_seen(place, stored, seen)
    if not 1 <= number <= len(stored) + 1:
        raise HandRefused(f"A hand can be added as number 1 to {len(stored) + 1}.")
    players = place.players
    if hand.playoff:
        players = sheet_rules.who_plays_next(place.sheet(stored), place.settings, playoff=True)
    check_hand(place, hand, players, sure=sure)
    return _checked(place, Change(number, None, hand, stored))


def _checked(place: Place, change: Change) -> Change:
    """An open sheet's hands could all have been played one after another. On one that is in, what followed stays as it
    was played, as far as the record shows that it was corrected."""
    if place.table.accepted_at is None:
        sheet_rules.check_history(change.history, place.players, place.settings)
    else:
        before = place.sheet(change.stored)
        sheet_rules.check_correction(before, change.history, place.settings, told=_is_told(place, change))
    return change


def _is_told(place: Place, change: Change) -> bool:
    """Whether the record's corrections will name this table: changes of held points, of hands that stand. Those of a
    play-off do not count: once it is idle, the record leaves it out with its corrections."""
    kept = models.Correction.objects.filter(hand__table=place.table, hand__deleted_at__isnull=True, hand__playoff=False)
    if change.before is not None and change.after is None:
        kept = kept.exclude(hand=change.before.pk)
    playoff = change.after is not None and change.after.playoff
    return (bool(change.points) and not playoff) or kept.exists()


# Writing


def write_change(place: Place, change: Change, why: str) -> AChangedHand:
    """Write the sheet as it is now, and keep what it was. Answers both, for the one line in the log."""
    if change.after is None:
        _delete(place, change, why)
    else:
        row = _rewrite(place, change.before, change.after) if change.before else _add(place, change, change.after)
        _keep_corrections(place, row, change, why)
    was = facts(change.before.hand) if change.before else None
    now = facts(change.after) if change.after else None
    return {"table": place.table.pk, "hand": change.number, "why": why, "was": was, "now": now}


def _rewrite(place: Place, before: Stored, after: Hand) -> models.Hand:
    row = models.Hand.objects.get(pk=before.pk)
    row.complete, row.late, row.last_card = after.complete, after.late, after.last_card or ""
    row.out = place.seats[after.out] if after.out else None
    row.version += 1
    row.save()
    row.held.all().delete()
    _save_held(place, row, after)
    return row


def _delete(place: Place, change: Change, why: str) -> None:
    """It stays in the history, and the hands after it move up."""
    here = models.Hand.objects.filter(table=place.table, number=change.number, deleted_at__isnull=True)
    here.update(deleted_at=timezone.now(), deleted_why=why)
    _move(change.stored[change.number :], -1, place.fresh_version())


def _add(place: Place, change: Change, hand: Hand) -> models.Hand:
    """The hands after it move down, the last one first: no two ever have the same number."""
    version = place.fresh_version()
    _move(reversed(change.stored[change.number - 1 :]), +1, version)
    return save_hand(place, hand, change.number, version)


def _move(stored: Iterable[Stored], by: int, version: int) -> None:
    """Who moves gets a fresh version: what another tablet still shows under that number is a different hand, and must
    not be taken for this one."""
    for one in stored:
        models.Hand.objects.filter(pk=one.pk).update(number=one.number + by, version=version)


def save_hand(place: Place, hand: Hand, number: int, version: int) -> models.Hand:
    """A new hand, whole."""
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
    if place.table.dealt_at is None:
        Table.objects.filter(pk=place.table.pk).update(dealt_at=row.recorded_at)
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


def _keep_corrections(place: Place, row: models.Hand, change: Change, why: str) -> None:
    at = timezone.now()
    models.Correction.objects.bulk_create(
        models.Correction(hand=row, seat=place.seats[code], was=was, now=now, why=why, at=at)
        for code, (was, now) in change.points.items()
    )
