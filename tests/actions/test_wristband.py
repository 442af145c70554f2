"""The wristband number is recorded at check-in (RULES 5)."""

from __future__ import annotations

import pytest

from tests.cast import Day
from tests.refusals import refused
from tournament.actions import check_in
from tournament.models import Competitor
from tournament.rules.errors import EntryRefused, NotFound

pytestmark = pytest.mark.django_db


def give(day: Day, name: str, number: str):
    person = Competitor.objects.get(name=name).pk
    check_in.give_wristband(by=day.organiser, competitor=person, number=number)


def test_a_wristband_is_given_changed_and_taken_back():
    day = Day("syg").people(1)
    for given, kept in [(" 007 ", "007"), ("b  12", "B12"), ("", "")]:
        give(day, "Mia O'Brien", given)
        assert Competitor.objects.get().wristband == kept


def test_two_people_of_an_event_cannot_have_the_same_number():
    day = Day("syg").people(2)
    give(day, "Mia O'Brien", "007")
    give(day, "Mia O'Brien", "007")
    with refused(EntryRefused, "Wristband 007 is already Mia O'Brien’s, of Riverside."):
        give(day, "Nguyễn Thị Ánh", "007")


def test_people_of_two_events_can_have_the_same_number():
    saturday, sunday = Day("syg"), Day("syg")
    saturday.enter("Mia O'Brien", "Riverside")
    sunday.enter("Ben", "Riverside")
    give(saturday, "Mia O'Brien", "007")
    give(sunday, "Ben", "007")
    assert list(Competitor.objects.values_list("wristband", flat=True)) == ["007", "007"]


def test_leading_zeros_are_kept_and_do_not_make_another_band():
    day = Day("syg").people(2)
    give(day, "Mia O'Brien", "00101")
    for same in ("101", "0101", "00101"):
        with refused(EntryRefused, "Wristband 00101 is already Mia O'Brien’s, of Riverside."):
            give(day, "Nguyễn Thị Ánh", same)
    for other in ("A101", "1010", "1", "0"):
        give(day, "Nguyễn Thị Ánh", other)
    give(day, "Mia O'Brien", "101")


@pytest.mark.parametrize(
    "number", ["-5", "=1+1", "1.5", "ABC1", "B", "1B", "123456789", "x" * 500, "7\x00", "٣", "7\u202e8"]
)
def test_what_no_band_has_is_refused_and_nothing_is_cut(number):
    day = Day("syg").people(1)
    with refused(
        EntryRefused,
        "Type the number that’s printed on the wristband: up to 8 digits, with at most two letters before them.",
    ):
        give(day, "Mia O'Brien", number)


def test_somebody_unknown_gets_none():
    day = Day("syg")
    with refused(NotFound, "There is no such person."):
        check_in.give_wristband(by=day.organiser, competitor=0, number="007")
