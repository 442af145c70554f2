"""RECORD 1 and 2 and RULES 6 once more, literal and slow, with hashlib alone: what the fast code is compared with.

Nothing here imports the project, so a mistake there cannot hide here too.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

import pytest

Tables = list[list[str]]


def refused(error: type[Exception], sentence: str) -> pytest.RaisesExc[Exception]:
    """The code must raise this error, and say exactly this."""
    return pytest.raises(error, match=rf"\A{re.escape(sentence)}\Z")


class SpecStream:
    """SHA-256(seed ‖ label ‖ n) for n = 0, 1, 2 … joined, n as 8 bytes big-endian."""

    def __init__(self, seed: bytes, label: str) -> None:
        self.start = seed + label.encode("ascii")
        self.n = 0
        self.unread = b""

    def read8(self) -> int:
        if not self.unread:
            self.unread = hashlib.sha256(self.start + self.n.to_bytes(8, "big")).digest()
            self.n += 1
        eight, self.unread = self.unread[:8], self.unread[8:]
        return int.from_bytes(eight, "big")


class Dictated(SpecStream):
    """A stream of these words, for what SHA-256 will never say in our lifetime."""

    def __init__(self, words: Iterable[int]) -> None:
        self.words = iter(words)

    def read8(self) -> int:
        return next(self.words)


def below(stream: SpecStream, k: int) -> int:
    """Read 8 bytes big-endian as x; while x ≥ 2^64 − (2^64 mod k), read the next 8; answer x mod k."""
    x = stream.read8()
    while x >= 2**64 - (2**64 % k):
        x = stream.read8()
    return x % k


def shuffle(seed: bytes, label: str, codes: Iterable[str]) -> list[str]:
    """Sort by code; then for i from the last index down to 1, swap items i and below(i+1)."""
    return shuffle_by(SpecStream(seed, label), codes)


def shuffle_by(stream: SpecStream, codes: Iterable[str]) -> list[str]:
    """The shuffle, by a stream at hand."""
    items = sorted(codes)
    for i in range(len(items) - 1, 0, -1):
        j = below(stream, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def list_hash(form: str, size: int, plan: Sequence[int], redraw: bool, lines: Iterable[tuple[str, str, str]]) -> str:
    """A line `draw TAB format TAB size TAB plan TAB redraw LF`, then `code TAB group TAB kind LF` sorted by code."""
    text = "\t".join(["draw", form, str(size), ",".join(str(t) for t in plan), "yes" if redraw else "no"]) + "\n"
    for code, group, kind in sorted(lines, key=lambda line: line[0]):
        text += code + "\t" + group + "\t" + kind + "\n"
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def seed(list_hash: str, salt: str, public: str) -> bytes:
    """SHA-256 of the UTF-8 text `turntable-draw/1 LF list_hash LF salt LF public LF`."""
    text = "turntable-draw/1\n" + list_hash + "\n" + salt + "\n" + public + "\n"
    return hashlib.sha256(text.encode("utf-8")).digest()


def spread(players: int, tables: int) -> list[int]:
    """RULES 6: with k short tables among T, table i is short when ⌊i·k/T⌋ > ⌊(i−1)·k/T⌋."""
    if players % tables == 0:
        return [players // tables] * tables
    k = tables - players % tables
    short = [(i * k) // tables > ((i - 1) * k) // tables for i in range(1, tables + 1)]
    return [players // tables if is_short else players // tables + 1 for is_short in short]


def sections(players: int, plan: Sequence[int]) -> list[list[int]] | None:
    """The first-round tables (from 0) that feed each table of the last round but one; none in a single round."""
    if len(plan) < 2:
        return None
    reached = list(range(plan[0]))
    for before, tables in pairwise(plan[:-1]):
        table_of_place = [t for t, size in enumerate(spread(before, tables)) for _ in range(size)]
        reached = [table_of_place[place] for place in reached]
    return [[table for table, to in enumerate(reached) if to == section] for section in range(plan[-2])]


def cut(order: Sequence[str], sizes: Sequence[int]) -> Tables:
    """Cut the list into the tables in order."""
    rest = list(order)
    return [[rest.pop(0) for _ in range(size)] for size in sizes]


def is_apart(tables: Tables, groups: Mapping[str, str], parts: list[list[int]] | None) -> bool:
    """No two of a group at a table and, where there are sections, none in one section."""
    places = tables + [[code for t in part for code in tables[t]] for part in parts or []]
    return all(len({groups[code] for code in place}) == len(place) for place in places)


def _put(order: Sequence[str], groups: Mapping[str, str], rooms: Sequence[int]) -> Tables:
    """Among those with free seats: the fewest of this group, then the most free seats, then the lowest number."""
    bins: Tables = [[] for _ in rooms]
    for code in order:
        choices = []
        for number, room in enumerate(rooms):
            free = room - len(bins[number])
            if free > 0:
                same = sum(groups[other] == groups[code] for other in bins[number])
                choices.append((same, -free, number))
        bins[min(choices)[2]].append(code)
    return bins


def deal(
    seed: bytes, groups: Mapping[str, str], sizes: Sequence[int], parts: list[list[int]] | None, label: str = "deal/"
) -> Tables:
    """Group by group, player by player, into the sections; then, section by section, to the tables."""
    order: list[str] = []
    for group in shuffle(seed, f"{label}groups", set(groups.values())):
        order += shuffle(seed, f"{label}members/{group}", [code for code in groups if groups[code] == group])
    parts = parts or [list(range(len(sizes)))]
    tables: Tables = []
    for part, players in zip(parts, _put(order, groups, [sum(sizes[t] for t in part) for part in parts]), strict=True):
        tables += _put([code for code in order if code in players], groups, [sizes[t] for t in part])
    return tables


def seat(
    seed: bytes,
    groups: Mapping[str, str],
    sizes: Sequence[int],
    parts: list[list[int]] | None = None,
    labels: tuple[str, str] = ("seats/", "deal/"),
) -> tuple[str, int | None, Tables]:
    """RECORD 2: method, attempt and tables."""
    largest = max(list(groups.values()).count(group) for group in groups.values())
    if largest <= len(sizes) and (parts is None or largest <= len(parts)):
        for attempt in range(5000):
            tables = cut(shuffle(seed, f"{labels[0]}{attempt}", groups), sizes)
            if is_apart(tables, groups, parts):
                return "shuffle", attempt, tables
    return "deal", None, deal(seed, groups, sizes, parts, labels[1])


def plans(players: int, table_max: int) -> list[tuple[int, ...]]:
    """Every list of table counts, the last 1, whose tables all have from 2 to the largest table's players."""
    found: list[tuple[int, ...]] = []
    for tables in range(1, players):
        if all(2 <= size <= table_max for size in spread(players, tables)):
            found += [(1,)] if tables == 1 else [(tables, *rest) for rest in plans(tables, table_max)]
    return found


