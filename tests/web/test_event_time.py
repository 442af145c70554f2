"""Every time on pages, screens and paper is the event's, wherever the server is; where a time decides something, the
zone stands beside it. The server of all tests is in Berlin, this event in Melbourne."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.cast import Day
from tests.followed import code_of
from tests.photographs import once
from tests.printing.documents import printed
from tests.web import visitors
from tests.web.places import Reader, page, paper, screen, words
from tests.web.reading import read_page
from tournament.actions import clock
from tournament.models import Competition, Event

pytestmark = pytest.mark.django_db

NOW: Final = datetime(2026, 11, 20, 3, 15, tzinfo=UTC)
"""14:15 in Melbourne, 04:15 in Berlin."""
CLOSES: Final = datetime(2026, 11, 20, 7, 0, tzinfo=UTC)
ELSEWHERE: Final = re.compile(r"(?<!\d)(?:0[3478]):\d\d\b")
"""What the clocks of Berlin and Greenwich show."""
ZONE: Final = "Melbourne time (AEDT)"
CLOSING: Final = rf"18:00,? {re.escape(ZONE)}"
BOARD: Final = "/organise/{event}/{slug}/"


@pytest.fixture(autouse=True)
def a_moment():
    cache.clear()
    with time_machine.travel(NOW, tick=False):
        yield


def in_melbourne(stage: str) -> Day:
    def make() -> Day:
        day = Day("syg").people(8)
        Event.objects.filter(pk=day.event).update(time_zone="Australia/Melbourne")
        if stage == "entries open":
            Competition.objects.filter(pk=day.pk).update(closes_at=CLOSES)
        return day.until(stage)

    return once((stage, "in Melbourne"), make)


def starting(day: Day) -> Day:
    """It starts by itself, if it does not yet."""
    if day.round.clock_facts is not None and day.round.clock_facts.starts_at is None:
        clock.set_start(by=day.mc, competition=day.pk, at="14:30")
    return day


def phone(day: Day) -> str:
    person = day.competition.entries.earliest("pk").competitor_id
    return words(Client().get(f"/e/{day.competition.event.slug}/me/{code_of(person)}").content.decode())


def coordinator(day: Day) -> str:
    group = day.competition.entries.earliest("pk").group_id
    return words(visitors.coordinator(group).get(f"/group/{group}/").content.decode())


def slip(day: Day) -> str:
    day.invite(day.competition.entries.earliest("pk").group_id)
    return printed(day, "slips").text


def log_file(day: Day) -> str:
    return read_page(visitors.organiser(day.event).get(f"/organise/{day.competition.event.slug}/log/file.csv"))


OPEN: Final[dict[str, Reader]] = {
    "the first page": page("/"),
    "the competition": page("/c/{slug}/"),
    "the event’s page": page("/e/{event}/"),
    "a phone": phone,
    "a coordinator": coordinator,
    "the entries": page(BOARD, "organiser"),
    "the event": page("/organise/{event}/", "organiser"),
    "an invitation slip": slip,
}
DURING: Final[dict[str, tuple[str, Reader, str]]] = {
    "the settings": ("entries open", page(f"{BOARD}settings/", "organiser"), f"In {ZONE}."),
    "the log": ("sealed", page("/organise/{event}/log/", "organiser"), "14:15"),
    "the log as a file": ("sealed", log_file, "2026-11-20 14:15:00+11:00"),
    "the draw": ("sealed", page(f"{BOARD}draw/", "organiser"), "Sealed 14:15"),
    "the draw’s certificate": ("published", paper("certificate"), "14:15"),
    "the MC’s desk": ("published", lambda day: page("/mc/{event}/{slug}/", "mc")(starting(day)), f"now 14:15, {ZONE}"),
    "the screen": ("published", lambda day: screen("tables")(starting(day)), "Starts at 14:30 AEDT"),
    "a public clock": ("published", lambda day: page("/c/{slug}/rounds/1/")(starting(day)), "starts 14:30 AEDT"),
    "the running competition": ("running", page("/c/{slug}/"), "Time is up at 14:45 AEDT"),
    "the running round": ("running", page("/c/{slug}/rounds/1/"), "Running until 14:45 AEDT"),
}


@pytest.mark.parametrize("place", OPEN)
def test_a_closing_time_has_its_zone_beside_it(place):
    told = OPEN[place](in_melbourne("entries open"))
    assert re.search(CLOSING, told), told[:2000]
    assert ELSEWHERE.findall(told) == []


@pytest.mark.parametrize("place", DURING)
def test_every_time_is_the_event_s(place):
    stage, read, expected = DURING[place]
    told = read(in_melbourne(stage))
    assert expected in told, told[:2000]
    assert ELSEWHERE.findall(told) == []


def test_two_events_on_one_page_have_each_their_own_time():
    in_melbourne("entries open")
    other = Day("syg").people(2)
    Competition.objects.filter(pk=other.pk).update(closes_at=CLOSES)
    told = page("/")(other)
    assert re.search(CLOSING, told)
    assert "08:00, Berlin time (CET)" in told


def test_no_page_leaves_its_event_s_time_behind():
    page("/c/{slug}/")(in_melbourne("entries open"))
    assert timezone.get_current_timezone_name() == "Europe/Berlin"


def test_a_zone_that_this_machine_does_not_know_is_told_in_its_own():
    """The database may have moved."""
    day = in_melbourne("entries open")
    Event.objects.filter(pk=day.event).update(time_zone="Mars/Olympus")
    assert "08:00, Berlin time (CET)" in page("/c/{slug}/")(day)


# Choosing it

NEW: Final = {"name": "Spring games", "on": "2026-11-21", "preset": "syg", "settings_of": "", "grades": "Uno"}


def test_a_new_event_offers_the_machine_s_zone_and_takes_another():
    client = visitors.organiser(in_melbourne("entries open").event)
    form = read_page(client.get("/organise/new/"))
    assert '<option value="Europe/Berlin" selected>Berlin</option>' in form
    typed = NEW | {"request": re.findall(r'name="request" value="(\w+)"', form)[0], "time_zone": "Pacific/Auckland"}
    assert client.post("/organise/new/", typed).status_code == 302
    assert Event.objects.get(name="Spring games").time_zone == "Pacific/Auckland"


def test_what_is_no_zone_is_refused_beside_its_field():
    client = visitors.organiser(in_melbourne("entries open").event)
    form = read_page(client.get("/organise/new/"))
    typed = NEW | {"request": re.findall(r'name="request" value="(\w+)"', form)[0], "time_zone": "Mars/Olympus"}
    answer = client.post("/organise/new/", typed)
    assert answer.status_code == 422
    assert "There is no time zone “Mars/Olympus”. Choose one from the list." in read_page(answer)


def test_the_settings_change_the_zone_and_a_closing_time_stays_at_its_time_of_day():
    day = in_melbourne("entries open")
    client, event = visitors.organiser(day.event), Event.objects.get(pk=day.event)
    address = f"/organise/{event.slug}/settings/"
    form = read_page(client.get(address))
    assert '<option value="Australia/Melbourne" selected>Melbourne</option>' in form
    typed = {"do": "save", "name": event.name, "version": event.version, "time_zone": "Pacific/Auckland"}
    typed["request"] = re.findall(r'name="request" value="(\w+)"', form)[0]
    assert client.post(address, typed).status_code == 302
    assert "18:00, Auckland time (NZDT)" in page("/c/{slug}/")(day)
