"""A coordinator with a phone, in a real Chromium: enter, change, withdraw, two phones at once; light and dark."""

from __future__ import annotations

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.desks import PHONE, PHONE_IN_THE_DARK, Size, came_in, is_for_everyone
from tests.cast import LONG_NAME, OUT, Day, a_day
from tests.web.visitors import invited
from tournament.actions import setup, wishes
from tournament.models import Competition, Competitor, Entry
from tournament.web import live_page

SMALL_PHONE: Size = {"width": 360, "height": 640}
BROKEN_WORDS = """[...document.querySelectorAll(".slot .name")].flatMap(({ firstChild: name }) =>
    [...name.data.matchAll(/[^\\s-]+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(name, index);
        range.setEnd(name, index + word.length);
        return range.getClientRects().length > 1;
    }).map(([word]) => word))"""
ODD = ("<script>alert(1)</script>", "محمد علي", "W" * 80, "Zoë 🎲🃏")


def standing() -> list[tuple[str, str]]:
    entries = Entry.objects.filter(withdrawn_at__isnull=True).order_by("pk")
    return list(entries.values_list("competitor__name", "kind"))


def test_enter_change_and_withdraw(browser, site):
    day = Day("syg", name="Under 18")
    link = invited(day.event, "coordinator", day.group("Riverside"))
    with came_in(browser, site.url, link, viewport=PHONE) as page:
        expect(page.get_by_role("heading", name="Under 18 entry")).to_be_visible()
        page.get_by_role("link", name="Add an entry", exact=True).click()
        expect(page.get_by_label("First and last name")).to_be_focused()
        page.keyboard.type("Sione Faleolo")
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_role("heading", name="Under 18 reserve")).to_be_visible()
        expect(page.get_by_text("Sione Faleolo is entered.")).to_be_visible()
        is_for_everyone(page)
        page.get_by_role("link", name="Add a reserve", exact=True).click()
        page.get_by_label("First and last name").fill("Mia O'Brien")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="All entered")).to_be_visible()
        page.get_by_role("link", name="Change Sione Faleolo").click()
        page.get_by_label("First and last name").fill("Sione Faleolo-Vea")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Saved: Sione Faleolo-Vea.")).to_be_visible()
        assert standing() == [("Sione Faleolo-Vea", "entry"), ("Mia O'Brien", "reserve")]
        page.get_by_role("link", name="Change Mia O'Brien").click()
        page.get_by_role("link", name="Withdraw Mia O'Brien").click()
        expect(page.get_by_role("button", name="Withdraw Mia O'Brien")).to_be_visible()
        is_for_everyone(page)
        page.get_by_role("button", name="Withdraw Mia O'Brien").click()
        expect(page.get_by_role("heading", name="Under 18 reserve")).to_be_visible()
        assert standing() == [("Sione Faleolo-Vea", "entry")]


def test_the_countdown_counts_and_says_by_itself_that_entries_are_closed(browser, site):
    day = Day("syg")
    link = invited(day.event, "coordinator", day.group("Riverside"))
    with came_in(browser, site.url, link, viewport=PHONE) as page:
        Competition.objects.update(closes_at=timezone.now() + timedelta(seconds=5))
        page.reload()
        expect(page.locator(".deadline-left")).to_have_text(re.compile(r"[12]\s+seconds?"))
        expect(page.get_by_role("heading", name="Entries are closed")).to_be_visible()


def test_news_that_come_while_the_page_is_being_put_in_are_not_missed(browser, site, monkeypatch):
    """htmx listens with what it put in a moment later: here a whole second."""
    monkeypatch.setattr(live_page, "SPREAD_OF_PHONES", 1)
    day = Day("syg").people(8)
    link = invited(day.event, "coordinator", day.group("Riverside"))
    with came_in(browser, site.url, link, viewport=PHONE) as page:
        page.evaluate("htmx.config.defaultSettleDelay = 1000")
        day.until("entries closed")
        expect(page.get_by_role("heading", name="Entries are closed")).to_be_visible()
        day.until("sealed")
        expect(page.get_by_text("Draw sealed")).to_be_visible()


def test_the_page_follows_the_closing_and_the_draw_by_itself(browser, site, monkeypatch):
    monkeypatch.setattr(live_page, "SPREAD_OF_PHONES", 50)
    day = Day("syg").people(8)
    link = invited(day.event, "coordinator", day.group("Riverside"))
    with came_in(browser, site.url, link, viewport=PHONE) as page:
        day.until("entries closed")
        expect(page.get_by_role("heading", name="Entries are closed")).to_be_visible()
        day.until("published")
        expect(page.get_by_role("link", name="The whole draw, and every table")).to_be_visible()


