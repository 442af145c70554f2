"""What the organiser's sheet of one table shows: seats, hands, order, what was changed and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring import words
from scoring.queries.sheet import CorrectedPoints, DeletedHand, SheetRead
from scoring.queries.table import TableRead
from scoring.queries.table_address import TableFacts
from scoring.rules.outcomes import Outcome
from scoring.rules.sheet import NO_HAND
from scoring.rules.table_now import RecordedHand, SeatNow
from tournament.reason_words import reason_in_words
from tournament.rules.standing import PlannedRound
from tournament.words import isolated


@dataclass(frozen=True)
class SheetSeat:
    """The player of one seat, and what their hands add up to."""

    seat: int
    entry: int
    code: str
    name: str
    group: str
    absent: bool
    stands_for: str
    points: int | None
    sat: bool
    agrees: bool


@dataclass(frozen=True)
class SheetCell:
    """One player's points in one hand as text, what they held, and whether they went out."""

    points: str
    cards: str
    out: bool


@dataclass(frozen=True)
class SheetHand:
    """One hand, in seat order."""

    number: int
    version: int
    cells: Sequence[SheetCell]
    notes: Sequence[str]


@dataclass(frozen=True)
class SheetChange:
    """Something that was changed or deleted since it was first written down."""

    at: datetime
    sentence: str
    why: str
    note: str


@dataclass(frozen=True)
class SheetPlace:
    """One person in the table's order: where they go, and why."""

    place: int | None
    name: str
    points: int | str
    goes: str
    why: str


@dataclass(frozen=True)
class SheetView:
    """The whole sheet. `cannot_accept` is what prevents accepting it, one sentence each. About a sheet without hands
    the organiser is asked."""

    table: TableFacts
    round: PlannedRound
    chairs: Sequence[SheetSeat]
    hands: Sequence[SheetHand]
    history: Sequence[SheetChange]
    order: Sequence[SheetPlace]
    cannot_accept: Sequence[str]
    tie: str
    next: frozenset[int]
    """The entries that play the next ordinary hand. None if no hand can follow; the reason is beside it."""
    why_no_next: str
    playoff: frozenset[int]
    """The people who are level, while their play-off hand can be played."""

    @property
    def present(self) -> list[SheetSeat]:
        return [chair for chair in self.chairs if not chair.absent]

    @property
    def versions(self) -> list[int]:
        """The version of each hand on the page, in order."""
        return [hand.version for hand in self.hands]

    @property
    def accepted(self) -> bool:
        return self.table.accepted_at is not None

    @property
    def closed(self) -> bool:
        return self.round.closed_at is not None

    @property
    def open(self) -> bool:
        return not self.accepted and not self.closed


def show_sheet_of(read: SheetRead) -> SheetView:
    """The sheet as its page shows it."""
    table, now = read.table, read.table.now
    following = now.next_hand()
    return SheetView(
        table=table.table,
        round=table.round,
        chairs=[_seat(table, seat) for seat in now.seats],
        hands=[_hand(table, recorded) for recorded in now.hands],
        history=[_change(table, change) for change in read.history],
        order=[_place(table, outcome) for outcome in table.outcome.order],
        cannot_accept=[reason for reason in now.why_not_accept if reason != NO_HAND],
        tie=words.tie_that_waits(now) if not now.sheet.is_blank and not now.lot else "",
        next=_entries(table, following.players),
        why_no_next=following.why_not,
        playoff=_entries(table, now.next_hand(playoff=True).players) if _may_play_off(table) else frozenset(),
    )


def _may_play_off(table: TableRead) -> bool:
    return bool(table.now.over and table.now.hands and not table.now.lot)


def _entries(table: TableRead, codes: Sequence[str]) -> frozenset[int]:
    return frozenset(table.now.entries[code] for code in codes)


def _seat(table: TableRead, seat: SeatNow) -> SheetSeat:
    person, tally = table.people[seat.entry], table.now.tallies.get(seat.code)
    return SheetSeat(
        seat=seat.number,
        entry=seat.entry,
        code=seat.code,
        name=seat.name,
        group=person.group,
        absent=seat.absent,
        stands_for=person.stands_for,
        points=tally.points if tally else None,
        sat=seat.sat,
        agrees=table.now.agrees(seat),
    )


def _hand(table: TableRead, recorded: RecordedHand) -> SheetHand:
    hand = recorded.hand
    last = [f"Out on {table.deck.name(hand.last_card)}"] if hand.last_card else []
    return SheetHand(
        number=recorded.number,
        version=recorded.version,
        cells=[
            SheetCell(points, _cards(table, recorded, code), hand.out == code)
            for code, points in words.points_in(table.now, hand).items()
        ],
        notes=[*words.notes_at(table.now, hand, corrected=recorded.pk in table.corrected), *last],
    )


def _cards(table: TableRead, recorded: RecordedHand, code: str) -> str:
    """The counted cards, face by face. Empty if only a total was typed."""
    held, name = recorded.hand.held.get(code), table.deck.name
    cards = (held.cards if held else None) or {}
    return ", ".join(f"{number} × {name(face)}" if number > 1 else name(face) for face, number in cards.items())


def _place(table: TableRead, outcome: Outcome) -> SheetPlace:
    return SheetPlace(
        place=outcome.place,
        name=table.now.by_code[outcome.code].name,
        points=outcome.tally.points if outcome.tally else "",
        goes=words.goes(table.now, outcome),
        why=words.why_it_goes_so(table.now, outcome),
    )


def _change(table: TableRead, change: CorrectedPoints | DeletedHand) -> SheetChange:
    names = {seat.entry: isolated(table.now.names[seat.code]) for seat in table.now.seats}
    if isinstance(change, CorrectedPoints):
        sentence = f"Hand {change.hand}: {names[change.entry]} {change.was} became {change.now}"
    else:
        held = [f"{names[entry]} {points}" for entry, points in change.held.items()]
        out = [f"{names[change.out]} went out"] if change.out else []
        sentence = f"Hand {change.hand} was deleted ({', '.join([*out, *held])})"
    return SheetChange(change.at, sentence, reason_in_words(change.why), change.note)
