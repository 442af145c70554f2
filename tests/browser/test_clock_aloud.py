"""What somebody hears who cannot see the clock: ten, five and one minutes, what the hall is told, and no ticking."""

from __future__ import annotations

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, expect

from scoring.queries.keys import keys_of
from tests.browser.desks import LAPTOP, PHONE, came_in, device, wait_for
from tests.browser.test_mc_desk import desk_of
from tests.browser.test_umpire_tablet import a_tablet
from tests.cast import Day, a_day
from tests.followed import code_of
from tests.web.visitors import invited
from tournament.actions import clock
from tournament.models import Clock, Event

LISTEN = """window.heard = [];
    const spoken = "[role=status], [role=alert], [aria-live]:not([aria-live=off])";
    const listen = (changes) => {
      for (const { target } of changes) {
        const place = (target.closest ? target : target.parentElement)?.closest(spoken);
        const words = place?.textContent.trim();
        if (words && words !== heard.at(-1)) heard.push(words);
      }
    };
    new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, characterData: true });"""
UP = "Time is up. Finish this turn, then count what you hold."
SOON = timedelta(seconds=5)
TEN, FIVE, ONE = (timedelta(minutes=minutes) for minutes in (10, 5, 1))


def leave(day: Day, left: timedelta) -> None:
    """So much is left, and a little: the moment itself comes in each browser."""
    Clock.objects.update(started_at=timezone.now() - timedelta(minutes=30) + left + SOON, added=timedelta(0))
    clock.add_time(by=day.mc, competition=day.pk, seconds=1)


def test_ten_five_and_one_minutes_are_said_once_and_the_seconds_never(browser, site):
    """On the desk, on a phone and on a tablet. The last hand of SYG begins at five minutes: both are said together."""
    day = a_day("syg", 4, "running")
    with (
        came_in(browser, site.url, invited(day.event, "mc"), viewport=LAPTOP) as desk,
        device(browser, viewport=PHONE) as mine,
        a_tablet(browser, site.url, keys_of(day.competition)[1].path) as tablet,
    ):
        desk.goto(desk_of(day, site.url))
        mia = code_of(day.who("Mia O'Brien").competitor_id)
        mine.goto(f"{site.url}/e/{Event.objects.get(pk=day.event).slug}/me/{mia}")
        pages: list[Page] = [desk, mine, tablet.page]
        for page in pages:
            expect(page.locator("[role=timer]")).to_have_attribute("aria-live", "off")
            page.evaluate(LISTEN)
        last = "Five minutes left. Last hand: don’t start another."
        for left, words in ((TEN, "Ten minutes left."), (FIVE, last), (ONE, "One minute left.")):
            leave(day, left)
            for page in pages:
                wait_for(page, lambda page=page, words=words: words in page.evaluate("heard"))
        clock.end_clock(by=day.mc, competition=day.pk)
        for page in pages:
            wait_for(page, lambda page=page: page.evaluate("heard").count(UP) == 1)
            heard = page.evaluate("heard")
            assert [words for words in heard if "left" in words or "Last" in words] == [
                "Ten minutes left.", last, "One minute left.",
            ]  # fmt: skip
            assert not any(re.search(r"\d:\d\d", words) for words in heard)
