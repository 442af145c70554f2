"""Counting on the umpire's tablet in a real Chromium: nothing moves under the finger, at any size."""

from __future__ import annotations

from itertools import cycle, product

import pytest
from playwright.sync_api import Page, expect

from scoring.queries.keys import keys_of
from tests.browser.umpires import TABLE, TouchedTablet, a_tablet
from tests.cast import LONG_NAME, Day, a_day
from tournament.actions import clock

SIZES = [(360, 640), (640, 360), (768, 1024), (1024, 768), (1024, 1366), (1366, 1024)]
LETTERS = ["100%", "150%", "200%"]
TAPS = 20
MILLISECONDS_UNTIL_DRAWN = 100
"""Nothing is drawn while a finger is down; a moment later all of it is."""
GRID = """() => { const {x, y, width, height} = document.querySelector(".faces").getBoundingClientRect();
  return [x, y + document.querySelector("main").scrollTop, width, height].map(Math.round); }"""
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""A page that was turned is drawn anew with the next picture; whatever is measured comes after that."""
MIDDLE = """name => { const face = document.querySelector(`[data-key="face-${name}"]`);
  face.scrollIntoView({block: "center"});
  const {x, y, width, height} = face.getBoundingClientRect();
  return [x + width / 2, y + height / 2]; }"""
"""Of one face, in one go: the page may be drawn anew between two questions, and the face be another element."""
SIDEWAYS = """() => ["html", "main"].some(name => {
  const box = document.querySelector(name); return box.scrollWidth > box.clientWidth; })"""


CUT = """() => [...document.querySelectorAll(".count-seat .name")].filter(name => {
  const [seat, list] = [".count-seat", ".count-seats"].map(part => name.closest(part));
  const [text, card, row] = [document.createRange(), seat, list].map(part => {
    if (part instanceof Range) part.selectNodeContents(name);
    return part.getBoundingClientRect(); });
  const scrolls = getComputedStyle(list).overflowY === "auto";
  return name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 1 ||
    text.left < card.left || text.right > card.right || text.top < card.top || text.bottom > card.bottom ||
    (!scrolls && card.bottom > row.bottom + 1); }).map(name => name.textContent)"""
"""The names of which something is cut off, wherever the list of seats is scrolled to."""
NAMES = (
    "Mia O'Brien", "Nguyễn Thị Ánh", "Maria Magdalena Katoa", "Alexandrina Konstantinopoulou", LONG_NAME,
    "Caleb Smith-Jones", "محمد علي", "王小明", "Wilhelmina" * 3, "Jo",
)  # fmt: skip
TAKE_ALL_BACK = "() => { for (const card of document.querySelectorAll('.held-card')) card.click(); }"


def resize(page: Page, size: tuple[int, int], letters: str) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("letters => { document.documentElement.style.fontSize = letters }", letters)
    page.evaluate(DRAWN)


def grids(page: Page) -> dict[tuple[tuple[int, int], str], list[int]]:
    """Where the faces stand at each size, with letters of each size."""
    found = {}
    for size, letters in product(SIZES, LETTERS):
        resize(page, size, letters)
        found[size, letters] = page.evaluate(GRID)
        assert not page.evaluate(SIDEWAYS), (size, letters)
        assert page.evaluate(CUT) == [], (size, letters)
    return found


def tap_one_place(tablet: TouchedTablet, face: str) -> None:
    """A finger that looks away: so many taps on the same spot of the screen, whatever comes to be there."""
    x, y = tablet.page.evaluate(MIDDLE, face)
    for tap in range(TAPS):
        tablet.page.touchscreen.tap(x, y)
        if tap in (0, TAPS // 2):
            tablet.page.wait_for_timeout(MILLISECONDS_UNTIL_DRAWN)


@pytest.mark.parametrize("people", [2, 10])
def test_names_stay_whole_while_a_hand_is_counted(browser, site, people):
    """At every size, whoever is counted; and the faces stand where they stood."""
    day = Day("classic-500", format="single", table_max=10).people(people, names=NAMES).until("running")
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path) as tablet:
        tablet.went_out(1)
        tablet.face("8").wait_for()
        calm = grids(tablet.page)
        tablet.page.locator(".count-seat").last.click()
        tablet.cards("wild", "8")
        assert grids(tablet.page) == calm


def test_nothing_moves_under_the_finger(browser, site):
    """Twenty taps on one place count twenty times the same card, whatever the tablet has to say meanwhile. Each size is
    tapped with letters of one size; that the faces stand where they stood is measured with all of them."""
    day = a_day("syg", 8, "running", decks=3)
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path) as tablet:
        page = tablet.page
        tablet.went_out(1)
        tablet.face("8").wait_for()
        calm = grids(page)
        for size, letters in zip(SIZES, cycle(LETTERS), strict=False):
            resize(page, size, letters)
            tap_one_place(tablet, "8")
            expect(page.locator(".sum-points"), f"{size} {letters}").to_have_text(str(8 * TAPS))
            expect(page.locator(".sum-cards")).to_have_text(f"{TAPS} cards")
            page.evaluate(TAKE_ALL_BACK)
        tablet.cards(*["wild"] * 6, *["8"] * TAPS)
        tablet.cards(*["8"] * 5)  # one more than there are
        assert grids(page) == calm
        page.locator(".said").click()
        expect(page.get_by_text("Unusual. Count again.")).to_be_attached()
        clock.add_time(by=day.mc, competition=day.pk, seconds=-26 * 60)
        expect(page.locator(".clock")).to_have_attribute("data-phase", "last-hand")
        assert grids(page) == calm
        clock.pause_clock(by=day.mc, competition=day.pk)
        expect(page.locator(".clock")).to_have_attribute("data-phase", "paused")
        page.route(TABLE, lambda route: route.abort())
        page.locator("#call").click()
        expect(page.locator("body.is-unsent")).to_be_attached()
        assert grids(page) == calm
        page.unroute(TABLE)


SPILT = """() => {
  const spilt = [];
  for (const box of document.querySelectorAll(".step-next .button, .step-sure, .last-card p")) {
    if (!box.checkVisibility()) continue;
    const frame = box.getBoundingClientRect(), line = parseFloat(getComputedStyle(box).borderTopWidth);
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const text = range.getBoundingClientRect();
      const isIn = text.top >= frame.top + line - 2 && text.bottom <= frame.bottom - line + 2 &&
        text.left >= frame.left - 1 && text.right <= frame.right + 1;
      const isName = texts.currentNode.parentElement.closest(".plain-button");
      if (text.width > 1 && !isIn && !isName) spilt.push(texts.currentNode.data);
    }
  }
  return spilt;
}"""
"""The words of the count's steps and its question that stand outside of their frame. A name may be cut."""
NAME_OF_EIGHTY = "Maximiliana Alexandrina Theodora Charlotte von und zu Sayn Hohenberg-Wittelsbach"


