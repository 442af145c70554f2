"""Two of one group at one table: allowed, but it asks first and says who they are (RULES 5 and 6)."""

from __future__ import annotations

from collections.abc import Sequence

from tournament import words
from tournament.models import Competition, Entry
from tournament.rules.draw import meeting


def who_would_meet(competition: Competition, tables: Sequence[Sequence[str]], newcomer: str) -> str:
    """At these tables, whom of their own group this newcomer would sit with; empty if nobody. The tables hold the codes
    of those who are there: an empty chair meets nobody."""
    number, table = next((n, table) for n, table in enumerate(tables, start=1) if newcomer in table)
    there = Entry.objects.filter(competition=competition, code__in=table).select_related("competitor", "group")
    people = {entry.code: entry for entry in there}
    home = people[newcomer]
    if home.group_code not in meeting(table, {code: entry.group_code for code, entry in people.items()}):
        return ""
    mates = [people[code] for code in table if code != newcomer and people[code].group_code == home.group_code]
    return words.meeting_in_words([str(one.competitor) for one in (home, *mates)], str(home.group), number)
