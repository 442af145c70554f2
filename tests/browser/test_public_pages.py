"""The public pages in a real Chromium: on a phone and a laptop, light and dark, with and without JavaScript."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.desks import LAPTOP, PHONE, PHONE_IN_THE_DARK, device, is_for_everyone, place_of
from tests.browsers import new_context
from tests.web import rehearsals
from tournament.actions.accounts import make_login_link
from tournament.models import Competition, Competitor, Event, Group

PAGES = (
    "/",
    "/c/knockout-large/",
    "/c/knockout-large/draw/",
    "/c/knockout-small/draw/",
    "/c/knockout-rough/draw/",
    "/c/knockout-rough/rounds/1/",
    "/c/knockout-small/rounds/1/",
    "/c/knockout-rough/results/",
    "/c/rotation-rough/rounds/1/",
    "/c/rotation-large/results/",
    "/c/single-large/rounds/1/",
    "/c/single-large/results/",
    "/c/rotation-small/draw/",
    "/c/rotation-small/results/",
    "/login/",
    "/logout/",
)
ODD = ("<script>alert(1)</script>", "O'Brien", "Zoë 🎲🃏", "W" * 80, "محمد عبد", "שלום כהן")


@pytest.fixture
def pages(site, django_db_blocker, shared_folder) -> str:
    """The site with every rehearsed competition, one full of odd names, and one draw that is only sealed."""
    rehearsals.copy(django_db_blocker, shared_folder)
    people = Competitor.objects.filter(event__competitions__slug="knockout-small").order_by("pk")
    for person, name in zip(people, ODD, strict=False):
        Competitor.objects.filter(pk=person.pk).update(name=name)
    Group.objects.filter(pk=people[0].group_id).update(name="The group with the very long name from beyond the river")
    sealed = Competition.objects.get(slug="rotation-small")
    sealed.round_set.all().delete()
    sealed.draws.update(published_at=None)
    Competition.objects.filter(pk=sealed.pk).update(finished_at=None)
    return site.url


def test_every_page_fits_and_can_be_read_by_everyone(browser, pages):
    with device(browser, viewport=LAPTOP) as page:
        for path in (*PAGES, make_login_link()):
            answer = page.goto(pages + path)
            assert answer is not None and answer.status == 200, path
            is_for_everyone(page, PHONE_IN_THE_DARK)


def test_dark_is_dark_and_light_is_light(browser, pages):
    for scheme, felt in (("light", "rgb(231, 237, 230)"), ("dark", "rgb(12, 24, 20)")):
        with device(browser, color_scheme=scheme) as page:
            page.goto(pages)
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") == felt


def test_everything_reads_without_javascript(browser, pages):
    with device(browser, java_script_enabled=False, viewport=PHONE) as page:
        page.goto(pages)
        page.get_by_role("link", name="Rough knockout").click()
        page.get_by_role("link", name="The draw", exact=True).first.click()
        expect(page.get_by_role("heading", name="Find your table")).to_be_visible()
        page.get_by_role("link", name="Round 1").click()
        table = page.locator("table.hands").first
        expect(table).not_to_be_visible()
        page.locator("summary").first.click()
        expect(table).to_be_visible()
        page.get_by_role("link", name="Results").click()
        with page.expect_download() as download:
            page.get_by_role("link", name="Download the record").click()
        assert download.value.suggested_filename == "knockout-rough-record.json"


def test_the_whole_64_player_draw_is_on_one_wide_screen(browser, pages):
    with device(browser, viewport={"width": 1920, "height": 1080}) as page:
        page.goto(f"{pages}/c/knockout-large/draw/")
        last = place_of(page.locator("#table-16"))
        assert last["y"] + last["height"] <= 1080


def test_on_a_tablet_the_draw_s_lead_begins_where_its_heading_does_and_people_are_kept_apart(browser, pages):
    """Under the heading a line that ends at some margin of its own looks lost; long names run into each other."""
    with device(browser, viewport={"width": 1024, "height": 768}) as page:
        page.goto(f"{pages}/c/knockout-rough/draw/")
        heading, lead = (place_of(page.locator(f".title {part}")) for part in ("h1", ".lead"))
        assert lead["y"] >= heading["y"] + heading["height"]  # or the test shows nothing
        assert page.locator(".title .lead").evaluate("e => getComputedStyle(e).textAlign") == "start"
        assert lead["x"] == heading["x"]
        rules = page.evaluate("[...document.querySelectorAll('.chair')].map(e => getComputedStyle(e).borderTopWidth)")
        first = page.evaluate("[...document.querySelectorAll('.chair')].map(e => !e.previousElementSibling)")
        assert rules == ["0px" if is_first else "1px" for is_first in first]


def test_the_keyboard_reaches_the_page_first(browser, pages):
    with device(browser) as page:
        page.goto(f"{pages}/c/knockout-large/draw/")
        page.keyboard.press("Tab")
        skip = page.get_by_role("link", name="Skip to content")
        assert skip.evaluate("e => e === document.activeElement && e.getBoundingClientRect().top >= 0")
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"


def test_an_organiser_signs_in_and_out_on_any_page(browser, pages):
    with device(browser, viewport=PHONE) as page:
        page.goto(pages + make_login_link())
        page.get_by_label("Your name").fill("Ruth Katoa")
        page.get_by_role("button", name="Come in").click()
        page.get_by_role("heading", name="Your events").wait_for()
        for path in ("/", "/organise/", "/c/knockout-rough/draw/", "/c/rotation-large/results/"):
            page.goto(pages + path)
            expect(page.get_by_text("Signed in as Ruth Katoa")).to_be_visible()
            is_for_everyone(page)
        page.get_by_role("button", name="Sign out").click()
        page.get_by_role("heading", name="Cards on the table.").wait_for()
        expect(page.get_by_text("Signed in as")).to_have_count(0)


def test_an_empty_site_and_a_missing_page_are_readable(browser, site):
    assert Event.objects.count() == 0
    with device(browser, viewport=PHONE) as page:
        page.goto(site.url)
        expect(page.get_by_role("heading", name="No event yet")).to_be_visible()
        is_for_everyone(page)
    context = new_context(browser, viewport=PHONE)
    page = context.new_page()
    answer = page.goto(f"{site.url}/c/nothing/")
    assert answer is not None and answer.status == 404
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()
    is_for_everyone(page)
    context.close()
