"""From the plan to a published draw in a real Chromium, with the projector's page open beside it."""

from __future__ import annotations

import re

import pytest
from django.db.models import Value
from django.db.models.functions import Concat
from playwright.sync_api import Browser, BrowserContext, Page, Request, Response, expect

from tests.browser.desks import (
    LAPTOP,
    PHONE,
    PHONE_IN_THE_DARK,
    device,
    exchange_first_seats,
    is_for_everyone,
    wait_for,
)
from tests.browsers import new_context
from tests.cast import LONG_NAME, Day, a_day
from tournament.actions import draw
from tournament.actions.accounts import make_login_link
from tournament.models import Competition, Competitor, Draw, Group
from tournament.queries.people import read_people

PROJECTORS = ({"width": 1920, "height": 1080}, {"width": 1024, "height": 768})
PLANS = {6: [6, 2, 1], 13: [13, 4, 1], 16: [16, 4, 1]}
WHOLE = "[document.body.scrollHeight <= innerHeight, document.body.scrollWidth <= innerWidth]"
OUTSIDE = """[...document.querySelectorAll('.scene h1, .scene h2, .scene p, .scene dd, .scene .name')].filter(e => {
    const box = e.getBoundingClientRect();
    return box.width && (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
}).map(e => e.outerHTML.slice(0, 120))"""


def come_in(page: Page, url: str) -> None:
    page.goto(url + make_login_link())
    if page.get_by_label("Your name").count():
        page.get_by_label("Your name").fill("Ruth Katoa")
    page.get_by_role("button", name=re.compile("Come in")).click()
    page.get_by_role("heading", name="Your events").wait_for()


def address(day: Day, page: str) -> str:
    competition = day.competition
    return f"/organise/{competition.event.slug}/{competition.slug}/{page}"


def standing() -> Draw:
    return Draw.objects.get(discarded_at__isnull=True)


def shown(day: Day) -> dict[str, str]:
    """What the public calls everybody, by code."""
    competition = Competition.objects.select_related("event").get(pk=day.pk)
    return {person.code: person.name for person in read_people(competition).values()}


def another_tab(context: BrowserContext, url: str) -> Page:
    tab = context.new_page()
    tab.set_viewport_size(PROJECTORS[0])
    tab.goto(url)
    return tab


def test_from_the_plan_to_a_published_draw_with_the_hall_following(browser, site):
    day = a_day("syg", 11, "entries closed", reserves=4)
    with device(browser, viewport=LAPTOP) as page:
        come_in(page, site.url)
        page.goto(site.url + address(day, "plan/"))
        expect(page.get_by_role("heading", name="12 players")).to_be_visible()
        page.get_by_role("link", name="3 tables, then the final").first.wait_for()
        page.get_by_role("link", name="Take everyone").click()
        expect(page.get_by_role("heading", name="15 players")).to_be_visible()
        assert "size=15" in page.url
        page.get_by_role("link", name="Fill to optimum").click()
        expect(page.get_by_role("heading", name="12 players")).to_be_visible()
        page.get_by_role("link", name="4 tables, then the final").click()
        expect(page.get_by_role("heading", name="4 tables, then the final")).to_be_visible()
        page.get_by_role("button", name="Use 4 tables, then 1").click()

        page.get_by_role("heading", name="Seal the draw").wait_for()
        hall = another_tab(page.context, site.url + address(day, "draw/hall/"))
        expect(hall.get_by_role("heading", name="12 players")).to_be_visible()
        page.get_by_role("button", name="Seal the draw").click()
        page.get_by_role("heading", name="Numbers from the hall").wait_for()
        expect(hall.get_by_role("heading", name="Roll the dice.")).to_be_visible()
        assert standing().commitment[:32] in hall.content()
        page.get_by_role("textbox", name="Numbers from the hall").fill("4 6 1 1 3")
        page.get_by_role("button", name="Show these numbers").click()
        page.get_by_role("button", name="Yes, draw with these numbers").click()
        expect(hall.get_by_role("heading", name="4 6 1 1 3")).to_be_visible()

        page.get_by_role("button", name="Next reserve").click()  # is there once it is drawn
        names, row = shown(day), standing()
        expect(hall.get_by_role("heading", name=names[row.lot_reserves[0]])).to_be_visible()
        expect(page.get_by_role("button", name="Show table 1")).to_be_focused()
        page.keyboard.press("Enter")
        expect(hall.locator(".seating-table.is-new .name").first).to_have_text(names[row.tables[0][0]])
        expect(hall.locator(".seating-table.is-to-come")).to_have_count(3)
        page.get_by_role("button", name="All tables at once").click()
        page.get_by_role("heading", name="Publish the draw").wait_for()
        expect(page.get_by_role("link", name="Publish…")).to_be_focused()
        expect(page.get_by_text("The draw is made.")).to_have_count(0)  # what was said belongs to the step before
        expect(hall.locator(".seating-table .name")).to_have_count(12)

        exchange_first_seats(page)
        expect(hall.locator(".seating-table .name").first).to_have_text(names[row.tables[1][0]])

        page.get_by_role("link", name="Publish…").click()
        page.get_by_role("heading", name="Publish 12 players at 4 tables?").wait_for()
        page.get_by_role("button", name="Publish the draw").click()
        expect(hall.get_by_role("heading", name="Find your table")).to_be_visible()
        page.get_by_role("link", name="Where everybody sits").click()
        expect(page.get_by_role("heading", name="Find your table")).to_be_visible()
    assert standing().published_at is not None


