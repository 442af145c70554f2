"""The umpire's tablet while people come and go before the first hand, in a real Chromium."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from scoring.models import SeenSeats
from scoring.queries.keys import keys_of
from tests.browser.desks import PHONE, SIDEWAYS, is_for_everyone, measured
from tests.browser.umpires import LYING, TABLE, TouchedTablet, a_tablet
from tests.browsers import chromium
from tests.cast import LONG_NAME, OUT, Day, a_day
from tournament.models import Competitor

SIZES = ((360, 640), (390, 844), (768, 1024), (1024, 768), (1366, 1024))
BROKEN_WORDS = """() => [...document.querySelectorAll(".name, .hand-who bdi, .hands-key bdi, .choose-out bdi")]
  .flatMap(name => {
    if (!name.checkVisibility()) return [];
    const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT), broken = [];
    while (texts.nextNode())
      for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const lines = [...range.getClientRects()].filter(box => box.width > 1).map(box => Math.round(box.top));
        if (new Set(lines).size > 1) broken.push(word);
      }
    return broken;
  })"""
"""Words of names that stand on more than one line."""


def tick_all(tablet: TouchedTablet) -> None:
    """Everybody is ticked, and the first player deals first. No button moves meanwhile."""
    places = places_of_ticks(tablet.page)
    for button in tablet.page.locator("[data-key^=sit-]").all():
        button.click()
    tablet.page.locator("[data-key^=deal-]").first.click()
    expect(tablet.page.get_by_role("heading", name="Everybody is seated")).to_be_visible()
    expect(tablet.page.get_by_text("not sent yet")).to_have_count(0)
    assert places_of_ticks(tablet.page) == places


WHERE = """() => [...document.querySelectorAll("[data-key^=sit-], [data-key^=deal-]")].map(button => {
  const {x, y, width} = button.getBoundingClientRect(); return [x, y, width].map(Math.round); })"""


HALF_A_BUTTON = 24
"""The row of whoever came may have one more line to say; that is less than would make a tap go astray."""


def places_of_ticks(page: Page) -> dict[str, list[list[int]]]:
    """Where the buttons of every row stand, at each size of a tablet and a phone."""
    found = {}
    before = page.viewport_size
    for width, height in ((360, 640), (390, 844), (768, 1024), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        found[f"{width}x{height}"] = page.evaluate(WHERE)
    page.set_viewport_size(before or LYING)
    return found


def test_who_stays_keeps_the_tick_and_who_comes_is_named(browser, site):
    day = a_day("syg", 8, "published")
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path, sits=True) as tablet:
        page, changes = tablet.page, tablet.page.locator(".seat-changes")
        tick_all(tablet)

        day.gone(day.names()[1][0])  # at the other table: nothing of ours changes
        day.start()
        expect(page.locator(".clock")).to_have_attribute("data-phase", "running")
        expect(page.get_by_role("heading", name="Everybody is seated")).to_be_visible()
        expect(changes).to_have_count(0)

        gone = day.names()[0][2]
        places = places_of_ticks(page)
        day.substitute(gone, "Jo Reed", by=day.organiser)
        expect(changes).to_contain_text(f"\u2068Jo Reed\u2069 replaces \u2068{gone}\u2069.")
        expect(page.locator(".sit-seat.is-here")).to_have_count(3)
        expect(page.locator(".sit-seat.is-new")).to_contain_text("Jo Reed")
        expect(page.get_by_text("1 not ticked yet.")).to_be_visible()  # and the dealer is still chosen
        for size, now in places_of_ticks(page).items():  # a tap on its way hits whom it was meant for
            assert now[:4] == places[size][:4], size
            assert max(abs(to[1] - y[1]) for to, y in zip(now, places[size], strict=True)) < HALF_A_BUTTON, size
        is_for_everyone(page, (LYING, "dark"), (PHONE, "dark"))
        tablet.open()
        expect(changes).to_contain_text("\u2068Jo Reed\u2069 replaces ")
        page.locator(".is-new [data-key^=sit-]").click()  # whoever ticks her has read that she came
        expect(changes).to_have_count(0)
        tablet.until(lambda: SeenSeats.objects.get(table=day.table(1)).seats[2][1] == day.who("Jo Reed").pk)
        tablet.open()
        expect(page.get_by_role("heading", name="Everybody is seated")).to_be_visible()
        expect(changes).to_have_count(0)

        tablet.tap("Play", exact=True)
        tablet.context.set_offline(True)
        dealer = day.names()[0][0]
        day.gone(dealer)
        day.gone("Jo Reed")
        tablet.context.set_offline(False)
        expect(changes).to_contain_text(f"\u2068{dealer}\u2069 left: empty chair.")
        day.back(dealer)
        expect(changes).not_to_contain_text(dealer)  # as it was; only the tick and the deal are asked for again
        expect(changes).to_contain_text("\u2068Jo Reed\u2069 left: empty chair.")
        tablet.tap("Choose who deals first")
        page.locator("[data-key^=deal-]").first.click()
        tablet.tap("OK, I’ve seen who sits here")
        expect(changes).to_have_count(0)
        tablet.tap("Play", exact=True)
        expect(page.get_by_text("Nobody has ticked")).to_contain_text(dealer)
        tablet.tap("Yes, here")
        expect(page.locator("body")).to_have_attribute("data-view", "play")


def test_a_newcomer_is_ticked_where_it_is_told_and_the_dealer_who_left_is_asked_about(browser, site):
    """At play the notice has the tick; it goes with it, and whoever deals first is still asked for."""
    day = a_day("syg", 8, "published")
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path, sits=True) as tablet:
        page, changes = tablet.page, tablet.page.locator(".seat-changes")
        tick_all(tablet)
        tablet.tap("Play", exact=True)
        day.substitute(day.names()[0][0], "Jo Reed", by=day.organiser)
        expect(changes).to_contain_text("\u2068Jo Reed\u2069 replaces ")
        expect(page.get_by_text("The player who was to deal first has left.")).to_have_count(0)
        tablet.context.set_offline(True)
        tablet.tap("Jo Reed is here")
        expect(changes).to_have_count(0)
        tablet.context.set_offline(False)
        expect(page.get_by_text("not sent yet")).to_have_count(0)
        expect(changes).to_have_count(0)
        expect(page.get_by_text("The player who was to deal first has left.")).to_be_visible()
        is_for_everyone(page, (LYING, "dark"), (PHONE, "dark"))
        tablet.tap("Choose who deals first")
        page.locator("[data-key^=deal-]").first.click()
        tablet.tap("Play", exact=True)
        expect(page.locator("body")).to_have_attribute("data-view", "play")
        expect(page.get_by_text("The player who was to deal first has left.")).to_have_count(0)


def test_what_the_umpire_did_here_is_not_told_back(browser, site):
    day = a_day("syg", 8, "published")
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path, sits=True) as tablet:
        tick_all(tablet)
        tablet.tap("Not here?")
        tablet.tap("Absent: empty chair")
        chair = tablet.page.locator(".sit-seat").first
        expect(chair).to_contain_text("Empty chair")
        expect(tablet.page.locator(".sit-seat.is-here")).to_have_count(3)
        expect(tablet.page.get_by_text("Choose who deals first.")).to_be_visible()
        expect(tablet.page.locator(".seat-changes")).to_have_count(0)


def test_of_a_large_group_three_are_offered_and_the_others_are_a_tap_away(browser, site):
    day = Day("syg", entries_per_group=3, reserves_per_group=6).people(8, of_each=2)
    for number in range(6):
        day.enter(f"Jo Reed {number}", "Riverside", "reserve")
    day.until("entries closed").choose(8, [2, 1]).until("published")
    mia = day.who("Mia O'Brien")
    with a_tablet(browser, site.url, keys_of(day.competition)[mia.seats.get().table.number].path, sits=True) as tablet:
        page = tablet.page
        row = page.locator(".sit-seat", has_text="Mia O'Brien")
        row.get_by_role("button", name="Not here?").click()
        offered = row.get_by_role("button", name="takes the seat")
        expect(offered).to_have_count(3)
        row.get_by_text("3 more").click()
        expect(offered).to_have_count(6)
        row.get_by_text("Who can’t take the seat, and why (1)").click()
        expect(row.locator(".cannot")).to_contain_text("already")
        is_for_everyone(page, (LYING, "dark"), (PHONE, "dark"))
        offered.last.click()
        expect(page.locator(".sit-seat", has_text="Jo Reed 5")).to_be_visible()


def test_before_the_first_hand_it_asks_once_and_lets_go_on(browser, site):
    day = a_day("syg", 8, "published")
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path, sits=True) as tablet:
        page, question = tablet.page, tablet.page.locator("#before-first")
        names = day.names()[0]
        for seat in (0, 1):
            page.locator("[data-key^=sit-]").nth(seat).click()
        tablet.tap("Play", exact=True)
        expect(question).to_contain_text(f"Nobody has ticked {names[2]} and {names[3]}. Are they here?")
        expect(question).to_contain_text("Nobody is chosen to deal first. Who deals?")
        is_for_everyone(page, (LYING, "dark"), (PHONE, "dark"))
        tablet.tap("Back to the seats")
        expect(question).to_be_hidden()
        tablet.tap("Play", exact=True)  # it was asked
        expect(page.locator("body")).to_have_attribute("data-view", "play")

        page.evaluate("localStorage.clear()")
        tablet.open()
        tablet.tap("Play", exact=True)
        tablet.tap("Yes, both are here")
        expect(question).not_to_contain_text("Nobody has ticked")
        question.get_by_role("button", name=names[1]).click()
        expect(page.locator("body")).to_have_attribute("data-view", "play")
        day.start()
        expect(page.locator(".seat-card").nth(1).get_by_text("Deals")).to_be_visible()


def test_who_came_after_the_question_was_answered_is_asked_about_alone(browser, site):
    """What was seen and not answered is asked again; and before the first hand, of whoever came since the answer."""
    day = a_day("syg", 8, "published")
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path, sits=True) as tablet:
        page, question = tablet.page, tablet.page.locator("#before-first")
        names = day.names()[0]
        tablet.tap("Play", exact=True)
        expect(question).to_contain_text("Nobody has ticked")
        tablet.open()
        tablet.tap("Play", exact=True)
        expect(question).to_contain_text("Nobody is chosen to deal first. Who deals?")
        page.keyboard.press("Escape")  # no answer either
        tablet.tap("Play", exact=True)
        tablet.tap("Go on anyway")
        tablet.tap("The seats")
        expect(page.locator("[data-key^=sit-]")).to_have_count(4)
        tick_all(tablet)
        tablet.tap("Play", exact=True)
        expect(page.locator("body")).to_have_attribute("data-view", "play")

        day.substitute(names[2], "Jo Reed", by=day.organiser)
        day.start()
        tablet.open()
        expect(page.locator("body")).to_have_attribute("data-view", "play")
        tablet.went_out(1)
        expect(question).to_contain_text("Nobody has ticked Jo Reed. Is this player here?")
        expect(question).not_to_contain_text("deal first")
        tablet.tap("Yes, here")
        tablet.count("10", "20", "30")
        tablet.received(1)
        assert SeenSeats.objects.get(table=day.table(1)).seats[2][1] == day.who("Jo Reed").pk


def test_nothing_moves_while_a_tick_is_on_its_way_and_when_the_network_goes(browser, site):
    day = a_day("syg", 8, "published")
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path, sits=True) as tablet:
        places = places_of_ticks(tablet.page)
        tablet.page.route(TABLE, lambda _: None)  # a server that answers late
        tablet.page.locator("[data-key^=sit-]").first.click()
        expect(tablet.page.get_by_text("1 not sent yet")).to_be_visible()
        assert places_of_ticks(tablet.page) == places
        tablet.page.unroute(TABLE)
        tablet.context.set_offline(True)
        tablet.page.locator("[data-key^=sit-]").last.click()
        expect(tablet.page.get_by_text("No network. Keep this page open")).to_be_visible()
        moved = places_of_ticks(tablet.page)
        tablet.context.set_offline(False)
        assert moved == places


LONG_WORDS = [
    "Wolfeschlegelsteinhausen Lee",
    "Maria Papadimitriou-Konstantinidis",
    "MMMMMMMMMMMM Featherstonehaughton",
    "عبدالرحمن المستنصرباللهي",
]


def rename_table(day: Day, names: Sequence[str]) -> None:
    for seat, name in zip(day.table(1).seats.order_by("number"), names, strict=True):
        Competitor.objects.filter(pk=seat.entry.competitor_id).update(name=name)


@pytest.mark.parametrize("letters", [16, 24, 32])
def test_no_word_of_a_name_is_broken_and_nothing_goes_sideways(browser, site, day, key, letters):
    """On the seats' page and at play, on phones and on tablets both ways round."""
    rename_table(day, LONG_WORDS)
    found = []
    with chromium(browser.browser_type, letters=letters) as large, a_tablet(large, site.url, key, sits=True) as tablet:
        found += [fault for size in SIZES for fault in faults(tablet.page, size)]
        tablet.play()
        found += [fault for size in SIZES for fault in faults(tablet.page, size)]
    assert found == []


