"""One round as the public sees it: every table with its seats, hands and totals, who goes where, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring import words
from scoring.models import Correction
from scoring.queries.hands import Stored, stored_hands
from scoring.rules import hand as hand_rules
from scoring.rules.sheet import Sheet, is_idle, tallies
from tournament.models import Competition, Draw, Move, Round, Seat, Table, Tie
from tournament.queries.people import Person, by_code, read_people
from tournament.rules.chance import final_ranks
from tournament.rules.knockout import Plan, feeds
from tournament.rules.presets import Format, Settings
from tournament.rules.ranking import Tally, table_order
from tournament.rules.rounds import is_last


@dataclass(frozen=True, slots=True)
class Line:
    """One player at a table: their place once the sheet is in, their total, and where they go."""

    place: int | None
    seat: int
    person: Person
    stands_for: Person | None
    absent: bool
    points: int | None
    goes: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's points in one hand, as text; a dash for who did not play it (a play-off)."""

    points: str
    out: bool


@dataclass(frozen=True)
class HandLine:
    """One hand: everybody's points in seat order, and what was unusual about it."""

    number: int
    cells: Sequence[Cell]
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
    """One table: its players in their order, and, in seat order, the columns of its hands."""

    number: int
    accepted: bool
    lines: Sequence[Line]
    columns: Sequence[Line]
    hands: Sequence[HandLine]
    ties: Sequence[TieLine]


@dataclass(frozen=True)
class RoundView:
    """The whole round. `balance`: whom the lot moved before it so that no table was short."""

    round: Round
    last: bool
    tables: Sequence[TableView]
    balance: Sequence[tuple[Person, Move]]


def read_round(competition: Competition, draw: Draw, round_: Round, *, staff: bool = False) -> RoundView:
    """Everything about one round, in a fixed number of queries however many tables it has."""
    facts = _read(competition, draw, round_, staff)
    return RoundView(
        round=round_,
        last=facts.last,
        tables=[_Table(facts, table).view() for table in facts.tables],
        balance=[(facts.people[move.entry_id], move) for move in facts.balance],
    )


@dataclass(frozen=True)
class _Facts:
    """All rows of the round, read once."""

    settings: Settings
    round: Round
    last: bool
    goals: Sequence[int]
    """The table that the winner of each table goes to; empty where the next round is drawn anew, or there is none."""
    people: Mapping[int, Person]
    codes: Mapping[str, Person]
    ranks: Mapping[str, int]
    tables: Sequence[Table]
    seats: Mapping[int, Sequence[Seat]]
    hands: Mapping[int, Sequence[Stored]]
    corrected: frozenset[tuple[int, int]]
    ties: Mapping[int, Sequence[Tie]]
    leaving: Mapping[str, Move]
    """Those whom this round moves to another table as its best or worst."""
    balance: Sequence[Move]


def _read(competition: Competition, draw: Draw, round_: Round, staff: bool) -> _Facts:
    settings = competition.settings
    people = read_people(competition, staff=staff)
    seated = set(Seat.objects.filter(round__competition=competition).values_list("entry_id", flat=True))
    seats = list(Seat.objects.filter(round=round_).order_by("number"))
    nearby = Move.objects.filter(competition=competition, after__in=(round_.number - 1, round_.number))
    moves = list(nearby.order_by("after", "number")) if settings.format is Format.ROTATION else []
    corrections = Correction.objects.filter(hand__table__round=round_, hand__deleted_at__isnull=True)
    return _Facts(
        settings=settings,
        round=round_,
        last=is_last(settings, draw.plan, round_.number),
        goals=_goals(settings, draw, round_.number),
        people=people,
        codes=by_code(people),
        ranks=final_ranks(draw.seed_bytes, (people[pk].code for pk in seated)),
        tables=list(round_.tables.order_by("number")),
        seats=_by_table(seats),
        hands=stored_hands({seat.pk: people[seat.entry_id].code for seat in seats}, table__round=round_),
        corrected=frozenset(corrections.values_list("hand__table_id", "hand__number")),
        ties=_by_table(Tie.objects.filter(table__round=round_).order_by("number")),
        leaving={people[move.entry_id].code: move for move in moves if _sends(round_, move)},
        balance=[move for move in moves if move.after < round_.number and move.why == "balance"],
    )


def _sends(round_: Round, move: Move) -> bool:
    """The balancing lots after a round belong to the next one's seats."""
    return move.after == round_.number and move.why != "balance"


