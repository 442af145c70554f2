"""Who sits where when chance decides it (RECORD 2): shuffle until apart, or deal.

*Apart*: no two of a group at a table and, where there are sections, none in one section.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import accumulate, groupby
from typing import Final

from tournament.rules.chance import WORDS_BELOW, shuffle, words

ATTEMPTS: Final = 5000


@dataclass(frozen=True)
class Labels:
    """What the streams are called: `seats/…`, `deal/…` for round 1, `redraw/R/…` for a redrawn round."""

    attempt: str
    deal: str


ROUND_ONE: Final = Labels(attempt="seats/", deal="deal/")


def redraw_labels(round_number: int) -> Labels:
    """The labels of a later round that is drawn again."""
    return Labels(attempt=f"redraw/{round_number}/", deal=f"redraw/{round_number}/deal/")


@dataclass(frozen=True)
class Seating:
    """The tables, each its codes in seat order, and how they came about: anybody can re-run it."""

    method: str
    attempt: int | None
    tables: tuple[tuple[str, ...], ...]


def larger_first(players: int, tables: int) -> tuple[int, ...]:
    """Rotation and single: ⌊n/T⌋ or ⌈n/T⌉, larger tables first."""
    small, larger = divmod(players, tables)
    return (small + 1,) * larger + (small,) * (tables - larger)


def seat(
    seed: bytes,
    groups: Mapping[str, str],
    sizes: Sequence[int],
    sections: Sequence[int] | None = None,
    labels: Labels = ROUND_ONE,
) -> Seating:
    """Seat everyone. `groups` says each code's group, `sections` how many tables each section has, in order."""
    blocks = _blocks(sizes, sections)
    members = _members(groups)
    if max(map(len, members.values())) <= len(blocks):
        for attempt, order in _attempts(seed, groups, blocks, labels):
            return Seating("shuffle", attempt, _cut(order, sizes))
    return Seating("deal", None, _deal(seed, members, sizes, sections, labels))


def _members(groups: Mapping[str, str]) -> dict[str, list[str]]:
    members: dict[str, list[str]] = {}
    for code, group in groups.items():
        members.setdefault(group, []).append(code)
    return members


def _blocks(sizes: Sequence[int], sections: Sequence[int] | None) -> list[int]:
    """Seats of each block that must hold nobody twice of a group. A section is whole tables, so it covers them."""
    if sections is None:
        return list(sizes)
    ends = list(accumulate(sections))
    return [sum(sizes[end - tables : end]) for tables, end in zip(sections, ends, strict=True)]


def _cut(order: Sequence[str], sizes: Iterable[int]) -> tuple[tuple[str, ...], ...]:
    ends = list(accumulate(sizes))
    return tuple(tuple(order[start:end]) for start, end in zip([0, *ends], ends, strict=False))


def _attempts(
    seed: bytes, groups: Mapping[str, str], blocks: Sequence[int], labels: Labels
) -> Iterable[tuple[int, list[str]]]:
    """The shuffles that are apart. Each draw that is apart is equally likely to be the first."""
    codes = sorted(groups)
    numbers = {group: n for n, group in enumerate(sorted(set(groups.values())))}
    group_of = [numbers[groups[code]] for code in codes]
    starts = {0, *accumulate(blocks)}
    order = list(range(len(codes)))
    for attempt in range(ATTEMPTS):
        if _shuffle_apart(seed, f"{labels.attempt}{attempt}", order, group_of, starts):
            yield attempt, [codes[i] for i in order]


def _shuffle_apart(seed: bytes, label: str, order: list[int], group_of: Sequence[int], starts: set[int]) -> bool:
    """Shuffle `order` exactly as chance.shuffle does, but give up, and undo, at the first clash.

    The shuffle settles its seats from the last one down, so a clash shows long before the end: with a
    hundred thousand players an attempt that fails costs some hundred steps, not a hundred thousand.
    """
    stream = words(seed, label)
    swaps: list[int] = []
    seen: set[int] = set()
    for i in range(len(order) - 1, -1, -1):
        if i:
            word = next(stream)
            while word >= WORDS_BELOW - i - 1 and word >= WORDS_BELOW - WORDS_BELOW % (i + 1):
                word = next(stream)
            j = word % (i + 1)
            order[i], order[j] = order[j], order[i]
            swaps.append(j)
        group = group_of[order[i]]
        if group in seen:
            _undo(order, swaps)
            return False
        if i in starts:
            seen.clear()
        else:
            seen.add(group)
    return True


def _undo(order: list[int], swaps: list[int]) -> None:
    """Take the swaps back, last first, so that the next attempt starts from the sorted list again."""
    first = len(order) - len(swaps)
    for i, j in zip(range(first, len(order)), reversed(swaps), strict=True):
        order[i], order[j] = order[j], order[i]


def _deal(
    seed: bytes,
    members: Mapping[str, Sequence[str]],
    sizes: Sequence[int],
    sections: Sequence[int] | None,
    labels: Labels,
) -> tuple[tuple[str, ...], ...]:
    """Group by group, player by player: first into the sections, then, section by section, to their tables."""
    runs = [
        shuffle(seed, f"{labels.deal}members/{group}", members[group])
        for group in shuffle(seed, f"{labels.deal}groups", members)
    ]
    if sections is None:
        return tuple(map(tuple, _spread(runs, sizes)))
    group_of = {code: number for number, run in enumerate(runs) for code in run}
    tables: list[tuple[str, ...]] = []
    for dealt, count in zip(_spread(runs, _blocks(sizes, sections)), sections, strict=True):
        in_section = [list(run) for _, run in groupby(dealt, key=group_of.__getitem__)]
        tables += map(tuple, _spread(in_section, sizes[len(tables) : len(tables) + count]))
    return tuple(tables)


def _spread(runs: Iterable[Sequence[str]], rooms: Sequence[int]) -> list[list[str]]:
    """Put each into the bin that, among those with room, has the fewest of this group, then the most room,
    then the lowest number.

    A bin waits in a heap as one number, `bin − room·bins`: smallest is most room, then lowest bin. Bins that
    already took one of this group wait aside until all others have, so each heap holds bins of one count.
    """
    bins: list[list[str]] = [[] for _ in rooms]
    n = len(rooms)
    ready = [i - room * n for i, room in enumerate(rooms) if room]
    heapify(ready)
    for run in runs:
        aside: list[int] = []
        for code in run:
            if not ready:
                ready, aside = aside, []
                heapify(ready)
            key = heappop(ready)
            bins[key % n].append(code)
            if key + n < 0:
                aside.append(key + n)
        if len(aside) > len(ready):
            ready, aside = aside, ready
            heapify(ready)
        for key in aside:
            heappush(ready, key)
    return bins
