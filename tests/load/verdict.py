"""Whether an evening was held, what gave way first, and with how many events to try next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from tests.load.devices import Noted
from tests.load.evening import Evening
from tests.torture.outcome import part_of

MOST_SECONDS_OF_A_HAND = 0.5
"""The p99 of saving a hand may be this long, and no page may fail."""
HAND = "a hand"
STEP = 1.5
"""After an evening that was held, the next one has so many times as many events."""
MOST_FAILURES_TOLD = 3
RULE = f"Held: the p99 of saving a hand is at most {1000 * MOST_SECONDS_OF_A_HAND:.0f} ms, and no page fails."
HEADING = (
    f"{'processes':>9}{'events':>8}{'streams':>9}{'hands':>7}{'a second':>10}{'p50 ms':>8}{'p99 ms':>8}{'worst':>8}"
    f"{'pages':>8}{'a second':>10}{'p99 ms':>8}  verdict"
)


@dataclass(frozen=True)
class LoadRow:
    """One evening; times in seconds. `used` is how many processors each part had on average, `memory` how many bytes
    it held at the end."""

    processes: int
    events: int
    seconds: float
    streams: int
    hands: Sequence[float]
    """How long each was waited for, the shortest first."""
    pages: Mapping[str, Sequence[float]]
    """The same of everything else that was asked for, by what it was."""
    used: Mapping[str, float]
    peak: Mapping[str, float]
    """The same in the five seconds in which each had most, and `machine` all together in theirs."""
    machine: float
    memory: Mapping[str, int]
    cores: int
    others: float
    """The share of all processors that other programs had meanwhile."""
    troubles: list[str] = field(default_factory=list)
    """Why it was not held, what came first standing first."""

    @property
    def held(self) -> bool:
        return not self.troubles

    def text(self) -> str:
        asked = sorted(chain.from_iterable(self.pages.values()))
        hands = [part_of(self.hands, 0.5), part_of(self.hands, 0.99), max([0.0, *self.hands])]
        of_hands = f"{len(self.hands):>7}{self.rate(self.hands):>10.1f}{in_milliseconds(*hands)}"
        of_pages = f"{len(asked):>8}{self.rate(asked):>10.1f}{in_milliseconds(part_of(asked, 0.99))}"
        verdict = "held" if self.held else f"gave way: {self.troubles[0]}"
        return f"{self.processes:>9}{self.events:>8}{self.streams:>9}{of_hands}{of_pages}  {verdict}"

    def rate(self, waits: Sequence[float]) -> float:
        """How many in a second."""
        return len(waits) / self.seconds

    def lines(self) -> list[str]:
        """The row, what each part used, and what else was wrong."""
        parts = "; ".join(f"{name} {share:.2f} (peak {self.peak[name]:.2f})" for name, share in self.used.items())
        memory = "; ".join(f"{name} {size / 1e6:.0f}" for name, size in self.memory.items())
        used = [f"           processors: {parts}", f"           MB: {memory}"]
        more = [f"           also: {trouble}" for trouble in self.troubles[1:]]
        quiet = [f"           NOT QUIET: others used {self.others:.0%} of the processors"] if self.others > 0.1 else []
        busiest = [] if self.held else [f"           {self.busiest()}"]
        asked = (f"{len(waits)} {what} {1000 * part_of(waits, 0.99):.0f}" for what, waits in self.pages.items())
        kinds = [f"           how many, and p99 in ms: {'; '.join(asked)}"]
        return [self.text(), *used, *kinds, *busiest, *more, *quiet]

    def busiest(self) -> str:
        """The part that came nearest to what it can have: a process of ours has one processor, and the machine has as
        many as the other programs on it leave."""
        most = {"web": self.processes, "worker": self.processes, "beat": 1}
        shares = {f"{name}, of {most[name]}": self.peak.get(name, 0.0) / most[name] for name in most}
        left = self.cores * (1 - self.others)
        shares[f"the machine with the clients, of {left:.1f}"] = self.machine / left
        name = max(shares, key=lambda part: shares[part])
        return f"busiest for five seconds: {name} processors, {shares[name]:.0%}"


def in_milliseconds(*times: float) -> str:
    return "".join(f"{1000 * seconds:>8.0f}" for seconds in times)


def row_of(
    evening: Evening, *, stored: int, enough: int, most: float = MOST_SECONDS_OF_A_HAND, **facts: Any
) -> LoadRow:
    """What came of an evening. `stored` hands are in the database; `enough` are needed for a p99."""
    of_evening = [noted for noted in evening.ledger.answers if noted.at >= evening.begun]
    return LoadRow(
        streams=evening.streams,
        hands=_waits(noted for noted in of_evening if noted.what == HAND),
        pages={what: _waits(noted for noted in of_evening if noted.what == what) for what in _kinds(of_evening)},
        troubles=troubles(evening, of_evening, stored=stored, enough=enough, most=most),
        **facts,
    )


def _kinds(answers: Iterable[Noted]) -> list[str]:
    """What was asked for besides saving hands."""
    return sorted({noted.what for noted in answers} - {HAND})


def _waits(answers: Iterable[Noted]) -> list[float]:
    return sorted(noted.wait for noted in answers if not noted.failure)


def troubles(evening: Evening, of_evening: Sequence[Noted], *, stored: int, enough: int, most: float) -> list[str]:
    """What was wrong, in the order in which it began."""
    begun = [*_failures(evening), *_slow_hands(of_evening, most, evening.begun)]
    told = [words for _, words in sorted(begun)]
    hands = sum(noted.what == HAND for noted in of_evening)
    told += [f"only {hands} hands, too few for a p99"] if hands < enough else []
    told += [f"lost hands: {evening.saved - stored}"] if stored < evening.saved else []
    return told


def _failures(evening: Evening) -> list[tuple[float, str]]:
    """What failed, of each kind how often and when first; pages that were opened before the evening, too."""
    failed: dict[tuple[str, str], list[float]] = {}
    for noted in evening.ledger.answers:
        if noted.failure:
            failed.setdefault((noted.what, noted.failure), []).append(noted.at - evening.begun)
    firsts = sorted((min(moments), what, len(moments)) for what, moments in failed.items())[:MOST_FAILURES_TOLD]
    return [(at, f"{what}: {failure} ({times}×), first after {at:.0f} s") for at, (what, failure), times in firsts]


def _slow_hands(of_evening: Sequence[Noted], most: float, begun: float) -> list[tuple[float, str]]:
    hands = [noted for noted in of_evening if noted.what == HAND and not noted.failure]
    p99 = part_of(_waits(hands), 0.99)
    if p99 <= most:
        return []
    first = min(noted.at for noted in hands if noted.wait > most) - begun
    return [(first, f"p99 of saving a hand {1000 * p99:.0f} ms, the first slow one after {first:.0f} s")]


def next_size(first: int, held: Collection[int], gave_way: Collection[int]) -> int | None:
    """With how many events to try next: up by steps until it gives way; where even the first number did, down by
    halves until it holds. None once both sides of the edge are known to a step."""
    if not held and not gave_way:
        return first
    if not gave_way:
        return int(max(held) * STEP + 0.5)
    if not held:
        return min(gave_way) // 2 or None
    between = (max(held) + min(gave_way)) // 2
    return between if min(gave_way) > max(held) * STEP and between > max(held) else None


def summary(processes: int, every: Sequence[LoadRow]) -> str:
    """The most that so many web processes and workers held, and whether more were tried."""
    best = best_of(processes, every)
    if best is None:
        return f"{processes} web and {processes} worker: nothing was held"
    rate = f"{best.rate(best.hands):.1f} hands/s"
    tried = any(row.processes == processes and not row.held for row in every)
    more = "" if tried else "; more were not tried"
    return f"{processes} web and {processes} worker: {best.events} events, {best.streams} streams, {rate}{more}"


def best_of(processes: int, every: Sequence[LoadRow]) -> LoadRow | None:
    """The evening with the most events that so many web processes and workers held."""
    held = [row for row in every if row.processes == processes and row.held]
    return max(held, key=lambda row: row.events) if held else None
