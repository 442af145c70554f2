"""Two of one group at one table: allowed, but it is asked about first (RULES 5 and 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Meeting(NamedTuple):
    """The people of one group at one table, beginning with the newcomer."""

    table: int
    codes: tuple[str, ...]


def meeting_of(newcomer: str, tables: Sequence[Sequence[str]], groups: Mapping[str, str]) -> Meeting | None:
    """Whom of their own group this newcomer sits with; None if nobody. `tables` holds the codes of those who are
    there, since an empty chair meets nobody."""
    number, table = next((n, table) for n, table in enumerate(tables, start=1) if newcomer in table)
    mates = tuple(code for code in table if code != newcomer and groups[code] == groups[newcomer])
    return Meeting(number, (newcomer, *mates)) if mates else None
