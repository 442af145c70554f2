"""Impatient fingers: a double click on the button that comes in, in a real Chromium."""

from __future__ import annotations

import re

from django.db import transaction
from playwright.sync_api import Page, expect

from tests.browser.desks import place_of, wait_for
from tests.cast import Day
from tests.web.visitors import invited
from tournament.actions.accounts import make_login_link
from tournament.models import Account, Event, Invitation


def press_twice(page: Page, name: str) -> None:
    """While the database is busy, so that both presses are on their way before the first is answered."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    button = page.get_by_role("button", name=name)
    button.scroll_into_view_if_needed()
    box = place_of(button)
    with transaction.atomic():
        for presses in (1, 2):
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, click_count=presses)
            wait_for(page, lambda presses=presses: len(sent) >= presses)
        page.wait_for_timeout(200)


def test_a_double_click_comes_in_by_a_link_that_works_once(page, site):
    page.goto(site.url + make_login_link())
    page.get_by_label("Your name").fill("Ruth Katoa")
    press_twice(page, "Come in")
    page.wait_for_url(re.compile("/organise/"))
    expect(page.get_by_text("Signed in as Ruth Katoa")).to_be_visible()


def test_a_double_click_comes_in_as_coordinator_and_sets_a_password(page, site):
    day = Day("syg")
    group = day.group("Riverside")
    page.goto(site.url + invited(day.event, "coordinator", group))
    press_twice(page, "Come in")
    page.wait_for_url(re.compile(f"/group/{group}/"))
    page.goto(f"{site.url}/group/{group}/password/")
    page.get_by_label("Your name").fill("Jo Hall")
    page.get_by_label("Sign-in name").fill("jo@club.example")
    page.get_by_label("Password").fill("seven-of-hearts")
    press_twice(page, "Set password")
    page.wait_for_url(f"{site.url}/group/{group}/")
    expect(page.get_by_text("Signed in as Jo Hall")).to_be_visible()
    assert Account.objects.count() == 1


def test_a_double_click_makes_every_groups_link_once(page, site):
    day = Day("syg")
    for name in ("Riverside", "Hilltop", "Lakeside"):
        day.group(name)
    page.goto(site.url + invited(day.event, "organiser"))
    page.get_by_label("Your name").fill("Ruth Katoa")
    page.get_by_role("button", name="Come in").click()
    page.goto(f"{site.url}/organise/{Event.objects.get().slug}/groups/")
    press_twice(page, "Make all 3 links")
    expect(page.get_by_text("Every group has its link.")).to_be_visible()
    assert page.locator("#messages").all_inner_texts() == ["3 links made."]
    assert Invitation.objects.filter(role="coordinator", revoked_at=None).count() == 3
