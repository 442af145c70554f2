"""A tablet at table 1 in a real Chromium, and what an umpire does with it; what the server holds in the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, expect

from scoring.models import Hand
from tests.browsers import lent_context
from tests.cast import Day
from tests.programs import PATIENCE

STANDING = {"width": 768, "height": 1024}
LYING = {"width": 1024, "height": 768}
TABLE = "**/table/uno-open/1/do/*"
UNHURRIED = """let clicks = 0;
addEventListener("click", (event) => {
  if (event.detail === 1) Object.defineProperty(event, "timeStamp", { value: event.timeStamp + (clicks += 1) * 1000 });
}, true);"""
"""A test is quicker than any finger: each click comes a second after the last, and only a double click is one."""


class TouchedTablet:
    """One tablet at table 1, and what a person does with it."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context, self.url = context, url
        self.problems: list[str] = []
        self.new_page()

    def new_page(self) -> None:
        self.page = self.context.new_page()
        self.page.add_init_script(UNHURRIED)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def open(self, path: str = "/table/uno-open/1/") -> TouchedTablet:
        self.page.goto(self.url + path)
        self.page.locator("body[data-view]").wait_for()
        return self

    def play(self) -> TouchedTablet:
        """Everybody sits; if not all are ticked, or nobody deals first, it goes on all the same."""
        if self.page.locator("body[data-view=sit]").count():
            self.tap("Play", exact=True)
            if self.page.locator("#before-first[open]").count():
                self.tap("Go on anyway")
        return self

    def tap(self, name: str, **more: Any) -> None:
        self.page.get_by_role("button", name=name, **more).first.click()

    def went_out(self, seat: int) -> None:
        """The shortest way into the count: a tap on the seat of whoever went out."""
        self.page.locator(".seat-card").nth(seat - 1).click()

    def face(self, name: str) -> Locator:
        return self.page.locator(f"[data-key='face-{name}']")

    def cards(self, *faces: str) -> None:
        """Taps of a finger, which are short also where the machine is slow."""
        for name in faces:
            self.face(name).tap()

    def total(self, digits: str) -> None:
        """Whoever types totals is asked for totals from then on."""
        self.page.locator(".steps").wait_for()
        if not self.page.locator(".keypad").count():
            self.tap("Type a total")
        self.type(digits)

    def type(self, digits: str) -> None:
        for digit in digits:
            self.page.locator(f"[data-key=key-{digit}]").click()

    def go(self) -> None:
        """The one next thing: count the next, or save."""
        self.page.locator("[data-key=go]").click()

    def count(self, *totals: str) -> None:
        """Everybody who holds cards, in the order of the page; then save."""
        for digits in totals:
            self.total(digits)
            self.go()

    def rows(self) -> Locator:
        return self.page.locator(".hands tbody tr")

    def received(self, number: int) -> None:
        """All of them, and none only here."""
        expect(self.page.locator(".hands tbody tr.received")).to_have_count(number)
        expect(self.page.locator(".hands tbody tr.waiting")).to_have_count(0)
        expect(self.page.get_by_text("not sent yet")).to_have_count(0)

    def totals(self) -> list[str]:
        return self.page.locator(".seat-points").all_inner_texts()

    def trouble(self) -> Locator:
        return self.page.locator("[data-trouble] .trouble:not(.seat-changes)")

    def until(self, condition: Callable[[], Any]) -> Any:
        """What it answers, once it is so; the page goes on meanwhile."""
        end = time.monotonic() + PATIENCE
        while not (answer := condition()):
            assert time.monotonic() < end
            self.page.wait_for_timeout(50)
        return answer


@contextmanager
def a_device(browser: Browser, url: str, **options: Any) -> Iterator[TouchedTablet]:
    """A tablet that has opened nothing yet. An error in its page fails the test."""
    with lent_context(browser, **{"viewport": STANDING, "has_touch": True, **options}) as context:
        tablet = TouchedTablet(context, url)
        yield tablet
        assert tablet.problems == [], tablet.problems


@contextmanager
def a_tablet(browser: Browser, url: str, key: str, *, sits: bool = False, **options: Any) -> Iterator[TouchedTablet]:
    """A device that came by this key; with `sits` it shows who sits where, otherwise the play."""
    with a_device(browser, url, **options) as tablet:
        tablet.open(key)
        yield tablet if sits else tablet.play()


def hands(day: Day) -> list[dict[int, int]]:
    """What the server has: points held by seat, hand by hand."""
    rows = Hand.objects.filter(table=day.table(1), deleted_at__isnull=True).order_by("number")
    return [dict(hand.held.order_by("seat__number").values_list("seat__number", "points")) for hand in rows]
