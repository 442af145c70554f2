"""The MC's desk in a real Chromium: the clock is run by keys and buttons, and every page follows."""

from __future__ import annotations

import re
from datetime import timedelta

from django.db.models import F
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from tests.browser.desks import (
    LAPTOP,
    PHONE,
    PHONE_IN_THE_DARK,
    SIDEWAYS,
    TABLET,
    came_in,
    is_for_everyone,
    place_of,
    wait_for,
)
from tests.cast import OUT, PEOPLE, PLACES, Day, a_day
from tests.programs import wait_until
from tests.web.visitors import invited
from tournament.actions import clock, registration, setup
from tournament.models import Clock, ClockChange, Competition, Screen

CLEAR_OF_FRAMES = """buttons => buttons.map(button => {
    const [frame, words] = [button, button.firstElementChild].map(box => box.getBoundingClientRect());
    return Math.min(words.left - frame.left, frame.right - words.right);
})"""
"""How many pixels are between each label and the nearer side of its button."""


def desk_of(day: Day, url: str) -> str:
    competition = day.competition
    return f"{url}/mc/{competition.event.slug}/{competition.slug}/"


def phase(page: Page, is_: str) -> None:
    expect(page.locator(".desk-clock")).to_have_attribute("data-phase", is_)


def test_the_clock_is_run_by_keys_and_buttons(browser, site):
    day = a_day("syg", 16, "published")
    with (
        came_in(browser, site.url, invited(day.event, "mc"), viewport=LAPTOP) as page,
        came_in(browser, site.url, invited(day.event, "mc"), viewport=PHONE) as other,
    ):
        for opened in (page, other):
            opened.goto(desk_of(day, site.url))
            phase(opened, "ready")
        expect(page.get_by_role("heading", name="Ready")).to_be_visible()
        is_for_everyone(page, PHONE_IN_THE_DARK)
        page.locator("body").press(" ")
        for opened in (page, other):
            phase(opened, "running")
        expect(page.locator(".order-step.is-now")).to_contain_text("Round 1 is running")
        expect(page.get_by_role("heading", name="First hands")).to_be_visible()
        Clock.objects.update(started_at=F("started_at") - timedelta(minutes=5))  # time enough for a hand
        expect(page.locator(".missing")).to_contain_text("1, 2, 3 and 4")
        day.stage = "running"
        for table in (1, 2, 4):
            day.hand(table, [OUT, 10, 20, 30])
        expect(page.locator(".missing-tables")).to_have_text("Table 3")
        is_for_everyone(page, PHONE_IN_THE_DARK)
        page.locator("body").press(" ")
        for opened in (page, other):
            phase(opened, "paused")
        is_for_everyone(page)
        other.get_by_role("button", name="Undo").click()
        for opened in (page, other):
            phase(opened, "running")
        before = day.round.clock.facts.deadline
        page.get_by_role("button", name="+ 5 min").click()
        assert wait_until(lambda: day.round.clock.facts.deadline == before + timedelta(minutes=5))
        page.get_by_role("button", name="End the round now").click()
        expect(page.get_by_role("alert")).to_contain_text("End the round now?")
        day.hand(3, [OUT, 10, 20, 30])
        expect(other.get_by_role("heading", name="Every table is playing")).to_be_visible()
        expect(page.get_by_role("alert")).to_be_visible()  # a question stays while the hall goes on
        assert day.round.clock.ended_at is None
        page.get_by_role("button", name="Yes, end the round").click()
        for opened in (page, other):
            phase(opened, "time-up")
        expect(page.get_by_text("Waiting for tables 1, 2, 3 and 4")).to_be_visible()
        is_for_everyone(page, PHONE_IN_THE_DARK)


def test_warning_and_time_up_come_to_the_desk_by_themselves(browser, site):
    day = a_day("syg", 4, "published", clock=8, warning=4)
    with came_in(browser, site.url, invited(day.event, "mc"), viewport=LAPTOP) as page:
        page.goto(desk_of(day, site.url))
        page.get_by_role("button", name="Start").click()
        phase(page, "running")
        phase(page, "last-hand")
        expect(page.locator("[data-clock-spoken]")).to_have_text("Last hand: don’t start another.")
        phase(page, "time-up")
        expect(page.locator("[data-clock-digits]")).to_have_text("0:00")


