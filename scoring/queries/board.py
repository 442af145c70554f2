"""All tables of a round at a glance, for the organiser: what is left, and who needs somebody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from scoring import words
from scoring.models import Flag, Tablet
from scoring.queries.hands import Stored, stored_hands
from scoring.queries.needs import SILENT_AFTER, Kind, Need, at, call_of, needs_of
from scoring.queries.table import CONNECTED, TableNow, open_calls, why_not_accept
from scoring.queries.troubles import Counting, read_counting
from scoring.rules import sheet as sheet_rules
from tournament.models import Competition, Draw, Round, Seat
from tournament.queries.people import Person, read_people
from tournament.queries.search import holds
from tournament.rules import rounds
from tournament.rules.clock import State
from tournament.rules.presets import Format
from tournament.rules.rounds import Finished
from tournament.words import count


class Standing(StrEnum):
    """Where a table stands, most urgent first. Whoever needs somebody also stands somewhere: a table that calls may be
    accepted."""

    NEEDS_YOU = "needs you"
    COUNTING = "counting"
    TO_ACCEPT = "to accept"
    PLAYING = "playing"
    NOT_SEATED = "not seated"
    ACCEPTED = "accepted"

    @property
    def slug(self) -> str:
        """In an address."""
        return self.value.replace(" ", "-")

    @property
    def icon(self) -> str:
        return _ICONS[self]


_ICONS: Final[Mapping[Standing, str]] = {
    Standing.NEEDS_YOU: "look",
    Standing.COUNTING: "cards",
    Standing.TO_ACCEPT: "pen",
    Standing.PLAYING: "running",
    Standing.NOT_SEATED: "chair",
    Standing.ACCEPTED: "tick",
}
_DONE: Final[Mapping[Standing, str]] = {
    Standing.COUNTING: "counted",
    Standing.TO_ACCEPT: "agree",
    Standing.NOT_SEATED: "sit there",
}
"""What the filled shapes of a card's chairs mean, where they are shown."""


@dataclass(frozen=True)
class Chair:
    """One seat in a table's line of shapes: done when the player is counted, agrees, or sits there."""

    seat: int
    done: bool


@dataclass(frozen=True)
class BoardTable:
    """One card of the board."""

    number: int
    standing: Standing
    left: str
    who: str
    """Of whom `right` says something; on its own, because a name may be written from right to left."""
    right: str
    chairs: Sequence[Chair]
    names: str
    tablets: str
    needs: Sequence[Need]

    def is_at(self, standing: Standing) -> bool:
        """Whether it is one of those that a count counts."""
        return bool(self.needs) if standing is Standing.NEEDS_YOU else self.standing is standing

    @property
    def done(self) -> str:
        """How many chairs are done, in words: empty where the card does not show them."""
        if self.standing not in _DONE or not self.chairs:
            return ""
        return f"{sum(chair.done for chair in self.chairs)} of {len(self.chairs)} {_DONE[self.standing]}"

    def is_found(self, text: str) -> bool:
        """By its number, or by the names of those who sit there."""
        said = text.strip()
        return str(self.number) == said if said.isdigit() else holds(f"table {self.number} {self.names}", said)


@dataclass(frozen=True)
class Board:
    """The round's tables, and how many stand where."""

    round: Round
    last: bool
    tables: Sequence[BoardTable]
    calls: Sequence[Need]
    """Unanswered calls of tables that this round does not have."""

    @property
    def counts(self) -> list[tuple[Standing, int]]:
        """What is left first; a standing nobody has is left out, except what needs somebody and what is in."""
        always = {Standing.NEEDS_YOU, Standing.ACCEPTED}
        numbers = {standing: sum(table.is_at(standing) for table in self.tables) for standing in Standing}
        return [(standing, number) for standing, number in numbers.items() if number or standing in always]

    @property
    def need_you(self) -> int:
        return sum(table.is_at(Standing.NEEDS_YOU) for table in self.tables) + len(self.calls)

    @property
    def needs(self) -> list[Need]:
        """Two values to choose from first, then what was refused, who calls, and who is silent."""
        found = [*(need for table in self.tables for need in table.needs), *self.calls]
        return sorted(found, key=lambda need: (list(Kind).index(need.kind), need.table))


def read_board(competition: Competition, draw: Draw, round_: Round, now: datetime) -> Board:
    """In a fixed number of queries, however many tables."""
    facts = _Facts(competition, draw, round_, now)
    tables = [_Card(facts, it).card() for it in facts.tables()]
    here = {table.number for table in tables}
    elsewhere = [call_of(flag, here=False) for number, flag in facts.calls.items() if number not in here]
    return Board(round_, facts.last, tables, elsewhere)


