"""Hiding somebody: public pages say "A player", and whoever runs the event still knows who it is."""

from __future__ import annotations

import pytest

from tests.cast import Day, a_day
from tests.refusals import refused
from tournament.actions import hiding
from tournament.live import publishing, streams
from tournament.models import Competitor
from tournament.queries.people import EntryRow, name_one, name_people, read_people
from tournament.rules.errors import NotFound

pytestmark = pytest.mark.django_db

MIA = "Mia O'Brien"


def hide(day: Day, name: str = MIA) -> int:
    pk = day.who(name).competitor_id
    hiding.hide_person(by=day.mc, competitor=pk)
    return pk


def test_somebody_hidden_has_neither_name_nor_group_for_the_public():
    day = a_day("syg", 4, "published")
    hide(day)
    person = read_people(day.competition)[day.who(MIA).pk]
    assert (person.name, person.group, person.code) == ("A player", "", day.who(MIA).code)


def test_those_who_run_the_event_see_the_name_with_a_mark():
    day = a_day("syg", 4, "published")
    hide(day)
    person = read_people(day.competition, staff=True)[day.who(MIA).pk]
    assert (person.name, person.group) == ("Mia O'Brien (hidden)", "Riverside")


def test_they_can_be_shown_again():
    day = a_day("syg", 4, "published")
    pk = hide(day)
    hiding.show_person(by=day.organiser, competitor=pk)
    assert read_people(day.competition)[day.who(MIA).pk].name == "Mia O."


def test_hiding_somebody_changes_nobody_elses_name():
    """Sam Lee stays "Sam Le." when Sam Lane is hidden; a change would tell whose name it was."""
    rows = [EntryRow(1, "E001", "Sam Lee", "Zion", "in"), EntryRow(2, "E002", "Sam Lane", "Elim", "in", True)]
    assert [person.name for person in name_people(rows, full_names=False).values()] == ["Sam Le.", "A player"]
    assert [person.name for person in name_people(rows, full_names=True).values()] == ["Sam Lee", "A player"]
    assert name_one(rows, "E002", full_names=False).name == "A player"


def test_a_hidden_name_that_is_erased_is_a_code_like_the_others():
    rows = [EntryRow(1, "E001", "", "Zion", "in", True)]
    assert name_people(rows, full_names=False)[1].name == "E001"


def test_every_competition_of_theirs_is_told_and_not_who_it_is(monkeypatch, django_capture_on_commit_callbacks):
    day = a_day("syg", 4, "published")
    told: list[str] = []
    monkeypatch.setattr(streams, "hear", told.append)
    assert publishing.streams is streams
    with django_capture_on_commit_callbacks(execute=True):
        hide(day)
    assert any(f'["event:{day.event}", "competition:{day.pk}"], {{"kind": "seats"}}' in line for line in told)
    assert not any("competitor" in line for line in told)


def test_somebody_unknown_is_not_found():
    day = Day("syg").people(1)
    with refused(NotFound, "There is no such person."):
        hiding.hide_person(by=day.mc, competitor=0)


def test_twice_is_once():
    day = Day("syg").people(1)
    hide(day), hide(day)
    assert Competitor.objects.get(name=MIA).hidden
