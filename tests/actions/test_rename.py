"""A coordinator mends a name, or enters another person in the same place (RULES 5)."""

from __future__ import annotations

import pytest

from tests.cast import Day
from tests.refusals import refused
from tournament.actions import registration
from tournament.models import Competitor, Entry
from tournament.rules.errors import EntryRefused, NotFound, Stale

pytestmark = pytest.mark.django_db


def rename(day: Day, entry: int, name: str, was: str):
    registration.rename(by=day.coordinator("Riverside"), entry=entry, name=name, was=was)


def names(day: Day) -> list[str]:
    return list(day.competition.entries.order_by("pk").values_list("competitor__name", flat=True))


def test_another_person_takes_the_place():
    day = Day("syg")
    entry = day.enter("Mia O'Brien", "Riverside")
    rename(day, entry, "محمد علي", "Mia O'Brien")
    assert names(day) == ["محمد علي"]
    assert Entry.objects.get().pk == entry


@pytest.mark.parametrize("mended", ["Mia O'Brien", "MIA O'BRIEN", "mia O'Brien"])
def test_small_and_capital_letters_can_be_mended(mended):
    day = Day("syg")
    entry = day.enter("mia o'brien", "Riverside")
    rename(day, entry, mended, "mia o'brien")
    assert names(day) == [mended]
    assert Competitor.objects.count() == 1


def test_two_who_change_a_name_at_once_see_both_values():
    day = Day("syg")
    entry = day.enter("Mia O'Brien", "Riverside")
    rename(day, entry, "Mia O’Brien", "Mia O'Brien")
    with refused(Stale, "Somebody else changed this name meanwhile. Which one is right?") as caught:
        rename(day, entry, "Mía O'Brien", "Mia O'Brien")
    assert (caught.value.theirs, caught.value.yours) == ({"name": "Mia O’Brien"}, {"name": "Mía O'Brien"})


def test_a_person_who_is_already_entered_cannot_take_another_place():
    day = Day("bac")
    day.enter("Mia O'Brien", "Riverside")
    entry = day.enter("Ben", "Riverside")
    with refused(EntryRefused, "This person is already entered here. A person can be in a competition once."):
        rename(day, entry, "mia o'brien", "Ben")


def test_a_name_is_not_changed_after_closing():
    day = Day("syg")
    entry = day.enter("Mia O'Brien", "Riverside")
    day.close()
    with refused(EntryRefused, "Entries are closed. Ask the organiser."):
        rename(day, entry, "Ben", "Mia O'Brien")


def test_the_new_name_must_be_one():
    day = Day("syg")
    entry = day.enter("Mia O'Brien", "Riverside")
    with refused(EntryRefused, "A name is missing."):
        rename(day, entry, " ", "Mia O'Brien")


def test_a_withdrawn_entry_cannot_be_changed():
    day = Day("syg")
    entry = day.enter("Mia O'Brien", "Riverside")
    registration.withdraw(by=day.organiser, entry=entry)
    with refused(NotFound, "There is no such entry any more."):
        rename(day, entry, "Ben", "Mia O'Brien")
