"""Whatever the rule of attendance allows the action does, with the same seats; whatever it refuses the action refuses,
with the same sentence. From any moment of a day, after anything that people did before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.actions.test_attendance_asked import DAYS, NEW
from tests.backends import ON_SQLITE
from tests.cast import Day
from tests.photographs import once
from tournament.actions import attendance
from tournament.actions.group_people import known_person
from tournament.actions.newcomers import player_of
from tournament.queries.roster import read_roster
from tournament.rules.attendance.calling_up import call_up
from tournament.rules.attendance.coming_back import come_back
from tournament.rules.attendance.going import leave
from tournament.rules.attendance.late_arrival import arrive_late
from tournament.rules.attendance.roster import Player, Roster
from tournament.rules.attendance.substitution import substitute
from tournament.rules.errors import TurntableError

pytestmark = [pytest.mark.django_db, ON_SQLITE]
CHANGES = ["goes", "goes later", "back", "substitute", "override", "call", "late"]
STEPS = st.lists(st.tuples(st.sampled_from(CHANGES), st.integers(0, 20), st.integers(0, 20)), min_size=1, max_size=5)


class Step:
    """One thing that somebody does about one person, perhaps with another: by the rule, and by the action."""

    def __init__(self, day: Day, change: str, who: int, other: int) -> None:
        entries = list(day.competition.entries.exclude(code="").select_related("competitor", "group").order_by("code"))
        self.day, self.change = day, change
        self.entry = entries[who % len(entries)]
        mates = [entry for entry in entries if entry.group_id == self.entry.group_id]
        names = [*(str(mate.competitor) for mate in mates), NEW]
        self.name = names[other % len(names)]

    def by_rule(self, roster: Roster) -> Roster:
        code = self.entry.code
        rules: dict[str, Callable[[], Roster]] = {
            "goes": lambda: leave(roster, code),
            "goes later": lambda: leave(roster, code, next_round=True),
            "back": lambda: come_back(roster, code),
            "substitute": lambda: substitute(roster, code, self._player(roster)),
            "override": lambda: substitute(roster, code, self._player(roster), override=True),
            "call": lambda: call_up(roster, code),
            "late": lambda: arrive_late(roster, self._player(roster)),
        }
        return rules[self.change]()

    def _player(self, roster: Roster) -> Player:
        person = known_person(self.entry.group, self.name)
        return player_of(self.day.competition, roster, person, self.entry.group)

    def by_action(self) -> Any:
        told = {"by": self.day.organiser, "competition": self.day.pk}
        entry = self.entry.pk
        match self.change:
            case "goes":
                return attendance.mark_gone(**told, entry=entry)
            case "goes later":
                return attendance.mark_gone(**told, entry=entry, next_round=True)
            case "back":
                return attendance.mark_back(**told, entry=entry)
            case "substitute":
                return attendance.substitute(**told, entry=entry, name=self.name)
            case "override":
                return attendance.substitute(**told, entry=entry, name=self.name, why="ill")
            case "call":
                return attendance.call_up(**told, entry=entry, sure=True)
        return attendance.arrive_late(**told, group=self.entry.group_id, name=self.name)


def outcome(change: Callable[[], Any]) -> Any:
    """What came of it, or the refusal in its own words."""
    try:
        return change()
    except TurntableError as refusal:
        return type(refusal), str(refusal)


@pytest.mark.parametrize("made", [made for made in DAYS if made != "sealed"])
@settings(max_examples=8)
@given(steps=STEPS)
def test_the_action_does_what_the_rule_says(made: str, steps: list[tuple[str, int, int]]) -> None:
    with transaction.atomic():
        day = once(f"one rule, {made}", DAYS[made])
        for change, who, other in steps:
            step = Step(day, change, who, other)
            before = read_roster(day.competition)
            expected = outcome(lambda: step.by_rule(before))  # noqa: B023 (called at once)
            answer = outcome(step.by_action)
            assert (answer if isinstance(expected, tuple) else read_roster(day.competition)) == expected
        transaction.set_rollback(True)