def test_no_words_spill_out_of_a_button_or_its_frame(browser, site):
    """With a name as long as names may be, at every size, with faces and with the keypad."""
    day = Day("classic-500").people(4, names=[NAME_OF_EIGHTY, *NAMES[1:4]]).until("running")
    seat = day.table(1).seats.get(entry__competitor__name=NAME_OF_EIGHTY).number
    found = []
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path) as tablet:
        page = tablet.page
        tablet.went_out(seat)  # "out on", beside the whole name
        page.locator("[data-key=type]").click()
        found += spilt(page)
        page.locator(".count-seat").nth(seat - 1).click()
        page.locator("[data-key^=out-]").nth(seat % 4).click()  # whoever sits behind them
        page.locator(".count-seat").nth((seat - 2) % 4).click()
        tablet.total("10")  # and now they are next
        expect(page.locator("[data-key=go]")).to_contain_text("Maximiliana")
        found += spilt(page)
        page.locator(".count-seat").nth(seat % 4).click()
        page.locator("[data-key^=out-]").nth((seat - 2) % 4).click()  # whoever sits before them
        tablet.tap("Wild Draw Four", exact=True)
        page.locator(".count-seat").nth(seat - 1).click()
        tablet.tap("Tap cards")
        tablet.cards("9")
        tablet.go()
        expect(page.locator(".step-sure")).to_contain_text("fewer cards. Sure?")
        found += spilt(page)
    assert found == []


def spilt(page: Page) -> list[str]:
    found = []
    for size in [*SIZES, (390, 844)]:
        resize(page, size, "100%")
        found += [f"{size}: {words}" for words in page.evaluate(SPILT)]
    return found
