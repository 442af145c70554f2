"""What the browser tests of the roles' own pages share: coming in by a link, and what every page must be."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, FloatRect, Locator, Page
from playwright.sync_api import ViewportSize as Size

from tests.browsers import device
from tests.programs import PATIENCE

PHONE: Size = {"width": 390, "height": 844}
TABLET: Size = {"width": 1024, "height": 768}
LAPTOP: Size = {"width": 1366, "height": 768}
PHONE_IN_THE_DARK = (PHONE, "dark")
AXE = Axe()

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL_TEXT = """[...document.querySelectorAll('body *:not(svg *)')].filter(e =>
    [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && parseFloat(getComputedStyle(e).fontSize) < 14
).map(e => e.outerHTML.slice(0, 120))"""
SMALL_TARGETS = """[...document.querySelectorAll('a:not(.skip, p a, li li a, .check a), button, summary')].filter(e =>
    e.checkVisibility() && e.getBoundingClientRect().height < 48).map(e => e.outerHTML.slice(0, 120))"""
OPEN_DETAILS = "document.querySelectorAll('details').forEach(details => details.open = true), 'axe' in window"
LOOKED_AT_OF_EACH_LOOK = 3
MARK_ALIKE = f"""() => {{
  const looks = new Map([[null, ""]]), counts = new Map();
  const look = element => {{
    if (!looks.has(element)) {{
      const style = getComputedStyle(element);
      const own = ["color", "backgroundColor", "backgroundImage", "opacity", "filter", "mixBlendMode", "textShadow",
        "fontSize", "fontWeight"].map(name => style[name]);
      const lies = ["absolute", "fixed", "sticky"].includes(style.position) ? looks.size : "";
      const off = element.matches(":disabled, [aria-disabled=true], [aria-hidden=true]");
      looks.set(element, `${{look(element.parentElement)}}/${{own}} ${{lies}} ${{off}}`);
    }}
    return looks.get(element);
  }};
  for (const element of document.querySelectorAll("body *:not(svg *)")) {{
    const reads = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    const count = reads && element.checkVisibility() ? (counts.get(look(element)) ?? 0) + 1 : 0;
    if (count) counts.set(look(element), count);
    element.toggleAttribute("data-alike", count > {LOOKED_AT_OF_EACH_LOOK});
  }}
  axe.configure({{ rules: [{{ id: "color-contrast", selector: "*:not([data-alike])" }}] }});
}}"""
"""Contrast is four fifths of axe's work, and the hundredth name of a list has that of the first three: text in the same
colours and letters, on the same colours all the way up to the page. What lies over something else is always looked
at."""
FAULTS = f"""async only => ({{
    sideways: {SIDEWAYS},
    text: {SMALL_TEXT},
    targets: {SMALL_TARGETS},
    violations: (await axe.run({{
        resultTypes: ["violations"], ...(only.length && {{ runOnly: {{ type: "rule", values: only }} }}),
    }})).violations,
}})"""
"""In one question, and only what is wrong: to hand over all that axe finds right takes longer than to look."""
SILENT_UNTIL_TOUCHED = """const state = { get() { return window.allowed || "suspended"; } };
    Object.defineProperty(AudioContext.prototype, "state", state);
    AudioContext.prototype.resume = async function () { if (window.touched) window.allowed = "running"; };
    addEventListener("pointerdown", () => (window.touched = true), true);"""
"""A browser that plays no sound before somebody has touched the page."""
REFUSED = re.compile(r"status of (403|409|422)|^htmx:(sendAbort|afterRequest), ")
"""What a test wanted, and htmx's words for a look that a button forestalled."""


def wait_for(page: Page, condition: Callable[[], object]) -> None:
    """Until it is so. The page goes on meanwhile: what it tells comes to the test only while the test waits for it."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "It never came."
        page.wait_for_timeout(20)


def place_of(part: Locator) -> FloatRect:
    """Where it stands. A page that is drawn anew in the same moment has it nowhere, and is asked again."""
    end = time.monotonic() + PATIENCE
    while not (place := part.bounding_box()):
        assert time.monotonic() < end, "It stands nowhere."
    return place


def measured(part: Locator, question: str) -> Any:
    """What a function of the page's own says of this part. A page that is drawn anew in the same moment has thrown the
    part away, which then has no size at all; it is asked again."""
    end = time.monotonic() + PATIENCE
    while not (answers := part.evaluate(f"part => part.isConnected ? [({question})(part)] : []")):
        assert time.monotonic() < end, "It is drawn anew again and again."
    return answers[0]


@contextmanager
def came_in(browser: Browser, address: str, link: str, **options: Any) -> Iterator[Page]:
    """A device of somebody who opened their link and pressed the button. The console may show that a page refused
    something, which is what the test wanted, and nothing else."""
    with device(browser, **options) as page:
        page.goto(address + link)
        if page.get_by_label("Your name").count():
            page.get_by_label("Your name").fill("Ruth Katoa")
        page.get_by_role("button", name="Come in").click()
        page.wait_for_url(re.compile("/(group|organise|mc)/"))
        yield page
        problems = page.problems  # type: ignore[attr-defined]
        problems[:] = [problem for problem in problems if not REFUSED.search(problem)]


def is_for_everyone(page: Page, *also: tuple[Size, str], small: bool = False) -> None:
    """No sideways scrolling, nothing too small to read or to hit, and nothing that axe finds; `also` on devices of
    these sizes, light or dark, where only what can differ there is looked at again. `small` text is allowed on what a
    projector shows, which shrinks as a whole."""
    page.wait_for_load_state()
    if not page.evaluate(OPEN_DETAILS):
        page.evaluate(AXE.axe_script)
    _can_be_read(page, small)
    was = page.viewport_size
    for size, scheme in also:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        _can_be_read(page, small, only=["color-contrast", "target-size"])
    if also and was:
        page.set_viewport_size(was)
        page.emulate_media(color_scheme="null")


def _can_be_read(page: Page, small: bool, only: Sequence[str] = ()) -> None:
    device = f"{page.url} at {page.viewport_size}"
    page.evaluate(MARK_ALIKE)
    faults = page.evaluate(FAULTS, list(only))
    assert faults["sideways"] == 0, device
    if not small:
        assert faults["text"] == [], device
        assert faults["targets"] == [], device
    found = AxeResults(faults)
    assert found.violations_count == 0, f"{device}: {found.generate_report()}"


def exchange_first_seats(page: Page) -> None:
    """Of the first two tables, on the ceremony's page. By chance two of one group may meet: it asks."""
    for table in (0, 1):
        page.locator(".table").nth(table).locator("label").first.click()
    page.get_by_label("Why they’re swapping seats").select_option("Somebody needs this seat")
    page.get_by_role("button", name="Swap the two seats").click()
    done = page.get_by_text("The two have swapped seats.")
    done.or_(page.get_by_role("alert")).first.wait_for()
    if page.get_by_role("alert").count():  # two of one group would meet: it asks once
        page.get_by_role("button", name="Yes, swap them").click()
    done.wait_for()
