"""What the browser tests of pages for people with a role share: coming in, and what every page must be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.test_public_pages import SIDEWAYS, SMALL_TARGETS, SMALL_TEXT, device

PHONE = {"width": 390, "height": 844}
TABLET = {"width": 1024, "height": 768}


@contextmanager
def came_in(browser: Browser, address: str, link: str, *, expected: str = "", **options: object) -> Iterator[Page]:
    """A device of somebody who opened their link and pressed the button. A refusal that a test provokes on purpose is
    in the console too: `expected` is the status it may have."""
    with device(browser, **options) as page:
        page.goto(address + link)
        if page.get_by_label("Your name").count():
            page.get_by_label("Your name").fill("Ruth Katoa")
        page.get_by_role("button", name="Come in").click()
        page.wait_for_load_state()
        yield page


def is_for_everyone(page: Page) -> None:
    """No sideways scrolling, nothing too small to read or to hit, and nothing that axe finds."""
    assert page.evaluate(SIDEWAYS) == 0, page.url
    assert page.evaluate(SMALL_TEXT) == [], page.url
    assert page.evaluate(SMALL_TARGETS) == [], page.url
    found = Axe().run(page)
    assert found.violations_count == 0, f"{page.url}: {found.generate_report()}"