def stages(day: Day):
    """Every stage of a draw with its pages, one after the other."""
    yield "open", ["plan/", "draw/", "draw/hall/"]
    day.until("entries closed")
    yield "closed", ["plan/?size=15", "draw/"]
    day.choose(13, [4, 1])
    yield "chosen", ["plan/", "draw/", "draw/hall/"]
    day.until("sealed")
    yield "sealed", ["plan/", "draw/", "draw/hall/"]
    day.until("drawn")
    yield "drawn", ["draw/", "draw/hall/", "draw/publish/"]
    reveal = {"by": day.organiser, "competition": day.pk}
    draw.reveal_next(**reveal, seen=0)
    yield "a reserve", ["draw/", "draw/hall/"]
    draw.reveal_next(**reveal, seen=1)
    draw.reveal_next(**reveal, seen=2)
    yield "a table", ["draw/", "draw/hall/"]
    draw.reveal_next(**reveal, seen=3, rest=True)
    yield "all tables", ["draw/", "draw/hall/"]
    draw.discard_draw(**reveal, why="a table was counted twice")
    yield "thrown away", ["draw/", "draw/hall/"]
    day.stage = "entries closed"
    day.until("published")
    yield "published", ["draw/", "draw/hall/"]


def test_every_page_fits_and_can_be_read_by_everyone(browser, site):
    day = Day("syg").people(11, reserves=4)
    with device(browser, viewport=LAPTOP) as page:
        come_in(page, site.url)
        for stage, pages in stages(day):
            for opened in pages:
                answer = page.goto(site.url + address(day, opened))
                assert answer is not None and answer.status == 200, f"{stage}: {opened}"
                is_for_everyone(page, PHONE_IN_THE_DARK, small="hall" in opened)


@pytest.mark.parametrize("preset", ["bac", "classroom"])
def test_the_other_formats_fit_on_a_phone_too(browser, site, preset):
    day = Day(preset).people(33)
    with device(browser, viewport=PHONE) as page:
        come_in(page, site.url)
        page.goto(site.url + address(day, "plan/"))
        expect(page.locator("svg.picture:visible")).to_have_count(1)
        is_for_everyone(page)


def test_every_scene_is_whole_on_every_projector(browser, site):
    """Nothing scrolls and nothing is cut off, with the longest name and with twenty tables."""
    day = Day("syg", cap=None).people(74, reserves=8, names=(LONG_NAME, "Leilani Tauiliili", "Mia Ode", "李小龍"))
    with device(browser, viewport=LAPTOP) as page:
        come_in(page, site.url)
        reveal = {"by": day.organiser, "competition": day.pk}
        for stage in ("entries open", "chosen", "sealed", "drawn", "1", "2", "3", "6", "all"):
            if stage == "chosen":
                day.until("entries closed").choose(80, [20, 5, 2, 1])
            elif stage == "all":
                draw.reveal_next(**reveal, seen=6, rest=True)
            elif stage.isdigit():
                while standing().revealed < int(stage):
                    draw.reveal_next(**reveal, seen=standing().revealed)
            else:
                day.until(stage)
            for projector in PROJECTORS:
                page.set_viewport_size(projector)
                page.goto(site.url + address(day, "draw/hall/"))
                assert page.evaluate(WHOLE) == [True, True], (stage, projector)
                assert page.evaluate(OUTSIDE) == [], (stage, projector)
        expect(page.locator(".seating-table")).to_have_count(20)


