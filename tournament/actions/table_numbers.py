"""The first table number, chosen with the plan (RULES 1): no number is to occur twice in a hall."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.models import Competition
from tournament.queries.table_numbers import read_taken_numbers
from tournament.rules.errors import NeedsConfirmation
from tournament.rules.table_numbers import check_first, keep_or_suggest, meeting, most_tables
from tournament.words import numbers_meet


def choose_first_table(locked: Competition, plan: Sequence[int], first: int, *, sure: bool) -> None:
    """Number the tables of this plan from `first` on; 0: from the number that is suggested.

    Competitions that play one after the other may have the same tables, so numbers that meet are asked about and not
    refused.
    """
    tables, taken = most_tables(plan), read_taken_numbers(locked)
    chosen = check_first(first or keep_or_suggest(locked.first_table, tables, taken), tables)
    others = meeting(chosen, tables, taken)
    if others and not sure:
        raise NeedsConfirmation(numbers_meet(chosen, tables, others))
    locked.first_table = chosen
    locked.save(update_fields=["first_table"])