def test_a_start_is_set_ahead_and_what_was_typed_wrong_is_said(browser, site):
    day = a_day("syg", 4, "published")
    with came_in(browser, site.url, invited(day.event, "mc"), viewport=LAPTOP) as page:
        page.goto(desk_of(day, site.url))
        page.locator(".desk-more summary").click()
        page.get_by_label("Announce the time left at (minutes before the end)").fill("ten")
        page.get_by_role("button", name="Save the announcements").click()
        expect(page.get_by_role("alert")).to_contain_text("Write whole minutes")
        expect(page.get_by_label("Announce the time left at (minutes before the end)")).to_have_value("ten")
        page.get_by_label("Start by itself at").fill(f"{timezone.localtime() + timedelta(hours=2):%H:%M}")
        page.get_by_role("button", name="Set the start").click()
        expect(page.locator(".break-times")).to_contain_text("It starts by itself.")
        page.get_by_role("button", name="Cancel the start").click()
        expect(page.get_by_text("Not started", exact=True)).to_be_visible()


def test_why_a_button_did_nothing_stays_until_it_is_read_or_the_next_is_pressed(browser, site):
    """The desk looks again every few seconds, and at once when something is told; that takes no sentence away."""
    day = a_day("syg", 4, "published")
    with came_in(browser, site.url, invited(day.event, "mc"), viewport=LAPTOP) as page:
        page.goto(desk_of(day, site.url))
        page.locator(".desk-more summary").click()
        for press in (
            lambda page: page.get_by_role("button", name="+ 1 min").click(),
            lambda page: page.get_by_role("link", name="OK", exact=True).click(),
        ):
            page.get_by_label("Announce the time left at (minutes before the end)").fill("ten")
            page.get_by_role("button", name="Save the announcements").click()
            expect(page.get_by_role("alert")).to_contain_text("Write whole minutes")
            shown = page.locator(".desk-digits").inner_text()
            clock.add_time(by=day.mc, competition=day.pk, seconds=60)
            expect(page.locator(".desk-digits")).not_to_have_text(shown)
            with page.expect_response(lambda answer: answer.request.method == "GET" and answer.url == page.url):
                page.evaluate("document.body.dispatchEvent(new CustomEvent('look'))")
            expect(page.get_by_role("alert")).to_contain_text("Write whole minutes")
            press(page)
            expect(page.get_by_role("alert")).to_have_count(0)


def test_a_press_that_nobody_answered_says_so_until_it_is_sent_or_given_up(browser, site):
    """Also at a tablet's size, where the buttons for more and less time are in sight beside another competition."""
    day = a_day("syg", 8, "published")
    setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Under 18")
    with came_in(browser, site.url, invited(day.event, "mc"), viewport=TABLET) as page:
        page.goto(desk_of(day, site.url))
        note = page.locator("#undelivered")
        expect(page.get_by_text("The player whose birthday is next deals first.")).to_be_visible()
        page.context.set_offline(True)
        page.get_by_role("button", name="Start").click()
        expect(note).to_contain_text("“Start” didn’t get through.")
        page.get_by_role("button", name="Send again").click()
        expect(note).to_be_visible()
        is_for_everyone(page, PHONE_IN_THE_DARK)
        page.context.set_offline(False)
        page.get_by_role("button", name="Send again").click()
        phase(page, "running")
        expect(note).to_be_hidden()
        expect(page.get_by_text("24 minutes to the last hand.")).to_be_visible()
        for minutes in ("− 5 min", "+ 5 min"):
            box = place_of(page.get_by_role("button", name=minutes))
            assert box["y"] + box["height"] <= TABLET["height"]
        page.get_by_role("button", name="End the round now").click()
        page.context.set_offline(True)
        page.get_by_role("button", name="Yes, end the round").click()
        expect(note).to_contain_text("“Yes, end the round” didn’t get through.")
        page.get_by_role("button", name="Give up").click()
        expect(note).to_be_hidden()
        page.context.set_offline(False)
        page.problems.clear()
    assert list(ClockChange.objects.values_list("change", flat=True)) == ["started"]


