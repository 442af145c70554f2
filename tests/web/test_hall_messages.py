"""What an MC says to everybody: on every screen, tablet and phone of the event, until its end or until it is undone."""

from __future__ import annotations

from datetime import datetime, timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.cast import Day
from tests.web.reading import read_page
from tests.web.test_seat_changes import TabletClient
from tests.web.visitors import organiser
from tournament.actions import erasing, hall_messages
from tournament.models import Event, LogEntry
from tournament.rules.errors import Refused

pytestmark = pytest.mark.django_db
LUNCH = "Lunch is in the foyer: O'Brien & 李 🍕, غداء"


@pytest.fixture
def day() -> Day:
    cache.clear()
    return Day("syg").people(8).until("running")


def say(day: Day, words: str = LUNCH, **more: str) -> None:
    hall_messages.say_to_everybody(by=day.mc, event=day.event, words=words, **more)


def pages(day: Day) -> dict[str, str]:
    """What a screen, a phone and a tablet show."""
    it = day.competition
    addresses = ["/screen", f"/e/{it.event.slug}/", f"/c/{it.slug}/", f"/c/{it.slug}/rounds/1/", f"/c/{it.slug}/draw/"]
    shown = {address: read_page(Client().get(address)) for address in addresses}
    return shown | {"tablet": str(TabletClient(day).look()["message"])}


def test_a_message_is_everywhere_until_its_end(day):
    say(day)
    for address, page in pages(day).items():
        assert LUNCH in unescape(page), address
    with time_machine.travel(timezone.now() + timedelta(minutes=10, seconds=1)):
        cache.clear()
        assert [address for address, page in pages(day).items() if "Lunch" in page] == []


def test_it_is_undone_with_one_press_and_pressed_twice_is_once(day):
    client, at = organiser(day.event, "mc"), f"/mc/{day.competition.event.slug}/say/"
    for _ in range(2):
        assert client.post(at, {"do": "say", "words": "Lunch", "request": "a" * 32}).status_code == 302
    assert '<strong dir="auto">Lunch</strong>' in read_page(client.get(at, headers={"HX-Request": "true"}))
    for key in ("b", "b", "c"):
        assert client.post(at, {"do": "undo", "request": key * 32}).status_code == 302
    assert [line.what for line in LogEntry.objects.order_by("-pk")[:2]] == ["message taken down", "message said"]
    assert Event.objects.get(pk=day.event).message == ""
    assert "Lunch" not in str(pages(day))


def test_its_end_is_a_time_of_the_hall_s_own_clock(day):
    Event.objects.filter(pk=day.event).update(time_zone="Australia/Melbourne")
    noon = datetime(2026, 11, 21, 12, 0, tzinfo=ZoneInfo("Australia/Melbourne"))
    with time_machine.travel(noon, tick=False):
        say(day, until="13:15")
        assert Event.objects.get(pk=day.event).message_until == noon + timedelta(minutes=75)
        with pytest.raises(Refused, match="or leave it empty"):
            say(day, until="11:00")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("  ", "Write what everybody should read."),
        ("x" * 121, "A message can have 120 characters; this one has 121."),
        ("a\x00b", "The message has characters that can't be shown. Type it again."),
        ("a\u202eb", "The message has characters that can't be shown. Type it again."),
    ],
)
def test_what_cannot_be_shown_is_refused_and_stays_typed(day, words, said):
    client, at = organiser(day.event, "mc"), f"/mc/{day.competition.event.slug}/say/"
    answer = client.post(at, {"do": "say", "words": words, "request": "a" * 32}, headers={"HX-Request": "true"})
    assert (answer.status_code, said in unescape(read_page(answer))) == (422, True)
    assert Event.objects.get(pk=day.event).message == ""


def test_it_goes_with_the_names(day):
    say(day)
    erasing.erase_names(by=day.organiser, event=day.event, sure=True)
    assert Event.objects.get(pk=day.event).message == ""
