"""A browser with many tabs on HTTP/1.1, which allows it six connections: every tab loads, and hears what changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.desks import PHONE, wait_for
from tests.browsers import new_context
from tests.cast import Day, a_day
from tournament.actions import clock
from tournament.live import streams
from tournament.models import Event

TABS = 8
WITHOUT_WORKER = """delete window.SharedWorker;
    Object.defineProperty(document, "visibilityState", { get: () => window.inFront ? "visible" : "hidden" });"""


@contextmanager
def a_browser(browser: Browser) -> Iterator[BrowserContext]:
    context = new_context(browser, viewport=PHONE)
    try:
        yield context
    finally:
        context.close()


def address(site, day: Day) -> str:
    return f"{site.url}/e/{Event.objects.get(pk=day.event).slug}/"


def phase(page: Page, is_: str) -> None:
    expect(page.locator(".clock")).to_have_attribute("data-phase", is_)


def test_all_tabs_of_a_browser_share_one_stream(browser: Browser, site):
    day = a_day("syg", 4, "running")
    before = len(streams.hub)
    with a_browser(browser) as context:
        tabs = [context.new_page() for _ in range(TABS)]
        for page in tabs:
            page.goto(address(site, day))
            phase(page, "running")
        wait_for(tabs[0], lambda: len(streams.hub) == before + 1)
        clock.pause_clock(by=day.mc, competition=day.pk)
        for page in tabs:
            phase(page, "paused")
        tabs.pop(0).close()
        clock.resume_clock(by=day.mc, competition=day.pk)
        for page in tabs:
            phase(page, "running")


def show(page: Page, in_front: bool) -> None:
    """As when somebody changes to this tab, or to another."""
    page.evaluate(f"window.inFront = {str(in_front).lower()}; document.dispatchEvent(new Event('visibilitychange'))")


def test_without_a_shared_worker_only_the_tab_in_front_holds_a_stream(browser: Browser, site):
    """As on phones whose browser has none. Tabs that are opened behind this one hold none either."""
    day = a_day("syg", 4, "running")
    before = len(streams.hub)
    with a_browser(browser) as context:
        context.add_init_script(WITHOUT_WORKER)
        tabs = [context.new_page() for _ in range(TABS)]
        for page in tabs:
            page.goto(address(site, day))
            phase(page, "running")
        assert len(streams.hub) == before
        for page in tabs[:2]:
            show(page, True)
            wait_for(page, lambda: len(streams.hub) == before + 1)
            clock.pause_clock(by=day.mc, competition=day.pk)
            phase(page, "paused")
            clock.resume_clock(by=day.mc, competition=day.pk)
            phase(page, "running")
            show(page, False)
            wait_for(page, lambda: len(streams.hub) == before)
        clock.pause_clock(by=day.mc, competition=day.pk)
        show(tabs[0], True)
        phase(tabs[0], "paused")  # what it missed it is told at once


def with_an_old_ticket(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(
        response=answer, body=re.sub('data-ticket="[^"]+"', 'data-ticket="too-old" data-patience="100"', answer.text())
    )


def test_a_tab_of_another_day_keeps_no_other_from_hearing(browser: Browser, site):
    """Its ticket is too old by then, and all tabs share a stream: it says so and looks for itself, the others hear."""
    yesterday, today = a_day("syg", 4, "running"), a_day("syg", 4, "running")
    with a_browser(browser) as context:
        old, new = context.new_page(), context.new_page()
        old.route(address(site, yesterday), with_an_old_ticket)
        for page, day in ((old, yesterday), (new, today)):
            page.goto(address(site, day))
            phase(page, "running")
        clock.pause_clock(by=today.mc, competition=today.pk)
        phase(new, "paused")
        expect(old.locator("body.is-lost")).to_have_count(1)
        expect(new.locator("body.is-lost")).to_have_count(0)
