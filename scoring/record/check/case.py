"""One record under one seed: what every step of the derivation asks for again and again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from . import chance
from .facts import CheckedCompetition, CheckedEntry, CheckedRound, CheckedSeat, CheckedTable, Record
from .found import Place


@dataclass(frozen=True)
class Chair:
    """A seat that somebody had, and when and where that was."""

    round: int
    place: Place
    seat: CheckedSeat


@dataclass(frozen=True)
class Case:
    """The record and the seed that is taken to be its own."""

    record: Record
    seed: bytes

    @property
    def competition(self) -> CheckedCompetition:
        """The organiser's choices."""
        return self.record.competition

    @cached_property
    def entries(self) -> dict[str, CheckedEntry]:
        """Every entry by its code."""
        return {entry.code: entry for entry in self.record.entries}

    @cached_property
    def groups(self) -> dict[str, str]:
        """The group of every code."""
        return {entry.code: entry.group for entry in self.record.entries}

    @cached_property
    def without_groups(self) -> bool:
        """“Every listed entry is its own group, as at a club night”."""
        listed = [entry.group for entry in self.record.entries if entry.listed]
        return len(set(listed)) == len(listed)

    @cached_property
    def admitted(self) -> frozenset[str]:
        """Who the draw seated."""
        return frozenset(self.record.draw.admitted)

    @cached_property
    def final(self) -> dict[str, int]:
        """“Shuffle the codes of everyone who ever had a seat (…); lower index first”."""
        return {code: index for index, code in enumerate(self.shuffle("final", self.seated))}

    @cached_property
    def seated(self) -> dict[str, list[Chair]]:
        """Everyone who is `entry` of a seat in some round, absent or not, with their chairs in order of the rounds."""
        found: dict[str, list[Chair]] = {}
        for place, rnd, table in self.tables():
            for seat in table.seats:
                found.setdefault(seat.entry, []).append(Chair(rnd.number, place.at(entry=seat.entry), seat))
        return found

    @cached_property
    def given_away(self) -> dict[str, int]:
        """Everyone whose seat somebody else took, with the last round in which that was."""
        return {
            seat.stands_for: rnd.number
            for _, rnd, table in self.tables()
            for seat in table.seats
            if seat.stands_for is not None
        }

    @cached_property
    def corrected(self) -> frozenset[tuple[int, int]]:
        """The tables, as round and number, of which a hand was corrected afterwards."""
        return frozenset((correction.round, correction.table) for correction in self.record.corrections)

    @property
    def last_round(self) -> int:
        """The number of the last round."""
        return len(self.record.rounds)

    @property
    def planned_rounds(self) -> int:
        """“Every round of the plan is recorded”; a rotation has the rounds it chose, a single has one stage."""
        of_format = {"knockout": len(self.record.draw.plan), "single": 1}
        return of_format.get(self.competition.format, self.competition.rounds) or max(self.last_round, 1)

    def shuffle(self, label: str, codes: Iterable[str]) -> list[str]:
        """The shuffle of these codes with the stream of that label."""
        return chance.shuffle(self.seed, label, codes)

    def tables(self) -> Iterator[tuple[Place, CheckedRound, CheckedTable]]:
        """Every table of every round."""
        for rnd in self.record.rounds:
            for table in rnd.tables:
                yield Place(round=rnd.number, table=table.number), rnd, table

    def best_first(self, points: int) -> int:
        """A sort key for points: low wins under `own_hand`, high under `winner_takes`."""
        return points if self.competition.low_wins else -points
