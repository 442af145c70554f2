"""The hall's screens in a real Chromium: taken in by number, following the programme, ringing, and never lost."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tests.browser.desks import (
    LAPTOP,
    PHONE_IN_THE_DARK,
    SILENT_UNTIL_TOUCHED,
    came_in,
    device,
    is_for_everyone,
    measured,
)
from tests.cast import LONG_NAME, Day, a_day
from tests.programs import StartedServer
from tests.web.visitors import invited
from tournament.actions import clock, hall_messages, podium, screens, slides
from tournament.models import Clock, Competitor, Screen
from tournament.rules.programme import Scene

PROJECTORS = ({"width": 1920, "height": 1080}, {"width": 1024, "height": 768})
OUTSIDE = """[...document.querySelectorAll('.scene h1, .scene h2, .scene p, .scene .name, .scene .group, .scene li')]
    .filter(e => e.checkVisibility() && !e.closest('.unseen') && !e.classList.contains('unseen')).filter(e => {
    const box = e.getBoundingClientRect();
    return box.width && (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
}).map(e => e.outerHTML.slice(0, 120))"""
UNDER_THE_EDGE = """[...document.querySelectorAll('.scene-middle :is(h1, p, .name, .group)')].filter(e => {
    const edge = document.querySelector('.scene > .scene-edge').getBoundingClientRect();
    return e.checkVisibility() && !e.closest('.unseen') && e.getBoundingClientRect().bottom > edge.top + 1;
}).map(e => e.outerHTML.slice(0, 120))"""
CUT = """[...document.querySelectorAll('.scene [data-fit], .scene .seating')].filter(e => e.checkVisibility() &&
    (e.scrollWidth > e.clientWidth + 1 || e.dataset.fit !== 'width' && e.scrollHeight > e.clientHeight + 1)
).map(e => e.outerHTML.slice(0, 120))"""
UNDER_THE_BAND = """(() => { const band = document.querySelector('.message-band').getBoundingClientRect();
    return [...document.querySelectorAll('.scene :is(h1, p, li, .name, .group, svg)')].filter(e => {
        const box = e.getBoundingClientRect();
        const isBelow = e.closest('.unseen, .held, .scene-dice, .scene-edge, .clock-edge') || !e.checkVisibility();
        return !isBelow && box.height && box.bottom > band.top + 2;
    }).map(e => e.outerHTML.slice(0, 120)); })()"""
EDGE_IN_SIGHT = """(() => { const band = document.querySelector('.message-band').getBoundingClientRect();
    return [...document.querySelectorAll('.scene > .scene-edge, .clock-edge')].every(e =>
        !e.checkVisibility() || e.getBoundingClientRect().top >= band.bottom - 2
        || e.getBoundingClientRect().bottom <= band.top + 2); })()"""
CLIPPED = """[...document.querySelectorAll('.scene-middle h1:not(.unseen)')].filter(e => {
    const [box, middle] = [e, e.closest('.scene-middle')].map(e => e.getBoundingClientRect());
    return e.checkVisibility() && (box.top < middle.top - 2 || box.bottom > middle.bottom + 2);
}).map(e => e.outerHTML)"""
HIGH = "digits => 0.72 * parseFloat(getComputedStyle(digits).fontSize) / innerHeight"
"""Digits are about seven tenths as high as their letters' size."""
SIZES = """[...document.querySelectorAll('.name')].filter(e => e.checkVisibility())
    .map(e => parseFloat(getComputedStyle(e).fontSize))"""
NAMES = (
    "Christopher-Alexander Montgomery",
    "Bartholomew",
    "Anastasia Papadopoulou",
    "يوسف الخطيب",
    "李小龍",
    LONG_NAME,
)


def scene(page: Page, name: str) -> None:
    expect(page.locator(f"#scene > .scene-{name}")).to_be_visible()


def rang(page: Page) -> str:
    return str(page.evaluate("document.body.dataset.rang || ''"))


def wait_for_rings(page: Page, sounds: str) -> None:
    page.wait_for_function("sounds => (document.body.dataset.rang || '') === sounds", arg=sounds)


def test_from_a_number_to_the_programme_and_the_bell(browser: Browser, site):
    """Two events, so that the screen waits; then the MC takes it in, and it follows without anybody near it."""
    Day("syg", real=True)
    day = Day("syg", real=True).people(8)
    with device(browser, viewport=PROJECTORS[0]) as screen:
        screen.goto(f"{site.url}/screen")
        scene(screen, "number")
        number = screen.locator("h1").inner_text()
        link = invited(day.event, "mc")
        context = browser.new_context(viewport=LAPTOP)
        mc = context.new_page()
        mc.goto(site.url + link)
        mc.get_by_label("Your name").fill("Sam Reid")
        mc.get_by_role("button", name="Come in").click()
        mc.wait_for_url(re.compile("/mc/"))
        mc.goto(f"{site.url}/mc/{day.competition.event.slug}/screens/")
        mc.get_by_label("The number a screen shows").fill(number)
        mc.get_by_role("button", name="Connect").click()
        expect(screen.locator("#scene > .scene-welcome")).to_be_visible(timeout=2000)
        expect(screen.locator("#number")).to_have_text(f"Screen {number}")
        mc.locator("body").press("ArrowRight")
        scene(screen, "rules")
        day.until("published")
        scene(screen, "tables")
        mc.get_by_role("button", name="Find your name").first.click()
        scene(screen, "names")
        assert rang(screen) == ""

        day.start()
        scene(screen, "clock")
        wait_for_rings(screen, "start")
        Clock.objects.update(started_at=timezone.now() - timedelta(minutes=24, seconds=58))
        clock.add_time(by=day.mc, competition=day.pk, seconds=1)
        wait_for_rings(screen, "start warning")
        expect(screen.locator(".clocks .clock-last")).to_be_visible()
        clock.add_time(by=day.mc, competition=day.pk, seconds=-299)
        wait_for_rings(screen, "start warning time-up")
        expect(screen.locator(".clocks .clock-stop")).to_be_visible()
        expect(screen.locator(".clocks").get_by_text("Finish this turn, then count what you hold.")).to_be_visible()

        screen.reload()
        scene(screen, "clock")
        assert rang(screen) == ""  # what was long ago does not ring again
        context.close()


def test_the_bell_rings_on_a_screen_that_shows_something_else_but_not_on_a_muted_one(browser: Browser, site):
    day = a_day("syg", 8, "running", real=True)
    with device(browser, viewport=PROJECTORS[1]) as loud, device(browser, viewport=PROJECTORS[1]) as quiet:
        for page in (loud, quiet):
            page.goto(f"{site.url}/screen")
            scene(page, "clock")
        first, second = Screen.objects.order_by("pk")
        screens.set_screen(by=day.mc, screen=first.pk, shows="names")
        screens.mute_screen(by=day.mc, screen=second.pk, muted=True)
        scene(loud, "names")
        expect(quiet.get_by_text("Sound off")).to_be_visible()
        clock.pause_clock(by=day.mc, competition=day.pk)
        clock.add_time(by=day.mc, competition=day.pk, seconds=-60 * 26)
        wait_for_rings(loud, "warning")  # taken off a paused clock: it happens now
        held = quiet.locator(".clocks .clock-loud:visible")
        expect(held).to_have_text("Keep your cards. No new hand.", use_inner_text=True)
        assert quiet.evaluate(CUT) == []
        lines = "p => p.firstElementChild.nextElementSibling.offsetHeight / parseFloat(getComputedStyle(p).fontSize)"
        assert measured(held, lines) < 2
        clock.add_time(by=day.mc, competition=day.pk, seconds=60 * 20)
        clock.resume_clock(by=day.mc, competition=day.pk)
        wait_for_rings(loud, "warning start")
        expect(quiet.locator(".clocks .clock-last")).to_be_visible()  # time that is added does not take it back
        clock.end_clock(by=day.mc, competition=day.pk)
        wait_for_rings(loud, "warning start time-up")
        expect(quiet.locator(".clocks .clock-stop")).to_be_visible()
        assert rang(quiet) == ""


def test_a_browser_that_forbids_sound_asks_for_one_click(browser: Browser, site):
    Day("syg", real=True).people(8)
    with device(browser, viewport=PROJECTORS[1]) as page:
        page.add_init_script(SILENT_UNTIL_TOUCHED)
        page.goto(f"{site.url}/screen")
        button = page.get_by_role("button", name="Click once for sound")
        expect(button).to_be_visible()
        button.click()
        expect(button).to_be_hidden()


def test_pages_turn_by_themselves(browser: Browser, site):
    day = Day("syg", cap=None).people(84, names=("Ana Lee", "Ben Ode", "Mia Vea")).until("entries closed")
    day.choose(84, [21, 6, 2, 1]).until("published")
    with device(browser, viewport=PROJECTORS[0]) as page:
        page.goto(f"{site.url}/screen")
        shown = page.locator("[data-page]").inner_text()
        page.evaluate("{ const now = Date.now; Date.now = () => now() + 12000; }")
        expect(page.locator("[data-page]")).not_to_have_text(shown)
        assert page.evaluate(CUT) == [] and page.evaluate(OUTSIDE) == []


def walk(day: Day):
    """Every scene, one after the other."""
    to = {"by": day.mc, "competition": day.pk}
    yield "welcome"
    screens.step_programme(**to, scene="rules")
    yield "rules"
    slide = slides.add_slide(by=day.mc, event=day.event, title="Lunch until 13:00", text="In the foyer.\nAll of you.")
    screens.step_programme(**to, scene="slide", slide=slide)
    yield "slide"
    day.until("sealed")
    screens.step_programme(**to, scene="draw")
    yield "sealed"
    day.until("published")
    for shown_scene in ("tables", "names", "dealer", "clock"):
        screens.step_programme(**to, scene=shown_scene)
        yield shown_scene
    day.start()
    screens.step_programme(**to, scene="states")
    yield "states"
    screens.step_programme(**to, scene="clock")
    yield "clock"
    Clock.objects.filter(competition=day.pk).update(started_at=timezone.now() - timedelta(minutes=27))
    yield "clock"
    day.ring()
    yield "clock"
    day.until("round closed")
    yield "results"
    screens.step_programme(**to, scene="bracket")
    yield "bracket"
    screens.step_programme(**to, scene="countdown")
    yield "countdown"
    day.play_on()
    yield "podium"
    for place in (3, 2, 1):
        podium.show_place(by=day.mc, competition=day.pk, place=place)
    yield "podium"
    screens.step_programme(**to, scene="standings")
    yield "standings"


def test_every_scene_is_whole_at_both_sizes_and_for_everyone(browser: Browser, site):
    """64 players with long names, Arabic and Chinese, and one of eighty letters, in a competition whose own name is
    long: nothing is cut, axe finds nothing. A line for everybody comes while the larger screen shows the scene, is
    there when the smaller one opens it, and goes again."""
    day = Day("syg", name="Uno Open for everybody who came").people(64, names=NAMES)
    Competitor.objects.filter(pk=Competitor.objects.latest("pk").pk).update(name="W" * 80)
    large, small = PROJECTORS
    seen = set()
    with device(browser, viewport=large, reduced_motion="reduce") as page:
        for name in walk(day):
            seen.add(name)
            open_at(page, site, large, name)
            is_whole(page, large, name)
            hall_messages.say_to_everybody(by=day.mc, event=day.event, words="Lunch is served in the foyer until 1:15")
            is_whole_above_a_message(page, large, name)
            open_at(page, site, small, name)
            is_whole_above_a_message(page, small, name)
            hall_messages.take_message_down(by=day.mc, event=day.event)
            expect(page.locator(".message-band")).to_be_hidden()
            is_whole(page, small, name)
            is_for_everyone(page, small=True)
    assert seen == {*Scene, "sealed"} - {Scene.DRAW}  # the draw says on the screen how far it is


def open_at(page: Page, site, size, name: str) -> None:
    page.set_viewport_size(size)
    page.goto(f"{site.url}/screen")
    scene(page, name)
    page.evaluate("document.fonts.ready")


def is_whole(page: Page, size, name: str) -> None:
    assert [page.evaluate(fault) for fault in (OUTSIDE, CUT, UNDER_THE_EDGE)] == [[]] * 3, (name, size)
    if name == "bracket" and size is PROJECTORS[0]:
        assert min(page.evaluate(SIZES)) >= 32
    if name in ("tables", "names", "results", "standings"):
        assert min(page.evaluate(SIZES)) >= size["height"] / 85, (name, size)


def is_whole_above_a_message(page: Page, size, name: str) -> None:
    """The line stands on the table edge: what was above it makes room, and the edge keeps its words."""
    expect(page.locator(".message-band")).to_be_visible()
    assert [page.evaluate(fault) for fault in (OUTSIDE, CUT, CLIPPED, UNDER_THE_BAND)] == [[]] * 4, (name, size)
    assert page.evaluate(EDGE_IN_SIGHT), (name, size)
    for digits in page.locator(".clock-huge [data-clock-digits]:visible").all():
        assert measured(digits, HIGH) >= (1 / 3 if size is PROJECTORS[0] else 1 / 4)


READ_IN_THE_BRACKET = """[...document.querySelectorAll('.branch-number, .branch-word, .branches .name')]
    .filter(e => e.checkVisibility()).map(e => parseFloat(getComputedStyle(e).fontSize))"""


@pytest.mark.parametrize("redraw", [False, True])
def test_the_bracket_of_64_is_read_from_the_back_before_round_1_and_after(browser: Browser, site, redraw):
    day = Day("syg", redraw=redraw).people(64, names=NAMES).until("published")
    with device(browser, viewport=PROJECTORS[0], reduced_motion="reduce") as page:
        page.goto(f"{site.url}/screen")
        screens.set_screen(by=day.mc, screen=Screen.objects.get().pk, shows="bracket")
        for stage in ("published", "round closed"):
            day.until(stage)
            page.goto(f"{site.url}/screen")
            scene(page, "bracket")
            pages = page.locator(".branches")
            for number in range(pages.count()):
                pages.evaluate_all("(all, open) => all.forEach((e, place) => (e.hidden = place !== open))", number)
                page.evaluate("document.dispatchEvent(new CustomEvent('turned'))")
                assert min(page.evaluate(READ_IN_THE_BRACKET)) >= 32, (stage, number)
                assert page.evaluate(CUT) == [] and page.evaluate(OUTSIDE) == [], (stage, number)


def test_two_clocks_fit_side_by_side(browser: Browser, site):
    day = a_day("syg", 8, "running", real=True)
    young = a_day("bac", 8, "running", rounds=2, name="Uno Under 18")
    type(young.competition).objects.filter(pk=young.pk).update(event=day.event)
    with device(browser, viewport=PROJECTORS[0]) as page:
        for size in PROJECTORS:
            page.set_viewport_size(size)
            page.goto(f"{site.url}/screen")
            expect(page.locator(".clocks .poster-clock")).to_have_count(2)
            assert page.evaluate(OUTSIDE) == [] and page.evaluate(CUT) == []
            is_for_everyone(page, small=True)
        clock.end_clock(by=day.mc, competition=day.pk)
        expect(page.locator(".clock-stop:visible")).to_have_count(1)


def test_the_mcs_page_is_for_everyone(browser: Browser, site):
    day = a_day("syg", 8, "published", real=True)
    screens.open_screen("one")
    slides.add_slide(by=day.mc, event=day.event, title="Lunch until 13:00")
    with came_in(browser, site.url, invited(day.event, "organiser"), viewport=LAPTOP) as page:
        page.goto(f"{site.url}/mc/{day.competition.event.slug}/screens/")
        is_for_everyone(page, PHONE_IN_THE_DARK)
        page.get_by_role("button", name="Time up").press("Enter")  # the list above may grow under a finger
        wait_for_rings(page, "time-up")


def test_a_press_on_the_page_of_screens_that_did_not_arrive_says_so_until_it_is_sent(browser: Browser, site):
    day = a_day("syg", 8, "published", real=True)
    with came_in(browser, site.url, invited(day.event, "mc"), viewport=LAPTOP) as page:
        page.goto(f"{site.url}/mc/{day.competition.event.slug}/screens/")
        note, step = page.locator("#undelivered"), page.get_by_role("button", name="Find your name").first
        page.context.set_offline(True)
        step.click()
        expect(note).to_contain_text("“Find your name” didn’t get through.")
        page.get_by_label("The number a screen shows").fill("1234")
        page.get_by_role("button", name="Connect").click()
        expect(page.locator(".unsent")).to_be_visible()
        expect(page.get_by_label("The number a screen shows")).to_have_value("1234")
        is_for_everyone(page, PHONE_IN_THE_DARK)
        page.context.set_offline(False)
        note.get_by_role("button", name="Send again").click()
        expect(note).to_be_hidden()
        expect(page.locator(".programme-step[aria-current]")).to_have_text("Find your name")
        page.problems.clear()  # type: ignore[attr-defined]


def test_a_screen_keeps_its_picture_when_the_server_is_killed_and_catches_up(browser: Browser, used):
    """With a real server: killed, and started again on the same port."""
    first = StartedServer(used).wait_until_ready()
    context = browser.new_context(viewport=PROJECTORS[1])
    page = context.new_page()
    try:
        first.manage("rehearse", "--preset", "syg", "--players", "9", "--name", "evening", "--seed", "7")
        page.goto(f"{first.url}/screen")
        scene(page, "podium")
        names = page.locator(".podium-card").all_inner_texts()
        assert len(names) == 3
        port = first.url.rpartition(":")[2]
        first.kill()
        expect(page.get_by_text("Not connected. The clock goes on.")).to_be_visible()
        assert page.locator(".podium-card").all_inner_texts() == names
        second = StartedServer(used, "--port", port).wait_until_ready()
        try:
            expect(page.get_by_text("Not connected. The clock goes on.")).to_be_hidden()
            second.manage("forget_rehearsal", "evening")
            scene(page, "number")
        finally:
            second.kill()
    finally:
        context.close()
        first.kill()
