"""What an MC says to everybody: on every screen, tablet and phone of the event, until its end or until it is undone."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import Day
from tests.web.addresses import ADDRESSES, HELPER, MC, ORGANISER, World
from tests.web.reading import read_page
from tests.web.test_seat_changes import TabletClient
from tests.web.visitors import coordinator, organiser
from tournament.actions import erasing, hall_messages, screens, slides
from tournament.models import Event, LogEntry
from tournament.rules.errors import Refused
from tournament.rules.hall_messages import words_of_slide

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
    competition = day.competition
    addresses = [
        "/screen",
        f"/e/{competition.event.slug}/",
        f"/c/{competition.slug}/",
        f"/c/{competition.slug}/rounds/1/",
        f"/c/{competition.slug}/draw/",
    ]
    shown = {address: read_page(Client().get(address)) for address in addresses}
    return shown | {"tablet": str(TabletClient(day).look()["message"])}


def test_a_message_is_everywhere_until_its_end(day):
    say(day)
    for address, page in pages(day).items():
        assert LUNCH in unescape(page), address
    with time_machine.travel(timezone.now() + timedelta(minutes=10, seconds=1)):
        cache.clear()
        assert [address for address, page in pages(day).items() if "Lunch" in page] == []


@pytest.mark.parametrize(
    ("role", "page"),
    [
        ("organiser", "/organise/{event}/"),
        ("organiser", "/organise/{event}/{competition}/board/"),
        ("organiser", "/organise/{event}/{competition}/"),
        ("organiser", "/organise/{event}/{competition}/check-in/"),
        ("mc", "/mc/{event}/screens/"),
        ("mc", "/mc/{event}/{competition}/"),
        ("helper", "/organise/{event}/{competition}/check-in/"),
        ("coordinator", "/group/{group}/"),
    ],
)
def test_whoever_works_in_the_event_reads_it_too(day, role, page):
    say(day, "Lunch")
    competition, group = day.competition, day.group("Riverside")
    client = coordinator(group) if role == "coordinator" else organiser(day.event, role)
    address = page.format(event=competition.event.slug, competition=competition.slug, group=group)
    shown = read_page(client.get(address))
    assert "<span>Lunch</span>" in shown or '<strong dir="auto">Lunch</strong>' in shown, address
    assert shown.count("js/time.js") == shown.count("js/message.js") == 1
    alone = read_page(client.get(f"/e/{competition.event.slug}/message", headers={"HX-Request": "true"}))
    assert alone.count("<span>Lunch</span>") == 1


@pytest.mark.parametrize(
    "page", ["", "add/uno-open/entry/", "entry/{e}/", "entry/{e}/withdraw/", "spelling/{e}/", "list/", "password/"]
)
def test_every_page_of_a_coordinator_listens_for_it(page):
    day = Day("bac").people(2)
    group, entry = day.group("Riverside"), day.who("Mia O'Brien").pk
    shown = read_page(coordinator(group).get(f"/group/{group}/{page.format(e=entry)}"))
    assert shown.count("told:message from:body") == shown.count("js/live.js") == 1
    assert re.search(r'data-ticket="[^"]+"', shown) and f"competition:{day.pk}" in shown


def test_every_page_of_the_team_listens_for_it(day):
    """Whatever it is about, and what is typed there stays: only the line itself is asked for again."""
    world = World(Day("syg", name="Uno elsewhere").people(6).until("published"))
    client, silent = organiser(world.event.pk), []
    for name, address in ADDRESSES.items():
        about = address.about(world) if address.whose in (ORGANISER, MC, HELPER) and address.opens == 200 else {}
        if "event" not in about or name in ("ceremony-screen", "slips"):  # for the projector, and for the printer
            continue
        answer = client.get(reverse(name, kwargs=about))
        if not answer.headers.get("Content-Type", "").startswith("text/html"):
            continue
        shown = read_page(answer)
        seen = re.search(r'data-ticket="[^"]+"\s+data-seen="([^"]+)"', shown)
        hears = seen and f'"event:{world.event.pk}":' in unescape(seen[1])
        asks = shown.count("told:message from:body")
        if "<body" in shown and not (hears and asks and shown.count("js/live.js") == 1):
            silent.append(name)
    assert silent == []


@pytest.mark.parametrize("role", ["organiser", "mc", "helper", "coordinator"])
def test_of_a_hidden_event_whoever_works_for_it_hears_it_and_nobody_else(day, role):
    say(day, "Lunch")
    Event.objects.update(hidden=True)
    client = coordinator(day.group("Riverside")) if role == "coordinator" else organiser(day.event, role)
    address = f"/e/{day.competition.event.slug}/message"
    assert "<span>Lunch</span>" in read_page(client.get(address))
    elsewhere = Day("bac", name="Uno elsewhere")
    strangers = [Client(), coordinator(elsewhere.group("Riverside")), organiser(elsewhere.event, "helper")]
    assert [stranger.get(address).status_code for stranger in strangers] == [404, 404, 404]


def test_a_slide_is_on_every_screen_and_its_words_on_phones_and_tablets(day):
    own = slides.add_slide(by=day.mc, event=day.event, title="Lunch", text="In the foyer\nUntil one")
    say(day, "", slide=own)
    shown = pages(day)
    screen = shown.pop("/screen")
    assert 'class="message-slide"' in screen and "<h1>Lunch</h1>" in screen and "message-band" not in screen
    assert [
        address for address, page in shown.items() if "Lunch · In the foyer · Until one" not in unescape(page)
    ] == []
    hall_messages.take_message_down(by=day.mc, event=day.event)
    assert 'class="message-slide"' not in pages(day)["/screen"]


def test_a_line_typed_with_a_slide_is_for_phones_and_tablets(day):
    own = slides.add_slide(by=day.mc, event=day.event, title="Lunch", text="")
    say(day, "Lunch is in the foyer", slide=own)
    assert Event.objects.get(pk=day.event).message == "Lunch is in the foyer"
    slides.remove_slide(by=day.mc, slide=own)
    assert ">Lunch is in the foyer</p>" in pages(day)["/screen"], "the slide is gone, what was said is not"
    with pytest.raises(Refused, match="This slide was removed"):
        say(day, "", slide=own)


@pytest.mark.parametrize(
    ("title", "text", "words"),
    [
        ("Lunch", "", "Lunch"),
        ("", "One\n\nTwo", "One · Two"),
        ("", "", "Look at the screens."),
        ("x" * 80, "a word " * 20, "x" * 80 + " · a word a word a word a word a word …"),
        ("", "午" * 200, "午" * 118 + " …"),
    ],
)
def test_what_phones_read_of_a_slide(title, text, words):
    assert words_of_slide(title, text) == words and len(words) <= 120


def test_another_slide_takes_the_first_ones_place_and_a_line_ends_it(day):
    first, second = (slides.add_slide(by=day.mc, event=day.event, title=title) for title in ("Lunch", "Fire drill"))
    client, at = organiser(day.event, "mc"), f"/mc/{day.competition.event.slug}/say/"
    for key, slide in (("a", first), ("b", second), ("c", "")):
        typed = {"do": "say", "words": "" if slide else "Go on", "slide": str(slide), "request": key * 32}
        assert client.post(at, typed).status_code == 302
        shown = list(Event.objects.get(pk=day.event).slides.filter(for_everybody=True).values_list("pk", flat=True))
        assert shown == ([slide] if slide else [])
        form = read_page(client.get(at, headers={"HX-Request": "true"}))
        assert ("until the programme moves on: the slide" in form) == bool(slide)


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
    ("words", "sentence"),
    [
        ("  ", "Type a message first."),
        ("x" * 121, "A message can have 120 characters; this one has 121."),
        ("a\x00b", "The message has characters that can’t be shown. Type it again."),
        ("a\u202eb", "The message has characters that can’t be shown. Type it again."),
    ],
)
def test_what_cannot_be_shown_is_refused_and_stays_typed(day, words, sentence):
    client, at = organiser(day.event, "mc"), f"/mc/{day.competition.event.slug}/say/"
    answer = client.post(at, {"do": "say", "words": words, "request": "a" * 32}, headers={"HX-Request": "true"})
    assert (answer.status_code, sentence in unescape(read_page(answer))) == (422, True)
    assert Event.objects.get(pk=day.event).message == ""


def test_it_goes_with_the_names(day):
    say(day)
    erasing.erase_names(by=day.organiser, event=day.event, sure=True)
    assert Event.objects.get(pk=day.event).message == ""


def listed_screens(day: Day) -> str:
    """What the MC's page says about the screens."""
    page = read_page(organiser(day.event, "mc").get(f"/mc/{day.competition.event.slug}/screens/"))
    return " ".join(page.partition('id="screens-title"')[2].partition('class="screen-more"')[0].split())


