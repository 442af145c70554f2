"""The organiser's board in a real Chromium: it follows the tables by itself, paper is typed by keyboard alone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from scoring.actions import calls, corrections
from scoring.models import Hand
from tests.browser.desks import LAPTOP, PHONE_IN_THE_DARK, came_in, is_for_everyone
from tests.browser.umpires import LYING
from tests.cast import OUT, Day, a_day
from tests.web.offices import tablet, trouble
from tournament.actions.accounts import make_login_link


def board_of(day: Day, url: str) -> str:
    competition = day.competition
    return f"{url}/organise/{competition.event.slug}/{competition.slug}/board/"


def card(page: Page, number: int):
    return page.locator(f"#table-{number}")


def test_it_follows_the_tables_and_keeps_search_filter_and_focus(browser, site):
    day = a_day("syg", 8, "running")
    with came_in(browser, site.url, make_login_link(), viewport=LAPTOP) as page:
        page.goto(board_of(day, site.url))
        expect(card(page, 1)).to_contain_text("Not seated")
        card(page, 1).focus()
        day.hand(1, [OUT, 10, 20, 30])
        expect(card(page, 1)).to_contain_text("1 hand")
        expect(card(page, 1)).to_be_focused()

        search = page.get_by_role("searchbox")
        search.press_sequentially("2")
        expect(card(page, 1)).to_have_count(0)
        day.hand(2, [OUT, 10, 20, 30])
        expect(card(page, 2)).to_contain_text("1 hand")
        expect(card(page, 1)).to_have_count(0)
        expect(search).to_be_focused()
        expect(search).to_have_value("2")

        search.fill("")
        expect(card(page, 1)).to_have_count(1)
        page.locator("#count-playing").click()
        expect(page.get_by_text("2 of 2 tables playing")).to_be_visible()
        calls.raise_flag(by=day.umpire(2), table=day.table(2).pk, message="A card is missing")
        expect(page.get_by_text("A card is missing")).to_be_visible()
        expect(card(page, 2)).to_contain_text("Needs you")
        expect(page.get_by_text("2 of 2 tables playing")).to_be_visible()

        page.get_by_role("button", name="Somebody’s there now").click()
        expect(page.get_by_role("heading", name="All good: no table needs you")).to_be_visible()


def test_a_sheet_follows_its_table_and_keeps_a_reason_that_is_being_typed(browser, site):
    day = a_day("syg", 8, "running")
    day.hand(1, [OUT, 10, 20, 30])
    with came_in(browser, site.url, make_login_link(), viewport=LAPTOP) as page:
        page.goto(board_of(day, site.url) + "1/")
        page.get_by_text("Accept it anyway").click()
        page.get_by_label("Reason").select_option("Somebody had to leave")
        page.get_by_label("Note (optional)").fill("the table has to")
        day.hand(1, [OUT, 10, 20, 30])
        expect(page.locator("#hand-2")).to_be_visible()
        expect(page.locator("#why-early")).to_have_value("had_to_leave")
        expect(page.locator("#why-early-note")).to_have_value("the table has to")


def test_the_way_to_change_a_hand_is_in_sight_on_a_tablet(browser, site):
    day = a_day("syg", 8, "running")
    day.hand(1, [OUT, 10, 20, 30])
    with came_in(browser, site.url, make_login_link(), viewport=LYING) as page:
        page.goto(board_of(day, site.url) + "1/")
        expect(page.locator("#hand-1")).to_be_in_viewport(ratio=1)


TOPS = "fields => fields.map(field => Math.round(field.getBoundingClientRect().bottom))"


def test_paper_is_typed_by_keyboard_alone(browser_with_windows, site):
    """Whoever went out is chosen from a list by a letter."""
    day = a_day("syg", 8, "running")
    with came_in(browser_with_windows, site.url, make_login_link(), viewport=LAPTOP) as page:
        page.goto(board_of(day, site.url) + "1/paper/")
        for number, (out, typed) in enumerate([("b", ["12", "", "84", "7"]), ("a", ["", "1", "2", "3"])], start=1):
            expect(page.get_by_label("Last card")).to_be_focused()
            expect(page.get_by_label("Hand", exact=True)).to_have_value(str(number))
            page.keyboard.press("Tab")
            page.keyboard.type(out)
            for points in typed:
                page.keyboard.press("Tab")
                page.keyboard.type(points)
            page.keyboard.press("Enter")
            expect(page.get_by_text(f"Hand {number} is saved.")).to_be_visible()

        for points in ("c", "5", "x", "", "9"):
            page.keyboard.press("Tab")
            page.keyboard.type(points)
        page.keyboard.press("Enter")
        expect(page.get_by_text("Type a whole number of points.")).to_be_visible()
        expect(page.locator("#seat4")).to_have_value("9")
        expect(page.locator("#seat2")).to_be_focused()
        tops = page.locator(".hand-line").locator("input, select").evaluate_all(TOPS)
        assert len(set(tops)) == 1, tops  # what is wrong stands below its field, which stays in line
        is_for_everyone(page)
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type("6")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Hand 3 is saved.")).to_be_visible()
    hands = Hand.objects.order_by("number")
    assert [[held.points for held in hand.held.order_by("seat__number")] for hand in hands] == [
        [12, 84, 7],
        [1, 2, 3],
        [5, 6, 9],
    ]


def test_it_works_without_javascript(browser, site):
    day = a_day("syg", 8, "running")
    day.hand(1, [OUT, 10, 20, 84])
    tablet(day, 1, trouble=trouble(day, 1, 1, [None, 10, 20, 48]))
    with came_in(browser, site.url, make_login_link(), viewport=LAPTOP, java_script_enabled=False) as page:
        page.goto(board_of(day, site.url))
        page.get_by_role("searchbox").fill("2")
        page.get_by_role("button", name="Search").click()
        expect(card(page, 1)).to_have_count(0)
        page.get_by_role("link", name="Show all").click()
        page.get_by_role("button", name="48 on a tablet").click()
        expect(page.get_by_role("heading", name="All good: no table needs you")).to_be_visible()
        day.hand(2, [OUT, 10, 20, 30])
        page.get_by_role("link", name="Refresh").click()
        expect(card(page, 2)).to_contain_text("1 hand")
        day.ring()
        for number in (1, 2):
            card(page, number).click()
            page.get_by_role("button", name="Accept").click()
            page.get_by_role("link", name="The board", exact=True).last.click()
        page.get_by_role("link", name="Close Round 1").click()
        page.get_by_role("button", name="Close Round 1").click()
        expect(page.get_by_text("Goes on to the final, table 1")).to_have_count(2)
        page.get_by_role("button", name="Make the final").click()
        expect(page.get_by_role("heading", name="Final")).to_be_visible()


def eventful() -> Day:
    """Four tables: one calls, one is torn, one is silent and refused something, one is in and was corrected."""
    day = a_day("syg", 16, "running")
    for number in (1, 2, 3, 4):
        day.hand(number, [OUT, 10, {"7": 1, "wild": 2}, 30])
        tablet(day, number, ago=400 if number == 3 else 0)
    calls.raise_flag(by=day.umpire(1), table=day.table(1).pk, message="A card is missing")
    tablet(day, 2, trouble=trouble(day, 2, 1, [None, 11, 20, 48]))
    tablet(day, 3, ago=400, trouble={"request": "r", "hand": 2, "said": "A fifth Wild."})
    day.ring().accept(4)
    corrected = day.typed(4, [OUT, 12, 20, 30]) | {"number": 1, "version": 1}
    corrections.correct_hand(by=day.organiser, why="miscounted", **corrected)
    return day


def test_every_page_fits_and_can_be_read_by_everyone(browser, site):
    day = eventful()
    over = a_day("bac", 8, "round closed", of_each=2, name="Rotation", rounds=2)
    early = Day("syg", name="Early").people(3)
    own, rotation, waits = (board_of(event_day, site.url) for event_day in (day, over, early))
    pages = [own, f"{own}?show=needs-you", f"{own}?q=nobody", f"{own}round/", f"{own}1/", f"{own}2/", f"{own}3/"]
    pages += [f"{own}4/", f"{own}1/paper/", f"{own}4/paper/", f"{own}1/hands/1/", f"{own}4/hands/1/"]
    pages += [f"{own}4/hands/add/", own.replace("/board/", "/keys/"), f"{rotation}round/", waits]
    with came_in(browser, site.url, make_login_link(), viewport=LAPTOP) as page:
        for path in pages:
            page.goto(path)
            is_for_everyone(page, PHONE_IN_THE_DARK)
        page.goto(f"{own}4/hands/1/")
        page.locator("#seat2").fill("40")
        page.get_by_role("button", name="Show what it changes").click()
        expect(page.get_by_text(re.compile("12 becomes 40 in total"))).to_be_visible()
        is_for_everyone(page)
