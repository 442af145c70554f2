"""Whether score entry comes first: how long hands waited under each flood, beside how long they wait in a calm hall.

The calm hall is measured just before each flood and just after it, with the same tablets at the same pace, and both
count together: the more hands a table has, the longer each takes, and a computer may grow busy or calm meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.torture.flood_answers import meant
from tests.torture.outcome import OutcomeRow, Spell, part_of, waits_in
from tests.torture.tablets import SavedHand
from tests.torture.watchers import DESK, STATES, Asked, Watcher

MOST_TIMES_CALM = 5
MOST_SECONDS = 2.0
"""Under a flood the p99 of saving a hand is at most so many times that of a calm hall, and no hand waits longer."""
CALM = "calm"
HANDS_FOR_A_P99 = 500
"""Five of them wait longer than the p99. From a hundred it would be the slowest but one, which is chance."""

RULE = (
    f"Under a flood: p99 at most {MOST_TIMES_CALM} times that of a calm hall, no hand over {MOST_SECONDS:g} s,\n"
    f"and the p99 of a table's state and of a check-in at most {MOST_SECONDS:g} s."
)
HEADING = (
    f"{'flood':<16}{'requests':>9}{'hands':>7}{'calm p99':>10}{'p99 ms':>8}{'times':>7}{'worst':>7}"
    f"{'states':>8}{'check-in':>9}  verdict"
)


@dataclass(frozen=True)
class FloodVerdict:
    """One flood beside the calm hall; times in seconds."""

    flood: str
    requests: int
    """How many the flood had answered as a flood is, or let fall."""
    hands: int
    calm_p99: float
    p99: float
    worst: float
    states_p99: float
    desk_p99: float
    missed: list[str]
    """What was promised and did not hold."""

    def text(self) -> str:
        times = self.calm_p99, self.p99, self.worst, self.states_p99, self.desk_p99
        calm, p99, worst, states, desk = (f"{1000 * seconds:.0f}" for seconds in times)
        words = "; ".join(["missed: " + missed for missed in self.missed]) or "met"
        beside = f"{calm:>10}{p99:>8}{self.p99 / self.calm_p99:>7.1f}{worst:>7}{states:>8}{desk:>9}"
        return f"{self.flood:<16}{self.requests:>9}{self.hands:>7}{beside}  {words}"


def verdicts(
    spells: Sequence[Spell],
    rows: Sequence[OutcomeRow],
    every: Sequence[SavedHand],
    watchers: Sequence[Watcher],
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
            asked = {what: asked_in(spell, what, watchers) for what in (STATES, DESK)}
            found.append(_verdict(spell, row, calm, asked, enough))
    return found


def _verdict(
    spell: Spell, row: OutcomeRow, calm: Sequence[float], asked: Mapping[str, Sequence[Asked]], enough: int
) -> FloodVerdict:
    waits = {what: part_of(sorted(answer.wait for answer in answers), 0.99) for what, answers in asked.items()}
    return FloodVerdict(
        flood=row.fault,
        requests=meant(spell.fault, spell.statuses),
        hands=row.acknowledged,
        calm_p99=part_of(calm, 0.99),
        p99=row.p99,
        worst=row.worst,
        states_p99=waits[STATES],
        desk_p99=waits[DESK],
        missed=[*_missed(spell, row, calm, enough), *_missed_beside(asked, waits)],
    )


def asked_in(spell: Spell, what: str, watchers: Sequence[Watcher]) -> list[Asked]:
    """What was asked while it lasted."""
    of_kind = (watcher for watcher in watchers if watcher.what == what)
    return [asked for watcher in of_kind for asked in watcher.asked if spell.begun <= asked.sent_at < spell.ended]


def _missed(spell: Spell, row: OutcomeRow, calm: Sequence[float], enough: int) -> list[str]:
    p99 = part_of(calm, 0.99)
    return [
        *([f"only {row.acknowledged} hands, too few for a p99"] if row.acknowledged < enough else []),
        *([f"only {len(calm)} hands in the calm hall"] if len(calm) < enough else []),
        *([f"p99 is {row.p99 / p99:.1f} times that of a calm hall"] if row.p99 > MOST_TIMES_CALM * p99 else []),
        *([f"a hand waited {row.worst:.1f} s"] if row.worst > MOST_SECONDS else []),
    ]


def _missed_beside(asked: Mapping[str, Sequence[Asked]], waits: Mapping[str, float]) -> list[str]:
    """Tables' states and check-in."""
    found = []
    for what, answers in asked.items():
        failed = Counter(answer.heard for answer in answers if not answer.worked)
        found += [f"{failed.total()} of {len(answers)} {what} failed: {dict(failed)}"] if failed else []
        found += [f"p99 of {what} is {waits[what]:.1f} s"] if waits[what] > MOST_SECONDS else []
        found += [f"no {what} at all"] if not answers else []
    return found
