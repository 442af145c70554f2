"""RULES.md 2: when a round ends. Only what the ending itself forbids; the clock leaves no trace in the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .case import Case
from .facts import CheckedTable
from .found import Discrepancy, Place, counted


def check_endings(case: Case) -> Iterator[Discrepancy]:
    """No hand is dealt after the round has ended and, where nothing else can end it, none is missing."""
    competition = case.competition
    for place, _, table in case.tables():
        if len(table.present) < 2:
            continue
        if competition.ending == "hands" and competition.hands is not None:
            yield from _check_number(case, place, table, competition.hands)
        if competition.ending == "target" and competition.target is not None:
            yield from _check_target(case, place, table, competition.target)


def _check_number(case: Case, place: Place, table: CheckedTable, most: int) -> Iterator[Discrepancy]:
    """“`hands` (after N hands)”."""
    should, found = counted(most, "hand"), counted(len(table.regular), "hand")
    if len(table.regular) > most:
        place = place.at(hand=table.regular[most].number)
        yield place.says(f"The round ends after {should}, the record has {found}.")
    elif len(table.regular) < most and _only_itself_ends(case, table):
        yield place.says(f"The round ends after {should}, the record has {found}.")


def _check_target(case: Case, place: Place, table: CheckedTable, target: int) -> Iterator[Discrepancy]:
    """“`target` (somebody reaches N points)”. A total that was corrected afterwards is not held against the table."""
    if (place.round, place.table) in case.corrected:
        return
    totals: Counter[str] = Counter()
    for index, hand in enumerate(table.regular):
        totals.update(hand.points)
        leader = max(totals, key=lambda code: totals[code], default=None)
        if leader is not None and totals[leader] >= target:
            for after in table.regular[index + 1 : index + 2]:
                place = place.at(hand=after.number, entry=leader)
                yield place.says(f"{leader} reached {target} points in hand {hand.number}, and this one was played.")
            return
    if _only_itself_ends(case, table):
        yield place.says(f"The round ends when somebody reaches {target} points, and nobody did.")


def _only_itself_ends(case: Case, table: CheckedTable) -> bool:
    """Without a clock, and without a hand that was stopped, a round ends by its target or number of hands alone."""
    stopped = any(not hand.complete for hand in table.regular)
    return case.competition.clock is None and not stopped
