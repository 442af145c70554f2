"""One table's sheet for the organiser: seats, hands with their versions, all that was changed, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring import words
from scoring.models import Correction, Hand
from scoring.queries.hands import Stored
from scoring.queries.state import as_json
from scoring.queries.table import TableNow, read_table
from scoring.rules import hand as hand_rules
from scoring.rules import sheet as sheet_rules
from tournament.models import Competition, Draw, Seat, Table
from tournament.rules.errors import HandRefused
from tournament.words import isolated


@dataclass(frozen=True)
class Chair:
    """Who sits there, and what their hands add up to."""

    seat: int
    entry: int
    name: str
    group: str
    absent: bool
    stands_for: str
    points: int | None
    sat: bool
    agrees: bool


@dataclass(frozen=True)
class Cell:
    """One player's points in one hand as text, what they held, and whether they went out."""

    points: str
    cards: str
    out: bool


@dataclass(frozen=True)
class HandRow:
    """One hand, in seat order."""

    number: int
    version: int
    cells: Sequence[Cell]
    notes: Sequence[str]


@dataclass(frozen=True)
class Change:
    """Something that is no more as it was first written down."""

    at: datetime
    sentence: str
    why: str


@dataclass(frozen=True)
class Place:
    """Somebody in the order of the table: where they go, and why."""

    place: int | None
    name: str
    points: object
    goes: str
    why: str


@dataclass(frozen=True)
class SheetView:
    """All of it. `cannot_accept`: what prevents accepting, a sentence each; on a blank sheet the organiser is asked."""

    table: Table
    chairs: Sequence[Chair]
    hands: Sequence[HandRow]
    history: Sequence[Change]
    order: Sequence[Place]
    cannot_accept: Sequence[str]
    tie: str
    next: frozenset[int]
    """The entries that play one more ordinary hand; none where no hand can follow, and why."""
    why_no_next: str
    playoff: frozenset[int]
    """Those who are level, while their play-off hand can be played."""

    @property
    def present(self) -> list[Chair]:
        return [chair for chair in self.chairs if not chair.absent]

    @property
    def versions(self) -> list[int]:
        """What somebody who looks at this page has seen."""
        return [hand.version for hand in self.hands]

    @property
    def accepted(self) -> bool:
        return self.table.accepted_at is not None

    @property
    def closed(self) -> bool:
        return self.table.round.closed_at is not None

    @property
    def open(self) -> bool:
        return not self.accepted and not self.closed


def read_sheet(competition: Competition, draw: Draw, table: Table, now: datetime) -> SheetView:
    """In a fixed number of queries, however many hands."""
    it = read_table(competition, draw, table, now)
    state = as_json(it, "")
    names = {seat.entry_id: _name(seat) for seat in it.seats}
    following, why_not = _next(it, playoff=False)
    return SheetView(
        table=table,
        chairs=[_chair(seat, told) for seat, told in zip(it.seats, state["seats"], strict=True)],
        hands=[_hand(it, one) for one in it.hands],
        history=_history(it),
        order=[_place(line, names) for line in state["order"]],
        cannot_accept=[reason for reason in state["why_not_accept"] if reason != sheet_rules.NO_HAND],
        tie=state["tie"]["said"] if state["tie"] and not table.lot else "",
        next=following,
        why_no_next=why_not,
        playoff=_next(it, playoff=True)[0] if it.over and it.hands and not table.lot else frozenset(),
    )


def _next(it: TableNow, *, playoff: bool) -> tuple[frozenset[int], str]:
    """Who plays one more hand, or why nobody does."""
    if it.table.accepted_at is not None:
        return frozenset(), "The sheet is accepted."
    try:
        players = sheet_rules.who_plays_next(it.sheet, it.settings, playoff=playoff)
    except HandRefused as refused:
        return frozenset(), str(refused)
    return frozenset(it.entries[code] for code in players), ""


def _name(seat: Seat) -> str:
    """Once names are erased, the code."""
    return str(seat.entry.competitor) or seat.entry.code


def _chair(seat: Seat, told: Mapping[str, Any]) -> Chair:
    return Chair(
        seat=seat.number,
        entry=seat.entry_id,
        name=_name(seat),
        group=str(seat.entry.group),
        absent=seat.absent,
        stands_for=told["stands_for"] or "",
        points=None if seat.absent else told["points"],
        sat=told["sat"],
        agrees=told["nodded"],
    )


def _hand(it: TableNow, one: Stored) -> HandRow:
    hand = one.hand
    points = hand_rules.points(hand, it.settings)
    void, idle = hand_rules.is_void(hand, it.settings), sheet_rules.is_idle(hand, it.sheet, it.settings)
    last = [f"Out on {it.deck.name(hand.last_card)}"] if hand.last_card else []
    return HandRow(
        number=one.number,
        version=one.version,
        cells=[Cell(str(points.get(code, "–")), _cards(it, one, code), hand.out == code) for code in it.present],
        notes=[*words.notes(hand, void=void, idle=idle, corrected=one.pk in it.corrected), *last],
    )


def _cards(it: TableNow, one: Stored, code: str) -> str:
    """What was counted, face by face; nothing where only a total was typed."""
    held = one.hand.held.get(code)
    cards = (held.cards if held else None) or {}
    return ", ".join(f"{n} × {it.deck.name(face)}" if n > 1 else it.deck.name(face) for face, n in cards.items())


def _place(line: Mapping[str, Any], names: Mapping[int, str]) -> Place:
    return Place(line["place"], names[line["entry"]], line["points"], line["goes"], line["why"])


def _history(it: TableNow) -> list[Change]:
    """Corrections and deleted hands, the newest first."""
    names = {seat.pk: isolated(_name(seat)) for seat in it.seats}
    corrections = Correction.objects.filter(hand__table=it.table).select_related("hand")
    found = [
        Change(one.at, f"Hand {one.hand.number}: {names[one.seat_id]} {one.was} became {one.now}", one.why)
        for one in corrections
    ]
    deleted = Hand.objects.filter(table=it.table, deleted_at__isnull=False).prefetch_related("held")
    found += [Change(gone.deleted_at, _deleted(gone, names), gone.deleted_why) for gone in deleted if gone.deleted_at]
    return sorted(found, key=lambda change: change.at, reverse=True)


def _deleted(hand: Hand, names: Mapping[int, str]) -> str:
    held = [f"{names[one.seat_id]} {one.points}" for one in hand.held.all()]
    out = [f"{names[hand.out_id]} went out"] if hand.out_id else []
    return f"Hand {hand.number} was deleted ({', '.join([*out, *held])})"
