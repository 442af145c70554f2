"""A knockout's bracket: every table of every round, who sat there and who went on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.queries.event_facts import KnownCompetition
from tournament.queries.people import Person, by_code, read_people
from tournament.queries.results import PlayedChair, read_chairs
from tournament.rules.knockout import Plan
from tournament.rules.round_names import RoundName
from tournament.rules.standing import PlannedRound, Standing
from tournament.rules.table_numbers import ShownTable, TableNumbers


@dataclass(frozen=True)
class BracketTable:
    """One table: who sat there, who went on and to which table. It has no people while nobody has reached it."""

    number: ShownTable
    people: Sequence[Person]
    first: Person | None
    goes_to: ShownTable
    """0 if each round is drawn again, or if no round follows."""

    @property
    def others(self) -> list[Person]:
        """Those who did not go on, or everybody while that is open."""
        return [person for person in self.people if person is not self.first]


@dataclass(frozen=True)
class BracketRound:
    """One round of the plan."""

    number: int
    name: RoundName
    tables: Sequence[BracketTable]
    is_made: bool
    following: RoundName
    """What the round after it is called, if one follows."""

    @property
    def is_final(self) -> bool:
        return self.name.is_final

    @property
    def decided(self) -> int:
        """How many of its tables have sent somebody on."""
        return sum(table.first is not None for table in self.tables)


@dataclass(frozen=True)
class Bracket:
    """All rounds of the plan, in their order."""

    plan: Plan
    rounds: Sequence[BracketRound]
    numbers: TableNumbers

    @property
    def champion(self) -> Person | None:
        """Who won the final."""
        return next((round_.tables[0].first for round_ in self.rounds if round_.is_final and round_.is_made), None)


def read_bracket(
    competition: KnownCompetition,
    standing: Standing,
    everybody: Mapping[int, Person] | None = None,
    *,
    most_tables: int | None = None,
) -> Bracket:
    """The bracket of a published draw: two queries beside the standing, at any size. Rounds with more than
    `most_tables` come without their tables."""
    assert standing.published is not None
    people = by_code(read_people(competition) if everybody is None else everybody)
    chairs: dict[int, dict[int, list[PlayedChair]]] = {}
    asked = [r.number for r in standing.rounds if most_tables is None or r.tables <= most_tables]
    for chair in read_chairs([competition.pk], asked).get(competition.pk, []):
        chairs.setdefault(chair.round, {}).setdefault(chair.table, []).append(chair)
    rounds = [_round(standing, round_, chairs.get(round_.number, {}), people) for round_ in standing.rounds]
    return Bracket(Plan(standing.published.size, standing.published.plan), rounds, standing.numbers)


def _round(
    standing: Standing,
    planned: PlannedRound,
    chairs: Mapping[int, Sequence[PlayedChair]],
    people: Mapping[str, Person],
) -> BracketRound:
    """As it was seated; or, still to come, as it is planned."""
    count = max(chairs) if chairs else planned.tables
    shown = standing.numbers.shown
    tables = [
        _table(shown(table), chairs.get(table, []), shown(standing.goal(planned.number, table)), people)
        for table in range(1, count + 1)
    ]
    if planned.is_last and standing.held_until is not None:
        tables = [replace(table, first=None) for table in tables]
    return BracketRound(planned.number, planned.name, tables, planned.is_made, standing.name(planned.number + 1))


def _table(
    number: ShownTable, chairs: Sequence[PlayedChair], goal: ShownTable, people: Mapping[str, Person]
) -> BracketTable:
    present = [people[chair.code] for chair in chairs if not chair.absent]
    first = chairs[0].first if chairs else None
    return BracketTable(number, present, people[first] if first else None, goal)