class _Facts:
    """All rows of the round, read once."""

    def __init__(self, competition: Competition, draw: Draw, round_: Round, now: datetime) -> None:
        self.competition, self.draw, self.round, self.now = competition, draw, round_, now
        self.settings = competition.settings
        self.last = rounds.is_last(self.settings, draw.plan, round_.number)
        self.people: Mapping[int, Person] = read_people(competition, staff=True)
        self.seats: dict[int, list[Seat]] = {}
        seats = Seat.objects.filter(round=round_).select_related("entry__competitor", "sat", "nod")
        for seat in seats.order_by("number"):
            self.seats.setdefault(seat.table_id, []).append(seat)
        self.hands = self._read_hands()
        calls = open_calls(competition.pk).filter(table__round__number__lte=round_.number)
        self.calls: dict[int, Flag] = {}
        for flag in calls.select_related("table__round"):
            self.calls.setdefault(flag.table.number, flag)
        self.tablets: dict[int, list[Tablet]] = {}
        for tablet in Tablet.objects.filter(competition=competition).order_by("pk"):
            self.tablets.setdefault(tablet.number, []).append(tablet)

    def _read_hands(self) -> Mapping[int, Sequence[Stored]]:
        codes = {seat.pk: seat.entry.code for chairs in self.seats.values() for seat in chairs}
        return stored_hands(codes, table__round=self.round)

    def tables(self) -> list[TableNow]:
        """Each with its rows; what was corrected is not shown here."""
        found = []
        for table in self.round.tables.order_by("number"):
            table.round = self.round
            seats, hands = self.seats.get(table.pk, []), self.hands.get(table.pk, [])
            found.append(TableNow(self.competition, self.draw, table, seats, hands, frozenset(), self.now))
        return found


class _Card:
    """One table on the way from its rows to its card."""

    def __init__(self, facts: _Facts, it: TableNow) -> None:
        self.facts, self.it = facts, it
        self.tablets = facts.tablets.get(it.table.number, [])
        self.heard = max((tablet.heard_at for tablet in self.tablets), default=None)
        self.counting = self._counting()
        self.playoff = sheet_rules.playoff_winner(it.sheet, facts.settings)

    def card(self) -> BoardTable:
        needs = needs_of(self.it, self.facts.people, self.tablets, self.facts.calls.get(self.it.table.number))
        standing = self._standing()
        who, right = ("", needs[0].right) if needs else self._right(standing)
        return BoardTable(
            number=self.it.table.number,
            standing=standing,
            left=needs[0].left if needs else self._hands(),
            who=who,
            right=right,
            chairs=[Chair(s.number, self._is_done(s, standing)) for s in self.it.seats if not s.absent],
            names=", ".join(str(seat.entry.competitor) for seat in self.it.seats),
            tablets=self._tablets(),
            needs=needs,
        )

    # Where it stands

    def _counting(self) -> Counting | None:
        lately = [t for t in self.tablets if self.it.open and t.heard_at > self.facts.now - SILENT_AFTER]
        return next(filter(None, (read_counting(tablet.counting) for tablet in lately)), None)

    def _standing(self) -> Standing:
        it = self.it
        if not self.it.open:
            return Standing.ACCEPTED
        if self.counting is not None:
            return Standing.COUNTING
        if not why_not_accept(it) and not self._may_still_count():
            return Standing.TO_ACCEPT
        if it.clock_state in (State.TIME_UP, State.CLOSED):
            return Standing.COUNTING
        if it.hands or all(getattr(seat, "sat", None) for seat in it.present.values()):
            return Standing.PLAYING
        return Standing.NOT_SEATED

    def _may_still_count(self) -> bool:
        """The bell has rung, and nobody has said yet whether a hand was going on."""
        it = self.it
        agreed = any(getattr(seat, "nod", None) for seat in it.seats)
        stopped = any(not one.hand.complete for one in it.hands)
        return it.clock_state is State.TIME_UP and not (it.dealt_last or stopped or agreed or len(it.present) < 2)

    def _is_done(self, seat: Seat, standing: Standing) -> bool:
        if standing is Standing.COUNTING:
            return self.counting is not None and seat.entry_id in self.counting.done
        if standing is Standing.TO_ACCEPT:
            nod = getattr(seat, "nod", None)
            return nod is not None and nod.seen == [one.version for one in self.it.hands]
        return getattr(seat, "sat", None) is not None

    def _hands(self) -> str:
        if self.counting is not None and self.counting.hand is not None:
            return f"Hand {self.counting.hand}"
        return count(len(self.it.hands), "hand") if self.it.hands else "No hand yet"

    def _right(self, standing: Standing) -> tuple[str, str]:
        """Of whom, and what."""
        if len(self.it.present) < 2:
            return "", "Fewer than two players"
        decided = standing is Standing.ACCEPTED or self.playoff is not None
        return self._goes_on() if decided else self._leader()

    def _name(self, code: str) -> str:
        return self.facts.people[self.it.present[code].entry_id].name

    def _leader(self) -> tuple[str, str]:
        """The best so far, with the points."""
        if not self.it.hands:
            return "", ""
        best = (min if self.it.settings.low_wins else max)(tally.points for tally in self.it.tallies.values())
        leaders = [code for code, tally in self.it.tallies.items() if tally.points == best]
        return (self._name(leaders[0]), str(best)) if len(leaders) == 1 else ("", f"{len(leaders)} level at {best}")

    def _goes_on(self) -> tuple[str, str]:
        """What the sheet decides; a rotation decides when all sheets are in."""
        it, settings = self.it, self.facts.settings
        if settings.format is Format.ROTATION:
            return self._leader()
        here = Finished(it.table.number, tuple(it.entries), tuple(it.tallies.values()), self.playoff)
        [verdict] = rounds.judge(settings, it.draw.plan, it.draw.seed_bytes, self.facts.round.number, [here])
        if verdict.first is None:
            return "", ""
        wins = settings.format is Format.SINGLE or self.facts.last
        return self._name(verdict.first), words.wins(settings.format, it.table.number) if wins else "goes on"

    def _tablets(self) -> str:
        here = sum(tablet.heard_at > self.facts.now - CONNECTED for tablet in self.tablets)
        if here:
            return "Tablet connected" if here == 1 else f"{here} tablets connected"
        return f"Tablet last heard {at(self.heard)}" if self.heard else "No tablet yet"
