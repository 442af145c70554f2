"""Anybody comes and goes at any moment: what can be done is done, the rest is refused, and the record is right.

`Day.finish` checks the record of each of these days; no table ever has more than its maximum.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from django.db.models import Count, Q

from tests.backends import ON_SQLITE
from tests.cast import OUT, Day
from tournament.actions import attendance
from tournament.models import Entry
from tournament.rules.errors import Refused
from tournament.rules.rounds import is_last

pytestmark = [pytest.mark.django_db, ON_SQLITE]


class RestlessDay(Day):
    """Between any two steps somebody leaves, comes back, arrives, takes a seat or is called up."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"restless {seed}")
        knockout = {"entries_per_group": 3, "redraw": seed % 8 == 0}
        rotation = {"rounds": 3, "move": self.rng.choice(["circular", "ladder"]), "table_max": self.rng.choice([4, 5])}
        super().__init__("syg", **knockout) if seed % 4 == 0 else super().__init__("bac", **rotation)
        self.people(self.rng.randrange(4, 15), of_each=self.rng.choice([1, 2, 3]), reserves=seed % 3)

    def stir(self) -> None:
        for _ in range(self.rng.randrange(4)):
            entries = Entry.objects.filter(competition=self.pk).exclude(code="").select_related("competitor")
            entry = self.rng.choice(list(entries.order_by("pk")))
            mate = self.rng.choice(list(entries.filter(group=entry.group_id).order_by("pk")))
            with suppress(Refused):
                self._something(entry, self.rng.choice([mate.competitor.name, f"Newcomer {self.rng.random()}"]))
            self._nobody_stands()

    def _something(self, entry: Entry, name: str) -> None:
        typed = {"by": self.organiser, "competition": self.pk}
        match self.rng.randrange(8):
            case 0 | 1:
                attendance.mark_gone(entry=entry.pk, next_round=self.rng.random() < 0.3, **typed)
            case 2 | 3:
                attendance.mark_back(entry=entry.pk, **typed)
            case 4 | 5:
                attendance.substitute(entry=entry.pk, name=name, why=self.rng.choice(["", "fell ill"]), **typed)
            case 6:
                attendance.arrive_late(group=entry.group_id, name=name, **typed)
            case 7:
                attendance.call_up(entry=entry.pk, sure=True, **typed)

    def _nobody_stands(self) -> None:
        present = Count("seats", filter=Q(seats__absent=False))
        tables = self.round.tables.annotate(present=present).values_list("present", flat=True)
        assert max(tables) <= self.competition.table_max

    def play_through(self) -> None:
        self.until("published")
        plan = self.competition.draws.get().plan
        while True:
            self._play_round()
            if is_last(self.competition.settings, plan, self.round.number):
                break
            self.stir()
            self.next_round()
        self.finish()

    def _play_round(self) -> None:
        self.stir()
        self.start()
        for table in self.round.tables.all():
            self.stir()
            players = table.seats.filter(absent=False).count()
            if players > 1 and self.rng.random() < 0.6:
                self.hand(table.number, [OUT, *range(10, 10 * players, 10)])
        self.stir()
        self.ring().sheets_in().close_round()


@pytest.mark.parametrize("seed", range(8))
def test_people_may_come_and_go_at_any_moment(seed: int) -> None:
    RestlessDay(seed).play_through()
