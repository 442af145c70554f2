"""What the browser tests of the roles' own pages share: coming in by a link, and what every page must be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.test_public_pages import SIDEWAYS, SMALL_TARGETS, SMALL_TEXT
from tests.browsers import is_problem

PHONE = {"width": 390, "height": 844}
TABLET = {"width": 1024, "height": 768}
REFUSED = re.compile(r"status of (403|409|422)")


@contextmanager
def came_in(browser: Browser, address: str, link: str, **options: object) -> Iterator[Page]:
    """A device of somebody who opened their link and pressed the button. The console may show that a page refused
    something, which is what the test wanted, and nothing else."""
    context = browser.new_context(**options)  # type: ignore[arg-type]
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if is_problem(said) else None)
    try:
        page.goto(address + link)
        if page.get_by_label("Your name").count():
            page.get_by_label("Your name").fill("Ruth Katoa")
        page.get_by_role("button", name="Come in").click()
        page.wait_for_url(re.compile("/(group|organise)/"))
        yield page
        assert [problem for problem in problems if not REFUSED.search(problem)] == []
    finally:
        context.close()


def is_for_everyone(page: Page) -> None:
    """No sideways scrolling, nothing too small to read or to hit, and nothing that axe finds."""
    assert page.evaluate(SIDEWAYS) == 0, page.url
    assert page.evaluate(SMALL_TEXT) == [], page.url
    assert page.evaluate(SMALL_TARGETS) == [], page.url
    found = Axe().run(page)
    assert found.violations_count == 0, f"{page.url}: {found.generate_report()}"
