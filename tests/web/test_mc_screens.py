"""Where the MC runs the screens: programme, screens, slides, words."""

from __future__ import annotations

import re
from base64 import b64decode
from html import escape

import pytest
import time_machine
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from tests.actions.test_slides import sent
from tests.cast import Day, a_day
from tests.web.reading import read_page
from tests.web.visitors import organiser
from tournament.actions import screens, slides
from tournament.models import Event, Programme, Screen, Slide
from tournament.rules.dealers import SAYINGS
from tournament.web import throttle

pytestmark = pytest.mark.django_db
REQUESTS = iter(range(10**6))


@pytest.fixture
def day() -> Day:
    cache.clear()
    return a_day("syg", 8, "published")


@pytest.fixture
def mc(day):
    return organiser(day.event, "mc", name="Sam Reid")


def address(day: Day, name: str, *more: object) -> str:
    return reverse(name, args=[day.competition.event.slug, *more])


def send(client, path: str, **typed: object):
    return client.post(path, {"request": f"{next(REQUESTS):032x}", **typed})


def page(client, day: Day) -> str:
    return " ".join(read_page(client.get(address(day, "screens"))).split())


def test_the_page_says_where_the_programme_stands_and_what_each_screen_shows(day, mc):
    screens.open_screen("one")
    text = page(mc, day)
    assert 'aria-current="step"><bdi>Find your table</bdi>' in text
    assert '<p><bdi>Find your table</bdi></p><p class="quiet">Next: Find your name</p>' in text
    assert "When the round starts: clock" in text


def small_clocks(text: str) -> list[tuple[str, str]]:
    """The phase and the digits of each clock in a screen's small picture."""
    found = re.findall(r'data-phase="([a-z-]+)"><span data-clock-digits>([0-9:]+)</span>', text)
    return [(phase, digits) for phase, digits in found]


def test_a_screen_s_small_picture_counts_with_the_clocks_that_it_shows(day, mc):
    screens.open_screen("one")
    assert small_clocks(page(mc, day)) == []
    with time_machine.travel(timezone.now(), tick=False) as now:
        Screen.objects.update(last_seen=timezone.now())
        day.start()
        now.shift(30)
        assert small_clocks(page(mc, day)) == [("running", "29:30")]
        day.ring()
        assert small_clocks(page(mc, day)) == [("time-up", "0:00")]
        now.shift(5)
        day.until("round closed")
        screens.step_programme(by=day.mc, competition=day.pk, scene="countdown")
        assert small_clocks(page(mc, day)) == [("break", "10:00")]
        now.shift(120)
        assert small_clocks(page(mc, day)) == [], "it is silent now"


def test_a_page_without_screens_says_how_to_get_one(day, mc):
    assert "Open <strong>/screen</strong> in any browser in the hall" in page(mc, day)


def test_steps_on_back_and_to_a_scene(day, mc):
    path = address(day, "programme-step", day.competition.slug)
    for typed, scene in (({"steps": "1"}, "names"), ({"steps": "-1"}, "tables"), ({"scene": "dealer"}, "dealer")):
        assert send(mc, path, **typed).status_code == 302
        assert Programme.objects.get().scene == scene
    answer = send(mc, path, scene="podium")
    assert answer.status_code == 422 and "the round has moved on" in read_page(answer)


def test_a_button_of_the_mcs_page_leads_back_there(day, mc):
    path = address(day, "programme-step", day.competition.slug)
    desk = reverse("mc-desk", args=[day.competition.event.slug, day.competition.slug])
    assert send(mc, path, steps="1", back=day.competition.slug)["Location"] == desk
    assert send(mc, path, steps="1", back="https://elsewhere.example")["Location"] == address(day, "screens")


def test_a_screen_is_taken_in_set_named_muted_and_forgotten(day, mc):
    Day("syg")  # now it could be for either
    number = screens.open_screen("one").number
    assert send(mc, address(day, "screen-take"), number=str(number)).status_code == 302
    screen = Screen.objects.get()
    path = address(day, "screen-change", screen.pk)
    slide = slides.add_slide(by=day.mc, event=day.event, title="Lunch")
    for typed in (
        {"do": "set", "shows": f"slide-{slide}"},
        {"do": "name", "name": "Stage"},
        {"do": "mute"},
        {"do": "test"},
    ):
        assert send(mc, path, **typed).status_code == 302
    screen.refresh_from_db()
    assert (screen.event_id, screen.shows, screen.slide_id, screen.name, screen.muted) == (
        day.event,
        "slide",
        slide,
        "Stage",
        True,
    )
    send(mc, path, do="forget")
    assert not Screen.objects.exists()


def test_guessing_numbers_is_slowed(day, mc, monkeypatch):
    monkeypatch.setattr(throttle, "LINKS_PER_ADDRESS", 2)
    statuses = [send(mc, address(day, "screen-take"), number=str(n)).status_code for n in (1111, 2222, 3333)]
    assert statuses == [422, 422, 429]


def test_a_slide_with_a_picture_is_made_shown_changed_and_removed(day, mc):
    file = SimpleUploadedFile("lunch.png", b64decode(sent("PNG")), "image/png")
    assert send(mc, address(day, "slide-add"), title="Lunch", text="", picture=file).status_code == 302
    slide = Slide.objects.get()
    shown = mc.get(f"/screen/pictures/{slide.digest}")
    assert (shown.status_code, shown["Content-Type"]) == (200, "image/png")
    path = address(day, "slide-change", slide.pk)
    send(mc, path, do="save", title="Lunch at noon", version="1", without_picture="on")
    slide.refresh_from_db()
    assert (slide.title, slide.digest) == ("Lunch at noon", "")
    assert send(mc, path, do="save", title="Dinner", version="1").status_code == 409
    send(mc, path, do="remove")
    assert not Slide.objects.exists()


def test_what_was_typed_is_still_there_when_a_slide_is_refused(day, mc):
    file = SimpleUploadedFile("lunch.png", b"no picture", "image/png")
    answer = send(mc, address(day, "slide-add"), title="Lunch until 13:00", picture=file)
    assert answer.status_code == 422
    assert escape(slides.NO_PICTURE) in read_page(answer) and "Lunch until 13:00" in read_page(answer)


def test_sayings_and_rules_are_kept_and_the_list_that_comes_along_stays_nobodys(day, mc):
    path = address(day, "screen-words")
    built_in = "\r\n".join(SAYINGS)
    send(mc, path, do="sayings", sayings=built_in, was="[]")
    assert Event.objects.get().sayings == []
    send(mc, path, do="sayings", sayings="the tallest\r\n\r\nthe youngest", was="[]")
    assert Event.objects.get().sayings == ["the tallest", "the youngest"]
    assert send(mc, path, do="sayings", sayings="the oldest", was="[]").status_code == 409
    send(mc, path, do="rules", rules="No phones\r\nBe kind", was="")
    assert Event.objects.get().rules_of_the_day == "No phones\nBe kind"
    assert send(mc, path, do="rules", rules="No phones", was="No phones\r\nBe kind").status_code == 302


def test_htmx_gets_the_live_half(day, mc):
    answer = mc.get(address(day, "screens"), headers={"HX-Request": "true"})
    assert read_page(answer).strip().startswith("<div") and "<html" not in read_page(answer)
    path = address(day, "programme-step", day.competition.slug)
    told = mc.post(path, {"request": "f" * 32, "scene": "podium"}, headers={"HX-Request": "true"})
    assert told.status_code == 422 and "<html" not in read_page(told)
