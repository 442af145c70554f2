"""Whether score entry comes first: how long hands waited under each flood, beside how long they wait in a calm hall.

The calm hall is measured just before each flood and just after it, with the same tablets at the same pace, and both
count together: the more hands a table has, the longer each takes, and a computer may grow busy or calm meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.torture.outcome import OutcomeRow, Spell, part_of, waits_in
from tests.torture.tablets import SavedHand

MOST_TIMES_CALM = 5
MOST_SECONDS = 2.0
"""Under a flood the p99 of saving a hand is at most so many times that of a calm hall, and no hand waits longer."""
CALM = "calm"
HANDS_FOR_A_P99 = 500
"""Five of them wait longer than the p99. From a hundred it would be the slowest but one, which is chance."""

RULE = f"Under a flood: p99 at most {MOST_TIMES_CALM} times that of a calm hall, and no hand over {MOST_SECONDS:g} s."
HEADING = f"{'flood':<16}{'requests':>9}{'hands':>7}{'calm p99':>10}{'p99 ms':>8}{'times':>7}{'worst':>7}  verdict"


@dataclass(frozen=True)
class FloodVerdict:
    """One flood beside the calm hall; times in seconds."""

    flood: str
    requests: int
    """How many the flood had answered, or let fall."""
    hands: int
    calm_p99: float
    p99: float
    worst: float
    missed: list[str]
    """What was promised and did not hold."""

    def text(self) -> str:
        calm, p99, worst = (f"{1000 * seconds:.0f}" for seconds in (self.calm_p99, self.p99, self.worst))
        words = "; ".join(["missed: " + missed for missed in self.missed]) or "met"
        times = f"{self.p99 / self.calm_p99:.1f}"
        return f"{self.flood:<16}{self.requests:>9}{self.hands:>7}{calm:>10}{p99:>8}{times:>7}{worst:>7}  {words}"


def verdicts(
    spells: Sequence[Spell],
    rows: Sequence[OutcomeRow],
    every: Sequence[SavedHand],
    *,
    floods: Sequence[str],
    enough: int,
) -> list[FloodVerdict]:
    """One for each flood that had a calm hall before or after it to be compared with."""
    found = []
    for number, (spell, row) in enumerate(zip(spells, rows, strict=True)):
        beside = [other for other in spells[max(0, number - 1) : number + 2] if other.fault == CALM]
        calm = sorted(wait for other in beside for wait in waits_in(other, every))
        if row.fault in floods and calm:
            missed = _missed(spell, row, calm, enough)
            calm_p99 = part_of(calm, 0.99)
            found.append(
                FloodVerdict(row.fault, spell.requests, row.acknowledged, calm_p99, row.p99, row.worst, missed)
            )
    return found


def _missed(spell: Spell, row: OutcomeRow, calm: Sequence[float], enough: int) -> list[str]:
    p99 = part_of(calm, 0.99)
    return [
        *([f"only {row.acknowledged} hands, too few for a p99"] if row.acknowledged < enough else []),
        *([f"only {len(calm)} hands in the calm hall"] if len(calm) < enough else []),
        *(["nobody flooded"] if not spell.requests else []),
        *([f"p99 is {row.p99 / p99:.1f} times that of a calm hall"] if row.p99 > MOST_TIMES_CALM * p99 else []),
        *([f"a hand waited {row.worst:.1f} s"] if row.worst > MOST_SECONDS else []),
    ]