def hold_first_press(route: Route, held: list[Route]) -> None:
    if route.request.method == "GET" or held:
        route.continue_()
    else:
        held.append(route)


def test_every_press_that_did_not_arrive_is_named_and_none_is_sent_by_itself(browser, site):
    """One that is pressed while another is on its way waits for that one's answer, and is sent then."""
    day = a_day("syg", 4, "running")
    with came_in(browser, site.url, invited(day.event, "mc"), viewport=LAPTOP) as page:
        page.goto(desk_of(day, site.url))
        lines = page.locator("#undelivered li")
        page.context.set_offline(True)
        for name in ("Pause", "Pause", "+ 1 min", "+ 1 min"):
            page.get_by_role("button", name=name, exact=True).click()
            page.wait_for_timeout(600)  # longer than a double click
        expect(lines).to_have_count(3)
        expect(lines.nth(0)).to_contain_text("“Pause” didn’t get through. You pressed it twice; it counts once.")
        for line in (1, 2):
            expect(lines.nth(line)).to_contain_text("“+ 1 min” didn’t get through.")
            expect(lines.nth(line)).not_to_contain_text("counts once")
        page.get_by_role("button", name="+ 5 min", exact=True).dblclick()
        expect(lines).to_have_count(4)
        page.get_by_role("button", name="Give up “+ 5 min”").click()
        page.context.set_offline(False)
        on_their_way: list[Route] = []
        page.route("**/mc/**", lambda route: hold_first_press(route, on_their_way))
        page.get_by_role("button", name="− 1 min", exact=True).click()
        page.get_by_role("button", name="+ 5 min", exact=True).click()
        assert wait_until(lambda: page.wait_for_timeout(20) or on_their_way)
        expect(lines).to_have_count(3)
        on_their_way[0].abort()
        expect(lines).to_have_count(4)
        expect(lines.nth(3)).to_contain_text("“− 1 min” didn’t get through.")
        page.unroute("**/mc/**")
        is_for_everyone(page, PHONE_IN_THE_DARK)
        page.get_by_role("button", name="Send again “Pause”").click()
        phase(page, "paused")
        for left in (2, 1):
            page.get_by_role("button", name="Send again “+ 1 min”").first.click()
            expect(lines).to_have_count(left)
        page.get_by_role("button", name="Give up “− 1 min”").click()
        expect(page.locator("#undelivered")).to_be_hidden()
        page.problems.clear()
    changes = list(ClockChange.objects.values_list("change", flat=True))
    assert (changes, day.round.clock.added) == (
        ["started", "changed", "paused", "changed", "changed"], timedelta(minutes=7)
    )  # fmt: skip


def test_clocks_are_run_together(browser, site):
    day = a_day("syg", 4, "published")
    other = setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Under 18")
    sister = Day.of(Competition.objects.get(pk=other), "entries open")
    for name, place in zip(PEOPLE[-3:], PLACES, strict=False):
        registration.enter(by=sister.organiser, competition=sister.pk, group=sister.group(place), name=name)
    sister.until("published")
    with came_in(browser, site.url, invited(day.event, "mc"), viewport=LAPTOP) as page:
        page.goto(f"{site.url}/mc/{day.competition.event.slug}/")
        page.get_by_role("link", name=f"Run the clock of {day.competition}").click()
        page.get_by_role("link", name="Run all clocks together").click()
        expect(page.get_by_text("The buttons run all clocks.")).to_be_visible()
        page.get_by_role("button", name="Start all clocks").click()
        phase(page, "running")
        expect(page.locator(".desk-other")).to_have_attribute("data-phase", "running")
        assert wait_until(lambda: all(event_day.round.clock.started_at for event_day in (day, sister)))
        clock.pause_clock(by=sister.mc, competition=sister.pk)
        expect(page.locator(".desk-other")).to_have_attribute("data-phase", "paused")
        page.get_by_role("button", name="Pause all clocks").click()
        phase(page, "paused")
        is_for_everyone(page, PHONE_IN_THE_DARK)
        page.get_by_role("link", name="Under 18").click()
        page.wait_for_url(re.compile("under-18"))
        screen = page.context.new_page()
        screen.goto(f"{site.url}/screen")
        page.locator("body").press("ArrowRight")  # of the competition whose desk this is
        states = page.locator("[data-programme=under-18]").get_by_role("button", name="Table states")
        expect(states.first).to_have_attribute("aria-current", "step")
        expect(page.locator("[data-programme=uno-open] [aria-current]")).to_have_text("Clock")


