"""A real Chromium: one that is installed on the machine, or the one that Playwright brings.

`python -m tests.browsers` prints which one; .ci/browser asks it, so that there is one answer.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, BrowserType, ConsoleMessage, Page, sync_playwright

from tests.backends import address_of_this_process
from tests.programs import PATIENCE, PROJECT

WITHOUT_WINDOWS = PROJECT / ".venv/share/chromium/chromium-headless-shell"
"""The same browser with nothing around its pages, which .ci/browser unpacks where it can. It has no lists that drop
down: a letter typed at a select chooses nothing."""
NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
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

BYTES_OF_SHARED_MEMORY_FOR_ALL_BROWSERS = 2 * 1024**3


def runs(program: str) -> bool:
    """A name on the PATH may be a stub that only says how to install the browser."""
    try:
        return subprocess.run([program, "--version"], capture_output=True).returncode == 0
    except OSError:
        return False


def executable(kind: BrowserType, *, windows: bool = False) -> str | None:
    """The first that really runs."""
    candidates = [*filter(None, map(shutil.which, NAMES)), kind.executable_path]
    return next(filter(runs, candidates if windows else [str(WITHOUT_WINDOWS), *candidates]), None)


def unneeded_here() -> list[str]:
    """Of what Playwright adds. Where memory that programs share is scarce, as in a small container, it has Chromium use
    files instead; elsewhere each picture of a page would be written to the disk."""
    shared = Path("/dev/shm")
    roomy = shared.exists() and shutil.disk_usage(shared).free > BYTES_OF_SHARED_MEMORY_FOR_ALL_BROWSERS
    return ["--disable-dev-shm-usage"] if roomy else []


@contextmanager
def chromium(kind: BrowserType, *, windows: bool = False, letters: int = 16) -> Iterator[Browser]:
    """The one without windows, where it is here, unless a test asks for what only the other does. `letters` is the size
    that its owner has set for them, in pixels."""
    flags = [*FLAGS, f"--blink-settings=defaultFontSize={letters}", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    found = executable(kind, windows=windows)
    assert found, "No Chromium runs here: .ci/browser gets one, or says what to install."
    browser = kind.launch(executable_path=found, args=flags, ignore_default_args=unneeded_here())
    try:
        yield browser
    finally:
        for lent in [lent for lent in _rested if lent[0] is browser]:
            del _rested[lent]
        browser.close()


def is_problem(message: ConsoleMessage) -> bool:
    """Browsers look for an icon even beside plain text, which has none; and a form that was refused (409, 422) answers
    with a page of its own, which is no failure."""
    refused = any(f"the server responded with a status of {status}" in message.text for status in (409, 422))
    return message.type == "error" and not refused and not message.location["url"].endswith("/favicon.ico")


def new_context(browser: Browser, **options: object) -> BrowserContext:
    """A new device. Nothing on it moves: axe would measure colours half-way. Whatever is waited for comes in its own
    time."""
    context = browser.new_context(**{"reduced_motion": "reduce", **options})  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE * 1000)
    return context


_rested: dict[tuple[Browser, str], list[BrowserContext]] = {}
"""Devices of each browser and kind that nobody holds."""


@contextmanager
def lent_context(browser: Browser, *, own: bool = False, **options: object) -> Iterator[BrowserContext]:
    """A device that knows nothing of this site but its files. To make one takes seconds of Chromium's work,
    so it is lent to one test after the other, without what the pages have stored on it. One tab stays open, and with it
    the process that shows the next one. A test that changes the device itself, its clock for instance, asks for its
    `own`."""
    rested = _rested.setdefault((browser, repr(sorted(options.items()))), [])
    context = rested.pop() if rested and not own else new_context(browser, **options)
    tab = context.pages[0] if context.pages else context.new_page()
    try:
        yield context
    except BaseException:
        context.close()
        raise
    if own:
        context.close()
        return
    for page in context.pages:
        if page is not tab:
            page.close()
    forget_all(context, tab)
    rested.append(context)


def forget_all(context: BrowserContext, tab: Page) -> None:
    """Cookies, and whatever pages of a site in this process have stored."""
    context.clear_cookies()
    _, port = address_of_this_process()
    session = context.new_cdp_session(tab)
    session.send("Storage.clearDataForOrigin", {"origin": f"http://localhost:{port}", "storageTypes": "all"})
    session.detach()


@contextmanager
def device(browser: Browser, *, own: bool = False, **options: object) -> Iterator[Page]:
    """A page as on a new device. Errors that only the console shows (a refused script, say) count: a test that expects
    some clears `page.problems` itself."""
    with lent_context(browser, own=own, **options) as context:
        page = context.new_page()
        problems: list[str] = []
        page.problems = problems  # type: ignore[attr-defined]
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text) if is_problem(message) else None)
        yield page
        assert problems == [], f"The browser’s console shows: {problems}"


def main() -> int:
    with sync_playwright() as playwright:
        found = executable(playwright.chromium)
    sys.stdout.write(f"{found or 'No Chromium runs here.'}\n")
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