def _goals(settings: Settings, draw: Draw, number: int) -> Sequence[int]:
    if settings.format is not Format.KNOCKOUT or settings.redraw or number >= len(draw.plan):
        return []
    return feeds(Plan(draw.size, tuple(draw.plan)))[number - 1]


def _by_table(rows: Any) -> dict[int, list[Any]]:
    tables: dict[int, list[Any]] = {}
    for row in rows:
        tables.setdefault(row.table_id, []).append(row)
    return tables


class _Table:
    """One table on the way from its rows to the page."""

    def __init__(self, facts: _Facts, table: Table) -> None:
        self.facts, self.table, self.settings = facts, table, facts.settings
        self.seats = {facts.people[seat.entry_id].code: seat for seat in facts.seats.get(table.pk, [])}
        self.present = tuple(code for code, seat in self.seats.items() if not seat.absent)
        self.hands = facts.hands.get(table.pk, [])
        self.sheet = Sheet(self.present, tuple(one.hand for one in self.hands))
        self.tallies = {tally.code: tally for tally in tallies(self.sheet, self.settings)}
        self.first = facts.people[table.first_id].code if table.first_id else None
        self.moves = {code: facts.leaving[code] for code in self.present if code in facts.leaving}

    def view(self) -> TableView:
        accepted = self.table.accepted_at is not None
        order = self._order() if accepted else list(self.seats)
        return TableView(
            number=self.table.number,
            accepted=accepted,
            lines=[self._line(place, code, accepted) for place, code in enumerate(order, start=1)],
            columns=[self._line(0, code, False) for code in self.present],
            hands=[self._hand(one.number, one.hand) for one in self.hands],
            ties=[self._tie(tie) for tie in self.facts.ties.get(self.table.pk, [])],
        )

    def _order(self) -> list[str]:
        absent = [code for code in self.seats if code not in self.tallies]
        return table_order(
            self.tallies.values(), absent, low_wins=self.settings.low_wins, ranks=self.facts.ranks, first=self.first
        )

    def _line(self, place: int, code: str, accepted: bool) -> Line:
        seat, tally = self.seats[code], self.tallies.get(code, Tally(code))
        return Line(
            place=place if accepted and not seat.absent else None,
            seat=seat.number,
            person=self.facts.codes[code],
            stands_for=self.facts.people[seat.stands_for_id] if seat.stands_for_id else None,
            absent=seat.absent,
            points=tally.points if tally.hands else None,
            goes=self._goes(code),
            why=self._why(code),
        )

    def _goes(self, code: str) -> str:
        """Where the round sends this player, once it is closed."""
        if move := self.moves.get(code):
            return f"Moves to table {move.target}"
        if code != self.first:
            return ""
        if self.settings.format is Format.SINGLE or self.facts.last:
            return words.wins(self.settings.format, self.table.number).capitalize()
        return words.goes_on(self.facts.goals[self.table.number - 1] if self.facts.goals else None).capitalize()

    def _why(self, code: str) -> str:
        move = self.moves.get(code)
        return words.score(move.why, low_wins=self.settings.low_wins) if move else ""

    def _hand(self, number: int, hand: hand_rules.Hand) -> HandLine:
        points = hand_rules.points(hand, self.settings)
        void, idle = hand_rules.is_void(hand, self.settings), is_idle(hand, self.sheet, self.settings)
        corrected = (self.table.pk, number) in self.facts.corrected
        return HandLine(
            number=number,
            cells=[Cell(str(points.get(code, "–")), hand.out == code) for code in self.present],
            notes=words.notes(hand, void=void, idle=idle, corrected=corrected),
        )

    def _tie(self, tie: Tie) -> TieLine:
        took = self.facts.people[tie.took_id]
        role = self._role(took.code)
        return TieLine(
            between=[self.facts.codes[code] for code in tie.between],
            points=self.tallies[took.code].points,
            how=words.DECIDED[tie.by, role == "worst"],
            took=took,
            what=self._taken_as(role),
        )

    def _role(self, code: str) -> str:
        """Whether a rotation took somebody as best or worst. A ladder's best stays at table 1, its worst at the end."""
        if self.settings.format is not Format.ROTATION:
            return "first"
        if move := self.moves.get(code):
            return move.why
        return "best" if self.table.number == 1 else "worst"

    def _taken_as(self, role: str) -> str:
        if role != "first":
            return f"counts as {words.score(role, low_wins=self.settings.low_wins)}"
        if self.settings.format is Format.SINGLE or self.facts.last:
            return words.wins(self.settings.format, self.table.number)
        return "goes on"
