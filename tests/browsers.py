"""A real Chromium, the one that is installed on the machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, ConsoleMessage, Page, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Nothing but the page under test may use the network.
FLAGS = [
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def executable() -> str:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    assert found, f"No browser on the PATH: install one of {', '.join(NAMES)}."
    return found


@contextmanager
def chromium(playwright: Playwright) -> Iterator[Browser]:
    flags = [*FLAGS, "--no-sandbox"] if os.geteuid() == 0 else FLAGS
    browser = playwright.chromium.launch(executable_path=executable(), args=flags)
    try:
        yield browser
    finally:
        browser.close()


def is_problem(message: ConsoleMessage) -> bool:
    """Browsers look for an icon even beside plain text, which has none."""
    return message.type == "error" and not message.location["url"].endswith("/favicon.ico")


@contextmanager
def watched_page(browser: Browser) -> Iterator[Page]:
    """A page in a fresh context, as on a new device. Errors that only the console shows (a refused script, say) count:
    a test that expects some clears `page.problems` itself."""
    context = browser.new_context()
    page = context.new_page()
    problems: list[str] = []
    page.problems = problems  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text) if is_problem(message) else None)
    try:
        yield page
        assert problems == [], f"The browser's console shows: {problems}"
    finally:
        context.close()
