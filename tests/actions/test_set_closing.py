"""The closing time: set, moved, taken away, while entries are open (RULES 5)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone

from tests.cast import Day
from tests.refusals import everything, refused
from tournament.actions import closing, registration
from tournament.models import LogEntry
from tournament.rules.errors import EntryRefused, SettingsRefused, Stale

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
CLOSED = "Entries are closed. Reopen them first, then set a new closing time."


@pytest.fixture(autouse=True)
def in_berlin():
    """A zone with summer time: one hour before UTC until 29 March 2026, two after."""
    with timezone.override(ZoneInfo("Europe/Berlin")), time_machine.travel(NOW, tick=False):
        yield


def close_at(day: Day, closes: str, **more: Any) -> None:
    closing.set_closing(by=day.organiser, competition=day.pk, closes=closes, **more)


def test_it_is_said_in_the_server_s_time_zone():
    day = Day()
    close_at(day, "2026-03-02T18:00")
    assert day.competition.closes_at == datetime(2026, 3, 2, 17, 0, tzinfo=UTC)
    assert closing.closing_text(day.competition) == "2026-03-02T18:00"
    close_at(day, "2026-07-01T18:00")
    assert day.competition.closes_at == datetime(2026, 7, 1, 16, 0, tzinfo=UTC)
    close_at(day, "2026-07-01T18:00Z")
    assert closing.closing_text(day.competition) == "2026-07-01T20:00"
    line = LogEntry.objects.latest("pk")
    assert (line.what, line.facts) == ("closing time set", {"closes": "2026-07-01T18:00Z"})


def test_it_is_taken_away():
    day = Day()
    close_at(day, "2026-03-02T18:00")
    close_at(day, "")
    assert day.competition.closes_at is None


def test_saying_the_same_again_changes_nothing():
    day = Day()
    close_at(day, "2026-03-02T18:00")
    before = everything()
    close_at(day, "2026-03-02T18:00", was="2026-03-03T18:00")
    assert everything() == before


@pytest.mark.parametrize(
    ("closes", "sentence"),
    [
        ("2026-03-01T12:59", "The closing time must be in the future. To close now, close entries by hand."),
        ("2026-03-01T13:00", "The closing time must be in the future. To close now, close entries by hand."),
        ("0001-01-01T00:00", "The closing time must be in the future. To close now, close entries by hand."),
        ("9999-12-31T23:59", "This closing time is more than 5 years away. Check the year."),
        ("2026-03-29T02:30", "Daylight saving starts that night and skips this time. Choose another."),
        ("Friday", "“Friday” isn’t a time. Write it like 2026-11-20T18:00."),
        ("2026-02-30T18:00", "“2026-02-30T18:00” isn’t a time. Write it like 2026-11-20T18:00."),
        ("20\x0026", "“20\x0026” isn’t a time. Write it like 2026-11-20T18:00."),
        ("9" * 10_000, f"“{'9' * 20}” isn’t a time. Write it like 2026-11-20T18:00."),
    ],
)
def test_a_time_that_cannot_be_is_refused(closes, sentence):
    day = Day()
    with refused(SettingsRefused, sentence):
        close_at(day, closes)


def test_a_form_that_somebody_else_overtook_shows_both_and_saves_nothing():
    day = Day()
    close_at(day, "2026-03-02T18:00", was="")
    sentence = "Somebody else changed this since you opened it, so your changes weren’t saved. Which is right?"
    for mine in ("2026-03-03T18:00", ""):
        with refused(Stale, sentence) as caught:
            close_at(day, mine, was="")
        assert caught.value.theirs == {"closes_at": "2026-03-02T18:00"}
        assert caught.value.yours == {"closes_at": mine}


def test_once_entries_are_closed_they_must_be_reopened_first():
    day = Day().until("entries closed")
    with refused(EntryRefused, CLOSED):
        close_at(day, "2026-03-02T18:00")
    registration.reopen_entries(by=day.organiser, competition=day.pk, why="a bus was late")
    close_at(day, "2026-03-02T18:00")


def test_a_closing_time_that_has_passed_cannot_be_moved_even_before_the_alarm():
    day = Day()
    close_at(day, "2026-03-02T18:00")
    with time_machine.travel("2026-03-02T17:00Z", tick=False), refused(EntryRefused, CLOSED):
        close_at(day, "2026-03-03T18:00")