def test_a_slide_gives_way_when_the_programme_moves_on_and_its_words_stay_below(day):
    """Everybody waits to see who goes on: a slide about lunch doesn't cover that until lunch is over."""
    Client().get("/screen")
    say(day, "", slide=slides.add_slide(by=day.mc, event=day.event, title="Lunch", text="In the foyer"))
    assert "<bdi>Lunch, your slide for everyone</bdi>, <bdi>until" in listed_screens(day)
    assert "Next: Clock" in listed_screens(day), "that is what the slide covers"
    day.ring().sheets_in().close_round()
    screen = pages(day)["/screen"]
    assert 'class="message-slide"' not in screen and ">Lunch · In the foyer</p>" in screen
    assert "<bdi>Results of the round</bdi></p>" in listed_screens(day)
    assert "Along the bottom: <bdi>your message to everyone</bdi>" in listed_screens(day)


def test_a_slide_gives_way_to_the_mc_who_steps_the_programme(day):
    say(day, "", slide=slides.add_slide(by=day.mc, event=day.event, title="Lunch"))
    assert 'class="message-slide"' in pages(day)["/screen"]
    screens.step_programme(by=day.mc, competition=day.pk, steps=1)
    assert 'class="message-slide"' not in pages(day)["/screen"]


def test_a_slide_that_is_sent_again_is_back(day):
    lunch = slides.add_slide(by=day.mc, event=day.event, title="Lunch")
    say(day, "", slide=lunch)
    screens.step_programme(by=day.mc, competition=day.pk, steps=1)
    say(day, "", slide=lunch)
    assert 'class="message-slide"' in pages(day)["/screen"]
