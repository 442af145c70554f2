"""Who has come: here, not here after all, here with a wristband (RULES 5)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from tests.cast import Day, a_day
from tests.refusals import refused
from tournament.actions import check_in, erasing
from tournament.models import Competitor
from tournament.rules.errors import NotFound, Refused

pytestmark = pytest.mark.django_db

TEN = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
ERASED = "The names in this event have been erased, so nobody can be added or checked in."


def competitor_of(day: Day, name: str = "Mia O'Brien") -> Competitor:
    return Competitor.objects.get(event=day.event, name=name)


def test_the_first_moment_stays_when_two_desks_tick_the_same_person():
    day = Day("syg").people(1)
    with time_machine.travel(TEN, tick=False):
        check_in.check_in(by=day.organiser, competitor=competitor_of(day).pk)
    check_in.check_in(by=day.organiser, competitor=competitor_of(day).pk)
    assert competitor_of(day).here_at == TEN


def test_not_here_after_all_takes_the_wristband_back_for_somebody_else():
    day = Day("syg").people(2)
    check_in.give_wristband(by=day.organiser, competitor=competitor_of(day).pk, number="007")
    check_in.undo_check_in(by=day.organiser, competitor=competitor_of(day).pk)
    assert (competitor_of(day).here_at, competitor_of(day).wristband) == (None, "")
    check_in.give_wristband(by=day.organiser, competitor=competitor_of(day, "Nguyễn Thị Ánh").pk, number="007")


def test_whoever_gets_a_wristband_is_here_and_stays_so_without_it():
    day = Day("syg").people(1)
    with time_machine.travel(TEN, tick=False):
        check_in.give_wristband(by=day.organiser, competitor=competitor_of(day).pk, number="007")
    assert competitor_of(day).here_at == TEN
    check_in.give_wristband(by=day.organiser, competitor=competitor_of(day).pk, number="")
    assert (competitor_of(day).here_at, competitor_of(day).wristband) == (TEN, "")


def test_an_empty_number_brings_nobody_here():
    day = Day("syg").people(1)
    check_in.give_wristband(by=day.organiser, competitor=competitor_of(day).pk, number="  ")
    assert competitor_of(day).here_at is None


@pytest.mark.parametrize("action", [check_in.check_in, check_in.undo_check_in])
def test_somebody_unknown_is_not_found(action):
    day = Day("syg")
    with refused(NotFound, "There is no such person."):
        action(by=day.organiser, competitor=0)


def test_nobody_is_checked_in_after_names_are_erased():
    day = a_day("syg", 2, "finished")
    person = competitor_of(day).pk
    erasing.erase_names(by=day.organiser, event=day.event)
    for action, more in [
        (check_in.check_in, {}),
        (check_in.undo_check_in, {}),
        (check_in.give_wristband, {"number": "007"}),
    ]:
        with refused(Refused, ERASED):
            action(by=day.organiser, competitor=person, **more)
