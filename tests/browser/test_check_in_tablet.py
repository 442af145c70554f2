"""The check-in desk on a tablet, in a real Chromium: search, here, wristband, a no-show replaced; light and dark."""

from __future__ import annotations

import re

from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.desks import LAPTOP, PHONE, PHONE_IN_THE_DARK, TABLET, came_in, is_for_everyone, place_of
from tests.cast import LONG_NAME, OUT, Day, a_day
from tests.web.visitors import invited
from tournament.actions import check_in
from tournament.actions.accounts import make_login_link
from tournament.models import Competitor


def desk_of(day: Day, url: str) -> str:
    competition = day.competition
    return f"{url}/organise/{competition.event.slug}/{competition.slug}/check-in/"


def row(page: Page, name: str):
    return page.locator(".arrival").filter(has=page.locator(".name", has_text=re.compile(f"^{re.escape(name)}$")))


def test_search_here_wristband_and_a_no_show_replaced(browser, site):
    day = Day("syg").people(4, reserves=1).until("entries closed").choose(4, [2, 1]).until("published")
    reserve = str(day.competition.entries.get(kind="reserve").competitor)
    with came_in(browser, site.url, make_login_link(), viewport=TABLET) as page:
        page.goto(desk_of(day, site.url))
        expect(page.get_by_role("heading", name="0 of 4 here")).to_be_visible()
        page.get_by_role("searchbox").press_sequentially("nguyen")
        expect(row(page, "李小龍")).to_have_count(0)
        row(page, "Nguyễn Thị Ánh").get_by_role("button", name="Here").click()
        expect(page.get_by_role("heading", name="1 of 4 here")).to_be_visible()
        expect(row(page, "Nguyễn Thị Ánh").locator(".arrival-here")).to_be_visible()
        expect(page.get_by_role("searchbox")).to_be_focused()  # the next name takes the place of this one
        page.keyboard.type("li")
        expect(page.get_by_role("searchbox")).to_have_value("li")

        page.get_by_role("searchbox").fill("")
        expect(row(page, "李小龍")).to_have_count(1)
        row(page, "李小龍").get_by_role("textbox").fill("112")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="2 of 4 here")).to_be_visible()
        expect(row(page, "李小龍").locator(".band")).to_contain_text("112")
        row(page, "محمد علي").get_by_role("textbox").fill("112")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Wristband 112 is already 李小龍’s, of Hope Hills.")).to_be_visible()
        expect(row(page, "محمد علي").get_by_role("textbox")).to_have_value("112")
        is_for_everyone(page)

        row(page, "Nguyễn Thị Ánh").get_by_role("button", name="Undo").click()
        expect(page.get_by_role("heading", name="1 of 4 here")).to_be_visible()

        row(page, "Mia O'Brien").get_by_role("link", name="Not coming?").click()
        expect(page.locator("#panel")).to_be_focused()
        expect(page.get_by_role("heading", name="1. Somebody from Riverside")).to_be_visible()
        is_for_everyone(page)
        page.get_by_role("button", name=reserve, exact=False).first.click()
        expect(page.get_by_text(re.compile(f"{reserve} plays for Mia O'Brien at table"))).to_be_visible()
    assert reserve in [name for table in day.names() for name in table]
    assert Competitor.objects.get(name="李小龍").wristband == "112"


def test_two_desks_see_each_other(browser, site):
    """The count and the row change where they stand; neither the search nor what is typed is lost."""
    day = Day("syg").people(6)
    with came_in(browser, site.url, make_login_link(), viewport=TABLET) as page:
        page.goto(desk_of(day, site.url))
        row(page, "Zoë Müller").get_by_role("textbox").fill("77")
        rows = page.locator(".arrival .name").all_inner_texts()
        for name in ("Mia O'Brien", "Zoë Müller"):
            check_in.check_in(by=day.organiser, competitor=day.who(name).competitor_id)
        expect(page.get_by_role("heading", name="2 of 6 here")).to_be_visible()
        expect(row(page, "Mia O'Brien").locator(".arrival-here")).to_be_visible()
        expect(row(page, "Zoë Müller").get_by_role("textbox")).to_have_value("77")
        expect(row(page, "Zoë Müller").get_by_role("textbox")).to_be_focused()
        assert page.locator(".arrival .name").all_inner_texts() == rows
        row(page, "Mia O'Brien").get_by_role("button", name="Undo").click()
        expect(page.get_by_role("heading", name="1 of 6 here")).to_be_visible()


