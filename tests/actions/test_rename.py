"""A coordinator mends a name, or enters another person in the same place (RULES 5)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.cast import Day
from tests.refusals import refused
from tournament.actions import check_in, registration, setup
from tournament.models import Competitor, Entry, Event
from tournament.rules.errors import EntryRefused, LooksAlike, NotFound, Refused, Stale

pytestmark = pytest.mark.django_db
ERASED = "The names in this event have been erased, so nobody can be added or checked in."


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


def test_a_mended_spelling_leaves_nobody_behind():
    day = Day("syg")
    entry = day.enter("Mai O'Brian", "Riverside")
    check_in.give_wristband(by=day.organiser, competitor=day.who("Mai O'Brian").competitor_id, number="007")
    rename(day, entry, "Mia O'Brien", "Mai O'Brian")
    assert list(Competitor.objects.values_list("name", "wristband")) == [("Mia O'Brien", "007")]


def under_18(day: Day, name: str) -> int:
    """The other grade, with one of Riverside's people entered."""
    pk = setup.create_competition(by=day.organiser, event=day.event, preset_name="bac", name="Uno Under 18")
    by = day.coordinator("Riverside")
    return registration.enter(by=by, competition=pk, group=by.scope, name=name)


def test_whoever_is_entered_elsewhere_too_keeps_their_name_there():
    day = Day("syg")
    entry = day.enter("Mia O'Brien", "Riverside")
    other = under_18(day, "Mia O'Brien")
    rename(day, entry, "Ben", "Mia O'Brien")
    assert names(day) == ["Ben"]
    assert Entry.objects.get(pk=other).competitor.name == "Mia O'Brien"
    assert Competitor.objects.count() == 2


def test_capitals_are_mended_wherever_the_person_is_entered():
    day = Day("syg")
    entry = day.enter("mia o'brien", "Riverside")
    other = under_18(day, "mia o'brien")
    rename(day, entry, "Mia O'Brien", "mia o'brien")
    assert Entry.objects.get(pk=other).competitor.name == "Mia O'Brien"
    assert Competitor.objects.count() == 1


def test_a_place_that_goes_to_a_known_person_leaves_nobody_behind():
    day = Day("syg")
    entry = day.enter("Mia O'Brien", "Riverside")
    other = under_18(day, "Ben")
    rename(day, entry, "Ben", "Mia O'Brien")
    assert list(Competitor.objects.values_list("name", flat=True)) == ["Ben"]
    assert Entry.objects.get(pk=entry).competitor_id == Entry.objects.get(pk=other).competitor_id


@pytest.mark.parametrize("known", [{"wristband": "007"}, {"here_at": timezone.now()}], ids=["wristband", "here"])
def test_somebody_who_was_checked_in_is_kept(known):
    day = Day("syg")
    entry = day.enter("Mia O'Brien", "Riverside")
    under_18(day, "Ben")
    Competitor.objects.filter(name="Mia O'Brien").update(**known)
    rename(day, entry, "Ben", "Mia O'Brien")
    assert Competitor.objects.filter(name="Mia O'Brien").exists()


def test_somebody_who_was_withdrawn_here_is_entered_again_instead():
    day = Day("bac")
    registration.withdraw(by=day.organiser, entry=day.enter("Ben", "Riverside"))
    entry = day.enter("Mia O'Brien", "Riverside")
    with refused(EntryRefused, "That person was withdrawn here. Withdraw this entry, then enter that person again."):
        rename(day, entry, "ben", "Mia O'Brien")


def test_no_name_comes_back_once_they_were_erased():
    day = Day("syg")
    entry = day.enter("Mia O'Brien", "Riverside")
    Event.objects.update(erased_at=timezone.now())
    with refused(Refused, ERASED):
        rename(day, entry, "Ben", "Mia O'Brien")
    with refused(Refused, ERASED):
        day.enter("Ben", "Riverside", "reserve")


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
    with refused(Stale, "Somebody else changed this name since you opened it. Which one is right?") as caught:
        rename(day, entry, "Mía O'Brien", "Mia O'Brien")
    assert (caught.value.theirs, caught.value.yours) == ({"name": "Mia O’Brien"}, {"name": "Mía O'Brien"})


def test_another_person_who_differs_in_signs_from_a_known_one_is_asked_about():
    day = Day("bac")
    under_18(day, "Mia O'Brien")
    entry = day.enter("Ben", "Riverside")
    with refused(LooksAlike, "Is “MIA OBRIEN” the same person as Mia O'Brien of Riverside?") as caught:
        rename(day, entry, "MIA OBRIEN", "Ben")
    rename(day, entry, caught.value.known, "Ben")
    assert Competitor.objects.get(entries=entry).entries.count() == 2


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
    with refused(NotFound, "That entry no longer exists."):
        rename(day, entry, "Ben", "Mia O'Brien")


def test_another_person_is_not_here_because_the_one_before_was():
    day = Day("syg")
    entry = day.enter("Mia O'Brien", "Riverside")
    check_in.give_wristband(by=day.organiser, competitor=day.who("Mia O'Brien").competitor_id, number="007")
    rename(day, entry, "Ivy King", "Mia O'Brien")
    assert list(Competitor.objects.values_list("name", "wristband", "here_at")) == [("Ivy King", "", None)]
    check_in.give_wristband(by=day.organiser, competitor=day.who("Ivy King").competitor_id, number="007")


def test_a_name_with_and_without_what_nobody_sees_is_one_person():
    day = Day("bac")
    day.enter("Mia\u200d O'Brien", "Riverside")
    with refused(EntryRefused, "This person is already entered here. A person can be in a competition once."):
        day.enter("Mia O'Brien", "Riverside")
