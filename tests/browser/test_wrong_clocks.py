"""Devices whose own clock is wrong, jumps or sleeps show the right time all the same, in a real Chromium whose clock is
Playwright's: the hall's screen, the umpire's tablet and everybody's phone."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, Response, Route

from scoring.queries.keys import keys_of
from tests.browser.desks import PHONE, device, wait_for
from tests.browsers import new_context
from tests.cast import Day, a_day
from tournament.actions import clock
from tournament.models import Event
from tournament.rules.turns import turn_at

TEN_MINUTES = timedelta(minutes=10)
ASKED_AT_ONCE = 4
"""How often a page that was just opened asks what time it is."""


@contextmanager
def a_device(browser: Browser, wrong: timedelta) -> Iterator[BrowserContext]:
    """Its clock on the wall is wrong by so much from the beginning; it goes at its usual pace."""
    context = new_context(browser, viewport=PHONE)
    context.clock.install(time=datetime.now(UTC) + wrong)
    try:
        yield context
    finally:
        context.close()


def set_clock(context: BrowserContext, wrong: timedelta) -> None:
    """Somebody, or the network, sets the clock on the wall; the one that counts since the start goes on."""
    context.clock.set_system_time(datetime.now(UTC) + wrong)


def addresses(day: Day) -> dict[str, str]:
    """The hall's screen, the tablet and the phone."""
    event = Event.objects.get(pk=day.event)
    return {"screen": "/screen", "tablet": keys_of(day.competition)[1].path, "phone": f"/e/{event.slug}/"}


def digits(page: Page) -> str:
    return page.locator("[data-clock-digits]").first.inner_text()


def is_right(page: Page, day: Day) -> bool:
    """Within a second of what is left, which goes on while it is read."""
    facts = day.round.clock.facts
    before = facts.left(timezone.now())
    minutes, _, seconds = digits(page).partition(":")
    after = facts.left(timezone.now())
    shown = 60 * int(minutes) + int(seconds)
    return math.ceil(after.total_seconds()) - 1 <= shown <= math.ceil(before.total_seconds()) + 1


def goes_right(page: Page, day: Day) -> None:
    """It counts on, and is right then. A machine that is busy draws late; a clock that is wrong stays wrong."""
    shown = digits(page)
    wait_for(page, lambda: digits(page) != shown)
    wait_for(page, lambda: is_right(page, day))


@pytest.mark.parametrize("wrong", [TEN_MINUTES, -TEN_MINUTES])
def test_a_device_whose_clock_is_wrong_shows_the_right_time(browser: Browser, site, wrong):
    day = a_day("syg", 4, "running")
    with a_device(browser, wrong) as context:
        for address in addresses(day).values():
            page = context.new_page()
            page.goto(site.url + address)
            assert abs(page.evaluate("Date.now()") / 1000 - timezone.now().timestamp() - wrong.total_seconds()) < 60
            goes_right(page, day)
            clock.add_time(by=day.mc, competition=day.pk, seconds=60)
            wait_for(page, lambda page=page: is_right(page, day))
            page.close()


def test_a_device_whose_clock_jumps_or_that_sleeps_while_the_page_is_open_shows_the_right_time(browser: Browser, site):
    """In its sleep the clock that counts since the start and the one on the wall come apart."""
    day = a_day("syg", 4, "running")
    with a_device(browser, timedelta(0)) as context:
        for address in addresses(day).values():
            page = context.new_page()
            page.goto(site.url + address)
            goes_right(page, day)
            for wrong in (TEN_MINUTES, -TEN_MINUTES):
                set_clock(context, wrong)
                goes_right(page, day)
            context.clock.fast_forward(20_000)
            set_clock(context, -TEN_MINUTES)
            goes_right(page, day)
            page.close()


@pytest.mark.parametrize("kind", ["screen", "tablet", "phone"])
def test_a_clock_whose_script_comes_after_the_time_counts_at_once(browser: Browser, site, kind):
    """On a slow network. The time would be asked for again a minute later; here nobody tells it any more."""
    day = a_day("syg", 4, "running")
    held: list[Route] = []
    times: list[Response] = []
    with device(browser, viewport=PHONE) as page:
        page.route("**/js/clock.js", lambda route: held.append(route))
        page.on("response", lambda answer: times.append(answer) if answer.url.endswith("/live/time") else None)
        page.goto(site.url + addresses(day)[kind], wait_until="commit")
        wait_for(page, lambda: held and len(times) >= ASKED_AT_ONCE)
        page.route("**/live/time", lambda route: route.abort())
        page.wait_for_timeout(100)  # until the last answer is believed
        held.pop().continue_()
        goes_right(page, day)
        page.problems.clear()  # type: ignore[attr-defined]


def open_page(page: Page) -> object:
    """Which of the pages that the test put onto the screen is open."""
    return page.evaluate("[...document.querySelectorAll('ol[data-turns] > li')].findIndex((page) => !page.hidden)")


def page_by_the_server(page: Page) -> int:
    """Which of three pages is due by the server's time. Turns count from the moment that the screen was told."""
    since, pictures = page.evaluate(
        "[Number(document.getElementById('scene').dataset.since), document.querySelectorAll('#scene > .scene').length]"
    )
    return turn_at(timezone.now(), datetime.fromtimestamp(since / 1000, UTC), pictures).page % 3


def test_a_screen_whose_clock_is_wrong_turns_its_pages_with_the_others(browser: Browser, site):
    """Ten minutes are fifty turns, so by its own clock it would always show another of the three pages."""
    a_day("syg", 4, "drawn")
    with a_device(browser, TEN_MINUTES) as context:
        page = context.new_page()
        page.goto(site.url + "/screen")
        page.evaluate("""document.body.insertAdjacentHTML("beforeend",
            "<ol data-turns>" + "<li hidden>A page</li>".repeat(3) + "</ol>")""")
        wait_for(page, lambda: open_page(page) == page_by_the_server(page))
