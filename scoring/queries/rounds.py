"""One round with every table as it is now, who goes where, and what was corrected: for public pages and paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.models import Correction
from scoring.queries.round_tables import ALL, count_tables, of_tables, read_round_tables
from scoring.rules.outcomes import TableOutcome, has_people_level, work_out
from scoring.rules.table_now import SeatNow, TableNow
from tournament.models import Seat
from tournament.queries.draw import BalancingMove, read_balance
from tournament.queries.event_facts import KnownCompetition
from tournament.queries.people import Person, read_people
from tournament.rules.chance import final_ranks
from tournament.rules.presets import Format
from tournament.rules.standing import PlannedRound, Standing


@dataclass(frozen=True)
class RoundTable:
    """One table of the round. `stands_for` gives, for the entry of a substitute, the entry whose seat they play."""

    now: TableNow
    outcome: TableOutcome
    stands_for: Mapping[int, int]
    corrected: frozenset[int]
    """The hands whose points were changed."""


@dataclass(frozen=True)
class RoundRead:
    """The whole round. `people` is by entry, with the names that the caller may show."""

    standing: Standing
    round: PlannedRound
    people: Mapping[int, Person]
    tables: Sequence[RoundTable]
    balance: Sequence[BalancingMove]
    """The moves by lot before this round. Moves after a round belong to the next round's seats."""


def read_round(
    standing: Standing,
    competition: KnownCompetition,
    round_: PlannedRound,
    now: datetime,
    *,
    staff: bool = False,
    everybody: Mapping[int, Person] | None = None,
    tables: slice = ALL,
) -> RoundRead:
    """Everything about one round, in a fixed number of queries however many tables it has. `everybody` are its people
    where they are known already; `tables` says which of its tables are asked for, counted from 0."""
    people = read_people(competition, staff=staff) if everybody is None else everybody
    return RoundRead(
        standing=standing,
        round=round_,
        people=people,
        tables=_tables(standing, round_, people, now, tables),
        balance=read_balance(competition, round_.number - 1, people) if standing.format is Format.ROTATION else [],
    )


def _tables(
    standing: Standing, round_: PlannedRound, people: Mapping[int, Person], now: datetime, asked: slice
) -> list[RoundTable]:
    seats, stands_for = _seats(round_, people, asked)
    corrections = Correction.objects.filter(hand__table__in=seats, hand__deleted_at__isnull=True).order_by()
    corrected = frozenset(corrections.values_list("hand", flat=True))
    tables = read_round_tables(standing, [round_], seats, now, asked, cards=False)[round_.number].values()
    number = count_tables(round_) if standing.format is Format.ROTATION and asked != ALL else len(tables)
    ranks = _ranks(standing, people) if any(table.is_decided and has_people_level(table) for table in tables) else None
    return [
        RoundTable(table, work_out(table, standing, tables=number, ranks=ranks), stands_for, corrected)
        for table in tables
    ]


def _seats(
    round_: PlannedRound, people: Mapping[int, Person], asked: slice
) -> tuple[Mapping[int, Sequence[SeatNow]], Mapping[int, int]]:
    """The chairs by table, and the entry for whom each substitute plays."""
    rows = of_tables(Seat.objects.filter(round=round_.pk), "table__", asked).order_by("number")
    seats: dict[int, list[SeatNow]] = {}
    stands_for: dict[int, int] = {}
    for table, pk, number, entry, absent, instead_of in rows.values_list(
        "table", "pk", "number", "entry", "absent", "stands_for"
    ):
        person = people[entry]
        seats.setdefault(table, []).append(SeatNow(pk, number, entry, person.code, absent, person.name))
        if instead_of is not None:
            stands_for[entry] = instead_of
    return seats, stands_for


def _ranks(standing: Standing, people: Mapping[int, Person]) -> Mapping[str, int]:
    """The order of people who are still level, over everyone who ever had a seat."""
    assert standing.draw is not None  # a round is made by a draw
    seated = Seat.objects.filter(round__competition=standing.competition).values_list("entry", flat=True)
    return final_ranks(standing.draw.seed, (people[entry].code for entry in set(seated)))
