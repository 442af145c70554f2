"""A coordinator enters people and nominates reserves, within the limits and until closing (RULES 5)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import LONG_NAME, PEOPLE, Day, a_day, organiser_of_another_event
from tests.refusals import refused
from tournament.actions import groups, registration, setup
from tournament.models import Competition, Competitor, Entry
from tournament.rules.errors import EntryRefused, NotFound

pytestmark = pytest.mark.django_db

TWICE = "This person is already entered here. A person can be in a competition once."


def entries(day: Day) -> list[tuple[str, str, str]]:
    return list(day.competition.entries.order_by("pk").values_list("competitor__name", "group__name", "kind"))


def test_a_group_enters_one_person_and_nominates_one_reserve():
    day = Day("syg")
    day.enter("Mia O'Brien", "Riverside")
    day.enter("Ben", "Riverside", "reserve")
    day.enter("李小龍", "St Mark's")
    assert entries(day) == [
        ("Mia O'Brien", "Riverside", "entry"),
        ("Ben", "Riverside", "reserve"),
        ("李小龍", "St Mark's", "entry"),
    ]


def test_a_second_entry_of_a_group_is_refused_where_one_is_the_limit():
    day = Day("syg")
    day.enter("Mia O'Brien", "Riverside")
    day.enter("Ben", "Riverside", "reserve")
    with refused(EntryRefused, "This group already has its entry. Change or withdraw one first."):
        day.enter("Ivy King", "Riverside")
    with refused(EntryRefused, "This group already has its reserve. Change or withdraw one first."):
        day.enter("Ivy King", "Riverside", "reserve")


def test_the_limits_are_those_of_the_settings():
    day = Day("syg", entries_per_group=2, reserves_per_group=0)
    day.enter("Mia O'Brien", "Riverside")
    day.enter("Ben", "Riverside")
    with refused(EntryRefused, "This group already has both its entries. Change or withdraw one first."):
        day.enter("Ivy King", "Riverside")
    with refused(EntryRefused, "This competition takes no reserves from groups."):
        day.enter("Ivy King", "Riverside", "reserve")


def test_entries_beyond_the_cap_are_refused_but_reserves_are_not():
    day = Day("syg", cap=2).people(2)
    day.group("Elim")
    with refused(EntryRefused, "The competition is full: 2 entries. You can still nominate a reserve."):
        day.enter("Ivy King", "Elim")
    day.enter("Ivy King", "Elim", "reserve")
    assert entries(day)[-1] == ("Ivy King", "Elim", "reserve")


def test_a_competition_without_limits_takes_everyone():
    day = Day("bac").people(12, of_each=12)
    assert [name for name, _, _ in entries(day)] == list(PEOPLE[:12])


def test_nothing_is_entered_after_the_closing_time():
    day = Day("syg")
    day.group("Riverside")
    Competition.objects.filter(pk=day.pk).update(closes_at=datetime(2026, 11, 20, 18, 0, tzinfo=UTC))
    at_six = time_machine.travel(datetime(2026, 11, 20, 18, 0, tzinfo=UTC), tick=False)
    with at_six, refused(EntryRefused, "Entries are closed. Ask the organiser."):
        day.enter("Mia O'Brien", "Riverside")
    with time_machine.travel(datetime(2026, 11, 20, 17, 59, 59, tzinfo=UTC), tick=False):
        day.enter("Mia O'Brien", "Riverside")
    assert entries(day) == [("Mia O'Brien", "Riverside", "entry")]


def test_nothing_is_entered_after_entries_are_closed_not_even_by_the_organiser():
    day = a_day("syg", 2, "entries closed")
    group = day.group("Elim")
    with refused(EntryRefused, "Entries are closed. Reopen them first."):
        registration.enter(by=day.organiser, competition=day.pk, group=group, name="Ivy King")


@pytest.mark.parametrize("again", ["Mia O'Brien", "mia o'brien", "  Mia   O'Brien ", "MIA O'BRIEN"])
def test_a_person_is_in_a_competition_once(again):
    day = Day("bac")
    day.enter("Mia O'Brien", "Riverside")
    with refused(EntryRefused, TWICE):
        day.enter(again, "Riverside")
    with refused(EntryRefused, TWICE):
        day.enter(again, "Riverside", "reserve")


def test_a_person_is_known_in_capitals_in_every_script():
    """Lists arrive in capitals; two chairs for Ánh would be one too many."""
    day = Day("bac")
    day.enter("Nguyễn Thị Ánh", "Riverside")
    with refused(EntryRefused, TWICE):
        day.enter("NGUYỄN THỊ ÁNH", "Riverside")
    with refused(EntryRefused, TWICE):  # the same letters, typed as letter and mark
        day.enter("Nguyễn Thị Ánh", "Riverside")


def test_a_person_may_be_in_two_competitions_and_is_one_competitor():
    day = Day("syg")
    under_18 = setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Uno Under 18")
    day.enter("Mia O'Brien", "Riverside")
    by = day.coordinator("Riverside")
    registration.enter(by=by, competition=under_18, group=by.scope, name="Mia O'Brien")
    assert Competitor.objects.count() == 1
    assert Entry.objects.count() == 2


def test_two_groups_may_have_people_of_the_same_name():
    day = Day("syg")
    day.enter("Ben", "Riverside")
    day.enter("Ben", "Bethel")
    assert entries(day) == [("Ben", "Riverside", "entry"), ("Ben", "Bethel", "entry")]


def test_a_group_of_another_event_is_not_found():
    day, tomasi = Day("syg"), organiser_of_another_event()
    elsewhere = groups.add_group(by=tomasi, event=tomasi.scope, name="Riverside")
    with refused(NotFound, "There is no such group in this event."):
        registration.enter(by=day.organiser, competition=day.pk, group=elsewhere, name="Ben")


def test_an_unknown_competition_or_kind_is_refused():
    day = Day("syg")
    by = day.coordinator("Riverside")
    with refused(NotFound, "There is no such competition."):
        registration.enter(by=by, competition=0, group=by.scope, name="Ben")
    with refused(EntryRefused, "An entry is of kind “entry” or “reserve”."):
        registration.enter(by=by, competition=day.pk, group=by.scope, name="Ben", kind="guest")


@pytest.mark.parametrize("name", [*PEOPLE, "<script>alert(1)</script>", "Zoë 🎉", "👩‍👩‍👧 Family", "Robert'); --"])
def test_people_are_called_what_they_are_called(name):
    day = Day("syg")
    day.enter(name, "Riverside")
    assert entries(day) == [(name, "Riverside", "entry")]


def test_a_name_of_80_characters_is_the_longest():
    assert len(LONG_NAME) == 80
    day = Day("syg")
    day.group("Riverside")
    with refused(EntryRefused, "A name can have 80 characters; this one has 81."):
        day.enter(LONG_NAME + "x", "Riverside")
    with refused(EntryRefused, "A name can have 80 characters; this one has 10000."):
        day.enter("x" * 10_000, "Riverside")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "A name is missing."),
        (" \t\n", "A name is missing."),
        ("\u200d", "A name is missing."),
        ("Mia\x00", "A name has characters that can’t be shown or printed. Type it again."),
        ("Mia\x07", "A name has characters that can’t be shown or printed. Type it again."),
        ("\u202eaiM", "A name has characters that can’t be shown or printed. Type it again."),
        ("\ud83d Mia", "A name has characters that can’t be shown or printed. Type it again."),
    ],
)
def test_a_name_that_is_none_is_refused(name, sentence):
    day = Day("syg")
    day.group("Riverside")
    with refused(EntryRefused, sentence):
        day.enter(name, "Riverside")


def statements(day: Day, name: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        day.enter(name, "Riverside")
    return len(captured)


def test_entering_somebody_takes_the_same_few_statements_however_many_are_entered():
    day = Day("bac").people(8)
    day.enter("Ann Lee", "Riverside")
    few = statements(day, "Bo Fox")
    day.people(200, of_each=100)
    assert statements(day, "Cy Day") == few <= 13
