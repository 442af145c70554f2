"""What a list would bring, as its page shows it before anything is saved."""

from __future__ import annotations

from typing import Any, Final

from tournament import current_time
from tournament.lists.reading import FoundInFile
from tournament.models import Competition
from tournament.queries.imports import read_already_entered
from tournament.rules.entries import Kind
from tournament.rules.imports import SameAnswers, check

PEOPLE_IN_PREVIEW: Final = 20


def preview(competition: Competition, found: FoundInFile, same: SameAnswers) -> dict[str, Any]:
    """What would be entered, who may be somebody known, and which rows would not be entered."""
    already = read_already_entered(competition, current_time.now())
    checked = check(found.people, already, same)
    return {
        "problems": sorted([*found.problems, *checked.problems]),
        "found": {
            "fresh": len(checked.fresh),
            "entries": checked.count(Kind.ENTRY),
            "reserves": checked.count(Kind.RESERVE),
            "grades": [
                (grade.name, checked.count(Kind.ENTRY, grade.name), checked.count(Kind.RESERVE, grade.name))
                for grade in already.grades
                if any(person.grade == grade.name for person in checked.fresh)
            ],
            "groups": checked.groups,
            "there": checked.known,
            "also": checked.also,
            "alike": checked.alike,
            "alike_groups": checked.alike_groups,
            "unused": found.unused,
            "first": checked.fresh[:PEOPLE_IN_PREVIEW],
        },
    }
