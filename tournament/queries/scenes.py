"""What is read for each scene of the hall's screens, under the names that public pages use (RULES 5).

Pages that turn by themselves are all read at once: a screen without the network still turns them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final, TypeVar

from django.db.models import Count, Q

from tournament.models import Competition, Draw, Move, Round, Seat, Tie
from tournament.queries.draw import Chair, read_tables
from tournament.queries.hall import ACROSS, Hall, Shown, rows_for
from tournament.queries.people import Person, read_people
from tournament.queries.results import ResultLine, read_order_so_far, read_results
from tournament.rules.clock import State
from tournament.rules.knockout import Plan, feeds
from tournament.rules.names import folded
from tournament.rules.presets import Format
from tournament.rules.rounds import is_last
from tournament.words import DECIDED, goes_on, score, wins

T = TypeVar("T")
NAMES_DOWN: Final = 15
NAMES_ACROSS: Final = 3
LINES_DOWN: Final = 8
LINES_ACROSS: Final = 2


@dataclass(frozen=True)
class Columns:
    """A page of lines, filled column by column."""

    lines: Sequence[object]
    down: int
    across: int


def in_columns(lines: Sequence[T], down: int, across: int) -> list[Columns]:
    """As few pages as they need, each as full as the others, so that no page has one lonely name."""
    pages = max(1, ceil(len(lines) / (down * across)))
    on_page = ceil(len(lines) / pages) or 1
    wide = min(across, max(1, ceil(on_page / down)))
    return [
        Columns(lines[n : n + on_page], max(1, ceil(on_page / wide)), wide)
        for n in range(0, max(len(lines), 1), on_page)
    ]


# Find your table


def read_seating(competition: Competition, number: int) -> list[Hall]:
    """All names by table, a page for each twenty tables."""
    chairs = read_tables(competition, number, read_people(competition))
    seats = max((len(at) for at in chairs.values()), default=1)
    most = ACROSS * rows_for(seats)
    pages = max(1, ceil(len(chairs) / most))
    on_page = ceil(len(chairs) / pages) or 1
    tables = [Shown(n, tuple(chair for chair in at if not chair.absent)) for n, at in chairs.items()]
    return [
        Hall("tables", seats=seats, tables=tuple(tables[n : n + on_page]), page=n // on_page + 1, pages=pages)
        for n in range(0, max(len(tables), 1), on_page)
    ]


@dataclass(frozen=True)
class Seated:
    """One line of the alphabet."""

    chair: Chair
    table: int


def read_alphabet(competition: Competition, number: int) -> list[Columns]:
    """Everybody by name."""
    tables = read_tables(competition, number, read_people(competition))
    seated = [Seated(chair, table) for table, chairs in tables.items() for chair in chairs if not chair.absent]
    seated.sort(key=lambda one: (folded(one.chair.person.name), one.table))
    return in_columns(seated, NAMES_DOWN, NAMES_ACROSS)


# Live table states


@dataclass(frozen=True)
class TableState:
    """A table, and how far it is: `to-start`, `playing`, `counting`, `in`, or `free` where fewer than two sit."""

    number: int
    state: str

    @property
    def word(self) -> str:
        return _STATES[self.state][0]

    @property
    def icon(self) -> str:
        return _STATES[self.state][1]


_STATES: Final = {
    "to-start": ("To start", "seated"),
    "playing": ("Playing", "running"),
    "counting": ("Counting", "cards"),
    "in": ("Result in", "tick"),
    "free": ("No game", "chair"),
}


def read_states(round_: Round, clock: State | None) -> list[TableState]:
    """Every table of the round."""
    present = Count("seats", filter=Q(seats__absent=False))
    return [
        TableState(table.number, _state(table.accepted_at is not None, table.present, table.has_dealt, clock))
        for table in round_.tables.annotate(present=present).order_by("number")
    ]


def _state(accepted: bool, present: int, dealt: bool, clock: State | None) -> str:
    if present < 2:
        return "free"
    if accepted:
        return "in"
    if clock in (State.TIME_UP, State.CLOSED):
        return "counting"
    return "playing" if dealt or clock in (State.RUNNING, State.PAUSED) else "to-start"


# Results of a round


@dataclass(frozen=True)
class Goes:
    """Somebody whom a round sends somewhere: from which table, with how many points, where to, and why."""

    table: int
    seat: int
    person: Person
    points: int | None
    where: str
    why: str
    target: int | None = None


def read_results_of_round(competition: Competition, draw: Draw, number: int) -> list[Goes]:
    """Who goes on, or who moves where, table by table; in four queries."""
    people = read_people(competition)
    rows = Seat.objects.filter(round__competition=competition, round__number=number).select_related("table")
    seats = {seat.entry_id: seat for seat in rows}
    ties = Tie.objects.filter(table__round__competition=competition, table__round__number=number)
    decided = {tie.took_id: tie.by for tie in ties}
    if competition.format == Format.ROTATION:
        return _moves(competition, number, people, seats, decided)
    return _winners(competition, draw, number, people, seats, decided)


def _moves(
    competition: Competition, number: int, people: dict[int, Person], seats: dict[int, Seat], decided: dict[int, str]
) -> list[Goes]:
    low = competition.settings.low_wins
    moves = Move.objects.filter(competition=competition, after=number).exclude(why="balance")
    lines = []
    for move in moves:
        seat, why = seats[move.entry_id], score(move.why, low_wins=low)
        if move.entry_id in decided:
            why = f"{why}, {DECIDED[decided[move.entry_id], move.why == 'worst']}"
        where = f"to table {move.target}"
        lines.append(Goes(move.source, seat.number, people[move.entry_id], seat.points, where, why, move.target))
    return sorted(lines, key=lambda line: line.table)


def _winners(
    competition: Competition,
    draw: Draw,
    number: int,
    people: dict[int, Person],
    seats: dict[int, Seat],
    decided: dict[int, str],
) -> list[Goes]:
    settings = competition.settings
    ends = settings.format is Format.SINGLE or is_last(settings, draw.plan, number)
    goals = [] if ends or settings.redraw else feeds(Plan(draw.size, tuple(draw.plan)))[number - 1]
    lines = []
    for entry, seat in seats.items():
        if seat.table.first_id != entry:
            continue
        table = seat.table.number
        goal = goals[table - 1] if goals else None
        where = wins(settings.format, table) if ends else goes_on(goal)
        why = DECIDED[decided[entry], False] if entry in decided else ""
        lines.append(Goes(table, seat.number, people[entry], seat.points, where, why, goal))
    return sorted(lines, key=lambda line: line.table)


# The order, and who won


def read_order(competition: Competition, draw: Draw) -> list[ResultLine]:
    """Everybody, the first first: final, or a rotation's after its latest closed round."""
    if competition.finished_at is None:
        return list(read_order_so_far(competition, draw).lines)
    return [standing for section in read_results(competition, draw).sections.values() for standing in section]


@dataclass(frozen=True)
class Podium:
    """The first three; in `single` the winner of each table."""

    steps: Sequence[ResultLine]
    tables: Sequence[tuple[int, ResultLine]] = ()


def read_podium(competition: Competition, draw: Draw) -> Podium:
    """Who was there to win; an absent player stands on no step."""
    sections = read_results(competition, draw).sections
    if competition.format == Format.SINGLE:
        return Podium([], [(table, lines[0]) for table, lines in sections.items() if lines and not lines[0].absent])
    everybody = [standing for section in sections.values() for standing in section if not standing.absent]
    return Podium(everybody[:3])
