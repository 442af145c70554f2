"""The changes that a sheet's hands can go through: one is rewritten, deleted or added. Each is checked first, then
written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scoring.actions.conflicts import already_recorded, changed_before_deletion, check_seen, facts_of
from scoring.actions.hand_rows import note_whether_stopped, rewrite_hand, save_hand
from scoring.actions.locked_table import LockedTable, TypedHand
from scoring.models import Correction, Hand
from scoring.rules import doubts
from scoring.rules import hand as hand_rules
from scoring.rules import sheet as sheet_rules
from scoring.rules.hand import HeldCards, PlayedHand
from scoring.rules.table_now import RecordedHand
from tournament import current_time
from tournament.actions.reasons import note_of
from tournament.log_facts import AChangedHand, AReason
from tournament.rules.errors import HandRefused

NOTHING: Final = HeldCards(0)
"""Stands for the cards of the player who went out, and for everybody's cards before a forgotten hand was added."""


@dataclass(frozen=True)
class HandChange:
    """A hand before the change (None if it is being added) and after it (None if it is being deleted). `recorded` are
    all the sheet's hands before the change."""

    number: int
    before: RecordedHand | None
    after: PlayedHand | None
    recorded: Sequence[RecordedHand]

    @property
    def history(self) -> tuple[PlayedHand, ...]:
        """All the sheet's hands after the change."""
        hands = [recorded.hand for recorded in self.recorded if recorded is not self.before]
        if self.after is not None:
            hands.insert(self.number - 1, self.after)
        return tuple(hands)

    @property
    def points(self) -> dict[str, tuple[int, int]]:
        """Each player's held points before and after, where they differ. Empty for a deleted hand."""
        if self.after is None:
            return {}
        was = self.before.hand.held if self.before else {}
        players = self.after.players | (self.before.hand.players if self.before else set())
        both = {code: (was.get(code, NOTHING).points, self.after.held.get(code, NOTHING).points) for code in players}
        return {code: pair for code, pair in sorted(both.items()) if pair[0] != pair[1]}


# Checking: nothing is written


def check_hand(
    locked: LockedTable, hand: PlayedHand, players: Collection[str], *, sure: bool, drew: int | None = None
) -> None:
    """Refuse an impossible hand and ask about an unusual one. Only a hand without a winner needs the clock."""
    names = locked.now.names
    hand_rules.check(hand, players, locked.deck, names=names)
    if sure:
        return
    seated = [code for code in locked.now.present if code in players]
    doubts.ask(hand, seated, locked.deck, names=names, drew=None if drew is None else locked.code(drew))
    if not hand.complete:
        hand_rules.ask_whether_stopped(locked.now.round.clock)


def read_change(locked: LockedTable, number: int, typed: TypedHand, *, version: int | None, sure: bool) -> HandChange:
    """A recorded hand with new content."""
    before = _numbered(locked, number)
    after = locked.read(replace(typed, playoff=before.hand.playoff))
    if version is not None and before.version != version:
        raise already_recorded(before, after)
    players = sorted(before.hand.players) if before.hand.playoff else locked.now.sheet.players
    after = hand_rules.without_counting(after, players, locked.deck)
    check_hand(locked, after, players, sure=sure, drew=typed.drew)
    return _checked(locked, HandChange(number, before, after, locked.now.hands))


@dataclass(frozen=True)
class RequestedChange:
    """A hand as somebody typed it anew, with the version that was on their screen, and why."""

    number: int
    typed: TypedHand
    version: int
    why: str
    note: str = ""
    sure: bool = True

    def read(self, locked: LockedTable) -> HandChange:
        """What it changes; refused if it cannot be, or if somebody else changed the hand meanwhile."""
        return read_change(locked, self.number, self.typed, version=self.version, sure=self.sure)


def read_deletion(locked: LockedTable, number: int, *, version: int | None) -> HandChange:
    """The deletion of a hand that was entered twice, or was never played."""
    before = _numbered(locked, number)
    if version is not None and before.version != version:
        raise changed_before_deletion(before)
    return _checked(locked, HandChange(number, before, None, locked.now.hands))


