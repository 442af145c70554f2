"""`corrections`: “held points as they were and are; the file's facts stand as corrected”."""

from __future__ import annotations

from collections.abc import Iterator

from .case import Case
from .deck import can_hold
from .facts import CheckedCorrection, CheckedHand
from .found import Discrepancy, Place

Where = tuple[int, int, int, str]


def check_corrections(case: Case) -> Iterator[Discrepancy]:
    """Each names a place that exists, goes on from the correction before it, and the last one is what stands."""
    latest: dict[Where, CheckedCorrection] = {}
    for number, correction in enumerate(case.record.corrections):
        where = (correction.round, correction.table, correction.hand, correction.entry)
        hand = _hand(case, correction)
        if hand is None:
            yield _place(correction).says(f"Correction {number + 1} is of a hand that this player did not play.")
            continue
        yield from _check_line(case, number, correction)
        yield from _check_sequence(number, latest.get(where), correction)
        latest[where] = correction
    for correction in latest.values():
        yield from _check_stands(case, correction)


def _place(correction: CheckedCorrection) -> Place:
    place = Place(round=correction.round, table=correction.table, hand=correction.hand, entry=correction.entry)
    return place.at(part="corrections")


def _hand(case: Case, correction: CheckedCorrection) -> CheckedHand | None:
    """The hand that was corrected, if there is one and this player held cards in it or went out."""
    rounds = case.record.rounds[correction.round - 1 : correction.round]
    tables = [table for rnd in rounds for table in rnd.tables[correction.table - 1 : correction.table]]
    hands = [hand for table in tables for hand in table.hands[correction.hand - 1 : correction.hand]]
    played = [hand for hand in hands if correction.entry in hand.held or correction.entry == hand.out]
    return played[0] if played else None


def _check_line(case: Case, number: int, correction: CheckedCorrection) -> Iterator[Discrepancy]:
    """It says what it changed and why, and what was typed before was refused then if no cards make it."""
    if not correction.why.strip():
        yield _place(correction).says(f"Correction {number + 1} has no reason.")
    if correction.was == correction.now:
        yield _place(correction).says(f"Correction {number + 1} changes nothing.")
    if correction.was is not None and not can_hold(case.competition, correction.was):
        yield _place(correction).says(
            f"Correction {number + 1} starts from {_told(correction.was)}, which nobody can hold."
        )


def _check_sequence(
    number: int, before: CheckedCorrection | None, correction: CheckedCorrection
) -> Iterator[Discrepancy]:
    if before is not None and before.now != correction.was:
        yield _place(correction).says(
            f"Correction {number + 1} starts from {_told(correction.was)}, the one before left {_told(before.now)}."
        )


def _check_stands(case: Case, correction: CheckedCorrection) -> Iterator[Discrepancy]:
    """Whoever went out holds nothing, which is 0 or null."""
    hand = _hand(case, correction)
    assert hand is not None
    held = hand.held.get(correction.entry)
    stands = {held.points} if held else {0, None}
    if correction.now not in stands:
        told = _told(held.points if held else 0)
        yield _place(correction).says(
            f"{correction.entry} holds {told}, the last correction says {_told(correction.now)}."
        )


def _told(points: int | None) -> str:
    return "nothing" if points is None else f"{points} points"
