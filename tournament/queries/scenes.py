"""What is read for the scenes of the hall's screens, under the names that public pages use (RULES 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Count, Exists, OuterRef, Q

from tournament.models import Move, Seat, Table, Tie
from tournament.queries.draw import DrawnChair, read_tables
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.people import Person, read_people
from tournament.queries.results import ResultLine, read_order_so_far, read_results
from tournament.rules import podium
from tournament.rules.clock import State
from tournament.rules.presets import Format
from tournament.rules.standing import PlannedRound, Standing
from tournament.rules.table_numbers import ShownTable, TableNumbers

# Where everybody sits


def read_seating(competition: KnownCompetition, number: int) -> dict[ShownTable, list[DrawnChair]]:
    """Every table of a round with its chairs, by table and in seat order."""
    return read_tables(competition, number, read_people(competition))


# How far each table is


class TableProgress(StrEnum):
    """How far a table is in its round."""

    TO_START = "to-start"
    PLAYING = "playing"
    COUNTING = "counting"
    IN = "in"
    FREE = "free"
    """Fewer than two sit at it, so there is nothing to play."""


@dataclass(frozen=True)
class TableState:
    """A table, and how far it is."""

    number: ShownTable
    progress: TableProgress


def read_table_states(round_: PlannedRound, numbers: TableNumbers, now: datetime) -> list[TableState]:
    """How far every table of the round is."""
    clock = round_.clock.state(now) if round_.clock is not None else None
    present = Count("seats", filter=Q(seats__absent=False))
    rows = Table.objects.filter(round=round_.pk).annotate(present=present).order_by("number")
    return [TableState(numbers.shown(table.number), _progress(table, table.present, clock)) for table in rows]


def _progress(table: Table, present: int, clock: State | None) -> TableProgress:
    if present < 2:
        return TableProgress.FREE
    if table.accepted_at is not None:
        return TableProgress.IN
    if clock in (State.TIME_UP, State.CLOSED):
        return TableProgress.COUNTING
    begun = table.has_dealt or clock in (State.RUNNING, State.PAUSED)
    return TableProgress.PLAYING if begun else TableProgress.TO_START


# Who goes where after a round


@dataclass(frozen=True)
class RoundOutcome:
    """Somebody whom a round sends somewhere: from which table, with how many points, where to, and why."""

    table: ShownTable
    seat: int
    person: Person
    points: int | None
    target: ShownTable | None = None
    """The table they go to; None if nobody knows yet, or the competition is over for them."""
    score: str = ""
    """In a rotation, whether they had the `best` or the `worst` score of their table."""
    decided_by: str = ""
    """What decided a tie, if there was one."""


def read_outcomes(competition: KnownCompetition, standing: Standing, number: int) -> list[RoundOutcome]:
    """Who goes on, or who moves where, table by table, in four queries."""
    people = read_people(competition)
    rows = Seat.objects.filter(round__competition=competition.pk, round__number=number).select_related("table")
    seats = {seat.entry_id: seat for seat in rows}
    ties = Tie.objects.filter(table__round__competition=competition.pk, table__round__number=number)
    decided = {tie.took_id: tie.by for tie in ties}
    if standing.format is Format.ROTATION:
        moves = Move.objects.filter(competition=competition.pk, after=number).exclude(why="balance")
        outcomes = [_moved(move, seats[move.entry_id], standing, people, decided) for move in moves]
    else:
        winners = [seat for entry, seat in seats.items() if seat.table.first_id == entry]
        outcomes = [_won(seat, standing, number, people, decided) for seat in winners]
    return sorted(outcomes, key=lambda outcome: outcome.table)


def _moved(
    move: Move, seat: Seat, standing: Standing, people: Mapping[int, Person], decided: Mapping[int, str]
) -> RoundOutcome:
    return RoundOutcome(
        table=standing.numbers.shown(move.source),
        seat=seat.number,
        person=people[move.entry_id],
        points=seat.points,
        target=standing.numbers.shown(move.target),
        score=move.why,
        decided_by=decided.get(move.entry_id, ""),
    )


def _won(
    seat: Seat, standing: Standing, number: int, people: Mapping[int, Person], decided: Mapping[int, str]
) -> RoundOutcome:
    return RoundOutcome(
        table=standing.numbers.shown(seat.table.number),
        seat=seat.number,
        person=people[seat.entry_id],
        points=seat.points,
        target=standing.numbers.shown(standing.goal(number, seat.table.number)) or None,
        decided_by=decided.get(seat.entry_id, ""),
    )


# The order, and who won


def read_order(competition: KnownCompetition, standing: Standing) -> list[ResultLine]:
    """Everybody, the best first: the final order, or a rotation's after its latest closed round."""
    if not standing.is_finished:
        return list(read_order_so_far(competition, standing).lines)
    return [line for section in read_results(competition, standing).sections.values() for line in section]


@dataclass(frozen=True)
class Podium:
    """The first three; in `single` the winner of each table."""

    steps: Sequence[ResultLine]
    tables: Sequence[tuple[int, ResultLine]] = ()


@dataclass(frozen=True)
class PodiumStep:
    """A place on the hall's podium. Nobody is on it while its card is face down."""

    place: int
    winner: ResultLine | None = None


def read_podium_steps(competition: KnownCompetition, standing: Standing, shown: int) -> list[PodiumStep]:
    """The podium as far as the hall may see it. Names that are still face down are not read."""
    if not standing.is_finished:
        size = standing.draw.size if standing.draw is not None else 0
        return [PodiumStep(place) for place in range(1, podium.steps_for(size) + 1)]
    winners = read_podium(competition, standing).steps
    return [
        PodiumStep(place, winner if podium.is_shown(place, shown) else None)
        for place, winner in enumerate(winners, start=1)
    ]


def read_podium(competition: KnownCompetition, standing: Standing) -> Podium:
    """The people on the podium. Somebody absent is on no step."""
    sections = read_results(competition, standing).sections
    if standing.format is Format.SINGLE:
        return Podium([], [(table, lines[0]) for table, lines in sections.items() if lines and not lines[0].absent])
    everybody = [line for section in sections.values() for line in section if not line.absent]
    return Podium(everybody[: podium.STEPS])


def count_podium_steps(standing: Standing) -> int:
    """How many people are on the podium, without working out who they are: whoever was there in their last round of a
    knockout, or in any round of a rotation. The MC's desk asks this again and again, and of thousands the order takes
    a third of a second."""
    if standing.format is Format.SINGLE:
        return 0
    seats = Seat.objects.filter(round__competition=standing.competition, absent=False)
    if standing.format is Format.KNOCKOUT:
        of_later_rounds = Seat.objects.filter(
            round__competition=standing.competition,
            entry=OuterRef("entry"),
            round__number__gt=OuterRef("round__number"),
        )
        seats = seats.filter(~Exists(of_later_rounds))
    return len(seats.order_by().values("entry").distinct()[: podium.STEPS])
