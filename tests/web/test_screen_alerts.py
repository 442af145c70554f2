"""The warning and time up on every screen, whatever it was told to show; and the clock in the corner of each scene."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.cast import Day, a_day
from tests.web.reading import read_page
from tests.web.visitors import organiser
from tournament.actions import clock, screens
from tournament.models import Clock, Competition, Screen

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_came_before() -> None:
    cache.clear()


def beside(day: Day) -> Day:
    """Another competition of the same event, running too."""
    young = Day("bac", rounds=2, name="Uno Under 18").people(8).until("running")
    Competition.objects.filter(pk=young.pk).update(event=day.event)
    return young


def played(day: Day, minutes: int, seconds: int = 0) -> None:
    """The clock of a competition has run this long."""
    started_at = timezone.now() - timedelta(minutes=minutes, seconds=seconds)
    Clock.objects.filter(competition=day.pk).update(started_at=started_at)


def shown_by(client: Client) -> str:
    return " ".join(read_page(client.get("/screen")).split())


def screen_of(day: Day, **told: object) -> Client:
    """A screen of the event that was told to show something."""
    client = Client()
    client.get("/screen")
    Screen.objects.filter(pk=Screen.objects.latest("pk").pk).update(event=day.event)
    screens.set_screen(by=day.mc, screen=Screen.objects.latest("pk").pk, **told)
    return client


def alerts_in(text: str, of: str) -> list[str]:
    """What the posters (`alerts`) or the bands (`bands`) say."""
    inside = text.partition(f'<div class="{of}">')[2].partition('<div class="bands">')[0]
    return re.findall(r'data-alert="([a-z-]*)"', inside)


def test_the_warning_takes_over_a_screen_that_shows_something_else_and_gives_it_back():
    day = a_day("syg", 8, "running")
    client = screen_of(day, shows="names")
    for minutes, seconds, alert in ((24, 0, ""), (25, 1, "last-hand"), (26, 1, ""), (29, 52, "last-seconds")):
        played(day, minutes, seconds)
        text = shown_by(client)
        assert (alerts_in(text, "alerts"), alerts_in(text, "bands")) == ([alert], []), minutes
        assert 'class="scene scene-names"' in text
    clock.end_clock(by=day.mc, competition=day.pk)
    assert alerts_in(shown_by(client), "alerts") == ["time-up"]


def test_a_screen_of_another_competition_gets_a_band():
    day = Day("syg").people(8).until("running")
    young = beside(day)
    client = screen_of(day, shows="names", competition=young.pk)
    played(day, 25, 1)
    text = shown_by(client)
    assert (alerts_in(text, "alerts"), alerts_in(text, "bands")) == ([""], ["last-hand"])
    assert "Last hand. Don’t start another." in text


def test_a_screen_of_the_whole_event_hears_every_competition():
    day = Day("syg").people(8).until("running")
    young = beside(day)
    client = screen_of(day, shows="names")
    for event_day in (day, young):
        clock.end_clock(by=day.mc, competition=event_day.pk)
    assert alerts_in(shown_by(client), "alerts") == ["time-up", "time-up"]


@pytest.mark.parametrize("shows", ["welcome", "rules", "tables", "names", "dealer", "states", "bracket"])
def test_every_scene_of_a_running_round_carries_the_clock(shows):
    client = screen_of(a_day("syg", 8, "running"), shows=shows)
    text = shown_by(client)
    assert f'class="scene scene-{shows}"' in text
    corner = re.search(r'class="corner-clock"[^>]*data-phase="running"(.*?)</p>', text)[1]
    assert "<bdi>Round 1</bdi>" in corner and re.search(r"data-clock-digits>(30:00|29:5\d)<", corner)


def test_two_competitions_are_named_in_the_corner():
    day = Day("syg").people(8).until("running")
    beside(day)
    text = shown_by(screen_of(day, shows="names"))
    assert re.findall(r'class="corner-name"><bdi>(.*?)</bdi>', text) == ["Uno Open", "Uno Under 18"]


def test_the_mcs_page_says_that_a_screen_is_taken_over_and_what_comes_after():
    day = a_day("syg", 8, "running")
    screen_of(day, shows="names")
    played(day, 25, 1)
    mc = organiser(day.event, "mc", name="Sam Reid")
    text = " ".join(read_page(mc.get(reverse("screens", args=[day.competition.event.slug]))).split())
    assert '<p><bdi>Last hand</bdi></p><p class="quiet">Next: Find your name</p>' in text


def test_the_mcs_page_says_that_a_screen_of_another_competition_has_a_band():
    day = a_day("syg", 8, "running")
    young = beside(day)
    screen_of(day, shows="names", competition=day.pk)
    played(young, 13, 1)
    text = " ".join(read_page(organiser(day.event, "mc").get(f"/mc/{day.competition.event.slug}/screens/")).split())
    assert "<bdi>Find your name</bdi>" in text
    assert "Along the bottom: <bdi>Last hand, Uno Under 18</bdi>" in text


def test_alerts_ask_the_database_nothing():
    counts = []
    day = Day("syg").people(8).until("running")
    client = screen_of(day, shows="rules")
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            client.get("/screen")
        counts.append(len(captured))
        beside(day)
    assert counts[0] == counts[1]
