"""Section 3, “Final order” and “Rankings”: exact fractions, never floats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from .case import Case
from .facts import CheckedTable
from .found import Discrepancy, Place

LAST = (1, Fraction(0))
"""The sort key of somebody without a value: behind everybody with one."""


@dataclass(frozen=True)
class Reading:
    """Two things the ranking of a rotation may mean, where somebody was there and no hand counted."""

    played_is_counted: bool
    total_without_hand: bool


def check_final_order(case: Case) -> Iterator[Discrepancy]:
    """Everyone who ever had a seat, best first."""
    found, place = list(case.record.final_order), Place(part="final_order")
    possible = _possible_orders(case)
    if found in possible:
        return
    should = possible[0]
    if len(found) != len(should):
        yield place.says(f"The final order has {len(should)} players, the record has {len(found)}.")
    for number, (right, wrong) in enumerate(zip(should, found, strict=False), start=1):
        if right != wrong:
            yield place.at(entry=wrong).says(f"{right} is number {number}, the record says {wrong}.")
            return


def _possible_orders(case: Case) -> list[list[str]]:
    if case.competition.format == "single" or not case.record.rounds:
        return [[]]
    if case.competition.format == "knockout":
        return [_knockout(case)]
    readings = [Reading(played, total) for played, total in product((False, True), repeat=2)]
    return [_rotation(case, reading) for reading in readings]


def _knockout(case: Case) -> list[str]:
    """“The final's table order; then by the round reached (the last in which they are `entry`), latest first”."""
    final = case.record.rounds[-1]
    order = [code for table in final.tables for code in table.order]
    for rnd in reversed(case.record.rounds[:-1]):
        out = [
            (table, seat) for table in rnd.tables for seat in table.seats if _reached(case, seat.entry) == rnd.number
        ]
        present = sorted((_in_round(case, table, seat.entry), seat.entry) for table, seat in out if not seat.absent)
        gone = sorted((seat.entry for _, seat in out if seat.absent), key=lambda code: case.final[code])
        order += [code for _, code in present] + gone
    return order


def _reached(case: Case, code: str) -> int:
    return case.seated[code][-1].round


def _in_round(case: Case, table: CheckedTable, code: str) -> tuple[tuple[int, Fraction], int, int]:
    """“By average points per hand of that round (best first, those without a counting hand last), then hands won in
    it, then `final`”."""
    hands = len(table.counting)
    average = (0, Fraction(case.best_first(table.total(code)), hands)) if hands else LAST
    return average, -table.wins[code], case.final[code]


@dataclass
class _Tally:
    """What a player of a rotation has gathered over the rounds."""

    present: int = 0
    counted: int = 0
    hands: int = 0
    points: int = 0
    won: int = 0
    beaten: Fraction = Fraction(0)
    rounds_with_mates: int = 0

    def add(self, case: Case, table: CheckedTable, code: str) -> None:
        """One round at one table."""
        self.present += 1
        self.counted += bool(table.counting)
        self.hands += len(table.counting)
        self.points += table.total(code)
        self.won += table.wins[code]
        if len(table.present) > 1:
            self.beaten += _share_beaten(case, table, code)
            self.rounds_with_mates += 1


def _share_beaten(case: Case, table: CheckedTable, code: str) -> Fraction:
    """“(beaten + ½ level) / (others present)”."""
    mine = case.best_first(table.total(code))
    others = [case.best_first(table.total(other)) for other in table.present if other != code]
    twice = sum(2 if mine < other else 1 if mine == other else 0 for other in others)
    return Fraction(twice, 2 * len(others))


def _rotation(case: Case, reading: Reading) -> list[str]:
    """“Who played more rounds first; then the ranking; then hands won; then `final`”."""
    tallies = {code: _Tally() for code in case.seated}
    for _, _, table in case.tables():
        for code in table.present:
            tallies[code].add(case, table, code)

    def rank(code: str) -> tuple[int, tuple[int, Fraction], int, int]:
        tally = tallies[code]
        played = tally.counted if reading.played_is_counted else tally.present
        return -played, _value(case, tally, reading), -tally.won, case.final[code]

    return sorted(tallies, key=rank)


def _value(case: Case, tally: _Tally, reading: Reading) -> tuple[int, Fraction]:
    """“`average` points per hand over all hands that count; `total`; `beaten`: the mean …. Without a value: last”."""
    if case.competition.ranking == "beaten":
        return (0, -tally.beaten / tally.rounds_with_mates) if tally.rounds_with_mates else LAST
    points = Fraction(case.best_first(tally.points))
    if case.competition.ranking == "total":
        return (0, points) if tally.hands or (reading.total_without_hand and tally.present) else LAST
    return (0, points / tally.hands) if tally.hands else LAST
