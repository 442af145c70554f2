"""One round in words: every table with its players, hands and ties, the same on public pages and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring import words
from scoring.queries.rounds import RoundRead, RoundTable
from scoring.rules.outcomes import DecidedTie, Fate, Outcome
from scoring.rules.table_now import RecordedHand, SeatNow
from tournament.queries.draw import BalancingMove
from tournament.queries.people import Person
from tournament.rules.standing import PlannedRound
from tournament.rules.table_numbers import ShownTable


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player at a table: their place once the sheet is accepted, their total, and where they go."""

    place: int | None
    seat: int
    person: Person
    stands_for: Person | None
    absent: bool
    points: int | None
    goes: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class HandCell:
    """One player's points in one hand, as text; a dash for who did not play it (a play-off)."""

    points: str
    out: bool


@dataclass(frozen=True)
class HandLine:
    """One hand: everybody's points in seat order, and what was unusual about it."""

    number: int
    cells: Sequence[HandCell]
    notes: Sequence[str]


@dataclass(frozen=True)
class TieLine:
    """All level on points, the step that decided, whom it took, and what that means."""

    between: Sequence[Person]
    points: int
    how: str
    took: Person
    what: str


@dataclass(frozen=True)
class TableView:
    """One table: its players in their order, and, in seat order, the columns of its hands. Two that are equal look the
    same."""

    number: ShownTable
    accepted: bool
    lines: Sequence[PlayerLine]
    columns: Sequence[PlayerLine]
    hands: Sequence[HandLine]
    ties: Sequence[TieLine]


@dataclass(frozen=True)
class RoundView:
    """The whole round. `balance`: whom the lot moved before it so that no table was short."""

    round: PlannedRound
    tables: Sequence[TableView]
    balance: Sequence[BalancingMove]

    @property
    def last(self) -> bool:
        return self.round.is_last


def tell_round(read: RoundRead) -> RoundView:
    """The round in words for everybody. Where people go is told once the round is closed."""
    tables = [_TableTold(read, table).view() for table in read.tables]
    return RoundView(read.round, tables, read.balance)


class _TableTold:
    """One table on the way from its facts to its words."""

    def __init__(self, read: RoundRead, table: RoundTable) -> None:
        self.read, self.table, self.now = read, table, table.now

    def view(self) -> TableView:
        return TableView(
            number=self.now.shown,
            accepted=self.now.accepted,
            lines=tuple(self._lines()),
            columns=tuple(self._line(seat, None) for seat in self.now.present.values()),
            hands=tuple(self._hand(recorded) for recorded in self.now.hands),
            ties=tuple(self._tie(decided) for decided in self.table.outcome.ties) if self.now.round.closed else (),
        )

    def _lines(self) -> list[PlayerLine]:
        """The players in the order of the table once its sheet is accepted, until then in seat order."""
        outcomes = {outcome.code: outcome for outcome in self.table.outcome.order}
        order = outcomes if self.now.accepted else self.now.by_code
        return [self._line(self.now.by_code[code], outcomes[code]) for code in order]

    def _line(self, seat: SeatNow, outcome: Outcome | None) -> PlayerLine:
        people, tally = self.read.people, self.now.tallies.get(seat.code)
        instead_of = self.table.stands_for.get(seat.entry)
        told = outcome is not None and self.now.round.closed
        return PlayerLine(
            place=outcome.place if outcome is not None and self.now.accepted else None,
            seat=seat.number,
            person=people[seat.entry],
            stands_for=people[instead_of] if instead_of is not None else None,
            absent=seat.absent,
            points=tally.points if tally is not None and tally.hands else None,
            goes=words.goes(self.now, outcome) if outcome is not None and told else "",
            why=self._why(outcome) if outcome is not None and told else "",
        )

    def _why(self, outcome: Outcome) -> str:
        """The score of people who move. What decided a tie has a line of its own."""
        if outcome.fate is not Fate.MOVES:
            return ""
        return words.score(outcome.role, low_wins=self.now.settings.low_wins)

    def _hand(self, recorded: RecordedHand) -> HandLine:
        hand = recorded.hand
        points = words.points_in(self.now, hand)
        return HandLine(
            number=recorded.number,
            cells=tuple(HandCell(text, hand.out == code) for code, text in points.items()),
            notes=tuple(words.notes_at(self.now, hand, corrected=recorded.pk in self.table.corrected)),
        )

    def _tie(self, decided: DecidedTie) -> TieLine:
        names, people = self.now.names, self.read.people
        called = {code: replace(people[entry], name=names[code]) for code, entry in self.now.entries.items()}
        return TieLine(
            between=tuple(called[code] for code in decided.tie.between),
            points=self.now.tallies[decided.tie.took].points,
            how=words.how_decided(decided),
            took=called[decided.tie.took],
            what=words.taken_as(self.now, self.read.standing, decided),
        )
