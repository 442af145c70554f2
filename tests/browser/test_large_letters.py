"""Public pages on a small phone with letters twice as large: no text one letter a line, no word broken that has room,
nothing sideways."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.desks import SIDEWAYS
from tests.browsers import chromium, device
from tests.cast import LONG_NAME, Day, a_day
from tests.followed import code_of
from tests.web.visitors import invited
from tournament.actions import hall_messages

SMALL_PHONE = {"width": 320, "height": 640}
SQUEEZED = """() => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode.data.trim();
        const place = texts.currentNode.parentElement;
        if (text.length < 4 || !place.checkVisibility() || place.closest("svg, .unseen, script")) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const lines = new Set([...range.getClientRects()].filter(r => r.width > 1).map(r => Math.round(r.top)));
        if (lines.size * 3 > text.length) found.push(`${lines.size} lines: ${text} (${place.className})`);
    }
    return found;
}"""
"""Texts with fewer than three letters a line."""
ROOM_FOR_A_WORD = 240
"""Pixels: three quarters of the phone. A wider word may be broken."""
BROKEN = f"""() => {{
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {{
        const place = texts.currentNode.parentElement;
        if (!place.checkVisibility() || place.closest("svg, .unseen, script, style, code, pre")) continue;
        for (const word of texts.currentNode.data.matchAll(/[\\p{{L}}\\p{{M}}'’]+/gu)) {{
            if (/[\\p{{Script=Han}}]/u.test(word[0])) continue;
            const range = document.createRange();
            range.setStart(texts.currentNode, word.index);
            range.setEnd(texts.currentNode, word.index + word[0].length);
            const parts = [...range.getClientRects()].filter(part => part.width > 1);
            const lines = new Set(parts.map(part => Math.round(part.top)));
            const wide = parts.reduce((sum, part) => sum + part.width, 0);
            if (lines.size > 1 && wide <= {ROOM_FOR_A_WORD})
                found.push(`broken: ${{word[0]}}, ${{Math.round(wide)}} px (${{place.className}})`);
        }}
    }}
    return found;
}}"""
"""Words that are broken although the phone has room for them; Chinese may be broken anywhere."""


def public_pages(day: Day) -> list[str]:
    """The address of every public page of a day."""
    grade = day.competition
    competition, event = f"/c/{grade.slug}/", f"/e/{grade.event.slug}/"
    people = ("Mia O'Brien", LONG_NAME, "محمد علي")
    return [
        "/", "/login/", "/table/", event, f"{event}?q=mi", f"{event}?q=nobody",
        *(f"{event}me/{code_of(day.who(name).competitor_id)}" for name in people),
        *(competition + page for page in ("", "draw/", "rounds/1/", "rounds/2/", "standings/", "results/")),
    ]  # fmt: skip


def news(day: Day) -> list[str]:
    """The pages that look different at each stage of a day: of the event, of a person, and of the competition."""
    grade = day.competition
    me = f"/e/{grade.event.slug}/me/{code_of(day.who(LONG_NAME).competitor_id)}"
    return [f"/e/{grade.event.slug}/", me, f"/c/{grade.slug}/", f"/c/{grade.slug}/rounds/1/", f"/c/{grade.slug}/draw/"]


def faults(page: Page, address: str) -> list[str]:
    page.goto(address)
    page.evaluate("document.querySelectorAll('details').forEach(details => details.open = true)")
    sideways = page.evaluate(SIDEWAYS)
    found = [*page.evaluate(SQUEEZED), *page.evaluate(BROKEN), *([f"{sideways} px sideways"] if sideways else [])]
    return [f"{address}: {fault}" for fault in found]


def test_nothing_runs_one_letter_a_line_or_scrolls_sideways(browser, site):
    found: list[str] = []
    with chromium(browser.browser_type, letters=32) as large, device(large, viewport=SMALL_PHONE) as page:
        for day in (
            a_day("syg", 16, "running"),
            a_day("bac", 9, "round closed", rounds=2),
            a_day("bac", 8, "finished", rounds=1, name="Under 18"),
        ):
            hall_messages.say_to_everybody(by=day.mc, event=day.event, words=LONG_NAME)
            found += [fault for address in public_pages(day) for fault in faults(page, site.url + address)]
        page.problems.clear()  # type: ignore[attr-defined]  # a round that is not made yet is no page
    assert found == []


def test_nor_at_any_other_stage_of_a_day_nor_on_the_way_in(browser, site):
    """Before the draw, in a break, at time up, while the podium is waited for; each round is drawn anew."""
    day = Day("syg", redraw=True).people(16)
    with chromium(browser.browser_type, letters=32) as large, device(large, viewport=SMALL_PHONE) as page:
        ways_in = ("/nothing/", "/join/guessed", invited(day.event, "mc"))
        found = [fault for address in ways_in for fault in faults(page, site.url + address)]
        assert page.url.endswith("/welcome/")
        for stage in ("entries open", "entries closed", "sealed", "published", "time up", "round closed"):
            day.until(stage)
            found += [fault for address in news(day) for fault in faults(page, site.url + address)]
        page.goto(f"{site.url}/screen")
        day.next_round().until("round closed")
        results = [f"/c/{day.competition.slug}/{part}/" for part in ("standings", "rounds/2", "results")]
        found += [fault for address in news(day) + results for fault in faults(page, site.url + address)]
        assert page.locator("[data-look-at]").count()  # it waits
        page.problems.clear()  # type: ignore[attr-defined]  # what is not there is refused
    assert found == []
