"""The warning, the last seconds and time up in a real Chromium: over whatever a screen shows, and back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tests.browser.desks import SILENT_UNTIL_TOUCHED, device, is_for_everyone
from tests.cast import Day, a_day
from tournament.actions import clock, hall_messages, screens
from tournament.models import Clock, Competition, Screen

PROJECTORS = ({"width": 1920, "height": 1080}, {"width": 1024, "height": 768})
WIDE = "document.querySelector('.alerts > .poster-clock').getBoundingClientRect().width / innerWidth"
LEANS = "document.querySelector('.scene').getBoundingClientRect().right / innerWidth"
CUT = """[...document.querySelectorAll('.alerts [data-fit], .band, .corner-clock')].filter(e => e.checkVisibility() &&
    (e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth + 1)).map(e => e.outerHTML)"""
UNDER_A_SIGN = """() => {
    const signs = [...document.querySelectorAll('#sound, #number')].filter(e => e.checkVisibility());
    const over = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return [...document.querySelectorAll('.band > *')].filter(e => signs.some(sign =>
        over(e.getBoundingClientRect(), sign.getBoundingClientRect()))).map(e => e.className); }"""
A_MINUTE_PASSES = """document.querySelectorAll('[data-alert]').forEach(e => {
    e.dataset.since = String(Number(e.dataset.since) - 60000); })"""


def played(day: Day, minutes: int, seconds: int = 0) -> None:
    """The clock of a competition has run this long, and the screens are told."""
    started_at = timezone.now() - timedelta(minutes=minutes, seconds=seconds)
    Clock.objects.filter(competition=day.pk).update(started_at=started_at)
    clock.pause_clock(by=day.mc, competition=day.pk)
    clock.resume_clock(by=day.mc, competition=day.pk)


def says(page: Page, alert: str) -> None:
    expect(page.locator(f'.alerts > .poster-clock[data-alert="{alert}"]')).to_have_count(1)


def test_the_warning_takes_a_screen_over_and_gives_it_back_without_the_network(browser: Browser, site):
    day = a_day("syg", 8, "running", real=True)
    young = a_day("bac", 8, "running", rounds=2, name="Uno Under 18")
    Competition.objects.filter(pk=young.pk).update(event=day.event)
    with device(browser, viewport=PROJECTORS[0]) as own, device(browser, viewport=PROJECTORS[1]) as other:
        for page in (own, other):
            page.goto(f"{site.url}/screen")
        first, second = Screen.objects.order_by("pk")
        screens.set_screen(by=day.mc, screen=first.pk, shows="names", competition=day.pk)
        screens.set_screen(by=day.mc, screen=second.pk, shows="rules", competition=young.pk)
        expect(own.locator("#scene > .scene-names")).to_be_visible()
        expect(other.locator("#scene > .scene-rules")).to_be_visible()
        expect(own.locator(".corner-clock")).to_contain_text("Round 1")

        played(day, 24, 58)  # two seconds before the warning; from here on the screen counts alone
        expect(own.locator(".corner-digits")).to_have_text("5:01")
        own.route("**/screen*", lambda route: route.abort())
        says(own, "last-hand")
        assert 0.6 < own.evaluate(WIDE) < 0.7 and own.evaluate(LEANS) < 0.4
        expect(other.locator(".band")).to_contain_text("Last hand. Don’t start another.", use_inner_text=True)
        assert own.evaluate(CUT) == [] and other.evaluate(CUT) == []
        is_for_everyone(other, small=True)
        own.evaluate(A_MINUTE_PASSES)
        says(own, "")
        assert own.evaluate(LEANS) == 1
        expect(own.locator(".corner-name")).to_have_text("Round 1, last hand", use_inner_text=True)

        own.unroute("**/screen*")
        played(day, 29, 55)
        says(own, "last-seconds")
        expect(own.locator(".alerts .clock-seconds")).to_be_visible()
        own.wait_for_function(f"{WIDE} === 1")
        assert own.evaluate(CUT) == []
        says(own, "time-up")
        expect(own.locator(".alerts .clock-stop")).to_be_visible()
        own.wait_for_function(f"{WIDE} === 1")
        expect(other.locator(".band")).to_contain_text(
            "Finish this turn, then count what you hold.", use_inner_text=True
        )
        own.problems.clear()  # type: ignore[attr-defined]  # what it asked for without the network did not come


@pytest.mark.parametrize("size", PROJECTORS)
def test_the_signs_in_the_corners_do_not_lie_over_a_band(browser: Browser, site, size):
    day = a_day("syg", 8, "running", real=True)
    young = a_day("bac", 8, "running", rounds=2, name="Uno Under 18")
    Competition.objects.filter(pk=young.pk).update(event=day.event)
    with device(browser, viewport=size) as page:
        page.add_init_script(SILENT_UNTIL_TOUCHED)
        page.goto(f"{site.url}/screen")
        screens.set_screen(by=day.mc, screen=Screen.objects.get().pk, shows="rules", competition=young.pk)
        clock.end_clock(by=day.mc, competition=day.pk)
        expect(page.locator(".band-digits")).to_be_visible()
        expect(page.get_by_role("button", name="Click once for sound")).to_be_visible()
        page.evaluate("document.getElementById('number').hidden = false")
        assert page.evaluate(UNDER_A_SIGN) == [] and page.evaluate(CUT) == []


def test_a_band_that_replaces_a_message_hides_nothing_of_the_picture(browser: Browser, site):
    day = a_day("syg", 8, "running", real=True)
    young = a_day("bac", 8, "running", rounds=2, name="Uno Under 18")
    Competition.objects.filter(pk=young.pk).update(event=day.event)
    with device(browser, viewport=PROJECTORS[0]) as page:
        page.goto(f"{site.url}/screen")
        screens.set_screen(by=day.mc, screen=Screen.objects.get().pk, shows="rules", competition=young.pk)
        hall_messages.say_to_everybody(by=day.mc, event=day.event, words="Lunch is in the foyer")
        expect(page.locator(".message-band")).to_be_visible()
        clock.end_clock(by=day.mc, competition=day.pk)
        expect(page.locator(".band-digits")).to_be_visible()
        page.wait_for_function("""() => document.querySelector('#scene > .scene').getBoundingClientRect().bottom
            <= document.querySelector('.bands').getBoundingClientRect().top + 1""")
