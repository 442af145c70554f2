"""A tablet's page that stays open while network, cookie, storage or server go away, in a real Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from scoring.models import Flag
from scoring.models import Tablet as TabletRow
from tests.browser.desks import PHONE, is_for_everyone
from tests.browser.umpires import LYING, TABLE, TouchedTablet, a_tablet, hands
from tests.programs import PROJECT
from tournament.web.page_version import page_version

NO_STORAGE = "() => { Storage.prototype.setItem = () => { throw new Error('full') } }"


DISK_IS_FULL = "The laptop’s disk is full: hands are kept on this tablet."


def say_later(route: Route) -> None:
    """The server's own answer while nothing can be saved."""
    told = {"turntable": 1, "request": route.request.post_data_json["request"], "later": DISK_IS_FULL}
    route.fulfill(status=507, json=told)


def test_a_server_that_cannot_save_says_why_and_gets_everything_afterwards(tablet):
    page, sign = tablet.page, tablet.page.locator(".lost-sign")
    page.route(TABLE, say_later)
    page.locator("#call").click()
    expect(sign).to_have_text(DISK_IS_FULL, use_inner_text=True)
    expect(page.locator("#call")).to_have_text("Not sent: raise your hand")
    expect(tablet.trouble()).to_contain_text("The organiser is called once it can be sent.")
    assert not Flag.objects.exists()
    page.unroute(TABLE)
    expect(page.locator("#call")).to_have_text("Organiser called")
    expect(sign).to_be_hidden()
    assert Flag.objects.count() == 1


def test_without_the_network_nobody_waits_for_a_call_and_no_two_notices_differ(tablet):
    page, call, sign = tablet.page, tablet.page.locator("#call"), tablet.page.locator(".lost-sign")
    tablet.context.set_offline(True)
    expect(call).to_have_text("No network: raise your hand")
    call.click()
    expect(tablet.trouble()).to_contain_text("No network: raise your hand.")
    expect(sign).to_have_text(
        "No network. Keep this page open: everything you type is kept on this tablet and sent later."
    )
    is_for_everyone(page, (LYING, "dark"), (PHONE, "dark"))

    page.evaluate(NO_STORAGE)
    tablet.tap("Don’t call")
    tablet.went_out(1)
    call.click()
    expect(page.locator(".said")).to_have_text("No network: raise your hand.")
    expect(call).to_contain_text("Call")
    tablet.count("1", "2", "3")
    expect(page.get_by_text("This browser can’t store anything.")).to_be_visible()
    expect(sign).to_have_text("No network. Keep this page open.", use_inner_text=True)
    tablet.tap("Don’t call")
    expect(page.get_by_text("raise your hand.")).to_have_count(0)
    call.click()
    tablet.context.set_offline(False)
    expect(call).to_have_text("Organiser called")
    tablet.received(1)
    expect(sign).to_be_hidden()
    assert Flag.objects.filter(lowered_at__isnull=True).count() == 1


def test_a_tablet_that_lost_its_cookie_is_not_another_one(browser, site, day, key, tablet):
    tablet.went_out(1)
    tablet.count("1", "2", "3")
    tablet.received(1)
    tablet.context.clear_cookies()
    tablet.open(key)
    tablet.until(lambda: TabletRow.objects.count() == 1)
    expect(tablet.page.locator(".hands tbody tr.received")).to_have_count(1)
    tablet.went_out(1)
    tablet.count("4", "5", "6")
    tablet.received(2)
    expect(tablet.trouble()).to_have_count(0)
    with a_tablet(browser, site.url, key) as second:  # and another one still is
        expect(second.trouble()).to_contain_text("Another tablet keeps this table’s sheet.")


@pytest.fixture
def upgrade(settings, tmp_path: Path) -> Iterator[object]:
    """Puts other files behind the running server."""

    def put() -> None:
        for folder in ("static", "templates"):
            shutil.copytree(PROJECT / folder, tmp_path / folder)
        (tmp_path / "static" / "js" / "new.js").write_text("// new")
        settings.PROJECT = tmp_path
        page_version.cache_clear()

    yield put
    page_version.cache_clear()


def look(tablet: TouchedTablet) -> None:
    """The page asks how its table is, and has time to load itself anew."""
    with tablet.page.expect_response("**/state.json"):
        tablet.page.evaluate("document.body.dispatchEvent(new CustomEvent('look'))")
    tablet.page.wait_for_timeout(5000)


def of_another_server(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "version": "0123456789abcdef"})


def test_after_an_upgrade_it_delivers_finishes_the_count_and_loads_itself_anew(tablet, day, upgrade):
    page = tablet.page
    loads: list[str] = []
    page.on("load", lambda _: loads.append("loaded"))
    page.evaluate("window.old = true")
    before = page.locator("#umpire").get_attribute("data-version")
    page.route(TABLE, lambda route: route.abort())
    tablet.went_out(1)
    tablet.count("1", "2", "3")
    upgrade()
    tablet.went_out(2)
    tablet.total("7")
    page.unroute(TABLE)
    tablet.until(lambda: len(hands(day)) == 1)  # delivered while the next is being counted
    look(tablet)
    assert page.evaluate("window.old")
    assert loads == []
    tablet.go()
    tablet.count("8", "9")
    expect(page.locator("#umpire")).not_to_have_attribute("data-version", before or "")
    tablet.received(2)
    assert hands(day) == [{2: 1, 3: 2, 4: 3}, {1: 7, 3: 8, 4: 9}]
    assert page.locator("#umpire").get_attribute("data-version") == page_version()
    look(tablet)
    assert loads == ["loaded"]

    day.ring()
    tablet.tap("No hand was being played")
    page.route("**/state.json", of_another_server)  # of two servers one is older: once is enough
    look(tablet)
    look(tablet)
    assert loads == ["loaded", "loaded"]
    expect(page.get_by_role("heading", name="The result")).to_be_visible()  # nobody has to say it again


def test_a_tablet_whose_code_has_stopped_working_does_not_blame_the_network(tablet):
    tablet.context.set_offline(True)
    tablet.tap("No network: raise your hand")
    expect(tablet.trouble()).to_contain_text("No network: raise your hand.")
    tablet.context.clear_cookies()
    tablet.context.set_offline(False)
    expect(tablet.page.get_by_text("Scan the code on the table again")).to_be_visible()
    waits = "Not sent: raise your hand. The organiser is called once it can be sent."
    expect(tablet.page.get_by_text(waits)).to_be_visible()
    expect(tablet.page.locator("body").get_by_text("No network").locator("visible=true")).to_have_count(0)
