"""One test goes the whole way in a real Chromium: from the first login to a record that anybody can check."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Browser, Page, expect

from scoring.record.check import check_record
from tests.browser.desks import LAPTOP, PHONE, device, exchange_first_seats
from tests.browser.test_setting_up import sign_in
from tests.cast import Day
from tests.programs import get
from tournament.models import Competition, Entry
from tournament.server import alarms

HERE = "/organise/southern-youth-games/"
OPEN = f"{HERE}uno-open/"
LIST = """Church;Full name;Kind
Elim;Priya Joshi;entry
Elim;Tess Dunn;reserve
Northside;Hana Tanaka;entry
Bayside;Oscar Xu;entry
Hope Hills;Leilani Vea;entry
Grace Park;Amara Okafor;entry
Grace Park;Jude Addo;reserve
St Mark's;Caleb Smith-Jones;entry
"""


def set_up(page: Page, url: str) -> None:
    sign_in(page, url)
    page.get_by_role("link", name="New event").click()
    page.get_by_label("Name", exact=True).first.fill("Southern Youth Games")
    page.get_by_role("button", name="Set up the event").click()
    page.get_by_role("link", name="Add groups").click()
    page.get_by_label("Names").fill("Riverside\nBethel\nZion")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Make all 3 links").click()
    expect(page.get_by_text("3 links made.")).to_be_visible()


def link_of(page: Page, url: str, group: str) -> str:
    """The link as the organiser copies it."""
    page.goto(f"{url}{HERE}groups/")
    page.get_by_role("link", name=re.compile(f"^{group}")).click()
    return "/join/" + page.get_by_label("Link", exact=True).input_value().partition("/join/")[2]


def enter_on_a_phone(browser: Browser, url: str, link: str, entry: str, reserve: str) -> None:
    with device(browser, viewport=PHONE) as phone:
        phone.goto(url + link)
        phone.get_by_role("button", name="Come in").click()
        expect(phone.get_by_role("heading", name="Uno Open entry")).to_be_visible()
        phone.get_by_role("link", name="Add an entry", exact=True).first.click()
        phone.get_by_label("First and last name").fill(entry)
        phone.get_by_role("button", name="Enter").click()
        phone.get_by_text(f"{entry} is entered.").wait_for()
        phone.goto(re.sub(r"(/group/\d+/).*", r"\1", phone.url))
        phone.get_by_role("link", name="add a reserve for Uno Open").first.click()
        phone.get_by_label("First and last name").fill(reserve)
        phone.get_by_role("button", name=re.compile("Enter|Nominate")).click()
        phone.get_by_text(reserve).first.wait_for()


def import_the_rest(page: Page, url: str) -> None:
    page.goto(f"{url}{OPEN}import/")
    page.get_by_label("Or paste from a spreadsheet").fill(LIST)
    page.get_by_role("button", name="Check the list").click()
    page.get_by_role("button", name="Save 8").click(timeout=60_000)
    page.get_by_text("6 entries added").wait_for(timeout=60_000)


def draw_with_dice(page: Page, url: str) -> None:
    page.goto(f"{url}{OPEN}close/")
    page.get_by_role("button", name="Close entries now").click()
    expect(page.get_by_text("Entries are closed")).to_be_visible()
    page.goto(f"{url}{OPEN}plan/")
    page.get_by_role("button", name=re.compile("^Use ")).click()
    page.get_by_role("button", name="Seal the draw").click()
    page.get_by_role("textbox", name="Numbers from the hall").fill("4 6 1 1 3")
    page.get_by_role("button", name="Show these numbers").click()
    page.get_by_role("button", name="Yes, draw with these numbers").click()
    for words in ("All reserves at once", "All tables at once"):  # nine entries, and three reserves to make twelve
        page.get_by_role("button", name=words).click()
    page.get_by_role("heading", name="Publish the draw").wait_for()


def swap_and_publish(page: Page) -> None:
    exchange_first_seats(page)
    page.get_by_role("link", name="Publish…").click()
    page.get_by_role("button", name="Publish the draw").click()
    page.get_by_role("link", name="Where everybody sits").wait_for()


def check_in(page: Page, url: str) -> None:
    """Ben is here; Mia is not, and somebody else of her group plays for her."""
    page.goto(f"{url}{OPEN}check-in/")
    row = page.locator(".arrival").filter(has=page.locator(".name", has_text=re.compile("^Ben$")))
    row.get_by_role("textbox").fill("112")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("^1 of"))).to_be_visible()
    mia = page.locator(".arrival").filter(has=page.locator(".name", has_text=re.compile("^Mia O'Brien$")))
    mia.get_by_role("link", name="Not coming?").click()
    page.get_by_label(re.compile("by name|First and last name")).first.fill("Tui Hall")
    page.get_by_role("button", name="Let them play").first.click()
    page.get_by_text(re.compile("Tui Hall plays for Mia O'Brien at table")).wait_for()


def test_from_the_first_login_to_a_record_anybody_can_check(browser: Browser, site):
    url = site.url
    with alarms.running(), device(browser, viewport=LAPTOP) as page:
        set_up(page, url)
        people = {
            "Riverside": ("Mia O'Brien", "Ivy King"),
            "Bethel": ("Ben", "Yuki Ito"),
            "Zion": ("李小龍", "محمد علي"),
        }
        for group, (entry, reserve) in people.items():
            enter_on_a_phone(browser, url, link_of(page, url, group), entry, reserve)
        import_the_rest(page, url)
        draw_with_dice(page, url)
        swap_and_publish(page)
        check_in(page, url)
    competition = Competition.objects.get(slug="uno-open")
    assert Entry.objects.get(status="substitute").competitor.name == "Tui Hall"
    Day.of(competition, "published").until("finished")
    status, text, _ = get(f"{url}/c/uno-open/record.json")
    assert status == 200
    assert [str(found) for found in check_record(json.loads(text))] == []
    assert len(json.loads(text)["draw"]["swaps"]) == 1
