"""What came of it: each fault's row, and whether everything that was acknowledged is there, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tests.torture.tablets import SavedHand, Written


@dataclass(frozen=True)
class Spell:
    """The time in which one fault was at work."""

    fault: str
    begun: float
    ended: float
    recovered: float
    """Seconds after its end until every table had a hand acknowledged again."""
    statuses: Mapping[str, int] = field(default_factory=dict)
    """How often others were answered how meanwhile, if it was a flood."""

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
    answers: Mapping[str, int]
    """To a flood, how often which."""

    def text(self) -> str:
        counts = f"{self.acknowledged:>8}{self.unanswered:>8}{self.lost:>6}{self.doubled:>9}{self.refused:>9}"
        times = "".join(f"{1000 * seconds:>9.0f}" for seconds in (self.p50, self.p99, self.worst))
        return f"{self.fault:<22}{counts}{times}{self.recovered:>9.1f}"


@dataclass(frozen=True)
class Found:
    """What is there afterwards, and how often: hands in the database and in the record, and their lines in the log."""

    stored: Counter[Written]
    recorded: Counter[Written]
    logged: Counter[str]
    """By request."""

    def lacks(self, hand: SavedHand) -> bool:
        """Whether it is missing somewhere, or is not as it was sent."""
        places = self.stored[hand.written], self.recorded[hand.written], self.logged[hand.request]
        return not all(places)

    def doubles(self, hand: SavedHand) -> bool:
        """Whether it is there twice, also under another number: no tablet sends the same twice."""
        return self.logged[hand.request] > 1 or self._most[hand.table, hand.written.held] > 1

    @cached_property
    def _most(self) -> Counter[tuple[int, frozenset[tuple[int, int]]]]:
        """How often what was held is at a table, whatever its number, where it is most often."""
        return _without_numbers(self.stored) | _without_numbers(self.recorded)


def _without_numbers(hands: Counter[Written]) -> Counter[tuple[int, frozenset[tuple[int, int]]]]:
    counted: Counter[tuple[int, frozenset[tuple[int, int]]]] = Counter()
    for hand, times in hands.items():
        counted[hand.table, hand.held] += times
    return counted


HEADING = (
    f"{'fault':<22}{'saved':>8}{'open':>8}{'lost':>6}{'doubled':>9}{'refused':>9}"
    f"{'p50 ms':>9}{'p99 ms':>9}{'worst':>9}{'back s':>9}"
)


def row_of(spell: Spell, every: Sequence[SavedHand], found: Found) -> OutcomeRow:
    hands = spell.hands(every)
    waits = waits_in(spell, every)
    return OutcomeRow(
        fault=spell.fault,
        acknowledged=len(waits),
        unanswered=sum(hand.acknowledged_at is None and not hand.refusal for hand in hands),
        lost=sum(found.lacks(hand) for hand in hands if hand.acknowledged_at is not None),
        doubled=sum(found.doubles(hand) for hand in hands),
        refused=sum(bool(hand.refusal) for hand in hands),
        p50=part_of(waits, 0.5),
        p99=part_of(waits, 0.99),
        worst=waits[-1] if waits else 0.0,
        recovered=spell.recovered,
        answers=spell.statuses,
    )


def waits_in(spell: Spell, every: Sequence[SavedHand]) -> list[float]:
    """How long each hand waited that was sent meanwhile, the shortest first."""
    return sorted(hand.wait for hand in spell.hands(every) if hand.wait is not None)


def part_of(waits: Sequence[float], part: float) -> float:
    """The wait that this part of them did not exceed."""
    return waits[int(len(waits) * part)] if waits else 0.0


def troubles(rows: Sequence[OutcomeRow], every: Sequence[SavedHand], found: Found) -> list[str]:
    """What must never be, in words."""
    told = [f"{row.fault}: {row.lost} lost" for row in rows if row.lost]
    told += [f"{row.fault}: {row.doubled} doubled" for row in rows if row.doubled]
    told += [f"{row.fault}: {row.refused} refused" for row in rows if row.refused]
    return told + strangers(every, found)


def strangers(every: Sequence[SavedHand], found: Found) -> list[str]:
    """What nobody sent so, wherever it is: a hand that was altered, too."""
    sent, requests = {hand.written for hand in every}, {hand.request for hand in every}
    places: dict[str, Collection[object]] = {
        "the database has hands": found.stored.keys() - sent,
        "the record has hands": found.recorded.keys() - sent,
        "the log has lines about hands": found.logged.keys() - requests,
    }
    return [f"{words} that no tablet sent: {len(more)}" for words, more in places.items() if more]
