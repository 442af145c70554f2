"""Everybody's phone in a real Chromium: finding oneself, following, news without a reload, and a lost line."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.desks import LAPTOP, PHONE, PHONE_IN_THE_DARK, device, is_for_everyone, measured, place_of
from tests.cast import LONG_NAME, Day, a_day
from tests.followed import code_of
from tournament import live
from tournament.actions import clock, hiding
from tournament.live import streams
from tournament.models import Competition, Event
from tournament.web import live_page
from tournament.web.following import COOKIE

MIA = "Mia O'Brien"


@pytest.fixture
def at_once(monkeypatch) -> None:
    """Phones spread their asking over seconds; a test does not wait for that."""
    monkeypatch.setattr(live_page, "SPREAD_OF_PHONES", 50)


def page_of(site, day: Day) -> str:
    return f"{site.url}/e/{Event.objects.get(pk=day.event).slug}/"


def test_somebody_finds_their_table_follows_it_and_is_sent_on_without_a_reload(browser, site, at_once):
    day = a_day("syg", 9, "drawn")
    Event.objects.update(search_before_draw=True)
    with device(browser, viewport=PHONE) as page:
        page.goto(page_of(site, day))
        page.get_by_label("Your name, or your group").fill("mia o'brien")
        page.keyboard.press("Enter")
        page.get_by_role("link", name="Mia O.").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("The draw comes next")
        day.publish()
        table = day.who(MIA).seats.get().table.number
        expect(page.locator(".me-number")).to_have_text(str(table))
        expect(page.locator("#aloud")).to_contain_text(f"You sit at Table {table}")
        day.start()
        expect(page.locator(".clock")).to_have_attribute("data-phase", "running")
        before = page.locator("[data-clock-digits]").inner_text()
        expect(page.locator("[data-clock-digits]")).not_to_have_text(before)
        clock.pause_clock(by=day.mc, competition=day.pk)
        expect(page.locator(".clock")).to_contain_text("paused")
        clock.resume_clock(by=day.mc, competition=day.pk)
        day.until("time up").play(table)
        expect(page.get_by_role("heading", level=1)).to_contain_text("Your sheet is in")
        day.until("round closed")
        expect(page.get_by_role("heading", level=1)).not_to_contain_text("Your sheet is in")
        page.get_by_role("link", name="Follow somebody else").click()
        expect(page.get_by_role("heading", name="You follow")).to_be_visible()
        expect(page.get_by_role("link", name="Mia O.")).to_be_visible()


@pytest.mark.parametrize("follows", [False, True], ids=["nobody yet", "somebody elsewhere"])
def test_the_search_comes_by_itself_when_the_draw_is_published_and_then_stays(browser, site, at_once, follows):
    day = a_day("syg", 9, "drawn")
    with device(browser, viewport=PHONE) as page:
        if follows:
            page.context.add_cookies([{"name": COOKIE, "value": "nobody", "url": site.url}])
        page.goto(page_of(site, day))
        expect(page.locator("#find")).to_contain_text("The draw isn’t published yet")
        day.publish()
        name = page.get_by_label("Your name, or your group")
        name.fill("mia")
        day.start()
        expect(page.locator(".clock")).to_have_attribute("data-phase", "running")
        expect(name).to_have_value("mia")
        expect(name).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("link", name="Mia O.")).to_be_visible()


@pytest.mark.parametrize("first_table", [10, 110])
def test_a_table_s_number_stays_on_one_line_beside_the_seat(browser, site, first_table):
    day = a_day("syg", 4, "published")
    Competition.objects.update(first_table=first_table)
    with device(browser, viewport=PHONE) as page:
        page.goto(f"{page_of(site, day)}me/{code_of(day.who(MIA).competitor_id)}")
        for width in (390, 360, 320):
            page.set_viewport_size({"width": width, "height": 700})
            number, seat = place_of(page.locator(".me-number")), place_of(page.locator(".me-seat"))
            assert number["height"] < number["width"], width
            assert measured(page.locator(".me-number"), "box => box.scrollWidth <= box.clientWidth"), width
            assert number["x"] + number["width"] <= seat["x"], width


def test_public_pages_follow_by_themselves_and_leave_what_is_unfolded(browser, site, at_once):
    day = a_day("syg", 9, "running")
    url = f"{site.url}/c/{day.competition.slug}/"
    with device(browser, viewport=PHONE) as page:
        page.goto(f"{url}rounds/1/")
        day.hand(1, ["out", 10, 20])
        expect(page.locator("#hands-1")).to_be_visible()
        page.locator("#hands-1 summary").click()
        day.hand(1, ["out", 10, 20])
        expect(page.locator("#hands-1 summary")).to_have_text("2 hands so far")
        assert measured(page.locator("#hands-1"), "hands => hands.open")
        hidden = day.who(MIA)
        expect(page.get_by_text("Mia O.").first).to_be_visible()
        hiding.hide_person(by=day.mc, competitor=hidden.competitor_id)
        expect(page.get_by_text("Mia O.")).to_have_count(0)
        page.goto(url)
        expect(page.get_by_role("link", name="Final", exact=True)).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_have_text("Round 1 is running")
        day.until("round closed")
        expect(page.get_by_role("heading", level=1)).to_have_text("Round 1 is over")


def test_when_the_line_is_lost_a_small_sign_says_so_and_the_page_asks_by_itself(browser, site, at_once, monkeypatch):
    """No stream is let in, as when there are too many: the clock counts, and the page looks for itself."""
    monkeypatch.setattr(streams, "most_streams", lambda: -1)
    day = a_day("syg", 9, "running")
    context = browser.new_context(viewport=PHONE)  # whose console tells of the refused stream
    page = context.new_page()
    page.goto(f"{page_of(site, day)}me/{code_of(day.who(MIA).competitor_id)}")
    expect(page.get_by_text("No connection.")).to_be_visible()
    is_for_everyone(page)
    before = page.locator("[data-clock-digits]").inner_text()
    expect(page.locator("[data-clock-digits]")).not_to_have_text(before)
    day.until("round closed")
    expect(page.get_by_role("heading", level=1)).not_to_contain_text("You sit at")
    monkeypatch.undo()
    expect(page.get_by_text("No connection.")).not_to_be_visible()
    context.close()


def test_every_page_can_be_read_by_everyone(browser, site):
    day = a_day("syg", 200, "running", cap=None, entries_per_group=None)
    url, slug = page_of(site, day), day.competition.slug
    people = (MIA, LONG_NAME, "محمد علي", "李小龍")
    me = [f"{url}me/{code_of(day.who(name).competitor_id)}" for name in people]
    with device(browser, viewport=LAPTOP, reduced_motion="reduce") as page:
        for path in (url, f"{url}?q=mi", f"{url}?q=x", *me, f"{site.url}/c/{slug}/standings/"):
            page.goto(path)
            is_for_everyone(page, PHONE_IN_THE_DARK, (PHONE, "light"))
        page.goto(url)
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to content"


def test_everything_works_without_javascript(browser, site):
    day = a_day("bac", 8, "round closed", rounds=2)
    with device(browser, viewport=PHONE, java_script_enabled=False) as page:
        page.goto(page_of(site, day))
        page.get_by_label("Your name, or your group").fill("mia")
        page.get_by_role("button", name="Find").click()
        page.get_by_role("link", name="Mia O.").click()
        expect(page.locator(".me-number")).to_be_visible()
        page.get_by_role("link", name="Standings").click()
        expect(page.get_by_text("After round 1 of 2.")).to_be_visible()
        page.goto(page_of(site, day))
        expect(page.get_by_role("heading", name="You follow")).to_be_visible()
        page.get_by_role("link", name="Mia O.").click()
        page.get_by_role("button", name="Stop following").click()
        expect(page.get_by_role("heading", name="You follow")).to_have_count(0)
    assert live.version([]) is not None
