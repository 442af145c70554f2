"""What tables need the organiser for: two values to choose from, what was refused, who calls, and who is silent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.utils import timezone

from scoring.models import Flag, Tablet
from scoring.queries.hands import Stored
from scoring.queries.table import TableNow
from scoring.queries.troubles import Trouble, read_trouble
from tournament.queries.people import Person
from tournament.words import count, isolated

SILENT_AFTER: Final = timedelta(minutes=2)
"""A tablet that has hands and was not heard for so long is worth a walk to its table."""


class Kind(StrEnum):
    """Why a table needs the organiser, the clearest first."""

    CONFLICT = "conflict"
    REFUSED = "refused"
    FLAG = "flag"
    SILENT = "silent"


@dataclass(frozen=True)
class Need:
    """One thing that a table needs the organiser for: as its card says it in few words, and the panel in a sentence."""

    kind: Kind
    table: int
    title: str
    sentence: str
    left: str
    right: str
    round: int | None = None
    """An earlier round, in which it was: its table may not be there any more."""
    trouble: Trouble | None = None
    version: int = 0
    """Of the hand on the server, where two values stand against each other."""
    theirs: Sequence[str] = ()
    mine: Sequence[str] = ()
    """The two values: one, or a line for each player who differs."""


def needs_of(it: TableNow, people: Mapping[int, Person], tablets: Sequence[Tablet], call: Flag | None) -> list[Need]:
    """What one table needs somebody for. Once its sheet is in, only its call is left."""
    return _Table(it, people).needs(tablets, call)


def call_of(flag: Flag, *, here: bool) -> Need:
    """A call; `here`: the table is one of the round that is looked at."""
    since = at(flag.raised_at)
    said = flag.said or "Somebody is asked to come."
    table, round_ = flag.table, flag.table.round
    where = f"{table}" if here else f"{table} of {round_}"
    need = Need(Kind.FLAG, table.number, f"{where}, calls since {since}", said, "Calls", since)
    return need if here else replace(need, round=round_.number)


class _Table:
    """One table, and what its tablets say."""

    def __init__(self, it: TableNow, people: Mapping[int, Person]) -> None:
        self.it, self.people = it, people

    def needs(self, tablets: Sequence[Tablet], call: Flag | None) -> list[Need]:
        said = [read_trouble(tablet.trouble) for tablet in tablets if self.it.open]
        found = [self._refused(trouble) for trouble in said if trouble is not None]
        if call is not None:
            found.append(call_of(call, here=True))
        heard = max((tablet.heard_at for tablet in tablets), default=self.it.now)
        if self.it.open and self.it.hands and heard < self.it.now - SILENT_AFTER:
            found.append(self._silent(heard))
        return found

    def _need(self, kind: Kind, title: str, sentence: str, left: str, right: str) -> Need:
        return Need(kind, self.it.table.number, f"{self.it.table}{title}", sentence, left, right)

    def _silent(self, heard: datetime) -> Need:
        received = f"{count(len(self.it.hands), 'hand')} received. Ask at the table."
        return self._need(Kind.SILENT, f", silent since {at(heard)}", received, "Not heard from", at(heard))

    def _refused(self, trouble: Trouble) -> Need:
        hand = f"Hand {trouble.hand}" if trouble.hand else "A hand"
        plain = self._need(Kind.REFUSED, f", {hand.lower()}", trouble.said, hand, "Not taken")
        there = next((one for one in self.it.hands if one.number == trouble.hand), None)
        mine = trouble.points(self.it.deck)
        if there is None or mine is None or not mine.keys() <= set(self.it.entries.values()):
            return Need(**vars(plain) | {"trouble": trouble})
        return self._conflict(plain, trouble, there, mine)

    def _conflict(self, plain: Need, trouble: Trouble, there: Stored, mine: Mapping[int, int]) -> Need:
        """The server's own value, not what the tablet says of it, beside what the tablet has typed."""
        points = {code: held.points for code, held in there.hand.held.items()}
        theirs = {self.it.entries[code]: points.get(code, 0) for code in there.hand.players}
        differ = [entry for entry in self.it.entries.values() if theirs.get(entry) != mine.get(entry)]
        values = [self._values(side, differ) for side in (theirs, mine)]
        sentence = "Two different hands: which is right?"
        if len(differ) == 1:
            sentence = f"Two different points: which is right for {self.people[differ[0]].name}?"
        if not differ:
            sentence = "Two different players went out: who is right?"
            values = [[self._out(there.hand.out)], [self._out(self._code(trouble))]]
        more = {
            "kind": Kind.CONFLICT,
            "sentence": sentence,
            "right": f"{values[0][0]} or {values[1][0]}" if len(differ) == 1 else "Two values",
            "trouble": trouble,
            "version": there.version,
            "theirs": values[0],
            "mine": values[1],
        }
        return Need(**vars(plain) | more)

    def _values(self, side: Mapping[int, int], differ: Sequence[int]) -> list[str]:
        if len(differ) == 1:
            return [str(side.get(differ[0], "–"))]
        return [f"{isolated(self.people[entry].name)} {side.get(entry, '–')}" for entry in differ]

    def _code(self, trouble: Trouble) -> str | None:
        out = trouble.typed["out"] if trouble.typed else None
        return next((code for code, entry in self.it.entries.items() if entry == out), None)

    def _out(self, code: str | None) -> str:
        return self.people[self.it.present[code].entry_id].name if code in self.it.present else "Nobody"


def at(moment: datetime) -> str:
    """A time of the day as the hall's clock shows it."""
    return f"{timezone.localtime(moment):%H:%M}"
