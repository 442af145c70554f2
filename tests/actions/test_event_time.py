"""An event's times are typed and told in its own time zone, which is chosen when it is made."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import time_machine

from tests.cast import Day
from tests.refusals import refused
from tournament.actions import clock, closing, setup
from tournament.models import Clock, Event
from tournament.permissions import Actor, Role
from tournament.rules.errors import ClockRefused, SettingsRefused

pytestmark = pytest.mark.django_db

RUTH = Actor(Role.ORGANISER, None, "Ruth Katoa")
MELBOURNE, AUCKLAND = "Australia/Melbourne", "Pacific/Auckland"


def in_melbourne(stage: str = "entries open") -> Day:
    """A day in Melbourne, whatever the server's zone is."""
    day = Day("syg").people(4)
    Event.objects.filter(pk=day.event).update(time_zone=MELBOURNE)
    return day.until(stage)


def closes(day: Day) -> str:
    at = day.competition.closes_at
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M") if at else ""


def set_closing(day: Day, text: str) -> None:
    closing.set_closing(by=day.organiser, competition=day.pk, closes=text, sure=True)


def change_zone(day: Day, name: str) -> None:
    event = Event.objects.get(pk=day.event)
    setup.change_event(
        by=day.organiser, event=day.event, name=event.name, on="2026-11-21", time_zone=name, version=event.version
    )


# Choosing it


def test_an_event_has_this_machine_s_zone_unless_another_is_chosen(settings):
    settings.TIME_ZONE = "Europe/Berlin"
    usual = setup.create_event(by=RUTH, name="Here")
    chosen = setup.create_event(by=RUTH, name="There", time_zone=MELBOURNE)
    assert [Event.objects.get(pk=pk).time_zone for pk in (usual, chosen)] == ["Europe/Berlin", MELBOURNE]


@pytest.mark.parametrize("name", ["Melbourne", "../../etc/passwd", "Mars/Olympus"])
def test_what_is_no_zone_is_refused(name):
    with refused(SettingsRefused, f"There is no time zone “{name}”. Choose one from the list."):
        setup.create_event(by=RUTH, name="Youth weekend", time_zone=name)


@time_machine.travel("2026-11-20 20:00 +0000", tick=False)
def test_a_day_is_over_when_it_is_over_there():
    """In Auckland it is Saturday already."""
    typed = {"name": "Youth weekend", "on": "2026-11-20", "grades": ["Uno"], "preset_name": "syg"}
    with pytest.raises(Exception, match=r"^Friday 20 November 2026 has passed\."):
        setup.set_up_event(by=RUTH, **typed, time_zone=AUCKLAND)
    assert setup.set_up_event(by=RUTH, **typed, time_zone="America/New_York")


# The closing time


@time_machine.travel("2026-09-01 00:00 +0000", tick=False)
def test_a_closing_time_is_the_hall_s():
    day = in_melbourne()
    set_closing(day, "2026-11-20T18:00")
    assert closes(day) == "2026-11-20 07:00"
    assert closing.closing_text(day.competition) == "2026-11-20T18:00"


@time_machine.travel("2026-03-01 00:00 +0000", tick=False)
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("2026-10-04T02:30", "Daylight saving starts that night and skips this time. Choose another."),
        ("2026-04-05T02:30", "Daylight saving ends that night and this time comes twice. Choose another."),
    ],
)
def test_an_hour_that_is_left_out_or_comes_twice_is_refused(typed, sentence):
    day = in_melbourne()
    with refused(SettingsRefused, sentence):
        set_closing(day, typed)


@time_machine.travel("2026-09-01 00:00 +0000", tick=False)
def test_in_another_zone_a_closing_time_stays_at_its_time_of_day():
    day = in_melbourne()
    set_closing(day, "2026-11-20T18:00")
    change_zone(day, AUCKLAND)
    assert closing.closing_text(day.competition) == "2026-11-20T18:00"
    assert closes(day) == "2026-11-20 05:00"


@time_machine.travel("2026-11-20 06:00 +0000", tick=False)
def test_a_zone_in_which_that_time_has_passed_is_refused():
    day = in_melbourne()
    set_closing(day, "2026-11-20T18:00")
    sentence = (
        "It’s already past 18:00 there, so entries for Uno Open would close at once. Set another closing time first."
    )
    with refused(SettingsRefused, sentence):
        change_zone(day, AUCKLAND)


# A start that is set ahead


def start(day: Day, at: str) -> str:
    clock.set_start(by=day.mc, competition=day.pk, at=at)
    starts = Clock.objects.get(competition=day.pk).starts_at
    return starts.astimezone(UTC).strftime("%d %H:%M") if starts else ""


def test_a_start_is_set_by_the_clock_on_the_hall_s_wall():
    with time_machine.travel(datetime(2026, 11, 21, 2, 0, tzinfo=UTC), tick=False):
        assert start(in_melbourne("published"), "14:05") == "21 03:05"


def test_an_hour_that_comes_twice_is_the_next_of_the_two():
    """At 15:45 UTC it is the first 02:45; at 16:15 the second 02:15."""
    with time_machine.travel(datetime(2026, 4, 4, 15, 15, tzinfo=UTC), tick=False):
        assert start(in_melbourne("published"), "02:45") == "04 15:45"
    with time_machine.travel(datetime(2026, 4, 4, 16, 15, tzinfo=UTC), tick=False):
        assert start(in_melbourne("published"), "02:45") == "04 16:45"


def test_a_start_in_the_hour_that_is_left_out_is_refused():
    with time_machine.travel(datetime(2026, 10, 3, 15, 0, tzinfo=UTC), tick=False):
        day = in_melbourne("published")
        with refused(ClockRefused, "Daylight saving starts now and skips 02:30. Choose another time."):
            start(day, "02:30")