def test_a_helper_on_a_phone_keeps_their_place_and_hears_that_the_network_is_away(browser, site):
    """A tap that reaches nobody says so in its row, keeps what was typed, and works when it is made again."""
    day = a_day("syg", 8, "published", reserves=1)
    link = site.url + invited(day.event, "helper")
    with browser.new_context(viewport=PHONE) as context:
        page = context.new_page()
        page.goto(link)
        page.get_by_label("Your name").fill("Tui Hall")
        page.get_by_role("button", name="Come in").click()
        last = page.locator(".arrival").last
        last.get_by_role("link", name="Not coming?").click()
        expect(page.locator("#panel")).to_be_focused()
        page.get_by_role("link", name="Close").click()
        expect(page.locator(".options")).to_have_count(0)
        expect(last).to_be_in_viewport()

        last.get_by_role("textbox").fill("55")
        context.set_offline(True)
        last.get_by_role("button", name="Here").click()
        expect(last.get_by_role("alert")).to_have_text(
            "There’s no network, so nothing was saved. Tap again when it’s back."
        )
        expect(last.get_by_role("textbox")).to_have_value("55")
        context.set_offline(False)
        last.get_by_role("button", name="Here").click()
        expect(last.locator(".band")).to_contain_text("55")
        expect(last.get_by_role("alert")).to_have_count(0)
        expect(page.get_by_role("heading", name="1 of")).to_be_visible()
        is_for_everyone(page)
    assert Competitor.objects.filter(wristband="55").count() == 1


def test_a_second_tap_hits_nobody_else(browser, site):
    """The row stays where it was, and what comes under the finger does nothing."""
    day = Day("syg").people(6)
    with came_in(browser, site.url, make_login_link(), viewport=TABLET) as page:
        page.goto(desk_of(day, site.url))
        button = place_of(page.get_by_role("button", name="Here").first)
        for _ in range(3):
            page.mouse.click(button["x"] + button["width"] / 2, button["y"] + button["height"] / 2)
            expect(page.get_by_role("heading", name="1 of 6 here")).to_be_visible()
        page.goto(desk_of(day, site.url))
        expect(page.get_by_role("heading", name="1 of 6 here")).to_be_visible()
    assert Competitor.objects.filter(here_at__isnull=False).count() == 1


def test_it_works_without_javascript(browser, site):
    day = a_day("syg", 4, "published")
    with came_in(browser, site.url, make_login_link(), viewport=TABLET, java_script_enabled=False) as page:
        page.goto(desk_of(day, site.url))
        page.get_by_role("searchbox").fill("obrien")
        page.get_by_role("button", name="Search").click()
        row(page, "Mia O'Brien").get_by_role("textbox").fill("7")
        row(page, "Mia O'Brien").get_by_role("button", name="Here").click()
        expect(page.get_by_text("Mia O'Brien is here, wristband 7.")).to_be_visible()
        page.goto(desk_of(day, site.url))
        row(page, "李小龍").get_by_role("link", name="Not coming?").click()
        page.get_by_role("button", name="Leave the chair empty").click()
        expect(page.get_by_text("李小龍 is marked as not here.")).to_be_visible()


def test_every_state_fits_and_can_be_read_by_everyone(browser, site):
    knockout = Day("syg").people(8, reserves=3).until("entries closed").choose(8, [2, 1]).until("published")
    knockout.substitute("Zoë Müller", "Ivy King")
    knockout.gone("محمد علي")
    knockout.ask("Mia O'Brien", "Jude Addo")
    rotation = a_day("bac", 4, "running", name="Rotation", rounds=2)
    rotation.late("Yuki Ito", "Riverside")
    rotation.hand(1, [OUT, 10, 20, 30])
    early = Day("syg", name="Early").people(3)
    with came_in(browser, site.url, make_login_link(), viewport=TABLET) as page:
        for day, people in ((knockout, ["Mia O'Brien", "Zoë Müller", "محمد علي"]), (rotation, ["李小龍"]), (early, [])):
            url = desk_of(day, site.url)
            for path in (
                url,
                f"{url}?q=nobody",
                f"{url}?late=1",
                *(f"{url}?who={day.who(name).pk}" for name in people),
            ):
                page.goto(path)
                is_for_everyone(page, PHONE_IN_THE_DARK)
        event = f"{site.url}/organise/{knockout.competition.event.slug}"
        for path in (f"{event}/log/", f"{event}/erase-names/"):
            page.goto(path)
            is_for_everyone(page, PHONE_IN_THE_DARK)


def test_a_long_name_called_past_the_group_is_asked_about_and_widens_nothing(browser, site):
    day = Day("syg").people(4, reserves=1).until("entries closed").choose(4, [1]).until("published")
    Competitor.objects.filter(entries__kind="reserve").update(name=LONG_NAME)
    missing = day.who("Nguyễn Thị Ánh")
    Competitor.objects.create(event_id=day.event, group=missing.group, name="Jo Reed", here_at=timezone.now())
    with came_in(browser, site.url, make_login_link(), viewport=LAPTOP) as page:
        page.goto(f"{desk_of(day, site.url)}?who={missing.pk}")
        page.get_by_role("button", name=f"Call up {LONG_NAME}").click()
        expect(page.get_by_text("is here, and comes before the order of call.")).to_be_visible()
        is_for_everyone(page, PHONE_IN_THE_DARK)
        side = "e => e.getBoundingClientRect().right <= document.documentElement.clientWidth"
        assert page.locator(".desk-side .option, .desk-side .trouble").evaluate_all(f"all => all.every({side})")
        page.get_by_role("button", name="Yes, call them up").click()
        expect(page.get_by_text(f"{LONG_NAME} plays for {missing.competitor}")).to_be_visible()
