"""An event's page under the address that people type from a screen; the long one works as before."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from tests.cast import Day
from tests.web.reading import read_page
from tournament.actions import setup
from tournament.models import Event
from tournament.permissions import Actor, Role

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_came_before() -> None:
    cache.clear()


def event_called(name: str, on: str = "2026-11-21") -> Event:
    return Event.objects.get(pk=setup.create_event(by=Actor(Role.ORGANISER, None, "Ruth Katoa"), name=name, on=on))


def test_a_short_address_leads_to_the_page_of_its_event():
    event = event_called("Southern Youth Games")
    assert event.short == "syg26"
    for typed in ("/e/syg26/", "/e/SYG26/"):
        assert Client().get(typed)["Location"] == f"/e/{event.slug}/"
    assert "Southern Youth Games" in read_page(Client().get("/e/syg26", follow=True))
    assert Client().get(f"/e/{event.slug}/").status_code == 200


def test_no_two_events_have_the_same_one_short_or_long():
    events = [event_called(name) for name in ("Southern Youth Games", "Some Young Gamers", "SYG26")]
    assert [event.short for event in events[:2]] == ["syg26", "syg26-2"]
    assert len({address for event in events for address in (event.short, event.slug)}) == 6


def test_an_event_whose_public_pages_are_closed_is_nowhere():
    event = event_called("Southern Youth Games")
    Event.objects.update(hidden=True)
    for address in ("/e/syg26/", f"/e/{event.slug}/"):
        assert Client().get(address).status_code == 404


def test_the_screens_show_the_short_one():
    day = Day("syg")
    short = Event.objects.get(pk=day.event).short
    text = " ".join(read_page(Client().get("/screen")).split())
    assert f"/e/{short}</bdi>" in text
