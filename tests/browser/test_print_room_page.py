"""The print room in a real Chromium: a button, a progress bar, and the file appears by itself."""

from __future__ import annotations

from playwright.sync_api import expect

from scoring.printing.print_room import make_paper
from tests.browser.desks import LAPTOP, PHONE_IN_THE_DARK, came_in, is_for_everyone
from tests.cast import a_day
from tests.printing.reading import PrintedDocument
from tournament.actions.accounts import make_login_link
from tournament.models import Print


def test_a_paper_is_made_while_the_page_waits(browser, site):
    day = a_day("syg", 8, "published")
    competition = day.competition
    with came_in(browser, site.url, make_login_link(), viewport=LAPTOP) as page:
        page.goto(f"{site.url}/organise/{competition.event.slug}/{competition.slug}/print/")
        is_for_everyone(page, PHONE_IN_THE_DARK)
        page.get_by_role("button", name="Make Scoresheets", exact=True).click()
        sheets = page.locator("#scoresheets")
        expect(sheets.get_by_role("progressbar")).to_be_visible()
        make_paper(Print.objects.get(what="scoresheets").pk)
        expect(sheets).to_contain_text("4 pages, made")
        link = sheets.get_by_role("link", name="Open Scoresheets").get_attribute("href")
        answer = page.context.request.get(f"{site.url}{link}")
        assert len(PrintedDocument(answer.body()).pages) == 4
