"""A knockout on its way: every table of every round, who sat there and who went on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.models import Competition, Draw
from tournament.queries.people import Person, by_code, read_people
from tournament.queries.results import Part, read_parts
from tournament.rules.knockout import Plan, feeds


@dataclass(frozen=True)
class WayTable:
    """One table: who sat there, who went on and to which table; empty while nobody has reached it."""

    number: int
    people: Sequence[Person]
    first: Person | None
    goes_to: int | None

    @property
    def others(self) -> list[Person]:
        """Those who did not go on, or all while that is open."""
        return [one for one in self.people if one is not self.first]


@dataclass(frozen=True)
class WayRound:
    """One round of the plan."""

    number: int
    final: bool
    tables: Sequence[WayTable]
    made: bool

    @property
    def decided(self) -> int:
        """How many of its tables have sent somebody on."""
        return sum(table.first is not None for table in self.tables)


@dataclass(frozen=True)
class Way:
    """All rounds of the plan, in their order."""

    plan: Plan
    rounds: Sequence[WayRound]

    @property
    def latest_first(self) -> list[WayRound]:
        """The round that is played now, those before it, and then what is still to come."""
        return sorted(self.rounds, key=lambda it: (not it.made, -it.number if it.made else it.number))

    @property
    def champion(self) -> Person | None:
        """Who won the final."""
        return next((round_.tables[0].first for round_ in self.rounds if round_.final and round_.made), None)


def read_way(competition: Competition, draw: Draw) -> Way:
    """Two queries beside the competition and its draw, at any size."""
    plan = Plan(draw.size, tuple(draw.plan))
    people = by_code(read_people(competition))
    chairs: dict[int, dict[int, list[Part]]] = {}
    for part in read_parts([competition]).get(competition.pk, []):
        chairs.setdefault(part.round, {}).setdefault(part.table, []).append(part)
    goals = [] if competition.redraw else feeds(plan)
    rounds = [
        _round(number, plan, chairs.get(number, {}), goals[number - 1] if number <= len(goals) else [], people)
        for number in range(1, len(plan.tables) + 1)
    ]
    return Way(plan, rounds)


def _round(
    number: int, plan: Plan, chairs: Mapping[int, Sequence[Part]], goals: Sequence[int], people: Mapping[str, Person]
) -> WayRound:
    """As it was seated; or, still to come, as it is planned."""
    count = max(chairs, default=0) if chairs else plan.tables[number - 1]
    tables = [
        _table(table, chairs.get(table, []), goals[table - 1] if table <= len(goals) else None, people)
        for table in range(1, count + 1)
    ]
    return WayRound(number, number == len(plan.tables), tables, bool(chairs))


def _table(number: int, chairs: Sequence[Part], goal: int | None, people: Mapping[str, Person]) -> WayTable:
    there = [people[part.code] for part in chairs if not part.absent]
    first = chairs[0].first if chairs else None
    return WayTable(number, there, people[first] if first else None, goal)
