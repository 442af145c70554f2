"""What came of it: each fault's row, and whether everything that was acknowledged is there, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.torture.tablets import SavedHand


@dataclass(frozen=True)
class Spell:
    """The time in which one fault was at work."""

    fault: str
    begun: float
    ended: float
    recovered: float
    """Seconds after its end until every table had a hand acknowledged again."""
    requests: int = 0
    """How many others sent meanwhile, if it was a flood."""

    def hands(self, every: Sequence[SavedHand]) -> list[SavedHand]:
        return [hand for hand in every if self.begun <= hand.sent_at < self.ended]


@dataclass(frozen=True)
class OutcomeRow:
    """One line of the table."""

    fault: str
    acknowledged: int
    unanswered: int
    lost: int
    doubled: int
    refused: int
    p50: float
    p99: float
    worst: float
    recovered: float

    def text(self) -> str:
        counts = f"{self.acknowledged:>8}{self.unanswered:>8}{self.lost:>6}{self.doubled:>9}{self.refused:>9}"
        times = "".join(f"{1000 * seconds:>9.0f}" for seconds in (self.p50, self.p99, self.worst))
        return f"{self.fault:<22}{counts}{times}{self.recovered:>9.1f}"


HEADING = (
    f"{'fault':<22}{'saved':>8}{'open':>8}{'lost':>6}{'doubled':>9}{'refused':>9}"
    f"{'p50 ms':>9}{'p99 ms':>9}{'worst':>9}{'back s':>9}"
)


def row_of(spell: Spell, every: Sequence[SavedHand], stored: Counter[tuple[int, int]]) -> OutcomeRow:
    """`stored`: how often each hand of each table is in the database."""
    hands = spell.hands(every)
    waits = waits_in(spell, every)
    times = [stored[hand.table, hand.number] for hand in hands if hand.acknowledged_at is not None]
    return OutcomeRow(
        fault=spell.fault,
        acknowledged=len(waits),
        unanswered=sum(hand.acknowledged_at is None and not hand.refusal for hand in hands),
        lost=sum(count == 0 for count in times),
        doubled=sum(count > 1 for count in times),
        refused=sum(bool(hand.refusal) for hand in hands),
        p50=part_of(waits, 0.5),
        p99=part_of(waits, 0.99),
        worst=waits[-1] if waits else 0.0,
        recovered=spell.recovered,
    )


def waits_in(spell: Spell, every: Sequence[SavedHand]) -> list[float]:
    """How long each hand waited that was sent meanwhile, the shortest first."""
    return sorted(hand.wait for hand in spell.hands(every) if hand.wait is not None)


def part_of(waits: Sequence[float], part: float) -> float:
    """The wait that this part of them did not exceed."""
    return waits[int(len(waits) * part)] if waits else 0.0


def stored_hands(competition: Any) -> Counter[tuple[int, int]]:
    """How often each number of each table of round 1 is in the database."""
    from scoring.models import Hand

    rows = Hand.objects.filter(table__round__competition=competition, table__round__number=1, deleted_at=None)
    return Counter(rows.values_list("table__number", "number"))


def lines_without_hands(competition: Any) -> int:
    """How many more lines the log has of hands than the database has hands; less than 0: the other way round."""
    from scoring.models import Hand
    from tournament.models import LogEntry

    logged = LogEntry.objects.filter(competition=competition, what="hand recorded").count()
    return logged - Hand.objects.filter(table__round__competition=competition).count()


def troubles(rows: Sequence[OutcomeRow], stray: int) -> list[str]:
    """What must never be, in words."""
    found = [f"{row.fault}: {row.lost} lost" for row in rows if row.lost]
    found += [f"{row.fault}: {row.doubled} doubled" for row in rows if row.doubled]
    found += [f"{row.fault}: {row.refused} refused" for row in rows if row.refused]
    return found + ([f"{stray} lines of the log have no hand, or hands no line"] if stray else [])