def test_news_that_come_while_the_desk_is_asking_are_not_missed(browser, site):
    """The answer on its way is older than they are. The page's own time stands still, so that no usual look helps."""
    day = a_day("syg", 8, "running")
    with came_in(browser, site.url, invited(day.event, "mc"), viewport=LAPTOP, own=True) as page:
        page.clock.install()
        page.goto(desk_of(day, site.url))
        phase(page, "running")
        page.clock.pause_at(timezone.now() + timedelta(seconds=1))
        asked: list[Route] = []
        page.route(desk_of(day, site.url), lambda route: asked.append(route))
        page.evaluate("document.body.dispatchEvent(new CustomEvent('look'))")
        wait_for(page, lambda: len(asked) == 1)
        old = asked[0].fetch()
        for table in (1, 2):
            day.hand(table, [OUT, 10, 20, 30])
        day.ring()
        phase(page, "time-up")  # the stream has told of it
        asked[0].fulfill(response=old)
        page.unroute(desk_of(day, site.url))
        page.wait_for_function("!document.querySelector('#desk.htmx-request')")
        page.clock.run_for(1000)
        expect(page.get_by_text("Waiting for tables 1 and 2")).to_be_visible()


def test_the_large_button_is_in_sight_before_a_round_and_in_a_break(browser, site):
    """Beside two other competitions, on a low laptop and on a tablet."""
    day = Day("syg").people(16).until("published")
    for name in ("Under 18", "Under 12"):
        sister = Day("bac", rounds=2, name=name).people(8).until("running")
        Competition.objects.filter(pk=sister.pk).update(event=day.event)
    with came_in(browser, site.url, invited(day.event, "mc"), viewport=LAPTOP) as page:
        for phase_now in ("ready", "break"):
            if phase_now == "break":
                day.start().ring().sheets_in().close_round().next_round()
            page.goto(desk_of(day, site.url))
            start = "Start" if phase_now == "ready" else "Start the final now"
            for size in (LAPTOP, TABLET):
                page.set_viewport_size(size)
                box = place_of(page.get_by_role("button", name=start, exact=True))
                assert box["y"] + box["height"] <= size["height"], (phase_now, size)
        expect(page.locator(".is-break")).to_contain_text("Final in")
        is_for_everyone(page, PHONE_IN_THE_DARK)


def test_on_a_tablet_nothing_is_too_wide_and_the_minutes_keep_clear_of_their_frames(browser, site):
    """Beside a screen that is connected."""
    day = a_day("syg", 16, "running")
    Client().get("/screen")
    Screen.objects.update(event=day.event)
    with came_in(browser, site.url, invited(day.event, "mc"), viewport=TABLET) as page:
        page.goto(desk_of(day, site.url))
        for size in (TABLET, PHONE):
            page.set_viewport_size(size)
            assert page.evaluate(SIDEWAYS) == 0, size
            assert min(page.locator(".desk-minutes .desk-button").evaluate_all(CLEAR_OF_FRAMES)) >= 4, size


def test_a_phone_counts_the_break_down_and_turns_into_the_clock_of_the_round(browser, site):
    day = Day("syg").people(16).until("round closed").next_round()
    at = f"{site.url}/c/{day.competition.slug}/"
    with came_in(browser, site.url, invited(day.event, "mc"), viewport=PHONE) as page:
        page.goto(at)
        expect(page.locator(".clock-words:visible")).to_contain_text("until the final starts", use_inner_text=True)
        expect(page.locator(".clock-digits")).to_have_text(re.compile(r"^9:5\d$"))
        clock.start_clock(by=day.mc, competition=day.pk)
        expect(page.locator(".clock")).to_have_attribute("data-phase", "running")
        expect(page.locator(".clock-words:visible")).to_contain_text("left in the final", use_inner_text=True)
