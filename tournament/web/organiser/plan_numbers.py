"""The first table number on the plan's page: what is suggested, and who else has numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tournament.queries.table_numbers import read_taken_numbers
from tournament.rules.numbers import whole_number
from tournament.rules.table_numbers import TableNumbers, TakenNumbers, keep_or_suggest, meeting, most_tables
from tournament.words import tables_from, who_has

if TYPE_CHECKING:
    from tournament.models import Competition


@dataclass(frozen=True)
class PlanNumbers:
    """The numbers that a plan's tables have, or would have."""

    first: int
    tables: int
    taken: Sequence[TakenNumbers]

    @property
    def numbers(self) -> TableNumbers:
        return TableNumbers(self.first)

    @property
    def told(self) -> str:
        """Tables 17 to 32."""
        return tables_from(self.first, self.tables)

    @property
    def others(self) -> str:
        """Uno Open has tables 1 to 16."""
        return _has(self.taken)

    @property
    def twice(self) -> str:
        """Uno Open has tables 1 to 16 too. Empty if no number occurs twice."""
        return _has(meeting(self.first, self.tables, self.taken), " too")


def _has(others: Sequence[TakenNumbers], too: str = "") -> str:
    return f"{who_has(others)}{too}." if others else ""


def suggest_numbers(competition: Competition, plan: Sequence[int], typed: Mapping[str, str]) -> PlanNumbers:
    """The numbers that were typed, or suggested ones."""
    tables, taken = most_tables(plan), read_taken_numbers(competition)
    wanted = whole_number(typed.get("first", ""), most_digits=4)
    return PlanNumbers(wanted or keep_or_suggest(competition.first_table, tables, taken), tables, taken)


def chosen_numbers(competition: Competition, plan: Sequence[int]) -> PlanNumbers:
    """The chosen numbers, with those that the event's other competitions have."""
    return PlanNumbers(competition.first_table, most_tables(plan), read_taken_numbers(competition))


def sealed_numbers(competition: Competition, plan: Sequence[int]) -> PlanNumbers:
    """The sealed numbers. They stay, so the other competitions' numbers do not matter."""
    return PlanNumbers(competition.first_table, most_tables(plan), ())
