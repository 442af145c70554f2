"""An organiser mends an event: its name, day and place, and whether public pages show whole names."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.cast import Day
from tests.refusals import everything, refused
from tournament.actions import setup
from tournament.models import Event, LogEntry
from tournament.rules.errors import EntryRefused, NotFound, SettingsRefused, Stale

pytestmark = pytest.mark.django_db


def change(day: Day, **more: Any) -> None:
    typed = {"event": day.event, "name": "Youth weekend", "on": "2026-11-21", "version": 1}
    setup.change_event(by=day.organiser, **typed | more)


def test_everything_about_an_event_can_be_mended_but_its_address():
    day = Day()
    change(day, name=" Winter  games ", on="2026-12-05", place="Hall 2", full_names=True)
    event = Event.objects.get()
    assert (event.name, event.date, event.place) == ("Winter games", date(2026, 12, 5), "Hall 2")
    assert (event.full_names, event.slug, event.version) == (True, "youth-weekend", 2)
    line = LogEntry.objects.latest("pk")
    assert (line.what, line.facts) == ("event changed", {"changed": ["date", "full_names", "name", "place"]})


def test_what_is_said_empty_is_emptied():
    day = Day()
    change(day, place="Hall 2")
    change(day, on="", place=" ", version=2)
    assert list(Event.objects.values_list("date", "place", "version")) == [(None, "", 3)]


def test_saying_what_is_there_changes_nothing():
    day = Day()
    before = everything()
    change(day)
    change(day, version=7)
    assert everything() == before


def test_a_form_that_somebody_else_overtook_shows_both_and_saves_nothing():
    day = Day()
    change(day, name="Winter games", place="Hall 2")
    sentence = "Somebody else changed this since you opened it, so your changes weren’t saved. Which is right?"
    with refused(Stale, sentence) as caught:
        change(day, name="Summer games", on="2026-11-22", place="Hall 2")
    assert caught.value.theirs == {"name": "Winter games", "date": date(2026, 11, 21)}
    assert caught.value.yours == {"name": "Summer games", "date": date(2026, 11, 22)}


@pytest.mark.parametrize(
    ("typed", "kind", "sentence"),
    [
        ({"name": ""}, EntryRefused, "The event’s name is missing."),
        ({"name": "x" * 10_000}, EntryRefused, "The event’s name can have 80 characters; this one has 10000."),
        ({"on": "x" * 10_000}, SettingsRefused, f"“{'x' * 20}” isn’t a day. Write it like 2026-11-21."),
        (
            {"place": "Hall\x00"},
            EntryRefused,
            "The place has characters that can’t be shown or printed. Type it again.",
        ),
        (
            {"place": "\u202eHall"},
            EntryRefused,
            "The place has characters that can’t be shown or printed. Type it again.",
        ),
    ],
)
def test_what_cannot_be_is_refused(typed, kind, sentence):
    day = Day()
    with refused(kind, sentence):
        change(day, **typed)


@pytest.mark.parametrize("name", ["=1+1", "+ plus", "- minus", "@ home", "<script>alert(1)</script>", "🃏 night"])
def test_odd_names_are_names(name):
    change(Day(), name=name)
    assert Event.objects.get().name == name


def test_an_event_that_is_not_there_is_not_found():
    day = Day()
    with refused(NotFound, "There is no such event."):
        change(day, event=-1)
