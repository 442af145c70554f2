"""Two of one group at one table: the sentence that says who they are, before it is done all the same."""

from __future__ import annotations

from collections.abc import Sequence

from tournament import words
from tournament.models import Competition, Entry
from tournament.rules.meetings import Meeting, meeting_of


def who_would_meet(competition: Competition, tables: Sequence[Sequence[str]], newcomer: str) -> str:
    """Whom of their own group this newcomer would sit with at these tables of codes; empty if nobody."""
    neighbours = next(table for table in tables if newcomer in table)
    groups = competition.entries.filter(code__in=neighbours).values_list("code", "group_code")
    meeting = meeting_of(newcomer, tables, dict(groups))
    return meeting_sentence(competition, meeting) if meeting else ""


def meeting_sentence(competition: Competition, meeting: Meeting) -> str:
    """Who would meet, by name."""
    met = Entry.objects.filter(competition=competition, code__in=meeting.codes).select_related("competitor", "group")
    people = {entry.code: entry for entry in met}
    names = [str(people[code].competitor) for code in meeting.codes]
    return words.meeting_in_words(names, str(people[meeting.codes[0]].group), competition.numbers.shown(meeting.table))


def who_newly_meets(
    competition: Competition, before: Sequence[Sequence[str]], after: Sequence[Sequence[str]], pair: Sequence[str]
) -> str:
    """Whom of their own groups the two would meet; at a table whose people stay the same nobody does."""
    moved = [
        code for code in pair if not any(code in old and code in new for old, new in zip(before, after, strict=True))
    ]
    return " ".join(filter(None, (who_would_meet(competition, after, code) for code in moved)))
