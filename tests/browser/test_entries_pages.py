"""The entries board and imported lists in a real Chromium: on a phone and a laptop, by keyboard, without JavaScript."""

from __future__ import annotations

import re
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tests.browser.desks import LAPTOP, PHONE, PHONE_IN_THE_DARK, SIDEWAYS, device, is_for_everyone, place_of
from tests.cast import LONG_NAME, Day
from tests.lists.workbook import workbook
from tournament.actions import import_jobs, registration
from tournament.actions.accounts import make_login_link
from tournament.models import Competition, Entry, Import
from tournament.server import alarms


@pytest.fixture
def day(site) -> Day:
    """A day with long and foreign names, somebody withdrawn, and groups that miss something."""
    day = Day("syg", real=True).people(12, reserves=7)
    day.group("The group with the very long name from beyond the river and the hills")
    registration.withdraw(by=day.organiser, entry=day.who("Ben").pk)
    return day


class Organiser:
    """Somebody signed in, at the pages of a day's competition."""

    def __init__(self, page: Page, url: str, day: Day) -> None:
        competition = day.competition
        self.page, self.at = page, f"{url}/organise/{competition.event.slug}/{competition.slug}/"
        page.goto(url + make_login_link())
        if page.get_by_label("Your name").count():
            page.get_by_label("Your name").fill("Ruth Katoa")
        page.get_by_role("button", name="Come in").click()
        page.get_by_role("heading", name="Your events").wait_for()

    def open(self, path: str = "") -> Page:
        answer = self.page.goto(self.at + path)
        assert answer is not None and answer.status == 200, path
        return self.page

    def card(self, group: str) -> Any:
        return self.page.locator(".board > li").filter(has=self.page.get_by_role("heading", name=group, exact=True))


def test_every_page_fits_and_can_be_read_by_everyone(browser: Browser, site, day):
    content = b"Group,Name,Age\nZion,Xu,12\nRiverside,Other,13\n,Nobody,14\n" + b"".join(
        f"New group {n},Person {n},1\n".encode() for n in range(30)
    )
    waiting, checked, failed = (
        Import.objects.create(competition_id=day.pk, by=by, content=content, touched_at=timezone.now())
        for by in ("A", "B", "C")
    )
    import_jobs.read_list(checked.pk)
    Import.objects.filter(pk=failed.pk).update(step="failed", why="This is a program, not a list.")
    mia = day.who("Mia O'Brien").pk
    group = day.who("Zoë Müller").group_id
    with device(browser, viewport=LAPTOP) as page:
        ruth = Organiser(page, site.url, day)
        for path in (
            "", "?show=missing", "?show=withdrawn", "?q=nobody", f"entries/{mia}/", f"enter/?group={group}&kind=entry",
            f"entries/{Entry.objects.get(withdrawn_at__isnull=False).pk}/", "close/", "reopen/", "import/",
            f"import/{waiting.pk}/", f"import/{checked.pk}/", f"import/{failed.pk}/",
        ):  # fmt: skip
            ruth.open(path)
            is_for_everyone(page, PHONE_IN_THE_DARK)
        day.close()
        for path in ("", "close/", "reopen/", "import/"):
            ruth.open(path)
            is_for_everyone(page, PHONE_IN_THE_DARK)


def test_an_entry_is_added_changed_and_withdrawn_without_leaving_the_board(browser, site, day):
    with device(browser, viewport=LAPTOP) as page:
        ruth = Organiser(page, site.url, day)
        ruth.open("?show=missing")
        group = "The group with the very long name from beyond the river and the hills"
        card = ruth.card(group)
        card.locator(".spot a").first.click()
        expect(card.get_by_label("Entry: name")).to_be_focused()
        page.keyboard.type("Tui Hall")
        page.keyboard.press("Enter")
        expect(card.get_by_role("link", name="Tui Hall")).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_have_text("12 of 64 entries, 7 reserves")
        expect(page.locator("#messages")).to_have_text("Entered.")
        assert page.url == f"{ruth.at}?show=missing"
        expect(card.get_by_role("heading")).to_be_focused()
        expect(card.get_by_role("heading")).to_have_css("outline-style", "solid")
        name, line = (place_of(card.locator(part).first) for part in ("h2 bdi", ".spot"))
        assert name["y"] + name["height"] < line["y"]
        page.keyboard.press("Tab")  # the way to the group
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(card.get_by_label("Entry")).to_have_value("Tui Hall")
        card.get_by_label("Entry").fill("Tūī Hall")
        card.get_by_role("button", name="Save").click()
        expect(card.get_by_role("link", name="Tūī Hall")).to_be_visible()
        card.get_by_role("link", name="Tūī Hall").click()
        card.get_by_role("button", name="Withdraw").click()
        expect(card.get_by_role("link", name="Nobody yet")).to_have_count(2)
        expect(page.get_by_role("heading", level=1)).to_have_text("11 of 64 entries, 7 reserves")


