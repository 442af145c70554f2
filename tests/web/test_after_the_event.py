"""After an event: a copy of it, its public pages closed, its names erased or kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.cast import OUT, a_day
from tests.web.test_new_event import text_of
from tests.web.visitors import keeper, organiser
from tournament.actions import erasing, slides
from tournament.models import Competition, Competitor, Event, Group

pytestmark = pytest.mark.django_db

HERE = "/organise/youth-weekend/"
PUBLIC = (
    "/c/uno-open/", "/c/uno-open/draw/", "/c/uno-open/draw/list.txt", "/c/uno-open/results/", "/c/uno-open/standings/",
    "/c/uno-open/rounds/1/", "/c/uno-open/record.json", "/e/youth-weekend/", "/e/youth-weekend/?q=mi",
)  # fmt: skip


@pytest.fixture
def day():
    """A real event that was played."""
    made = a_day("syg", 4, "finished")
    Event.objects.update(fictional=False, date=timezone.localdate() - timedelta(days=1))
    return made


@pytest.fixture
def ruth(day) -> Client:
    return keeper()


def test_a_played_event_is_hidden_from_every_public_page_and_shown_again(ruth, client):
    seen = {path: client.get(path).status_code for path in PUBLIC}
    assert set(seen.values()) == {200}
    ruth.post(f"{HERE}settings/", {"do": "hide"})
    assert {path: client.get(path).status_code for path in PUBLIC} == dict.fromkeys(PUBLIC, 404)
    assert "Youth weekend" not in text_of(client.get("/"))
    assert "Hidden: the public pages of this event are closed" in text_of(ruth.get(HERE))
    assert "Hidden from public pages" in text_of(ruth.get("/organise/"))
    assert ruth.get(f"{HERE}uno-open/board/").status_code == 200
    ruth.post(f"{HERE}settings/", {"do": "show"})
    assert {path: client.get(path).status_code for path in PUBLIC} == seen


def test_its_own_team_still_sees_the_hidden_pages_and_nobody_else_who_is_signed_in(ruth, day):
    ruth.post(f"{HERE}settings/", {"do": "hide"})
    overview = text_of(ruth.get(HERE))
    assert "The public pages are closed: only your team sees the results and the open record." in overview
    team = organiser(day.event, "mc", "Tui Hall")
    stranger = organiser(Event.objects.create(name="Other", slug="other").pk, name="Cal Young")
    assert {path: team.get(path).status_code for path in PUBLIC} == dict.fromkeys(PUBLIC, 200)
    assert {path: stranger.get(path).status_code for path in PUBLIC} == dict.fromkeys(PUBLIC, 404)
    for page in PUBLIC:
        if not page.endswith((".txt", ".json")):
            assert "Hidden: only your team sees this" in text_of(ruth.get(page))


def test_while_it_is_played_closing_its_pages_is_asked_about_once_so_an_abandoned_event_can_be_hidden(client):
    """One that was rained off after its first round is never finished, and cannot be removed."""
    day = a_day("syg", 16, "round closed")
    Event.objects.update(fictional=False)
    erasing.erase_names(by=day.organiser, event=day.event, sure=True)
    ruth = keeper()
    asked = ruth.post(f"{HERE}settings/", {"do": "hide"})
    sentence = "Not finished yet: Uno Open. Players need the public pages until then. Close them anyway?"
    assert asked.status_code == 409 and sentence in text_of(asked)
    assert client.get("/c/uno-open/").status_code == 200
    assert 'name="sure" value="yes"' in text_of(asked) and 'name="do" value="hide">Yes, close them' in text_of(asked)
    assert ruth.post(f"{HERE}settings/", {"do": "hide", "sure": "yes"}).status_code == 302
    assert client.get("/c/uno-open/").status_code == 404


def test_an_event_whose_names_were_erased_no_longer_says_that_entries_are_open(client):
    day = a_day("syg", 4, "entries open")
    erasing.erase_names(by=day.organiser, event=day.event)
    ruth = keeper()
    for page in (client.get("/"), client.get("/c/uno-open/"), ruth.get("/organise/"), ruth.get(HERE)):
        assert "Uno Open</bdi>: Entries open" not in text_of(page) and "Entries are open" not in text_of(page)
    assert "The names have been erased" in text_of(ruth.get(HERE))
    assert Competition.objects.get().closed_at is not None


WEEKS = timedelta(weeks=4, days=1)  # a day more: summer time may end in between


@contextmanager
def weeks_later() -> Iterator[Client]:
    """The organiser comes back."""
    with time_machine.travel(timezone.now() + WEEKS, tick=False):
        yield keeper()


def reminds(ruth: Client) -> tuple[bool, bool]:
    """Whether the overview does, and whether the list of events does."""
    return "still here" in text_of(ruth.get(HERE)), "still here" in text_of(ruth.get("/organise/"))


def test_four_weeks_later_the_overview_and_the_list_of_events_remind_of_the_names_until_somebody_decides(ruth):
    assert reminds(ruth) == (False, False)
    with weeks_later() as tui:
        assert "4 names are still here" in text_of(tui.get(HERE))
        assert "4 names are still here: erase them?" in text_of(tui.get("/organise/"))
        assert reminds(tui) == (True, True)  # also the second time
        tui.post(f"{HERE}keep-names/")
        assert reminds(tui) == reminds(keeper()) == (False, False)


def test_who_erased_the_names_is_not_reminded_nor_is_a_rehearsal(day):
    with weeks_later() as ruth:
        Event.objects.update(fictional=True)
        assert reminds(ruth) == (False, False)
        Event.objects.update(fictional=False)
        erasing.erase_names(by=day.organiser, event=day.event)
        assert reminds(ruth) == (False, False)


def test_while_something_is_played_nobody_is_reminded_and_what_was_abandoned_is_long_over_by_its_last_hand():
    """A league over weeks; and an event without a day that nobody ever finished."""
    day = a_day("syg", 4, "published")
    Event.objects.update(fictional=False, date=timezone.localdate() - WEEKS)
    with time_machine.travel(timezone.now() + timedelta(weeks=2), tick=False):
        assert reminds(keeper()) == (False, False)
        day.hand(1, [OUT, 10, 20, 30])
        Event.objects.update(date=None)
        with time_machine.travel(timezone.now() + timedelta(weeks=3), tick=False):
            assert reminds(keeper()) == (False, False)
        with weeks_later() as ruth:
            assert reminds(ruth) == (True, True)


@pytest.mark.parametrize(("zone", "is_time"), [("Pacific/Auckland", True), ("America/New_York", False)])
def test_today_is_the_event_s(day, zone, is_time):
    """Four weeks after its day, just after midnight in Auckland: in New York it is still the day before."""
    Event.objects.update(time_zone=zone, date=timezone.localdate() + timedelta(weeks=8))
    midnight = datetime.combine(timezone.localdate() + timedelta(weeks=12), time(0, 30), ZoneInfo("Pacific/Auckland"))
    with time_machine.travel(midnight, tick=False):
        assert reminds(keeper()) == (is_time, is_time)


def test_the_list_of_events_asks_for_all_reminders_at_once(day, django_assert_max_num_queries):
    with weeks_later() as ruth:
        with CaptureQueriesContext(connection) as of_one:
            ruth.get("/organise/")
        for name in ("Spring", "Winter"):
            other = Event.objects.create(name=name, slug=name.lower(), date=timezone.localdate() - WEEKS)
            home = Group.objects.create(event=other, name="Zion")
            Competitor.objects.create(event=other, group=home, name="Jo Reed")
        with django_assert_max_num_queries(len(of_one)):
            assert text_of(ruth.get("/organise/")).count("still here") == 3


def test_a_new_event_like_this_one_is_two_clicks_away(ruth):
    assert f'href="{HERE}copy/"' in text_of(ruth.get(HERE))
    page = text_of(ruth.get(f"{HERE}copy/"))
    assert 'value="Youth weekend"' in page and "The same people" in page and 'name="slides"' not in page
    answer = ruth.post(f"{HERE}copy/", {"name": "Spring weekend", "on": "2031-05-10", "people": "yes"})
    assert answer["Location"] == "/organise/spring-weekend/"
    assert "Spring weekend is set up like Youth weekend." in text_of(ruth.get("/organise/spring-weekend/"))
    asked = ruth.post(f"{HERE}copy/", {"name": "Youth weekend", "on": "", "people": "yes"})
    assert asked.status_code == 409 and 'name="people" value="yes"' in text_of(asked)
    assert "The new event would have the same name as this one, and no day." in text_of(asked)
    sent = {"name": "Youth weekend", "on": "", "people": "yes", "sure": "yes"}
    assert ruth.post(f"{HERE}copy/", sent)["Location"] == "/organise/youth-weekend-2/"
    refused = ruth.post(f"{HERE}copy/", {"name": "Spring", "on": "never"})
    assert refused.status_code == 422 and "“never” isn’t a day." in text_of(refused)


def test_slides_are_offered_and_the_page_says_what_is_not_copied(ruth, day):
    slides.add_slide(by=day.organiser, event=day.event, title="Champions")
    page = text_of(ruth.get(f"{HERE}copy/"))
    assert "1 slide of your own" in page and 'name="slides" value="yes">' in page  # not ticked
    assert "first table numbers (the plan suggests them), and lengths that you changed for single rounds." in page
    asked = ruth.post(f"{HERE}copy/", {"name": "Youth weekend", "slides": "yes"})
    assert '<input type="hidden" name="slides" value="yes">' in text_of(asked)
    ruth.post(f"{HERE}copy/", {"name": "Spring weekend", "slides": "yes"})
    assert Event.objects.get(name="Spring weekend").slides.count() == 1
