"""Section 2: seating players so that groups are apart, by shuffle or by deal. Pure lists, no record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .chance import from_the_end, shuffle
from .facts import Drawn
from .plan import cut

ATTEMPTS = 5000


@dataclass(frozen=True)
class Hall:
    """The tables to fill: their sizes, the section of each (where there are sections), and the stream labels."""

    sizes: Sequence[int]
    sections: Sequence[int] | None
    shuffle_label: str
    deal_label: str

    def zones(self) -> list[int]:
        """For each place of the list the table it is at or, where there are sections, the section.

        Two who share a table share its section, so to be apart in sections is to be apart at tables.
        """
        zone = self.sections or range(len(self.sizes))
        return [zone[table] for table, size in enumerate(self.sizes) for _ in range(size)]


def draw_seats(
    seed: bytes, players: Sequence[str], groups: Mapping[str, str], hall: Hall
) -> tuple[Drawn, list[list[str]]]:
    """How these players are drawn, and who then sits at each table."""
    largest = max(Counter(groups[player] for player in players).values(), default=0)
    zones = hall.zones()
    if largest <= len(set(zones)):
        ordered = sorted(players)
        for attempt in range(ATTEMPTS):
            order = _apart(seed, f"{hall.shuffle_label}{attempt}", ordered, groups, zones)
            if order is not None:
                return Drawn("shuffle", attempt), cut(order, hall.sizes)
    return Drawn("deal", None), _deal(seed, players, groups, hall)


def _apart(
    seed: bytes, label: str, ordered: Sequence[str], groups: Mapping[str, str], zones: Sequence[int]
) -> list[str] | None:
    """One attempt: the shuffled list, or None at the first two of a group at one table or in one section."""
    taken: set[tuple[str, int]] = set()
    order: list[str] = []
    for place, player in from_the_end(seed, label, ordered):
        group_and_zone = (groups[player], zones[place])
        if group_and_zone in taken:
            return None
        taken.add(group_and_zone)
        order.append(player)
    return order[::-1]


def _deal(seed: bytes, players: Sequence[str], groups: Mapping[str, str], hall: Hall) -> list[list[str]]:
    """“Group by group, player by player, put each into the section … Then, section by section, … at the table”."""
    order = _dealing_order(seed, players, groups, hall.deal_label)
    sections = list(hall.sections) if hall.sections else [0] * len(hall.sizes)
    tables: list[list[str]] = [[] for _ in hall.sizes]
    room = [0] * (max(sections, default=0) + 1)
    for section, size in zip(sections, hall.sizes, strict=True):
        room[section] += size
    for section, inside in enumerate(_put(order, room, groups)):
        numbers = [table for table, of in enumerate(sections) if of == section]
        dealt = _put(inside, [hall.sizes[table] for table in numbers], groups)
        for table, seated in zip(numbers, dealt, strict=True):
            tables[table] = seated
    return tables


def _dealing_order(seed: bytes, players: Sequence[str], groups: Mapping[str, str], label: str) -> list[str]:
    """“Shuffle the groups that have a player in this draw and each group's players”."""
    members: dict[str, list[str]] = {}
    for player in players:
        members.setdefault(groups[player], []).append(player)
    return [
        player
        for group in shuffle(seed, f"{label}groups", members)
        for player in shuffle(seed, f"{label}members/{group}", members[group])
    ]


def _put(order: Sequence[str], room: Sequence[int], groups: Mapping[str, str]) -> list[list[str]]:
    """The players in this order, put one by one into places with so much room each."""
    inside: list[list[str]] = [[] for _ in room]
    of_group: list[Counter[str]] = [Counter() for _ in room]
    for player in order:
        best = _place_for(groups[player], inside, of_group, room)
        inside[best].append(player)
        of_group[best][groups[player]] += 1
    return inside


def _place_for(group: str, inside: Sequence[list[str]], of_group: Sequence[Counter[str]], room: Sequence[int]) -> int:
    """“Among those with free seats, … the fewest of this group, then the most free seats, then the lowest number”."""
    free = [n for n in range(len(room)) if len(inside[n]) < room[n]]
    return min(free, key=lambda n: (of_group[n][group], len(inside[n]) - room[n], n))
