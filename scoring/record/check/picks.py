"""Section 3, “Ties”: who is first, best or worst at a table, and which step decided it where points did not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .case import Case
from .facts import CheckedHand, CheckedTable, CheckedTie

Step = tuple[str, Callable[[Sequence[str]], list[str]]]


@dataclass(frozen=True)
class Pick:
    """Whom a table's result takes, and the tie behind it if there was one."""

    took: str
    tie: CheckedTie | None


def first(case: Case, number: int, table: CheckedTable) -> Pick | None:
    """“Tie for going on: most hands won (went out); then one play-off hand among those still level; then the lot”."""
    level = _level(case, table, table.present, best=True)
    steps: list[Step] = [_hands_won(table, most=True), ("playoff", lambda codes: _went_out(table, codes))]
    return _decide(case, level, steps, f"tie/{number}/{table.number}")


def best(case: Case, number: int, table: CheckedTable) -> Pick | None:
    """“Ties for best: most hands won, then best in the last complete hand, then the lot”."""
    level = _level(case, table, table.present, best=True)
    steps = [_hands_won(table, most=True), _last_hand(case, table, best=True)]
    return _decide(case, level, steps, f"best/{number}/{table.number}")


def worst(case: Case, number: int, table: CheckedTable, besides: str) -> Pick | None:
    """“For worst the reverse”; “the best is chosen first, the worst from the others; a lone player is best only”."""
    others = [code for code in table.present if code != besides]
    level = _level(case, table, others, best=False)
    steps = [_hands_won(table, most=False), _last_hand(case, table, best=False)]
    return _decide(case, level, steps, f"worst/{number}/{table.number}")


def level_after_hands_won(case: Case, table: CheckedTable) -> list[str]:
    """Who would play a play-off: first place on points, and still level on hands won."""
    level = _level(case, table, table.present, best=True)
    _, keep = _hands_won(table, most=True)
    return keep(level)


def _decide(case: Case, level: Sequence[str], steps: Sequence[Step], lot: str) -> Pick | None:
    """Step by step until one is left; “`lot` (among those level after all steps before it)”."""
    if len(level) < 2:
        return Pick(level[0], None) if level else None
    left = list(level)
    for by, keep in steps:
        left = keep(left)
        if len(left) == 1:
            return Pick(left[0], CheckedTie(tuple(sorted(level)), by, left[0]))
    took = case.shuffle(lot, left)[0]
    return Pick(took, CheckedTie(tuple(sorted(level)), "lot", took))


def _level(case: Case, table: CheckedTable, codes: Sequence[str], *, best: bool) -> list[str]:
    """Those with the best, or the worst, total."""
    return _keep(codes, lambda code: case.best_first(table.total(code)), lowest=best)


def _hands_won(table: CheckedTable, *, most: bool) -> Step:
    return "hands_won", lambda codes: _keep(codes, lambda code: table.wins[code], lowest=not most)


def _last_hand(case: Case, table: CheckedTable, *, best: bool) -> Step:
    """“`last_hand` (rotation; skipped where no hand was complete)”."""
    complete = [hand for hand in table.regular if hand.complete]

    def keep(codes: Sequence[str]) -> list[str]:
        if not complete:
            return list(codes)
        points = complete[-1].points
        return _keep(codes, lambda code: case.best_first(points.get(code, 0)), lowest=best)

    return "last_hand", keep


def _went_out(table: CheckedTable, codes: Sequence[str]) -> list[str]:
    """“`playoff` (whoever goes out wins it)”; an unfinished one decides nothing."""
    finished: list[CheckedHand] = [hand for hand in table.hands if hand.playoff and hand.complete]
    winners = [hand.out for hand in finished if hand.out in codes]
    return [code for code in codes if code == winners[0]] if winners else list(codes)


def _keep(codes: Sequence[str], value: Callable[[str], int], *, lowest: bool) -> list[str]:
    values = {code: value(code) if lowest else -value(code) for code in codes}
    least = min(values.values(), default=0)
    return [code for code in codes if values[code] == least]
