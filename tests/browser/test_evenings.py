"""Two whole evenings in a real Chromium, with real time squeezed into seconds: the MC's desk, umpires' tablets, two
screens and a phone are open all the while, and each follows without being touched. The record is checked at the end."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from scoring.queries.keys import keys_of
from scoring.record.check import check_record
from tests.browser.desks import LAPTOP, PHONE, SIDEWAYS, came_in, device
from tests.browser.test_screens import CUT, OUTSIDE, PROJECTORS, scene
from tests.browser.umpires import TouchedTablet, a_tablet
from tests.cast import OUT, Day, a_day
from tests.programs import get, wait_until
from tests.sites import Site
from tests.web.visitors import invited
from tournament.actions import clock
from tournament.models import Event, LogEntry, Move
from tournament.queries.people import read_people
from tournament.server import alarms
from tournament.web import live_page

BEGUN = re.compile("running|last-hand|time-up")
"""On a slow machine seconds pass while a test looks: what it then sees may be what comes after."""


@pytest.fixture(autouse=True)
def at_once(monkeypatch) -> None:
    """Phones spread their asking over seconds; a test does not wait for that."""
    monkeypatch.setattr(live_page, "SPREAD_OF_PHONES", 50)


@dataclass
class Hall:
    """Everything that is open in the hall, and what people do with it."""

    day: Day
    url: str
    desk: Page
    screens: Sequence[Page]
    phone: Page
    tablets: list[TouchedTablet]

    @property
    def pages(self) -> list[Page]:
        return [self.desk, *self.screens, self.phone, *(tablet.page for tablet in self.tablets)]

    def clocks(self, phase: str | re.Pattern[str]) -> None:
        """Every device shows it, or will in a moment."""
        for page in self.pages:
            expect(page.locator(":is(.clock, .desk-clock, .poster-clock)").first).to_have_attribute("data-phase", phase)

    def start(self) -> None:
        """The desk shows it first; the others are looked at when nothing runs away meanwhile."""
        self.press("Start")
        expect(self.desk.locator(".desk-clock")).to_have_attribute("data-phase", BEGUN)

    def rang(self, page: Page, sounds: str) -> None:
        """The last of them; a clock that is resumed rings once more."""
        expect(page.locator("body")).to_have_attribute("data-rang", re.compile(f"{sounds}$"))

    def is_fine(self) -> None:
        """Nothing is cut on a screen, nothing is too wide anywhere."""
        for page in self.screens:
            assert (page.evaluate(OUTSIDE), page.evaluate(CUT)) == ([], [])
        for page in self.pages:  # one may be loading itself anew just now
            page.wait_for_function(f"document.documentElement && ({SIDEWAYS}) === 0")

    def to_the_desk(self) -> None:
        competition = self.day.competition
        self.desk.goto(f"{self.url}/mc/{competition.event.slug}/{competition.slug}/")

    def press(self, *names: str) -> None:
        for name in names:
            self.desk.get_by_role("button", name=name).first.click()

    def follow(self, name: str) -> None:
        """Somebody types their name into their phone; the event lets people look before the draw."""
        Event.objects.update(search_before_draw=True)
        self.phone.goto(f"{self.url}/e/{self.day.competition.event.slug}/")
        self.phone.get_by_label("Your name, or your group").fill(name)
        self.phone.keyboard.press("Enter")
        self.phone.locator(".found .person-link, .person-link").first.click()
        self.phone.wait_for_url(re.compile("/me/"))

    def lay_tablet(self, open_: ExitStack, browser: Browser, table: int) -> None:
        key = keys_of(self.day.competition)[table].path
        self.tablets.append(open_.enter_context(a_tablet(browser, self.url, key, sits=True)))

    def close_round(self, then: str) -> None:
        """From the desk, which leads there once every sheet is in; then what follows the round."""
        self.desk.get_by_role("link", name=re.compile("^Close ")).click()
        self.press("Close ")
        expect(self.desk.get_by_role("button", name=then)).to_be_visible()

    def check_the_record(self) -> None:
        """As anybody may: the file of the public page, derived anew. Each moment of the first round, which ended by
        itself, happened once; of the second at most once."""
        status, text, _ = get(f"{self.url}/c/{self.day.competition.slug}/record.json")
        assert status == 200
        assert [str(found) for found in check_record(json.loads(text))] == []
        first = self.day.competition.round_set.get(number=1).clock.travel_id
        lines = LogEntry.objects.filter(what__in=("clock warning", "clock time up"))
        happened = Counter((line.what, line.facts["clock"]) for line in lines)
        assert {("clock warning", first), ("clock time up", first)} <= happened.keys()
        assert set(happened.values()) == {1}


@contextmanager
def a_hall(browser: Browser, site: Site, day: Day, tables: Sequence[int]) -> Iterator[tuple[Hall, ExitStack]]:
    with alarms.running(), ExitStack() as open_:
        desk = open_.enter_context(came_in(browser, site.url, invited(day.event, "organiser"), viewport=LAPTOP))
        screens = [open_.enter_context(device(browser, viewport=size)) for size in PROJECTORS]
        phone = open_.enter_context(device(browser, viewport=PHONE))
        for page in screens:
            page.goto(f"{site.url}/screen")
        hall = Hall(day, site.url, desk, screens, phone, [])
        for table in tables:
            hall.lay_tablet(open_, browser, table)
        yield hall, open_


def leave(day: Day, seconds: int) -> None:
    """All but so many seconds of the round are taken away: what comes then, comes soon, on a slow machine too."""
    left = int(day.round.clock.facts.left(timezone.now()).total_seconds())
    clock.add_time(by=day.mc, competition=day.pk, seconds=seconds - left)


def count_out(tablet: TouchedTablet) -> None:
    """The first player goes out, the others hold 2, 3, 4 …"""
    players = tablet.page.locator(".seat-card").count()
    tablet.went_out(1)
    for points in range(2, players + 1):
        tablet.cards(str(points))
        tablet.go()
    tablet.received(1)


def count_at_the_bell(tablet: TouchedTablet) -> None:
    """Everybody holds cards: 1, 2, 3 … Then the umpire accepts."""
    expect(tablet.page.get_by_text("Finish this turn and any draw or challenge. Then count.")).to_be_visible()
    players = tablet.page.locator(".seat-card").count()
    tablet.tap("Count what everybody holds")
    for points in range(1, players + 1):
        tablet.cards(str(points))
        tablet.go()
    tablet.tap("The umpire accepts")
    expect(tablet.page.get_by_role("heading", name="The sheet is in")).to_be_visible()


def bac(hall: Hall) -> Iterator[str]:
    """13 players at 3 tables, two rounds: the first ends by itself, the second because the MC ends it. Whoever is best
    at table 1 moves to the highest table (RULES 7); a phone follows them. Tables 1 and 3 have a tablet; what table 2
    sends comes from elsewhere."""
    day, desk, (wide, small), phone = hall.day, hall.desk, hall.screens, hall.phone
    mover = day.who(day.seats()[0][0])
    hall.to_the_desk()
    hall.follow(mover.competitor.name)
    expect(phone.locator(".me-number")).to_have_text("1")
    for page in (wide, small):
        scene(page, "tables")
    second = desk.locator(".screen-line").nth(1)
    second.locator("summary").click()
    second.get_by_label("Shows").select_option("clock")
    second.get_by_role("button", name="Show it", exact=True).click()
    scene(small, "clock")
    yield "seated"
    for tablet in hall.tablets:
        tablet.play()
    hall.start()
    desk.get_by_role("button", name="Pause").wait_for()  # the space bar presses the button that is there
    desk.locator("body").press(" ")
    hall.clocks("paused")
    scene(wide, "clock")
    hall.rang(wide, "start")
    expect(desk.get_by_role("heading", name="First hands")).to_be_visible()
    leave(day, 7)  # now, so that the desk has looked again before somebody presses its button
    for tablet in hall.tablets:
        count_out(tablet)
    day.stage = "running"
    day.hand(2, [OUT, 2, 3, 4])
    expect(desk.get_by_role("heading", name="Every table is playing")).to_be_visible()
    yield "paused"
    expect(desk.locator(".desk-clock [data-clock-digits]")).to_have_text(re.compile("0:0[78]"))  # drawn anew
    desk.locator("body").press(" ")
    hall.rang(hall.tablets[0].page, "warning.*")
    yield "last hand"
    hall.clocks("time-up")
    for page in (wide, small, *(tablet.page for tablet in hall.tablets)):
        hall.rang(page, "warning time-up")
    expect(wide.get_by_text("Finish this turn, then count what you hold.").filter(visible=True)).to_be_visible()
    yield "time up"
    count_at_the_bell(hall.tablets[0])
    expect(desk.locator(".missing-tables")).to_have_text("Tables 2 and 3")
    expect(desk.get_by_text("Waiting for 2 sheets.")).to_be_visible()
    yield "counting"
    count_at_the_bell(hall.tablets[1])
    day.play(2)
    yield "sheets in"
    hall.close_round("Make round 2")
    scene(wide, "results")
    people = read_people(day.competition)
    movers = [people[move.entry_id].name for move in Move.objects.filter(competition=day.pk, after=1)]
    assert sorted(wide.locator(".results .name").all_inner_texts()) == sorted(movers)
    expect(phone.get_by_role("heading", level=1)).to_have_text("You move on to Table 3")
    yield "moves"
    hall.press("Make round 2")
    scene(wide, "tables")
    expect(wide.locator(".sheet-what")).to_contain_text("Round 2")
    expect(phone.locator(".me-number")).to_have_text("3")
    for tablet in hall.tablets:
        expect(tablet.page.get_by_role("heading", name="Who is here?")).to_be_visible()
    expect(hall.tablets[0].page.locator(".where-to")).to_contain_text("Now: table 3")
    yield "next round"
    hall.to_the_desk()
    for tablet in hall.tablets:
        tablet.play()
    hall.start()
    hall.press("End the round now", "Yes, end the round")
    hall.clocks("time-up")
    for tablet in hall.tablets:
        count_at_the_bell(tablet)
    day.play(2)
    hall.close_round("Finish")
    hall.press("Finish")
    scene(wide, "podium")
    expect(phone.locator(".me-next")).to_contain_text("The winners are announced in the hall first.")
    assert wait_until(lambda: day.competition.finished_at is not None)
    day.open_podium()
    expect(phone.get_by_role("link", name="Results")).to_be_visible()
    yield "the end"


def test_a_bac_evening(browser: Browser, site):
    day = a_day("bac", 13, "published", rounds=2, clock=60, warning=4)
    with a_hall(browser, site, day, (1, 3)) as (hall, _):
        for _moment in bac(hall):
            hall.is_fine()
        hall.check_the_record()


def hold_the_draw(hall: Hall) -> None:
    """The organiser, before everybody."""
    competition = hall.day.competition
    hall.desk.goto(f"{hall.url}/organise/{competition.event.slug}/{competition.slug}/draw/")
    hall.press("Seal the draw")
    hall.desk.get_by_role("textbox", name="Numbers from the hall").fill("4 6 1 1 3")
    hall.press("Show these numbers", "Yes, draw with these numbers", "All tables at once")
    hall.desk.get_by_role("link", name="Publish…").click()
    hall.press("Publish the draw")
    hall.desk.get_by_role("link", name="Where everybody sits").wait_for()


def syg(hall: Hall, open_: ExitStack, browser: Browser) -> Iterator[str]:
    """16 players from the draw to the podium. Table 1 has a tablet; the sheets of the others come from elsewhere."""
    day, desk, (wide, small), phone = hall.day, hall.desk, hall.screens, hall.phone
    for page in (wide, small):
        scene(page, "welcome")
    hall.follow("mia")
    expect(phone.get_by_role("heading", level=1)).to_have_text("You’re entered")
    yield "welcome"
    hold_the_draw(hall)
    for page in (wide, small):
        scene(page, "tables")
    table = day.who("Mia O'Brien").seats.get().table.number
    expect(phone.locator(".me-number")).to_have_text(str(table))
    hall.lay_tablet(open_, browser, 1)
    (tablet,) = hall.tablets
    tablet.play()
    hall.to_the_desk()
    yield "drawn"
    desk.locator("body").press("ArrowRight")
    scene(wide, "names")
    expect(desk.locator("[data-programme] [aria-current]")).to_have_text("Find your name")  # or the key counts once
    desk.locator("body").press("ArrowRight")
    scene(small, "dealer")
    yield "dealer"
    hall.start()
    hall.clocks(BEGUN)
    yield "running"
    leave(day, 8)
    hall.clocks("time-up")
    hall.rang(wide, "time-up")
    count_at_the_bell(tablet)
    expect(desk.locator(".missing-tables")).to_have_text("Tables 2, 3 and 4")
    sheets = Day.of(day.competition, "time up")
    for number in (2, 3, 4):
        sheets.play(number)
    hall.close_round("Make the final")
    scene(wide, "results")
    expect(wide.locator(".results .name")).to_have_count(4)
    hall.to_the_desk()
    desk.locator("body").press("ArrowRight")
    scene(small, "bracket")
    expect(small.locator(".branch-table.is-done .name")).to_have_count(4)
    yield "bracket"
    desk.get_by_role("link", name="Make the final").click()
    hall.press("Make the final")
    expect(wide.locator(".sheet-what")).to_contain_text("Final")
    expect(tablet.page.get_by_role("heading", name="Who is here?")).to_be_visible()
    yield "final seated"
    hall.to_the_desk()
    tablet.play()
    hall.start()
    hall.press("End the round now", "Yes, end the round")
    hall.clocks("time-up")
    count_at_the_bell(tablet)
    hall.close_round("Finish")
    hall.press("Finish")
    expect(desk.get_by_text("The competition is finished.", exact=True)).to_be_visible()
    for page in (wide, small):
        scene(page, "podium")
    expect(wide.locator(".podium-card.is-closed")).to_have_count(3)
    hall.to_the_desk()
    for words in ("Show third place", "Show second place", "Show the winner"):
        hall.press(words)
    champion = read_people(day.competition)[day.table(1).first_id].name
    expect(wide.locator(".podium-1 .name")).to_have_text(champion)
    yield "podium"


def test_an_syg_evening_from_the_draw_to_the_podium(browser: Browser, site):
    day = a_day("syg", 16, "chosen", clock=60, warning=6)
    with a_hall(browser, site, day, ()) as (hall, open_):
        for _moment in syg(hall, open_, browser):
            hall.is_fine()
        hall.check_the_record()