CUT = """[...document.querySelectorAll('.seating-table .name, .seating-table .group')].filter(e => {
    const box = e.getBoundingClientRect(), table = e.closest('.seating-table').getBoundingClientRect();
    const inside = box.left >= table.left - 1 && box.right <= table.right + 1 && box.bottom <= table.bottom + 1;
    return !inside || box.bottom > innerHeight + 1 || !box.height || e.scrollWidth > e.clientWidth + 1 && e.clientWidth;
}).map(e => e.textContent)"""
SIZES = "[...document.querySelectorAll('.name')].map(e => parseFloat(getComputedStyle(e).fontSize))"


@pytest.mark.parametrize("tables", [6, 13, 16])
def test_names_and_groups_are_read_whole_on_every_projector(browser, site, tables):
    """Ordinary long names and groups, and a name of eighty letters, wrap; nothing ends in an ellipsis."""
    names = ("Christopher-Alexander Montgomery", "Bartholomew", "Anastasia Papadopoulou", "يوسف الخطيب", "Mia Ode")
    day = Day("syg", cap=None).people(tables * 4, names=names)
    Group.objects.filter(event=day.event).update(name=Concat("name", Value(" Presbyterian Youth")))
    Competitor.objects.filter(pk=Competitor.objects.latest("pk").pk).update(name="W" * 80)
    day.until("entries closed").choose(tables * 4, PLANS[tables]).until("published")
    with device(browser, viewport=LAPTOP) as page:
        come_in(page, site.url)
        for projector in PROJECTORS:
            page.set_viewport_size(projector)
            page.goto(site.url + address(day, "draw/hall/"))
            expect(page.locator(".seating-table .name")).to_have_count(tables * 4)
            expect(page.locator(".seating-table .group:visible")).to_have_count(tables * 4)
            assert page.evaluate(CUT) == [], projector
            assert min(page.evaluate(SIZES)) >= projector["height"] / 80, projector


def test_the_hall_keeps_its_picture_without_the_network_and_follows_again(browser, site):
    day = a_day("syg", 8, "drawn")
    context = new_context(browser, viewport=PROJECTORS[1])
    page = context.new_page()
    come_in(page, site.url)
    page.goto(site.url + address(day, "draw/hall/"))
    heading = page.get_by_role("heading", name="4 6 1 1 3")
    expect(heading).to_be_visible()
    failed: list[Request] = []
    page.on("requestfailed", lambda request: failed.append(request))
    context.set_offline(True)
    draw.reveal_next(by=day.organiser, competition=day.pk, seen=0)
    wait_for(page, lambda: len(failed) > 1)
    expect(heading).to_be_visible()
    context.set_offline(False)
    expect(page.locator(".seating-table.is-new")).to_be_visible()
    context.clear_cookies()  # signed out on this laptop: still no other page takes the screen
    draw.reveal_next(by=day.organiser, competition=day.pk, seen=1)
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer) if "/hall/" in answer.url else None)
    wait_for(page, lambda: len(answers) > 1)  # the first may have been asked for before
    assert page.locator(".seating-table.is-new").is_visible() and page.url.endswith("/hall/")
    context.close()


def test_everything_works_without_javascript(browser: Browser, site):
    day = a_day("syg", 8, "entries closed")
    with device(browser, viewport=PHONE, java_script_enabled=False) as page:
        come_in(page, site.url)
        page.goto(site.url + address(day, "plan/"))
        page.get_by_role("link", name="3 tables, then the final").click()
        page.get_by_role("heading", name="3 tables, then the final").wait_for()
        page.get_by_role("button", name="Use 3 tables, then 1").click()
        page.get_by_role("button", name="Seal the draw").click()
        page.get_by_role("textbox", name="Numbers from the hall").fill("6 6 6")
        page.get_by_role("button", name="Show these numbers").click()
        page.get_by_role("button", name="Yes, draw with these numbers").click()
        page.get_by_role("button", name="Show table 1").click()
        page.get_by_role("heading", name="Table 1", exact=True).wait_for()
        page.get_by_role("button", name="All tables at once").click()
        page.get_by_role("link", name="Publish…").click()
        page.get_by_role("button", name="Publish the draw").click()
        page.get_by_role("heading", name="The draw is published").wait_for()
