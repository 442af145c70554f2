"""One Chromium for all modules, and what the tests of the umpire's tablet share: a running round of four, its key, and
a tablet that came by it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from scoring.queries.keys import keys_of
from tests.browser.umpires import TouchedTablet, a_tablet
from tests.browsers import chromium, device
from tests.cast import Day, a_day
from tests.sites import Site


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Playwright keeps an event loop in this thread, which Django would take for async code and refuse to serve; so
    it is gone when other folders' tests come."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=60_000)  # what is expected comes in its own time: no test measures the machine
    with sync_playwright() as playwright, chromium(playwright.chromium) as running:
        yield running
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def browser_with_windows(browser: Browser) -> Iterator[Browser]:
    """The browser that people have, for what only that one does."""
    with chromium(browser.browser_type, windows=True) as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with device(browser) as opened:
        yield opened


@pytest.fixture
def day(site: Site) -> Day:
    return a_day("syg", 8, "running")


@pytest.fixture
def key(day: Day) -> str:
    return keys_of(day.competition)[1].path


@pytest.fixture
def tablet(browser: Browser, site: Site, key: str) -> Iterator[TouchedTablet]:
    with a_tablet(browser, site.url, key) as opened:
        yield opened
