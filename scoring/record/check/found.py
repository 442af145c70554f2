"""What the checker has to say: a place in the record and one plain sentence about it.

NotARecord    the file cannot be read as a record at all
Discrepancy   the record can be read, and here it is not what the facts give
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SHOWN = 12


class NotARecord(Exception):
    """The file is no record; the message is one plain sentence for whoever asked."""


@dataclass(frozen=True)
class Place:
    """Where in the record: as much of round, table, seat, hand and entry as applies, and the key of the file."""

    round: int | None = None
    table: int | None = None
    seat: int | None = None
    hand: int | None = None
    entry: str | None = None
    part: str = ""

    def at(
        self,
        *,
        table: int | None = None,
        seat: int | None = None,
        hand: int | None = None,
        entry: str | None = None,
        part: str = "",
    ) -> Place:
        """A place inside this one."""
        return Place(
            self.round,
            table or self.table,
            seat or self.seat,
            hand or self.hand,
            entry or self.entry,
            part or self.part,
        )

    def says(self, sentence: str) -> Discrepancy:
        """The discrepancy found here."""
        return Discrepancy(self, sentence)

    def __str__(self) -> str:
        numbered = [("round", self.round), ("table", self.table), ("seat", self.seat), ("hand", self.hand)]
        words = [f"{word} {number}" for word, number in numbered if number is not None]
        where = ", ".join([*words, self.part] if self.part else words)
        return where[:1].upper() + where[1:] if words else where or "The record"


@dataclass(frozen=True)
class Discrepancy:
    """One thing in the record that does not follow from the facts before it."""

    place: Place
    sentence: str

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"


def named(codes: Iterable[str]) -> str:
    """Codes as they are read out: the first few and how many more."""
    every = list(codes)
    if not every:
        return "nobody"
    more = f" and {len(every) - SHOWN} more" if len(every) > SHOWN else ""
    return ", ".join(every[:SHOWN]) + more


def counted(number: int, word: str) -> str:
    """So many of something, as it is said."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