def read_addition(
    locked: LockedTable, number: int, typed: TypedHand, *, seen: list[int] | None, sure: bool
) -> HandChange:
    """The addition of a forgotten hand. It gets this number, and the hands after it move down."""
    hand = locked.read(typed)
    if seen is not None:
        check_seen(locked, seen)
    after_the_last = len(locked.now.hands) + 1
    if not 1 <= number <= after_the_last:
        raise HandRefused(f"Give the hand a number from 1 to {after_the_last}.")
    players = locked.now.sheet.players
    if hand.playoff:
        players = sheet_rules.who_plays_next(locked.now.sheet, locked.settings, playoff=True)
        hand = hand_rules.without_counting(hand, players, locked.deck)
    check_hand(locked, hand, players, sure=sure, drew=typed.drew)
    return _checked(locked, HandChange(number, None, hand, locked.now.hands))


def _numbered(locked: LockedTable, number: int) -> RecordedHand:
    found = next((recorded for recorded in locked.now.hands if recorded.number == number), None)
    if found is None:
        raise HandRefused(f"There is no hand {number} at this table.")
    return found


def _checked(locked: LockedTable, change: HandChange) -> HandChange:
    """On an open sheet, check that the hands could have been played one after another. On an accepted sheet, later
    hands stay as they were played, as long as the record shows that a hand was corrected."""
    if locked.now.accepted:
        told = _is_told(locked, change)
        sheet_rules.check_correction(locked.now.sheet, change.history, locked.settings, told=told)
    else:
        sheet_rules.check_history(change.history, locked.now.sheet.players, locked.settings)
    return change


def _is_told(locked: LockedTable, change: HandChange) -> bool:
    """Whether the record's corrections name this table after the change. The record lists changed points of hands that
    are not deleted. Play-offs do not count: the record leaves out a play-off that decides nothing any more, and its
    corrections with it."""
    kept = Correction.objects.filter(hand__table=locked.row, hand__deleted_at__isnull=True, hand__playoff=False)
    if change.before is not None and change.after is None:
        kept = kept.exclude(hand=change.before.pk)
    playoff = change.after is not None and change.after.playoff
    return (bool(change.points) and not playoff) or kept.exists()


# Writing


def write_change(locked: LockedTable, change: HandChange, reason: AReason) -> AChangedHand:
    """Write the changed sheet and keep what it was before. Answers both as facts for the one line in the log."""
    if change.after is None:
        _delete(locked, change, reason)
    elif change.before is None:
        _keep_corrections(locked, _add(locked, change, change.after), change, reason)
    else:
        _keep_corrections(locked, rewrite_hand(locked, change.before.pk, change.after), change, reason)
    was = facts_of(change.before.hand) if change.before else None
    now = facts_of(change.after) if change.after else None
    return {"table": locked.row.travel_id, "hand": change.number, "was": was, "now": now, **reason}


def _delete(locked: LockedTable, change: HandChange, reason: AReason) -> None:
    """Delete a hand. Its row stays, marked as deleted, and the hands after it move up."""
    standing = Hand.objects.filter(table=locked.row, number=change.number, deleted_at__isnull=True)
    standing.update(deleted_at=current_time.now(), deleted_why=reason["why"], deleted_note=note_of(reason))
    note_whether_stopped(locked)
    _move(change.recorded[change.number :], -1, locked.fresh_version())


def _add(locked: LockedTable, change: HandChange, hand: PlayedHand) -> Hand:
    """Save the new hand. The hands after it move down first, the last one before the others, so that no two share a
    number."""
    version = locked.fresh_version()
    _move(reversed(change.recorded[change.number - 1 :]), +1, version)
    return save_hand(locked, hand, change.number, version)


def _move(hands: Iterable[RecordedHand], by: int, version: int) -> None:
    """Renumber the hands and give them a fresh version. Another tablet may still show a different hand under that
    number, and the two must not be confused."""
    for recorded in hands:
        Hand.objects.filter(pk=recorded.pk).update(number=recorded.number + by, version=version)


def _keep_corrections(locked: LockedTable, row: Hand, change: HandChange, reason: AReason) -> None:
    at = current_time.now()
    seats, note = {seat.code: seat.pk for seat in locked.seats}, note_of(reason)
    Correction.objects.bulk_create(
        Correction(hand=row, seat_id=seats[code], was=was, now=now, why=reason["why"], note=note, at=at)
        for code, (was, now) in change.points.items()
    )