def test_two_phones_at_once_show_both_names(browser, site):
    day = Day("syg")
    day.enter("Ben", "Riverside")
    link = invited(day.event, "coordinator", day.group("Riverside"))
    with (
        came_in(browser, site.url, link, viewport=PHONE) as first,
        came_in(browser, site.url, link, viewport=PHONE) as second,
    ):
        for phone in (first, second):
            phone.get_by_role("link", name="Change Ben").click()
        first.get_by_label("First and last name").fill("Ivy King")
        first.get_by_role("button", name="Save").click()
        expect(first.get_by_text("Saved: Ivy King.")).to_be_visible()
        second.get_by_label("First and last name").fill("Jude Addo")
        second.get_by_role("button", name="Save").click()
        expect(second.get_by_text("Somebody else changed this name since you opened it.")).to_be_visible()
        expect(second.get_by_role("link", name="Keep Ivy King")).to_be_visible()
        is_for_everyone(second)
        second.get_by_role("button", name="Use Jude Addo").click()
        expect(second.get_by_text("Saved: Jude Addo.")).to_be_visible()
    assert standing() == [("Jude Addo", "entry")]


def test_two_phones_at_once_want_the_only_place(browser, site):
    day = Day("syg")
    link = invited(day.event, "coordinator", day.group("Riverside"))
    with (
        came_in(browser, site.url, link, viewport=PHONE) as first,
        came_in(browser, site.url, link, viewport=PHONE) as second,
    ):
        for phone in (first, second):
            phone.get_by_role("link", name="Add an entry", exact=True).click()
        first.get_by_label("First and last name").fill("Ivy King")
        first.get_by_role("button", name="Enter").click()
        expect(first.get_by_text("Ivy King is entered.")).to_be_visible()
        second.get_by_label("First and last name").fill("Jude Addo")
        second.get_by_role("button", name="Enter").click()
        expect(second.get_by_text("Somebody else got in first.")).to_be_visible()
        is_for_everyone(second)
        second.get_by_role("link", name="Keep Ivy King").click()
        expect(second.get_by_role("link", name="Change Ivy King")).to_be_visible()
    assert standing() == [("Ivy King", "entry")]


def test_an_open_list_shows_answers_and_who_goes_on_by_itself(browser, site, monkeypatch):
    monkeypatch.setattr(live_page, "SPREAD_OF_PHONES", 50)
    day = Day("syg").people(4).until("entries closed").choose(4, [2, 1]).until("published")
    link = invited(day.event, "coordinator", day.group("Riverside"))
    with came_in(browser, site.url, link, viewport=PHONE) as page:
        expect(page.get_by_role("link", name="Change Mia O'Brien")).to_be_visible()
        wish = day.ask("Mia O'Brien", "Ivy King")
        wishes.answer_wish(by=day.organiser, wish=wish, name="Ivy King", granted=False, why="She is here.")
        expect(page.get_by_text("The organiser said no: She is here.")).to_be_visible()
        is_for_everyone(page)
        wish = day.ask("Mia O'Brien", "Ivy King")
        wishes.answer_wish(by=day.organiser, wish=wish, name="Ivy King", granted=True)
        expect(page.get_by_text("The organiser agreed: Ivy King plays.")).to_be_visible()
        day.until("round closed")
        expect(page.get_by_text(re.compile("Goes on to table 1 in the final|Out after round 1"))).to_be_visible()
        is_for_everyone(page)


def test_many_names_in_a_row_without_leaving_the_field(browser, site):
    day = Day("bac")
    link = invited(day.event, "coordinator", day.group("Riverside"))
    names = ["Mia O'Brien", "Ben", "Ivy King", "Jude Addo"]
    with came_in(browser, site.url, link, viewport=PHONE) as page:
        page.get_by_role("link", name="Add an entry", exact=True).click()
        for number, name in enumerate(names, start=1):
            expect(page.get_by_label("First and last name")).to_be_focused()
            page.keyboard.type(name)
            page.keyboard.press("Enter")
            expect(page.get_by_role("heading", name=f"{number} entered")).to_be_visible()
        page.keyboard.type("BEN")
        page.keyboard.press("Enter")
        expect(page.get_by_text("This person is already entered here.")).to_be_visible()
        expect(page.get_by_label("First and last name")).to_have_value("BEN")
        is_for_everyone(page)
    assert [name for name, _ in standing()] == names


def test_everything_works_without_javascript(browser, site):
    day = Day("bac")
    link = invited(day.event, "coordinator", day.group("Riverside"))
    with came_in(browser, site.url, link, viewport=PHONE, java_script_enabled=False) as page:
        page.get_by_role("link", name="Add an entry", exact=True).click()
        for name in ("Ben", "Ivy King"):
            page.get_by_label("First and last name").fill(name)
            page.get_by_role("button", name="Enter").click()
        page.get_by_role("link", name="Our list").click()
        page.get_by_role("link", name="Change Ben").click()
        page.get_by_role("link", name="Withdraw Ben").click()
        page.get_by_role("button", name="Withdraw Ben").click()
        page.get_by_role("link", name="Print our list").click()
        expect(page.get_by_text("You can also print from your browser’s menu.")).to_be_visible()
        expect(page.get_by_role("button", name="Print")).not_to_be_visible()
    assert standing() == [("Ivy King", "entry")]


