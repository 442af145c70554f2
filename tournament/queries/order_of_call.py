"""Reads who still waits in the order of call, of one competition or of several at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tournament.models import Entry
from tournament.queries.published_draws import published_draws
from tournament.rules.attendance.order_of_call import still_waiting


class _CalledRow(NamedTuple):
    competition: int
    code: str
    status: str
    left: int | None


def read_waiting(competitions: Sequence[int]) -> dict[int, list[str]]:
    """The codes of those who can be called up, in their order, by the competition that has a published draw."""
    draws = published_draws().filter(competition__in=competitions)
    calls: dict[int, list[str]] = dict(draws.values_list("competition_id", "call"))
    codes = {code for call in calls.values() for code in call}
    entries = Entry.objects.filter(competition__in=calls, code__in=codes)
    people: dict[int, list[_CalledRow]] = {}
    for row in entries.values_list("competition_id", "code", "status", "left"):
        people.setdefault(row[0], []).append(_CalledRow(*row))
    return {competition: still_waiting(call, people.get(competition, ())) for competition, call in calls.items()}