def test_trouble_is_shown_in_the_card_and_both_values_side_by_side(site, day, page):
    ruth = Organiser(page, site.url, day)
    page.set_viewport_size(PHONE)
    entry = day.who("Mia O'Brien")
    ruth.open()
    card = ruth.card(entry.group.name)
    card.get_by_role("link", name="Mia O'Brien").click()
    card.get_by_label("Entry").fill("x" * 81)
    page.keyboard.press("Enter")
    expect(card.get_by_role("alert")).to_contain_text("A name can have 80 characters; this one has 81.")
    expect(card.get_by_label("Entry")).to_be_focused()
    is_for_everyone(page)
    registration.rename(by=day.organiser, entry=entry.pk, name="Mia O’Brien", was="Mia O'Brien")
    card.get_by_label("Entry").fill("Mía O'Brien")
    page.keyboard.press("Enter")
    expect(card.get_by_role("alert")).to_contain_text("Which one is right?")
    boxes = [place_of(card.locator(".which .button").nth(n)) for n in (0, 1)]
    assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] < boxes[1]["x"]
    is_for_everyone(page)
    card.get_by_role("button", name="Mía O'Brien").click()
    expect(card.get_by_role("link", name="Mía O'Brien")).to_be_visible()
    page.problems.clear()  # type: ignore[attr-defined]  # every refusal is a line in the browser's console


def test_a_search_finds_while_it_is_typed(browser, site, day):
    with device(browser, viewport=PHONE) as page:
        ruth = Organiser(page, site.url, day)
        ruth.open()
        page.get_by_label("Search for a group or name").press_sequentially("zoe")
        expect(page.locator(".board > li")).to_have_count(1)
        expect(page.locator(".board > li")).to_contain_text("Zoë Müller")
        expect(page).to_have_url(f"{ruth.at}?q=zoe")
        page.get_by_label("Search for a group or name").fill("")
        expect(page.locator(".board > li")).to_have_count(13)


def test_everything_works_without_javascript(browser, site, day):
    with device(browser, java_script_enabled=False, viewport=PHONE) as page:
        ruth = Organiser(page, site.url, day)
        ruth.open("?show=all")
        group = "The group with the very long name from beyond the river and the hills"
        ruth.card(group).locator(".spot a").first.click()
        ruth.card(group).get_by_label("Entry: name").fill("Tui Hall")
        ruth.card(group).get_by_role("button", name="Enter").click()
        expect(ruth.card(group).get_by_role("link", name="Tui Hall")).to_be_visible()
        ruth.card(group).get_by_role("link", name="Tui Hall").click()
        ruth.card(group).get_by_role("button", name="Withdraw").click()
        ruth.open("?show=withdrawn")
        ruth.card(group).get_by_role("link", name="Tui Hall").click()
        ruth.card(group).get_by_role("button", name="Enter again").click()
        page.get_by_label("Search for a group or name").fill("tui")
        page.get_by_role("button", name="Search").click()
        page.get_by_role("link", name="Search in all groups").click()
        expect(page.locator(".board > li")).to_have_count(1)
        page.get_by_role("link", name="Close entries").click()
        page.get_by_role("button", name="Close entries now").click()
        expect(page.get_by_text("Entries are closed. Now choose the plan.")).to_be_visible()
        page.get_by_role("link", name="Entries", exact=True).click()
        expect(page.get_by_text("Entries closed on")).to_be_visible()
        page.get_by_role("link", name="Reopen entries").click()
        page.get_by_label("Why?").select_option("Somebody was missing")
        page.get_by_role("button", name="Reopen entries").click()
        expect(page.get_by_text("Entries are open again.")).to_be_visible()


