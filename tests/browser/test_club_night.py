"""A club night in a real Chromium: from *Your events* to a running clock with eight clicks and two things typed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.desks import LAPTOP, PHONE, PHONE_IN_THE_DARK, TABLET, device, is_for_everyone
from tests.browser.test_setting_up import sign_in
from tests.cast import LONG_NAME
from tournament.models import Clock, Entry, Event

NAMES = ("Mia O’Brien", "Tomasi Vea", "Nguyễn Thị Ánh", "Jonah Katoa", "Priya Raman", "李小龍", "محمد عبد", LONG_NAME)
MOST_CLICKS = 8
CLICKS_OF_A_QUESTION = 2
"""Its answer, and the button again."""
NUMBERS = "lines => lines.map(line => line.dataset.number)"
COUNTS_CLICKS = """addEventListener("click", event => {
    if (event.isTrusted) sessionStorage.clicks = Number(sessionStorage.clicks || 0) + 1;
}, true)"""


def press(page: Page, role: str, name: str) -> None:
    page.get_by_role(role, name=re.compile(name)).click()  # type: ignore[arg-type]


def clicks(page: Page) -> int:
    return int(page.evaluate("sessionStorage.clicks"))


def from_the_names_to_a_running_clock(page: Page, same_name: str = "") -> None:
    """With the answer to whether two names that differ in signs only are one person's, where that is asked."""
    press(page, "button", "Roll the dice and draw")
    if same_name:
        page.get_by_role("radio", name=same_name).check()
        press(page, "button", "Roll the dice and draw")
    page.locator("#public").fill("4 6 1 1 3")
    press(page, "button", "Show these numbers")
    press(page, "button", "Yes, draw with these numbers")
    press(page, "link", "Publish without showing")
    press(page, "button", "Publish the draw")
    press(page, "button", "Start")
    expect(page.get_by_role("button", name=re.compile("Pause"))).to_be_visible()


def test_from_your_events_to_a_running_clock_in_eight_clicks(browser, site):
    with device(browser, viewport=LAPTOP) as page:
        sign_in(page, site.url)
        page.add_init_script(COUNTS_CLICKS)
        page.goto(f"{site.url}/organise/")
        press(page, "link", "New club night")
        expect(page.get_by_text("Type or paste the names first.").first).to_be_visible()
        is_for_everyone(page, PHONE_IN_THE_DARK)
        expect(page.locator(":focus")).to_have_attribute("id", "names")
        page.keyboard.insert_text("\n".join(NAMES))
        expect(page.get_by_role("heading", name="2 tables of 4")).to_be_visible()
        assert page.locator("#numbers div").evaluate_all(NUMBERS) == list("12345678")
        page.set_viewport_size(PHONE)
        is_for_everyone(page)
        page.set_viewport_size(LAPTOP)
        from_the_names_to_a_running_clock(page)
        assert clicks(page) <= MOST_CLICKS
    assert Clock.objects.get().started_at is not None
    assert re.fullmatch(r"Club night, \w+day \d+ \w+", Event.objects.get().name)


@pytest.mark.parametrize("way", ["Rotation", "Knockout"])
@pytest.mark.parametrize("alike", [False, True])
def test_a_knockout_takes_no_more_clicks_and_names_alike_one_question_more(browser, site, way, alike):
    """Whether Mia OBrien is Mia O’Brien nobody can know but the organiser."""
    names = [*NAMES, "Mia OBrien"] if alike else NAMES
    with device(browser, viewport=LAPTOP) as page:
        sign_in(page, site.url)
        page.add_init_script(COUNTS_CLICKS)
        page.goto(f"{site.url}/organise/")
        press(page, "link", "New club night")
        expect(page.locator(":focus")).to_have_attribute("id", "names")
        page.keyboard.insert_text("\n".join(names))
        expect(page.get_by_role("heading", name=re.compile("^2 tables"))).to_be_visible()
        if way == "Knockout":
            page.get_by_label(way).check()
            expect(page.get_by_role("heading", name="tables, then the final")).to_be_visible()
        from_the_names_to_a_running_clock(page, "No, another person" if alike else "")
        assert clicks(page) <= MOST_CLICKS + CLICKS_OF_A_QUESTION * alike
    assert Clock.objects.get().started_at is not None
    assert Entry.objects.count() == len(names)


def test_a_long_line_is_broken_and_its_numbers_stay_beside_their_names(browser, site):
    with device(browser, viewport=LAPTOP) as page:
        sign_in(page, site.url)
        page.goto(f"{site.url}/organise/new/club-night/")
        names = page.locator("#names")
        for size in (LAPTOP, TABLET, PHONE):
            page.set_viewport_size(size)
            names.fill("\n".join(["Mia", "Maximiliana " * 8, "x" * 90, "", "Ben"]))
            numbers = page.locator("#numbers div")
            assert numbers.evaluate_all(NUMBERS) == ["1", "2", "3", "", "4"]
            assert names.evaluate("field => field.scrollWidth - field.clientWidth") == 0, size
            lines = numbers.evaluate_all("all => all.map(one => Math.round(one.getBoundingClientRect().height / 27))")
            assert lines[0] == lines[3] == lines[4] == 1 and min(lines[1:3]) >= 2, size
            same_height = "([field, copy]) => field.scrollHeight - copy.scrollHeight"
            both = page.evaluate_handle("[names, numbers].map(box => (box.style.height = '20px', box))")
            assert abs(page.evaluate(same_height, both)) <= 1, size
            page.evaluate("[names, numbers].forEach(box => box.style.height = '')")


def test_buttons_for_one_more_and_one_fewer_redraw_the_poster(browser, site):
    with device(browser, viewport=LAPTOP) as page:
        sign_in(page, site.url)
        page.goto(f"{site.url}/organise/new/club-night/")
        for size in (TABLET, LAPTOP):
            page.set_viewport_size(size)
            fields = page.locator(".club-name input, .club-step input")
            assert fields.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth)") == [], size
        page.locator("#names").fill("\n".join(NAMES))
        press(page, "button", "Fewer rounds")
        expect(page.get_by_role("heading", name="Four rounds")).to_be_visible()
        page.get_by_label("Knockout").check()
        expect(page.get_by_role("heading", name="2 tables, then the final")).to_be_visible()
        expect(page.get_by_label("Rounds", exact=True)).to_be_hidden()
        press(page, "button", "Add groups")
        expect(page.get_by_text("One on each line: name, group")).to_be_visible()
        expect(page.locator("#names")).to_have_value("\n".join(NAMES))
