"""What an MC says to everybody, in a real Chromium: on the screen, the tablet and the phone, and off again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from scoring.queries.keys import keys_of
from tests.browser.desks import LAPTOP, PHONE, PHONE_IN_THE_DARK, TABLET, came_in, is_for_everyone, place_of
from tests.browser.test_mc_desk import desk_of
from tests.browser.umpires import STANDING, a_tablet
from tests.browsers import device
from tests.cast import Day, a_day
from tests.programs import wait_until
from tests.web.visitors import invited
from tournament.actions import clock, hall_messages
from tournament.models import Event
from tournament.web import live_page

PROJECTOR = {"width": 1920, "height": 1080}


def put_away(tablet: Page, words: str) -> None:
    """A tap that comes while the page changes hits nothing, as at a table: then the umpire taps again."""
    message, ok = tablet.get_by_text(words), tablet.get_by_role("button", name="OK")

    def is_gone() -> bool:
        if message.count():
            ok.click()
        return message.count() == 0

    assert wait_until(is_gone)


def test_one_line_is_everywhere_at_once_and_goes_by_itself(browser, site, monkeypatch):
    monkeypatch.setattr(live_page, "SPREAD_OF_PHONES", 50)
    day = a_day("syg", 8, "running")
    round_page = f"{site.url}/c/{day.competition.slug}/rounds/1/"
    with (
        came_in(browser, site.url, invited(day.event, "mc"), viewport=LAPTOP) as desk,
        device(browser, viewport=PROJECTOR) as screen,
        device(browser, viewport=PHONE) as phone,
        device(browser, viewport=TABLET) as tablet,
    ):
        screen.goto(f"{site.url}/screen")
        phone.goto(round_page)
        tablet.goto(site.url + keys_of(day.competition)[1].path)
        desk.goto(desk_of(day, site.url))
        desk.get_by_label("One line").fill("Lunch is in the foyer")
        desk.get_by_role("button", name="Send").click()
        for page in (desk, screen, phone, tablet):
            expect(page.get_by_text("Lunch is in the foyer").first).to_be_visible()
        expect(phone.locator("#aloud")).to_contain_text("Lunch is in the foyer")
        for page in (desk, phone, tablet):
            is_for_everyone(page, PHONE_IN_THE_DARK)
        is_for_everyone(screen, small=True)
        clock.add_time(by=day.mc, competition=day.pk, seconds=-1510)  # the warning replaces it
        expect(screen.locator(".message-band")).to_be_hidden()
        put_away(tablet, "Lunch is in the foyer")
        desk.get_by_role("button", name="Undo").click()
        for page in (desk, screen, phone):
            expect(page.get_by_text("Lunch is in the foyer")).to_have_count(0)
        until = timezone.now() + timedelta(seconds=10)
        Event.objects.update(message="Back in a moment", message_until=until)
        phone.goto(f"{site.url}/c/{day.competition.slug}/draw/")
        expect(phone.get_by_text("Back in a moment")).to_be_visible()
        phone.context.set_offline(True)
        expect(phone.get_by_text("Back in a moment")).to_have_count(0)
        assert timezone.now() >= until - timedelta(seconds=1)
        phone.context.set_offline(False)
        phone.problems.clear()  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [PHONE, STANDING])
def test_a_message_lies_over_nothing_that_an_umpire_presses(browser, site, size):
    day = a_day("syg", 4, "time up")
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path, viewport=size) as tablet:
        hall_messages.say_to_everybody(
            by=day.mc, event=day.event, words="Lunch is in the foyer, and fruit for everybody"
        )
        message = tablet.page.locator(".tablet-message")
        expect(message).to_be_visible()
        tablet.tap("Count what everybody holds")
        for points in "1234":
            tablet.cards(points)
            tablet.go()
        accept = tablet.page.get_by_role("button", name="The umpire accepts")
        expect(accept).to_be_in_viewport(ratio=1)
        tablet.until(lambda: place_of(accept)["y"] + place_of(accept)["height"] <= place_of(message)["y"])
        accept.click()
        expect(tablet.page.get_by_role("heading", name="The sheet is in")).to_be_visible()
        expect(tablet.page.get_by_text("Received, unfinished")).to_be_visible()


def test_of_a_hidden_event_coordinators_and_helpers_hear_it_on_pages_that_are_open(browser, site, monkeypatch):
    monkeypatch.setattr(live_page, "SPREAD_OF_PHONES", 50)
    day = a_day("syg", 8, "published")
    Event.objects.update(hidden=True)
    links = (invited(day.event, "coordinator", day.group("Riverside")), invited(day.event, "helper"))
    with (
        came_in(browser, site.url, links[0], viewport=PHONE) as coordinator,
        came_in(browser, site.url, links[1], viewport=TABLET) as helper,
    ):
        for page in (coordinator, helper):
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            page.evaluate("window.opened = true")
        hall_messages.say_to_everybody(by=day.mc, event=day.event, words="Lunch is in the foyer")
        for page in (coordinator, helper):
            expect(page.get_by_text("Lunch is in the foyer").first).to_be_visible()
            assert page.evaluate("window.opened"), "It was loaded anew."


def test_whoever_types_a_name_hears_it_too_and_keeps_what_they_typed(browser, site, monkeypatch):
    monkeypatch.setattr(live_page, "SPREAD_OF_PHONES", 50)
    day = Day("bac").people(8)
    link = invited(day.event, "coordinator", day.group("Riverside"))
    with came_in(browser, site.url, link, viewport=PHONE) as coordinator:
        coordinator.get_by_role("link", name="Add people").click()
        coordinator.get_by_label("First and last name").fill("Ivy Ki")
        hall_messages.say_to_everybody(by=day.mc, event=day.event, words="Lunch is in the foyer")
        expect(coordinator.get_by_text("Lunch is in the foyer")).to_be_visible()
        coordinator.keyboard.type("ng")
        expect(coordinator.get_by_label("First and last name")).to_have_value("Ivy King")
        is_for_everyone(coordinator, PHONE_IN_THE_DARK)
        hall_messages.take_message_down(by=day.mc, event=day.event)
        expect(coordinator.get_by_text("Lunch is in the foyer")).to_have_count(0)


def test_whoever_fills_in_a_form_of_the_team_hears_it_too_and_types_on(browser, site):
    """The words stay, and the field that is typed in; the line goes again by itself when it is taken down."""
    day = Day("bac").people(8)
    link = invited(day.event, "organiser")
    with came_in(browser, site.url, link, viewport=LAPTOP) as organiser:
        organiser.goto(f"{site.url}/organise/{Event.objects.get(pk=day.event).slug}/settings/")
        name = organiser.get_by_label("Name", exact=True).first
        name.fill("Uno at the ha")
        hall_messages.say_to_everybody(by=day.mc, event=day.event, words="Lunch is in the foyer")
        expect(organiser.get_by_text("Lunch is in the foyer")).to_be_visible()
        expect(name).to_be_focused()
        organiser.keyboard.type("ll")
        expect(name).to_have_value("Uno at the hall")
        is_for_everyone(organiser, PHONE_IN_THE_DARK)
        hall_messages.take_message_down(by=day.mc, event=day.event)
        expect(organiser.get_by_text("Lunch is in the foyer")).to_have_count(0)
        expect(name).to_have_value("Uno at the hall")
