"""Which table numbers an event's competitions have."""

from __future__ import annotations

from tournament.models import Competition
from tournament.queries.published_draws import standing_draws
from tournament.rules.table_numbers import TakenNumbers, most_tables


def read_taken_numbers(competition: Competition) -> list[TakenNumbers]:
    """The numbers of the event's other competitions whose plan is chosen, in one query."""
    others = standing_draws().filter(competition__event=competition.event_id)
    rows = others.exclude(competition=competition).order_by("competition__first_table", "competition")
    return [
        TakenNumbers(name, first, first + most_tables(plan) - 1)
        for name, first, plan in rows.values_list("competition__name", "competition__first_table", "plan")
    ]