def test_no_word_of_a_name_is_broken_while_a_hand_is_counted(browser, site, day, key):
    rename_table(day, LONG_WORDS)
    found = []
    with a_tablet(browser, site.url, key) as tablet:
        tablet.tap("Hand over")
        found += [fault for size in SIZES for fault in faults(tablet.page, size)]
        tablet.page.locator("[data-key^=out-]").first.click()
        found += [fault for size in SIZES for fault in faults(tablet.page, size)]
        tablet.count("10", "20", "30")
        tablet.received(1)
        found += [fault for size in SIZES for fault in faults(tablet.page, size)]
    assert found == []


def test_no_word_of_a_name_is_broken_in_the_result(browser, site):
    day = a_day("syg", 4, "time up")
    rename_table(day, LONG_WORDS)
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path) as tablet:
        tablet.tap("Count what everybody holds")
        for points in "1234":
            tablet.cards(points)
            tablet.go()
        expect(tablet.page.get_by_role("heading", name="The result")).to_be_visible()
        assert [fault for size in SIZES for fault in faults(tablet.page, size)] == []


def test_of_ten_names_no_word_is_broken_either(browser, site):
    day = a_day("classic-500", 10, "published", format="single", table_max=10, target=5000)
    rename_table(day, [*LONG_WORDS[:3], "Nguyễn Thị Ánh", "Cal Young", "Dee Hall", "Eli Ng", "Fay Yu", "Gus Ito", "Bo"])
    day.hand(1, [OUT, *range(1, 10)])
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path) as tablet:
        expect(tablet.rows()).to_have_count(1)
        found = [fault for size in SIZES for fault in faults(tablet.page, size)]
        expect(tablet.page.locator(".hands-key")).to_contain_text("Nguyễn Thị Ánh")
    assert found == []