def test_without_the_network_a_form_says_so_and_keeps_what_was_typed(browser, site):
    """One form is sent by htmx, the other by the browser itself; the network comes back, and each is sent once."""
    day = Day("bac")
    day.enter("Ben", "Riverside")
    link = invited(day.event, "coordinator", day.group("Riverside"))
    alert = "No network: nothing is saved yet. Try again."
    with came_in(browser, site.url, link, viewport=PHONE) as page:
        page.get_by_role("link", name="Add people").click()
        page.get_by_label("First and last name").fill("Ivy King")
        page.context.set_offline(True)
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_role("alert")).to_have_text(alert)
        expect(page.get_by_label("First and last name")).to_have_value("Ivy King")
        is_for_everyone(page)
        page.context.set_offline(False)
        page.get_by_role("button", name="Enter").click()
        expect(page.get_by_role("heading", name="2 entered")).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)
        page.get_by_role("link", name="Our list").click()
        page.get_by_role("link", name="Change Ben").click()
        page.get_by_label("First and last name").fill("Benjamin")
        page.context.set_offline(True)
        for _ in range(2):
            page.get_by_role("button", name="Save").click()
            expect(page.get_by_role("alert")).to_have_text(alert)
        expect(page.get_by_label("First and last name")).to_have_value("Benjamin")
        page.context.set_offline(False)
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Saved: Benjamin.")).to_be_visible()
        page.problems.clear()  # that nothing was reached
    assert standing() == [("Benjamin", "entry"), ("Ivy King", "entry")]


def test_a_substitute_and_a_wish(browser, site):
    day = a_day("syg", 8, "published")
    link = invited(day.event, "coordinator", day.group("Riverside"))
    with came_in(browser, site.url, link, viewport=PHONE) as page:
        page.get_by_role("link", name="Change Mia O'Brien").click()
        page.get_by_label("First and last name").fill("Ivy King")
        page.get_by_role("button", name="Let them play").click()
        expect(page.get_by_role("button", name="Yes, they play")).to_be_visible()
        is_for_everyone(page)
        page.get_by_role("button", name="Yes, they play").click()
        expect(page.get_by_text("Ivy King plays for Mia O'Brien.")).to_be_visible()
        day.until("running")
        for table in (1, 2):
            day.hand(table, [OUT, 10, 20, 30])
        page.get_by_role("link", name="Change Ivy King").click()
        expect(page.get_by_text("You can’t do this yourself now")).to_be_visible()
        page.get_by_label("Who should play instead?").fill("Jude Addo")
        page.get_by_label("Why?", exact=True).fill("a sprained wrist")
        is_for_everyone(page)
        page.get_by_role("button", name="Ask").click()
        expect(page.get_by_text("You asked for Jude Addo at")).to_be_visible()


def test_beside_a_table_names_stay_whole_on_the_smallest_phone(browser, site):
    day = Day("syg", entries_per_group=3).people(1)
    for name in ("Bartholomew Whitfield", "Maximiliane Featherstone-Haugh"):
        day.enter(name, "Riverside")
    day.until("published")
    link = invited(day.event, "coordinator", day.group("Riverside"))
    with came_in(browser, site.url, link, viewport=PHONE) as page:
        for size in (PHONE, SMALL_PHONE):
            page.set_viewport_size(size)
            assert page.locator(".slot-table").count() == 3
            assert page.evaluate(BROKEN_WORDS) == []
            is_for_everyone(page)


def test_every_page_fits_a_phone_and_can_be_read_by_everyone(browser, site):
    day = Day("syg", name="Under 18", entries_per_group=4, reserves_per_group=2)
    for name in ODD:
        day.enter(name, "Riverside")
    day.enter(LONG_NAME, "Riverside", "reserve")
    setup.create_competition(
        by=day.organiser,
        event=day.event,
        preset_name="bac",
        name="The Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh Memorial Open",
    )
    group = day.group("Riverside")
    link, home = invited(day.event, "coordinator", group), f"{site.url}/group/{group}/"
    with came_in(browser, site.url, link, viewport=PHONE) as page:
        entry = Entry.objects.filter(competitor=Competitor.objects.get(name="W" * 80)).get().pk
        for path in ("", "add/under-18/reserve/", f"entry/{entry}/", f"entry/{entry}/withdraw/", "list/", "password/"):
            page.goto(home + path)
            is_for_everyone(page, PHONE_IN_THE_DARK)
        for other in range(3):
            day.enter(f"Somebody {other}", "Bethel")
        for stage in ("entries closed", "published", "running"):
            day.until(stage)
            for path in ("", f"seat/{entry}/", "list/"):
                page.goto(home + path)
                is_for_everyone(page, PHONE_IN_THE_DARK)
        Competition.objects.filter(event=day.event).exclude(pk=day.pk).delete()
        day.until("finished")
        page.goto(home)
        is_for_everyone(page)
