"""A screen of the whole event alternates between its competitions; the draw is part of the programme."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import Day
from tests.web.reading import read_page
from tests.web.visitors import organiser
from tournament.actions import clock, draw, podium, screens
from tournament.models import Competition, Screen

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_came_before() -> None:
    cache.clear()


def together(day: Day, *others: Day) -> None:
    """All are competitions of one event."""
    for other in others:
        Competition.objects.filter(pk=other.pk).update(event=day.event)


def screen_of(day: Day) -> Client:
    client = Client()
    client.get("/screen")
    Screen.objects.update(event=day.event)
    return client


def shown_by(client: Client) -> str:
    return " ".join(read_page(client.get("/screen")).split())


def pictures(client: Client) -> list[tuple[str, bool]]:
    """The scene of each picture, and whether it is open."""
    found = re.findall(r'<section class="scene scene-(\w+)"( hidden)?', shown_by(client))
    return [(scene, not hidden) for scene, hidden in found]


def test_competitions_alternate_in_whatever_they_show():
    day, young = Day("syg").people(8).until("published"), Day("bac", rounds=2, name="Uno Under 18").people(8)
    together(day, young.until("published"))
    client = screen_of(day)
    text = shown_by(client)
    assert [scene for scene, _ in pictures(client)] == ["tables", "tables"]
    assert text.count("Uno Under 18, Round 1") == 1 and text.count("Uno Open, Round 1") == 1
    with time_machine.travel(timezone.now() + timedelta(seconds=12), tick=False):
        turned = pictures(client)
    assert [is_open for _, is_open in turned] != [is_open for _, is_open in pictures(client)]
    clock.start_clock(by=day.mc, competition=young.pk)
    assert sorted(scene for scene, _ in pictures(client)) == ["clock", "tables"]


def test_what_the_mc_steps_comes_first():
    day, young = Day("syg").people(8).until("published"), Day("bac", rounds=2, name="Uno Under 18").people(8)
    together(day, young.until("published"))
    client = screen_of(day)
    for stepped, scene in ((day, "names"), (young, "dealer")):
        screens.step_programme(by=day.mc, competition=stepped.pk, scene=scene)
        assert pictures(client)[0] == (scene, True)


def test_a_told_scene_alternates_between_those_that_have_it():
    day, young = Day("syg").people(8).until("running"), Day("bac", rounds=2, name="Uno Under 18").people(8)
    together(day, young.until("published"))
    client = screen_of(day)
    screens.set_screen(by=day.mc, screen=Screen.objects.get().pk, shows="names")
    assert [scene for scene, _ in pictures(client)] == ["names", "names"]
    screens.set_screen(by=day.mc, screen=Screen.objects.get().pk, shows="bracket")
    assert [scene for scene, _ in pictures(client)] == ["bracket"]


def test_three_clocks_stand_in_pairs():
    day, young = Day("syg").people(8).until("running"), Day("bac", rounds=2, name="Uno Under 18").people(8)
    third = Day("syg", name="Uno Masters").people(8).until("running")
    together(day, young.until("running"), third)
    text = shown_by(screen_of(day))
    assert ('class="clocks clocks-2"' in text, 'class="clocks clocks-1"' in text) == (True, True)


def test_the_mcs_page_says_whose_scenes_alternate():
    day, young = Day("syg").people(8).until("published"), Day("bac", rounds=2, name="Uno Under 18").people(8)
    together(day, young.until("published"))
    screen_of(day)
    mc = organiser(day.event, "mc", name="Sam Reid")
    text = " ".join(read_page(mc.get(reverse("screens", args=[day.competition.event.slug]))).split())
    assert "<bdi>Find your table</bdi>, <bdi>Uno Under 18 and Uno Open</bdi>" in text


# The draw


def test_the_draw_comes_by_itself_and_needs_nobody_to_sign_in():
    day = Day("syg").people(8).until("sealed")
    client = screen_of(day)
    assert "Roll the dice." in shown_by(client)
    day.draw()
    assert "Numbers from the hall" in shown_by(client)
    assert 'class="name"' not in shown_by(client)
    draw.reveal_next(by=day.organiser, competition=day.pk, seen=0)
    assert pictures(client) == [("tables", True)] and "<h1>The tables</h1>" in shown_by(client)
    day.publish()
    assert "<h1>Find your table</h1>" in shown_by(client)


def test_a_draw_that_waits_takes_its_turn_and_a_warning_takes_the_screen():
    day, young = Day("syg").people(8).until("sealed"), Day("bac", rounds=2, name="Uno Under 18").people(8)
    together(day, young.until("running"))
    client = screen_of(day)
    assert {scene for scene, _ in pictures(client)} == {"sealed", "clock"}
    clock.end_clock(by=day.mc, competition=young.pk)
    assert 'data-alert="time-up"' not in shown_by(client).partition('<div class="bands">')[2].partition("</div>")[0]


def test_a_draw_that_is_held_has_the_screen_to_itself_and_a_warning_is_a_band():
    day, young = Day("syg").people(8).until("drawn"), Day("bac", rounds=2, name="Uno Under 18").people(8)
    together(day, young.until("running"))
    client = screen_of(day)
    assert len(pictures(client)) == 1
    clock.end_clock(by=day.mc, competition=young.pk)
    band = shown_by(client).partition('<div class="bands">')[2]
    assert 'data-alert="time-up"' in band and "Uno Under 18" in band


def test_a_podium_that_is_being_opened_keeps_the_screen():
    day, young = Day("syg").people(8).until("finished"), Day("bac", rounds=2, name="Uno Under 18").people(8)
    together(day, young.until("running"))
    client = screen_of(day)
    assert [scene for scene, _ in pictures(client)] == ["clock", "podium"]
    podium.show_place(by=day.mc, competition=day.pk, place=3)
    assert pictures(client) == [("podium", True)]