def test_a_word_is_broken_before_its_letters_are_too_small_to_read(browser, site, day, key):
    rename_table(day, ["Wolfeschlegelsteinhausenbergerdorffheim", "Cal Young", "Dee Hall", "Eli Ng"])
    with a_tablet(browser, site.url, key, viewport={"width": 360, "height": 640}) as tablet:
        longest = tablet.page.locator(".seat-card .name").first
        assert measured(longest, "name => getComputedStyle(name).fontSize") == "14px"
        assert faults(tablet.page, (360, 640)) == ["play at (360, 640): Wolfeschlegelsteinhausenbergerdorffheim"]
        assert faults(tablet.page, (768, 1024)) == []


def faults(page: Page, size: tuple[int, int]) -> list[str]:
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    view, sideways = page.locator("body").get_attribute("data-view"), page.evaluate(SIDEWAYS)
    broken = [f"{view} at {size}: {word}" for word in page.evaluate(BROKEN_WORDS)]
    return broken + [f"{view} at {size}: {sideways} px sideways"] * bool(sideways)


def test_names_stay_whole_and_nobody_is_called_by_a_family_name_alone(tablet):
    names = {
        "Nguyễn Thị Ánh": "Nguyễn Thị Ánh",
        "Nguyễn Thị Minh Khai Ngọc Ánh": "Nguyễn … Ánh",
        "Alexandrina Konstantinopoulou": "Alexandrina Konstantinopo…",
        LONG_NAME: "Wolfeschlegel… Sr.",
        "王小明": "王小明",
        "👩‍👩‍👧" * 40: "👩‍👩‍👧" * 25 + "…",
    }
    shorten = "async names => names.map((await import('/static/js/umpire/names.js')).shortened)"
    assert tablet.page.evaluate(shorten, list(names)) == list(names.values())


def test_two_who_are_called_the_same_are_told_apart_by_their_seats(browser, site, day, key):
    """In every sentence and for those who listen; where the seat's shape stands beside the name, the name is enough."""
    for seat, name in zip(day.table(1).seats.order_by("number"), ("Mia Hall", "MIA HALL"), strict=False):
        Competitor.objects.filter(entries=seat.entry).update(name=name)
    with a_tablet(browser, site.url, key, sits=True) as tablet:
        page = tablet.page
        expect(page.get_by_role("button", name="Mia Hall (Flame) deals first")).to_have_count(1)
        tablet.tap("Play", exact=True)
        expect(page.get_by_role("dialog")).to_contain_text("Nobody has ticked Mia Hall (Flame), MIA HALL (Sun), ")
        tablet.tap("Go on anyway")
        tablet.went_out(3)
        tablet.total("260")
        expect(page.locator("[data-key=go]")).to_have_text("Count MIA HALL (Sun) next")
        tablet.go()
        expect(page.get_by_text("Mia Hall (Flame) with 260 points: that is unusual. Sure?")).to_be_visible()
