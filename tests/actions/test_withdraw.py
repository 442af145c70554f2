"""A coordinator takes an entry back, and perhaps enters the person again (RULES 5)."""

from __future__ import annotations

import pytest

from tests.cast import Day, a_day
from tests.refusals import refused
from tournament.actions import registration
from tournament.models import Competitor, Entry
from tournament.rules.errors import EntryRefused, NotFound, Stale

pytestmark = pytest.mark.django_db


def test_a_withdrawn_entry_makes_room_for_another():
    day = Day("syg", cap=2)
    mia = day.enter("Mia O'Brien", "Riverside")
    day.enter("Ben", "Bethel")
    registration.withdraw(by=day.coordinator("Riverside"), entry=mia)
    day.enter("Ivy King", "Riverside")
    standing = Entry.objects.filter(withdrawn_at__isnull=True).order_by("pk")
    assert [entry.competitor.name for entry in standing] == ["Ben", "Ivy King"]


def test_who_withdrew_can_be_entered_again_as_something_else():
    day = Day("syg")
    mia = day.enter("Mia O'Brien", "Riverside")
    registration.withdraw(by=day.coordinator("Riverside"), entry=mia)
    assert day.enter("mia o'brien", "Riverside", "reserve") == mia
    assert list(Entry.objects.values_list("pk", "kind", "withdrawn_at")) == [(mia, "reserve", None)]
    assert Competitor.objects.count() == 1


def test_an_entry_is_withdrawn_once():
    day = Day("syg")
    mia = day.enter("Mia O'Brien", "Riverside")
    registration.withdraw(by=day.coordinator("Riverside"), entry=mia)
    with refused(NotFound, "That entry no longer exists."):
        registration.withdraw(by=day.coordinator("Riverside"), entry=mia)


def test_whoever_was_entered_in_their_place_meanwhile_stays():
    day = Day("syg")
    mia = day.enter("Mia O'Brien", "Riverside")
    by = day.coordinator("Riverside")
    registration.rename(by=by, entry=mia, name="Ben", was="Mia O'Brien")
    with refused(Stale, "Somebody else changed this name since you opened it. Nobody was withdrawn.") as caught:
        registration.withdraw(by=by, entry=mia, was="Mia O'Brien")
    assert (caught.value.theirs, caught.value.yours) == ({"name": "Ben"}, {"name": "Mia O'Brien"})
    registration.withdraw(by=by, entry=mia, was="Ben")


def test_nothing_is_withdrawn_after_closing():
    day = a_day("syg", 2, "entries closed")
    entry = day.who("Mia O'Brien").pk
    with refused(EntryRefused, "Entries are closed. Ask the organiser."):
        registration.withdraw(by=day.coordinator("Riverside"), entry=entry)


def test_who_withdrew_is_not_on_the_sealed_list():
    day = Day("syg").people(5)
    registration.withdraw(by=day.organiser, entry=day.who("Nguyễn Thị Ánh").pk)
    day.until("drawn")
    assert day.who("Nguyễn Thị Ánh").code == ""
    assert [day.who(name).code for name in ("Mia O'Brien", "李小龍", "محمد علي")] == ["E001", "E002", "E003"]
    assert day.competition.draws.get().admitted == ["E001", "E002", "E003", "E004"]