def test_a_list_of_ten_thousand_is_read_and_saved_behind_a_progress_bar(browser, site, tmp_path: Path):
    """With the worker of a laptop; meanwhile other pages answer. It begins a while later, so that the bar is seen
    however fast the machine is."""
    day = Day("bac", real=True)
    rows = [[f"Group {n % 500}", f"Person {n}", "reserve" if n % 4 == 3 else ""] for n in range(10_000)]
    file = tmp_path / "list.xlsx"
    file.write_bytes(workbook([["Church", "Full name", "Kind"], *rows, ["", "Nobody", ""]]))
    with ExitStack() as later, device(browser, viewport=LAPTOP) as page:
        ruth = Organiser(page, site.url, day)
        ruth.open("import/")
        page.get_by_label("A file: XLSX or CSV").set_input_files(file)
        page.get_by_role("button", name="Check the list").click()
        page.get_by_role("progressbar").wait_for()
        is_for_everyone(page)
        later.enter_context(alarms.running())
        other = page.context.new_page()
        other.goto(ruth.at)
        expect(other.get_by_role("heading", name="No groups yet")).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_have_text("10,000 new", timeout=120_000)
        expect(page.get_by_text("1 row with a problem")).to_be_visible()
        expect(page.get_by_text("500 groups will be added")).to_be_visible()
        is_for_everyone(page)
        page.get_by_role("button", name=re.compile("Save 10,000, leave 1 row out")).click()
        expect(page.get_by_text("7,500 entries added")).to_be_visible(timeout=120_000)
        expect(page.get_by_role("heading", level=1)).to_have_text("7,500 entries, 2,500 reserves")
    assert Entry.objects.filter(competition=day.pk).count() == 10_000
    assert Import.objects.count() == 0


def test_a_pasted_list_needs_no_javascript(browser, site, day):
    with alarms.running(), device(browser, java_script_enabled=False, viewport=PHONE) as page:
        ruth = Organiser(page, site.url, day)
        ruth.open("import/")
        page.get_by_label("Or paste from a spreadsheet").fill(f"Group\tName\nElsewhere\t{LONG_NAME}\n")
        page.get_by_role("button", name="Check the list").click()
        page.get_by_role("button", name="Save 1").click(timeout=60_000)
        page.get_by_text("1 entry added").wait_for(timeout=60_000)
        assert page.evaluate(SIDEWAYS) == 0


def test_a_file_of_eleven_megabytes_is_refused_in_a_sentence(site, day, page, tmp_path: Path):
    file = tmp_path / "list.csv"
    file.write_bytes(b"x" * 11 * 2**20)
    ruth = Organiser(page, site.url, day)
    ruth.open("import/")
    page.get_by_label("A file: XLSX or CSV").set_input_files(file)
    page.get_by_role("button", name="Check the list").click()
    expect(page.get_by_text("You can’t send more than 10 MB at once.")).to_be_visible()
    page.problems.clear()  # type: ignore[attr-defined]
    assert Competition.objects.get(pk=day.pk).imports.count() == 0


def test_the_board_counts_down_to_the_closing_time_and_then_says_that_entries_are_closed(browser: Browser, site, day):
    Competition.objects.update(closes_at=timezone.now() + timedelta(seconds=5))
    with device(browser, viewport=LAPTOP) as page:
        Organiser(page, site.url, day).open()
        expect(page.get_by_text("Entries are closed")).to_be_visible()
        expect(page.get_by_role("link", name="Close entries")).to_have_count(0)


def test_a_name_that_is_half_typed_stays_when_entries_close(browser: Browser, site, day):
    """The page does not turn to the closed list under somebody's hands; Save says what is so."""
    with device(browser, viewport=LAPTOP) as page:
        Competition.objects.update(closes_at=timezone.now() + timedelta(minutes=3))
        board = Organiser(page, site.url, day).open()
        board.locator(".board").get_by_role("link", name=re.compile("Nobody yet")).first.click()
        board.locator(".board").get_by_role("textbox").first.fill("Noor Half-Ty")
        closed = int((timezone.now() - timedelta(seconds=1)).timestamp() * 1000)
        board.evaluate("(closed) => (document.querySelector('[data-closes]').dataset.closes = closed)", closed)
        expect(board.locator("[data-closes]")).to_have_text("0 seconds left")
        expect(board.locator(".board").get_by_role("textbox").first).to_have_value("Noor Half-Ty")