def chances(players: int, plan: Sequence[int]) -> list[Fraction]:
    """Each player's title chance at equal skill: walk them up the bracket, 1/size at every table."""
    chance, place, left = [Fraction(1)] * players, list(range(players)), players
    for tables in plan:
        sizes = spread(left, tables)
        table_of_place = [t for t, size in enumerate(sizes) for _ in range(size)]
        for player in range(players):
            place[player] = table_of_place[place[player]]
            chance[player] /= sizes[place[player]]
        left = tables
    return chance


def evenness(players: int, plan: Sequence[int]) -> Fraction:
    """The smallest chance over the largest."""
    chance = chances(players, plan)
    return min(chance) / max(chance)


def has_pair(players: int, plan: Sequence[int]) -> bool:
    return any(2 in spread(n, tables) for n, tables in zip([players, *plan], plan, strict=False))


def best_first(players: int, found: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """No table of 2; highest evenness; fewest rounds; fewest first-round tables; largest final; smaller numbers."""

    def rank(plan: tuple[int, ...]) -> tuple[object, ...]:
        final = plan[-2] if len(plan) > 1 else players
        return (has_pair(players, plan), -evenness(players, plan), len(plan), plan[0], -final, plan)

    return sorted(found, key=rank)


def optimum(entries: int, reserves: int, cap: int, table_max: int) -> int:
    """From E … min(C, E+R) by its best plan: no table of 2, then highest evenness, then the largest S."""
    found = []
    for size in range(entries, min(cap, entries + reserves) + 1):
        if every := plans(size, table_max):
            best = best_first(size, every)[0]
            found.append((not has_pair(size, best), evenness(size, best), size))
    return max(found)[2]
