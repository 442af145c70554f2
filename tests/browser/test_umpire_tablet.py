"""The umpire's tablet in a real Chromium: sitting down, counting, the bell, the finish; and what can go wrong on bad
Wi-Fi. What the server holds in the end is what counts."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Route, expect

from scoring.actions import hands as actions
from scoring.actions import tablets
from scoring.models import Hand
from scoring.queries.keys import keys_of
from scoring.rules.cards import Deck
from scoring.rules.hand import Hand as Dealt
from scoring.rules.hand import check, read_held
from scoring.rules.play import may_play
from scoring.rules.play.deck import COLOURS
from tests.browser.desks import PHONE, SILENT_UNTIL_TOUCHED, is_for_everyone
from tests.cast import LONG_NAME, OUT, Day
from tests.programs import PATIENCE
from tests.rules.test_carry import EXAMPLES
from tournament.actions import clock
from tournament.actions.accounts import make_login_link
from tournament.rules.errors import HandRefused

STANDING = {"width": 768, "height": 1024}
LYING = {"width": 1024, "height": 768}
WILD_FOUR = "Wild Draw Four"
TABLE = "**/table/uno-open/1/do/*"


class Tablet:
    """One tablet at table 1, and what a person does with it."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context, self.url = context, url
        self.problems: list[str] = []
        self.new_page()

    def new_page(self) -> None:
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))

    def open(self, path: str = "/table/uno-open/1/") -> Tablet:
        self.page.goto(self.url + path)
        self.page.locator("body[data-view]").wait_for()
        return self

    def play(self) -> Tablet:
        """Everybody sits."""
        if self.page.locator("body[data-view=sit]").count():
            self.tap("Play", exact=True)
        return self

    def tap(self, name: str, **more: Any) -> None:
        self.page.get_by_role("button", name=name, **more).first.click()

    def went_out(self, seat: int) -> None:
        """The shortest way into the count: a tap on the seat of whoever went out."""
        self.page.locator(".seat-card").nth(seat - 1).click()

    def face(self, name: str) -> Locator:
        return self.page.locator(f"[data-key='face-{name}']")

    def cards(self, *faces: str) -> None:
        """Taps of a finger, which are short also where the machine is slow."""
        for name in faces:
            self.face(name).tap()

    def total(self, digits: str) -> None:
        self.tap("Type a total")
        self.type(digits)

    def type(self, digits: str) -> None:
        for digit in digits:
            self.page.locator(f"[data-key=key-{digit}]").click()

    def go(self) -> None:
        """The one next thing: count the next, or save."""
        self.page.locator("[data-key=go]").click()

    def count(self, *totals: str) -> None:
        """Everybody who holds cards, in the order of the page; then save."""
        for digits in totals:
            self.total(digits)
            self.go()

    def rows(self) -> Locator:
        return self.page.locator(".hands tbody tr")

    def received(self, number: int) -> None:
        """All of them, and none only here."""
        expect(self.page.locator(".hands tbody tr.received")).to_have_count(number)
        expect(self.page.locator(".hands tbody tr.waiting")).to_have_count(0)
        expect(self.page.get_by_text("not sent yet")).to_have_count(0)

    def totals(self) -> list[str]:
        return self.page.locator(".seat-points").all_inner_texts()

    def trouble(self) -> Locator:
        return self.page.locator("[data-trouble] .trouble")

    def until(self, condition: Callable[[], Any]) -> Any:
        """What it answers, once it is so; the page goes on meanwhile."""
        end = time.monotonic() + PATIENCE
        while not (answer := condition()):
            assert time.monotonic() < end
            self.page.wait_for_timeout(50)
        return answer


@contextmanager
def a_device(browser: Browser, url: str, **options: Any) -> Iterator[Tablet]:
    """A tablet that has opened nothing yet. An error in its page fails the test."""
    context = browser.new_context(**{"viewport": STANDING, "has_touch": True, "reduced_motion": "reduce", **options})
    context.set_default_timeout(PATIENCE * 1000)
    tablet = Tablet(context, url)
    try:
        yield tablet
        assert tablet.problems == []
    finally:
        context.close()


@contextmanager
def a_tablet(browser: Browser, url: str, key: str, *, sits: bool = False, **options: Any) -> Iterator[Tablet]:
    """A device that came by this key; with `sits` it shows who sits where, otherwise the play."""
    with a_device(browser, url, **options) as tablet:
        tablet.open(key)
        yield tablet if sits else tablet.play()


@pytest.fixture
def day(site) -> Day:
    return Day("syg").people(8).until("running")


@pytest.fixture
def key(day) -> str:
    return keys_of(day.competition)[1].path


@pytest.fixture
def tablet(browser, site, key) -> Iterator[Tablet]:
    with a_tablet(browser, site.url, key) as opened:
        yield opened


def hands(day: Day) -> list[dict[int, int]]:
    """What the server has: points held by seat, hand by hand."""
    rows = Hand.objects.filter(table=day.table(1), deleted_at__isnull=True).order_by("number")
    return [dict(hand.held.order_by("seat__number").values_list("seat__number", "points")) for hand in rows]


# A round, as it should go


def test_it_rings_at_the_warning_and_at_time_up_unless_it_is_muted(browser, site):
    """At the start the hall rings for all; what is muted here stays so when the page comes again."""
    day = Day("syg").people(8).until("published")
    keys = [keys_of(day.competition)[number].path for number in (1, 2)]
    with a_tablet(browser, site.url, keys[0]) as loud, a_tablet(browser, site.url, keys[1]) as quiet:
        quiet.tap("Sound on")
        expect(quiet.page.get_by_role("button", name="Sound off")).to_be_visible()
        quiet.open("/table/uno-open/2/")
        expect(quiet.page.get_by_role("button", name="Sound off")).to_be_visible()
        day.start()
        for tablet in (loud, quiet):
            expect(tablet.page.locator(".clock")).to_have_attribute("data-phase", "running")
        clock.add_time(by=day.mc, competition=day.pk, seconds=-60 * 25)
        expect(loud.page.locator("body")).to_have_attribute("data-rang", "warning")
        day.ring()
        expect(loud.page.locator("body")).to_have_attribute("data-rang", "warning time-up")
        expect(quiet.page.get_by_text("Stop: count what everybody holds.")).to_be_visible()
        assert quiet.page.evaluate("document.body.dataset.rang") is None
        loud.open()
        assert loud.page.evaluate("document.body.dataset.rang") is None  # what was long ago does not ring again


def test_where_the_browser_forbids_sound_the_next_tap_allows_it(browser, site, key):
    with a_device(browser, site.url) as tablet:
        tablet.page.add_init_script(SILENT_UNTIL_TOUCHED)
        tablet.open(key)
        button = tablet.page.locator("[data-mute]")
        expect(button).to_have_accessible_name("Tap once for sound")
        button.click()
        expect(button).to_have_accessible_name("Sound on")
        button.click()
        expect(button).to_have_accessible_name("Sound off")


def test_from_sitting_down_to_the_next_table(browser, site):
    day = Day("syg").people(8).until("published")
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path, sits=True) as tablet:
        page = tablet.page
        assert "/t/" not in page.url
        expect(page.get_by_role("heading", name="Who is here?")).to_be_visible()
        expect(page.get_by_text("The dealer is the player whose birthday is next.")).to_be_visible()
        page.get_by_text("Not here?").first.click()
        for seat in range(4):
            page.locator("[data-key^='sit-']").nth(seat).click()
        page.get_by_role("button", name="deals first").nth(1).click()
        expect(page.get_by_role("heading", name="Everybody sits")).to_be_visible()
        expect(page.get_by_text("not sent yet")).to_have_count(0)
        expect(page.locator("details.sit-more[open]")).to_have_count(1)
        tablet.tap("Play")
        expect(page.get_by_text("The round has not begun: the MC starts the clock.")).to_be_visible()
        day.start()
        expect(page.locator(".seat-card").nth(1).get_by_text("Deals")).to_be_visible()
        expect(page.locator(".seat-card").nth(2).get_by_text("Plays first")).to_be_visible()

        tablet.went_out(1)
        tablet.tap("Draw Two", exact=True)
        expect(page.get_by_text("draws 2 first.")).to_be_visible()
        tablet.tap("Drawn")
        tablet.cards("wild", "9", "9")
        expect(page.locator(".sum-points")).to_have_text("68")
        tablet.tap("Take back Wild")
        expect(page.locator(".sum-points")).to_have_text("18")
        tablet.go()
        tablet.count("12", "7")
        tablet.received(1)
        expect(page.locator(".seat-card").nth(2).get_by_text("Deals")).to_be_visible()
        assert hands(day) == [{2: 18, 3: 12, 4: 7}]

        day.ring()
        expect(page.get_by_text("Stop: count what everybody holds.")).to_be_visible()
        tablet.tap("Count what everybody holds")
        tablet.count("5", "20", "1", "1")
        expect(page.get_by_role("heading", name="The result")).to_be_visible()
        expect(page.locator(".order-line").first).to_contain_text("Goes on to table 1")
        agrees = page.get_by_role("button", name="agrees with the sheet")
        for pressed in ("true", "false"):  # whoever has a doubt takes it back
            agrees.first.click()
            expect(agrees.first).to_have_attribute("aria-pressed", pressed)
        for button in agrees.all():
            button.click()
        expect(page.get_by_role("heading", name="The sheet is in")).to_be_visible()
        day.hand(2, [OUT, 3, 4, 5])
        day.accept(2).close_round()
        expect(page.get_by_text("Thank you.")).to_be_visible()
        day.next_round()
        expect(page.get_by_role("heading", name="Who is here?")).to_be_visible()
        expect(page.locator(".table-where")).to_contain_text("Round 2")
        expect(page.locator(".where-to")).to_contain_text("From Round 1 at this table")
        expect(page.locator(".where-to")).to_contain_text("Now: table 1")


def test_a_typical_hand_takes_no_more_taps_than_its_cards_and_four(tablet, day):
    """Three players hold 3, 5 and 2 cards: who went out, ten cards, twice "count the next", and save."""
    tablet.page.evaluate("window.taps = 0; addEventListener('click', () => { window.taps += 1 }, true)")
    tablet.went_out(1)
    for cards in (("wild", "7", "skip"), ("1", "2", "3", "4", "5"), ("draw_two", "9")):
        tablet.cards(*cards)
        tablet.go()
    tablet.received(1)
    assert hands(day) == [{2: 77, 3: 15, 4: 29}]
    assert tablet.page.evaluate("window.taps") <= 10 + 4


def test_what_cannot_be_is_said_in_its_place(tablet):
    tablet.went_out(1)
    tablet.cards(*["wild"] * 4)
    tablet.go()
    expect(tablet.page.locator(".count-seat").nth(2)).to_have_attribute("aria-current", "step")
    place = tablet.face("wild").bounding_box()
    tablet.cards("wild")
    expect(tablet.page.locator(".said")).to_contain_text("A fifth Wild: there are only 4 at this table.")
    assert tablet.face("wild").bounding_box() == place
    tablet.total("9999")
    expect(tablet.page.locator(".steps")).to_contain_text("All cards together count 1,240. Type it again.")
    for _ in range(4):
        tablet.tap("Rub out")
    expect(tablet.page.locator(".steps")).to_contain_text("Type what the cards count.")
    tablet.type("124")
    tablet.go()
    tablet.total("930")
    expect(tablet.page.locator(".steps")).to_contain_text(
        "Together that is more than all cards at one table count (1,240)."
    )


STALLED = """async (face) => {
  const send = (name, value) =>
    face.dispatchEvent(Object.defineProperty(new PointerEvent(name, { bubbles: true }), "timeStamp", { value }));
  send("pointerdown", 1000);
  await new Promise((done) => setTimeout(done, 700));
  send("pointerup", 1050);
  face.click();
}"""
"""A finger that was down for 50 milliseconds, on a tablet that came to hear of its lifting much later."""


def test_a_long_press_takes_a_card_away_and_a_tap_on_a_busy_tablet_does_not(tablet):
    tablet.went_out(1)
    tablet.cards("7", "7")
    tablet.face("7").click(delay=700)
    expect(tablet.page.locator(".sum-points")).to_have_text("7")
    tablet.face("7").evaluate(STALLED)
    expect(tablet.page.locator(".sum-points")).to_have_text("14")


def test_a_hand_is_changed_undone_put_back_and_deleted_and_all_stays_in_the_history(tablet, day):
    tablet.went_out(1)
    tablet.count("10", "20", "30")
    tablet.received(1)
    tablet.tap("Change hand 1")
    expect(tablet.page.locator(".count-seat").nth(1)).to_contain_text("10 in all")
    tablet.tap("Rub out")
    tablet.tap("Rub out")
    tablet.type("300")
    tablet.go()
    expect(tablet.trouble()).to_contain_text("Hand 1 is not changed yet")
    tablet.tap("Mend it")
    tablet.tap("Rub out")
    tablet.tap("Rub out")
    tablet.tap("Rub out")
    tablet.type("11")
    tablet.go()
    expect(tablet.rows().first).to_contain_text("Corrected")
    tablet.received(1)
    assert hands(day) == [{2: 11, 3: 20, 4: 30}]
    tablet.tap("Undo hand 1")
    expect(tablet.page.get_by_text("Hand 1 is undone.")).to_be_visible()
    tablet.received(0)
    tablet.tap("Put it back")
    tablet.received(1)
    tablet.tap("Change hand 1")
    tablet.tap("Delete this hand")
    tablet.tap("Keep it")
    expect(tablet.page.get_by_role("button", name="Save the change")).to_be_visible()
    tablet.tap("Delete this hand")
    tablet.page.get_by_label("Another reason", exact=True).fill(" ")
    tablet.tap("Delete it")
    expect(tablet.page.get_by_text("Say why, in a few words.")).to_be_visible()
    tablet.page.get_by_label("Another reason", exact=True).fill("a joke")
    tablet.tap("Delete it")
    expect(tablet.page.get_by_text("No hand yet.")).to_be_visible()
    tablet.received(0)
    deleted = Hand.objects.filter(deleted_at__isnull=False).values_list("deleted_why", flat=True)
    assert list(deleted) == ["undone by the umpire", "a joke"]


def test_a_wrong_tap_is_no_trap(tablet, day):
    """It was another who went out; or the hand is not over at all."""
    tablet.page.set_viewport_size(LYING)
    tablet.tap("Hand over")
    assert (tablet.page.locator(".choose-out").bounding_box() or {})["width"] > 900
    tablet.page.locator("[data-key^='out-']").first.click()
    tablet.total("12")
    tablet.page.locator(".count-seat.is-out").click()
    tablet.page.locator("[data-key^='out-']").nth(1).click()
    expect(tablet.page.locator(".count-seat.is-out")).to_have_count(1)
    tablet.tap("Leave it for now")
    tablet.tap("Throw this count away")
    tablet.went_out(3)
    tablet.count("1", "2", "3")
    tablet.received(1)
    tablet.tap("Change hand 1")
    tablet.tap("Somebody else went out")
    tablet.page.locator("[data-key^='out-']").nth(0).click()
    tablet.page.locator(".count-seat").nth(2).click()
    tablet.total("4")
    tablet.go()
    expect(tablet.rows().first).to_contain_text("Corrected")
    assert hands(day) == [{2: 2, 3: 4, 4: 3}]


def test_a_half_counted_hand_can_be_left_closed_and_resumed(tablet, day):
    tablet.went_out(1)
    tablet.total("12")
    tablet.tap("Leave it for now")
    tablet.open()
    expect(tablet.page.locator(".count-seat").nth(1)).to_contain_text("12")
    tablet.go()
    tablet.count("3", "4")
    tablet.received(1)
    assert hands(day) == [{2: 12, 3: 3, 4: 4}]


def test_after_the_warning_no_new_hand(tablet, day):
    clock.add_time(by=day.mc, competition=day.pk, seconds=-26 * 60)
    expect(tablet.page.get_by_text("Last hand: do not deal another.")).to_be_visible()
    tablet.went_out(1)
    tablet.count("10", "20", "30")
    expect(tablet.page.get_by_text("No new hand: wait for the bell.")).to_be_visible()
    expect(tablet.page.locator(".seat-card:enabled")).to_have_count(0)
    expect(tablet.page.get_by_text("Next to deal")).to_have_count(0)
    tablet.tap("A hand was dealt after the warning: count it")
    tablet.page.locator("[data-key^='out-']").nth(1).click()
    tablet.count("1", "2", "3")
    expect(tablet.trouble()).to_contain_text("After the warning no new hand is dealt.")
    tablet.tap("Yes, that is right")
    tablet.received(2)
    assert list(Hand.objects.order_by("number").values_list("late", flat=True)) == [False, True]


def test_a_tie_is_walked_through(tablet, day):
    for round_of_hands in ([OUT, 10, 30, 40], [10, OUT, 30, 40]):
        day.hand(1, round_of_hands)
    day.ring()
    tablet.tap("No hand was going on")
    expect(tablet.page.get_by_role("heading", name="Level for first place")).to_be_visible()
    expect(tablet.page.get_by_text("They have won equally many hands, too.")).to_be_visible()
    tablet.tap("Play one hand among them")
    expect(tablet.page.get_by_text("Whoever goes out goes on.")).to_be_visible()
    expect(tablet.page.get_by_text("Does not play")).to_have_count(2)
    tablet.went_out(2)
    tablet.total("9")
    tablet.tap("Save the play-off hand")
    expect(tablet.page.locator(".order-line").first).to_contain_text("the play-off hand decided")


@pytest.mark.parametrize(
    ("preset", "choices", "people"),
    [
        ("classic-500", {}, 2),
        ("classic-500", {"format": "single", "table_max": 10}, 10),
        ("classroom", {}, 4),
        ("bac", {}, 5),
    ],
)
def test_other_endings_scorings_and_numbers_of_seats(browser, site, preset, choices, people):
    day = Day(preset, **choices).people(people).until("published")
    if day.competition.settings.ending == "clock":
        day.start()
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path) as tablet:
        tablet.went_out(1)
        tablet.total("25")
        takes = "0" if day.competition.settings.low_wins else "25"
        expect(tablet.page.locator(".count-seat.is-out .count-points")).to_have_text(takes)
        for _ in range(people - 2):
            tablet.go()
            tablet.total("25")
        expect(tablet.page.locator(".count-seat.is-at")).to_be_in_viewport(ratio=0.9)
        tablet.go()
        tablet.received(1)
        is_for_everyone(tablet.page)
    assert hands(day) == [dict.fromkeys(range(2, people + 1), 25)]


# Bad Wi-Fi


def test_ten_minutes_without_the_network_three_hands_and_the_tab_closed(browser, site, day, key):
    with a_device(browser, site.url) as tablet:
        tablet.page.clock.install()
        tablet.open(key).play()
        tablet.context.set_offline(True)
        for seat in (1, 2, 3):
            tablet.went_out(seat)
            tablet.count("10", "20", f"{seat}0")
            tablet.page.clock.fast_forward("03:20")
        expect(tablet.page.locator(".hands tbody tr.waiting")).to_have_count(3)
        expect(tablet.rows().first).to_contain_text("On this tablet")
        assert sorted(tablet.totals()) == ["20", "30", "40", "60"]
        expect(tablet.page.get_by_text("No network. Everything typed is kept on this tablet.")).to_be_visible()
        assert Hand.objects.count() == 0
        tablet.page.close(run_before_unload=False)
        tablet.context.set_offline(False)
        tablet.new_page()
        tablet.open().play().received(3)
    assert [sorted(hand.values()) for hand in hands(day)] == [[10, 10, 20], [10, 20, 20], [10, 20, 30]]


def test_leaving_with_something_unsent_is_warned_of(tablet):
    asked: list[str] = []
    tablet.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    tablet.page.route(TABLE, lambda route: route.abort())
    tablet.went_out(1)
    tablet.count("1", "2", "3")
    tablet.page.reload()
    assert asked == ["beforeunload"]


def test_without_the_network_a_hand_is_changed_undone_and_counted_again(tablet, day):
    """All of it shows at once, in the row and in the totals; and it arrives as it was meant, under the right number."""
    tablet.went_out(1)
    tablet.count("10", "20", "30")
    tablet.received(1)
    tablet.context.set_offline(True)
    tablet.tap("Change hand 1")
    tablet.tap("Rub out")
    tablet.type("1")
    tablet.go()
    expect(tablet.rows().first).to_contain_text("On this tablet")
    assert tablet.totals() == ["0", "11", "20", "30"]
    tablet.tap("Undo hand 1")
    expect(tablet.page.locator(".hands .is-gone")).to_have_count(1)
    assert tablet.totals() == ["0"] * 4
    tablet.went_out(1)
    expect(tablet.page.locator(".count-seat").nth(1)).to_contain_text("0 so far")
    tablet.count("12", "20", "300")
    tablet.went_out(2)
    tablet.count("1", "2", "3")
    tablet.context.set_offline(False)
    expect(tablet.trouble()).to_contain_text("Hand 1 is not taken yet")
    expect(tablet.page.locator(".hands .is-refused")).to_have_css("display", "table-row")
    is_for_everyone(tablet.page, (PHONE, "dark"))
    tablet.tap("Throw mine away")
    tablet.received(1)
    assert hands(day) == [{1: 1, 3: 2, 4: 3}]


def test_what_is_corrected_while_it_is_on_its_way_arrives_corrected(tablet, day):
    """The hand waits for its correction; or it has arrived unheard, and the correction, or the deletion, follows it."""
    tablet.page.route("**/do/record", lambda route: route.abort())
    tablet.went_out(1)
    tablet.count("10", "20", "30")
    tablet.tap("Change hand 1")
    tablet.tap("Rub out")
    tablet.page.unroute("**/do/record")
    with tablet.page.expect_response("**/do/here"):
        tablet.page.evaluate("dispatchEvent(new Event('online'))")
    assert Hand.objects.count() == 0
    tablet.type("1")
    tablet.go()
    tablet.received(1)
    assert hands(day) == [{2: 11, 3: 20, 4: 30}]

    unheard = [True]

    def arrive(route: Route) -> None:
        answer = route.fetch()
        route.abort() if unheard else route.fulfill(response=answer)

    tablet.page.route("**/do/record", arrive)
    for total in ("40", "50"):
        tablet.went_out(1)
        tablet.count(total, "20", "30")
        tablet.until(lambda: Hand.objects.count() == 2)
    tablet.tap("Change hand 2")
    tablet.tap("Rub out")
    tablet.type("1")
    tablet.go()
    tablet.tap("Undo hand 3")
    unheard.clear()
    tablet.received(2)
    assert hands(day) == [{2: 11, 3: 20, 4: 30}, {2: 41, 3: 20, 4: 30}]


def test_a_stale_undo_and_what_cannot_be_drawn_stop_nothing(tablet, day):
    tablet.page.on("dialog", lambda dialog: dialog.accept())
    tablet.went_out(1)
    tablet.count("10", "20", "30")
    tablet.received(1)
    tablet.page.route("**/state.json*", lambda route: route.abort())
    typed = {name: value for name, value in day.typed(1, [OUT, 10, 20, 31]).items() if name != "number"}
    actions.change_hand(by=day.umpire(1), number=1, version=1, **typed)
    tablet.tap("Undo hand 1")
    expect(tablet.trouble().last).to_contain_text("Hand 1 was changed meanwhile.")
    tablet.page.unroute("**/state.json*")
    tablet.open()
    expect(tablet.rows().first).to_contain_text("31")
    tablet.tap("Leave it")
    expect(tablet.trouble()).to_have_count(0)
    broken = {"request": "old", "verb": "record", "body": {"round": 0, "out": None, "held": {"1": None}, "base": 0}}
    tablet.page.evaluate(PUT_IN_THE_OUTBOX, broken | {"names": {}, "tried": False, "trouble": None})
    tablet.open()
    tablet.went_out(1)
    tablet.count("1", "2", "3")
    tablet.until(lambda: len(hands(day)) == 2)
    expect(tablet.page.get_by_text("This cannot be shown just now.").first).to_be_visible()
    tablet.problems.clear()


PUT_IN_THE_OUTBOX = """item => {
  const key = Object.keys(localStorage).find((one) => one.endsWith(".outbox"));
  localStorage.setItem(key, JSON.stringify([item]));
}"""


def test_somebody_else_sits_down_while_a_hand_is_counted(tablet, day):
    tablet.went_out(1)
    tablet.total("10")
    name = day.names()[0][1]
    day.substitute(name, "New Person", by=day.organiser)
    expect(tablet.trouble()).to_contain_text("other people sit here now.")
    expect(tablet.trouble()).to_contain_text(f"{name} 10")
    tablet.open()
    tablet.tap("Throw it away")
    tablet.play()
    tablet.went_out(1)
    expect(tablet.page.get_by_role("heading", name="What does New Person hold?")).to_be_visible()
    tablet.count("1", "2", "3")
    tablet.received(1)


def test_the_state_is_asked_for_once_at_a_time_and_only_for_this_table(browser, site, day, key):
    asked: list[Route] = []
    with a_device(browser, site.url) as tablet:
        tablet.page.clock.install()
        tablet.open(key).play()
        day.hand(1, [OUT, 10, 20, 30])
        expect(tablet.rows()).to_have_count(1)
        tablet.page.route("**/state.json*", lambda route: asked.append(route))
        for _ in range(5):
            day.hand(2, [OUT, 10, 20, 30])
        day.hand(1, [OUT, 1, 2, 3])
        tablet.until(lambda: asked)
        for _ in range(12):
            tablet.page.evaluate("document.body.dispatchEvent(new CustomEvent('look'))")
            tablet.page.clock.run_for(200)
        assert len(asked) == 1
        older = asked[0].fetch()
        tablet.went_out(2)
        tablet.count("4", "5", "6")
        expect(tablet.trouble()).to_contain_text("Hand 2 is already recorded.")
        asked[0].fulfill(response=older)
        expect(tablet.page.locator(".both")).to_be_visible()
        tablet.until(lambda: len(asked) == 2)
        tablet.page.clock.run_for(11_000)  # an answer that does not come is given up
        tablet.until(lambda: len(asked) == 3)
        tablet.tap("they are two hands")
        tablet.until(lambda: len(hands(day)) == 3)


ANOTHER = '{"turntable": 1, "request": "another", "ok": true}'
PORTAL = "<html><body>Welcome to the hall's Wi-Fi. Please accept our terms.</body></html>"


FALSE = [
    {"status": 200, "content_type": "text/html", "body": PORTAL},
    {"status": 200, "content_type": "application/json", "body": '{"ok": true}'},
    {"status": 200, "content_type": "application/json", "body": ANOTHER},
    {"status": 502, "content_type": "text/html", "body": "Bad gateway"},
    {"status": 302, "headers": {"Location": "/"}},
]


def test_only_the_servers_own_words_acknowledge(tablet, day):
    """Neither a portal's page nor somebody's JSON, another request's answer, a proxy's error or a redirect."""
    left = list(FALSE)
    tablet.page.route("**/do/record", lambda route: route.fulfill(**left.pop()) if left else route.abort())
    tablet.went_out(1)
    tablet.count("1", "2", "3")
    tablet.until(lambda: not left or tablet.page.evaluate("dispatchEvent(new Event('online')) && null"))
    with tablet.page.expect_request("**/do/record"):  # the last of them has settled when it is sent again
        tablet.page.evaluate("dispatchEvent(new Event('online'))")
    expect(tablet.rows().first).to_contain_text("On this tablet")
    assert Hand.objects.count() == 0
    tablet.page.unroute("**/do/record")
    tablet.received(1)
    assert hands(day) == [{2: 1, 3: 2, 4: 3}]


def test_answers_that_are_dropped_doubled_or_delayed_change_nothing(tablet, day):
    """The server takes the hand, and the tablet does not hear of it; then it is sent twice, and once very late."""
    sent: list[str] = []

    def mishap(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or "{}")["request"])
        if len(sent) == 1:
            route.fetch()
            route.abort()
        elif len(sent) == 2:
            route.fetch()
            route.fulfill(response=route.fetch())
        else:
            tablet.page.wait_for_timeout(500)
            route.fulfill(response=route.fetch())

    tablet.page.route("**/do/record", mishap)
    for seat in (1, 2):
        tablet.went_out(seat)
        tablet.count("1", "2", "3")
    tablet.received(2)
    assert sent[0] == sent[1] != sent[2]
    assert hands(day) == [{2: 1, 3: 2, 4: 3}, {1: 1, 3: 2, 4: 3}]


def test_two_tablets_one_hand_both_values_and_a_person_chooses(browser, site, day, key, tablet):
    expect(tablet.trouble()).to_have_count(0)
    with a_tablet(browser, site.url, key) as other:
        expect(other.trouble()).to_contain_text("Another tablet keeps this table's sheet.")
        tablet.went_out(1)
        other.went_out(1)
        tablet.count("10", "20", "84")
        tablet.received(1)
        other.count("10", "20", "48")
        both = other.page.locator(".both")
        expect(both).to_contain_text("84")
        expect(both).to_contain_text("48")
        expect(both.locator(".differs")).to_have_count(2)
        is_for_everyone(other.page)
        both.get_by_role("button", name="This is right").nth(1).click()
        expect(other.rows().first).to_contain_text("48")
        other.received(1)
        assert hands(day) == [{2: 10, 3: 20, 4: 48}]
        other.tap("Take over")
        expect(tablet.trouble()).to_contain_text("Another tablet keeps this table's sheet.")


def test_what_the_organiser_decided_the_tablet_lets_go(browser, site, day, key, tablet):
    tablet.page.route("**/do/record", lambda route: route.abort())
    tablet.went_out(1)
    tablet.count("10", "20", "48")
    day.hand(1, [OUT, 10, 20, 84])
    tablet.page.unroute("**/do/record")
    expect(tablet.page.locator(".both")).to_be_visible()
    table = day.table(1)
    stuck = tablet.until(lambda: table.round.competition.tablets.exclude(trouble=None).first())
    assert (stuck.trouble["hand"], sorted(stuck.trouble["body"]["held"].values())) == (1, [10, 20, 48])
    tablets.let_go(by=day.organiser, table=table.pk, settle=stuck.trouble["request"])
    expect(tablet.page.locator(".both")).to_have_count(0)
    tablet.received(1)
    assert hands(day) == [{2: 10, 3: 20, 4: 84}]


def test_revoked_in_the_middle_of_a_hand_nothing_typed_is_lost(tablet, day):
    tablet.went_out(1)
    tablet.total("10")
    tablet.go()
    tablets.renew_key(by=day.organiser, competition=day.pk, number=1)
    tablet.count("20", "30")
    expect(tablet.trouble()).to_contain_text("This tablet is not let in to this table any more.")
    assert Hand.objects.count() == 0
    tablet.page.on("dialog", lambda dialog: dialog.accept())
    tablet.open(keys_of(day.competition)[1].path)
    tablet.received(1)
    assert hands(day) == [{2: 10, 3: 20, 4: 30}]


def test_a_browser_that_keeps_nothing_any_more_says_so_and_still_works(tablet, day):
    tablet.page.route("**/do/record", lambda route: route.abort())
    tablet.went_out(1)
    tablet.count("1", "2", "3")
    tablet.page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full') } }")
    for total in ("4", "5"):
        tablet.went_out(1)
        tablet.count(total, "2", "3")
    expect(tablet.trouble()).to_contain_text("This browser keeps nothing.")
    expect(tablet.rows()).to_have_count(3)
    tablet.page.unroute("**/do/record")
    tablet.received(3)
    assert [hand[2] for hand in hands(day)] == [1, 4, 5]


def test_two_tabs_of_one_tablet_are_one(tablet, day):
    other = Tablet(tablet.context, tablet.url)
    for tab in (tablet, other):
        tab.page.route(TABLE, lambda route: route.abort())
    other.open().play()
    other.went_out(1)
    other.count("1", "2", "3")
    expect(tablet.rows().first).to_contain_text("On this tablet")
    tablet.tap("Undo hand 1")
    expect(other.page.locator(".hands .is-gone")).to_have_count(1)
    for tab in (tablet, other):
        tab.page.unroute(TABLE)
    for tab in (tablet, other):
        tab.received(0)
    assert hands(day) == [] == other.problems
    draw = day.competition.draws.get().commitment[:8]
    kept = tablet.page.evaluate("Object.entries(localStorage).filter(([key]) => key.endsWith('.outbox'))")
    assert kept == [[f"turntable.uno-open.{day.pk}.{draw}.1.outbox", "[]"]]


def test_somebody_signs_in_in_the_same_browser(tablet, day):
    """That makes the page's pass to send worthless; it gets itself a new one."""
    other = tablet.context.new_page()
    other.goto(tablet.url + make_login_link())
    other.get_by_label("Your name").fill("Ruth")
    other.get_by_role("button", name="Come in").click()
    other.wait_for_url("**/organise/**")
    other.close()
    tablet.went_out(1)
    tablet.count("1", "2", "3")
    tablet.received(1)
    assert hands(day) == [{2: 1, 3: 2, 4: 3}]


def test_nothing_that_plain_http_lacks_is_needed(browser, site, day, key):
    """On a LAN address browsers give a page no crypto.subtle, randomUUID, service worker, wake lock or clipboard."""
    missing = """
      delete Crypto.prototype.randomUUID; delete Crypto.prototype.subtle;
      for (const name of ["serviceWorker", "wakeLock", "clipboard", "locks"]) delete Navigator.prototype[name];
    """
    with a_device(browser, site.url) as tablet:
        tablet.context.add_init_script(missing)
        tablet.open(key).play()
        assert tablet.page.evaluate("[crypto.subtle, crypto.randomUUID, navigator.serviceWorker]") == [None, None, None]
        tablet.went_out(1)
        tablet.count("1", "2", "3")
        tablet.received(1)


CARRY = "examples => import('/static/js/umpire/carry.js').then(({read, write}) => examples.map("


def lines_that_carry_a_hand_are_the_same(tablet: Tablet) -> None:
    hands = [
        {"number": hand.number, "out": hand.out_seat, "points": hand.points, "last": hand.last_card}
        for _, hand in EXAMPLES
    ]
    lines = [line for line, _ in EXAMPLES]
    as_json = [{**hand, "points": {str(seat): held for seat, held in hand["points"].items()}} for hand in hands]
    assert tablet.page.evaluate(CARRY + "write))", as_json) == lines
    assert tablet.page.evaluate(CARRY + "read))", lines) == as_json
    assert tablet.page.evaluate(CARRY + "read))", ["5 A12 BX C48 D7 U", "hello", "", "5 A12 BX CX D7 U"]) == [None] * 4


def test_a_hand_is_carried_to_another_tablet_and_counts_once(browser, site, day, key, tablet):
    tablet.page.route(TABLE, lambda route: route.abort())
    tablet.went_out(2)
    tablet.count("12", "84", "7")
    tablet.page.get_by_text("Carry it by hand").click()
    line = tablet.page.locator(".carry-code").inner_text()
    with a_tablet(browser, site.url, key) as other:
        other.tap("Type a carried line")
        other.page.get_by_label("The line").fill(line.replace("84", "48"))
        other.tap("Look at it")
        expect(other.page.get_by_text("Something in this line is mistyped.")).to_be_visible()
        other.page.get_by_label("The line").fill(line.lower())
        other.tap("Look at it")
        other.go()
        other.received(1)
    tablet.page.unroute(TABLE)
    tablet.received(1)
    assert hands(day) == [{1: 12, 3: 84, 4: 7}]


# Everybody can use it


def test_every_view_can_be_read_and_hit_by_everyone(browser, site):
    day = Day("syg").people(8).until("published")
    assert LONG_NAME in [name for table in day.names() for name in table]
    number = next(n for n, table in enumerate(day.names(), start=1) if LONG_NAME in table)
    key = keys_of(day.competition)[number].path
    with a_tablet(browser, site.url, key, sits=True, viewport=STANDING) as tablet:
        page = tablet.page
        is_for_everyone(page, (LYING, "dark"), (PHONE, "dark"))
        tablet.open()
        page.set_viewport_size(LYING)
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_in_viewport(ratio=0.9)
        page.set_viewport_size(STANDING)
        day.start()
        tablet.play()
        day.hand(number, [OUT, 10, 20, 30])
        expect(tablet.rows()).to_have_count(1)
        is_for_everyone(page, (LYING, "dark"), (PHONE, "dark"))
        tablet.went_out(1)
        is_for_everyone(page, (LYING, "dark"), (PHONE, "dark"))
        tablet.tap("Draw Two", exact=True)
        is_for_everyone(page, (LYING, "dark"), (PHONE, "dark"))
        tablet.tap("Drawn")
        tablet.cards("wild")
        is_for_everyone(page, (LYING, "dark"), (PHONE, "dark"))
        tablet.tap("Type a total")
        is_for_everyone(page, (LYING, "dark"), (PHONE, "dark"))
        tablet.tap("Leave it for now")
        tablet.tap("Rules")
        is_for_everyone(page, (LYING, "dark"), (PHONE, "dark"))
        tablet.tap("Close")
        day.ring()
        tablet.tap("Go on counting hand 2")
        tablet.page.locator(".count-seat").nth(2).click()
        tablet.page.locator("[data-key=type]").click()
        tablet.tap("Leave it for now")
        is_for_everyone(page, (LYING, "dark"), (PHONE, "dark"))


def test_the_rules_are_two_taps_away_and_can_be_searched(tablet):
    tablet.tap("Rules")
    tablet.page.get_by_label("Look for a card or a word").fill("draw four")
    shown = tablet.page.locator("[data-rule]:visible dt").all_inner_texts()
    assert "Wild Draw Four" in shown and "Skip" not in shown
    tablet.page.get_by_label("Look for a card or a word").fill("xyzzy")
    expect(tablet.page.get_by_text("Nothing about that. Call the organiser.")).to_be_visible()


def may_this_be_played_says_what_the_rules_say(tablet: Tablet) -> None:
    """Every card on every card of every colour, asked of the page's own rule and of the one that rehearsals play by."""
    faces = [*map(str, range(10)), "skip", "reverse", "draw_two", "wild", "wild_draw_four"]
    names = {"skip": "Skip", "reverse": "Reverse", "draw_two": "Draw Two", "wild": "Wild", "wild_draw_four": WILD_FOUR}
    asked, allowed = [], []
    for top, now, face, colour, has in product(faces, COLOURS[:2], faces, COLOURS[:2], (True, False)):
        on, laid = (names.get(one, one) for one in (top, face))
        on = on if top.startswith("wild") else f"{now} {on}"
        laid = laid if face.startswith("wild") else f"{colour} {laid}"
        held = [f"{now} 1", laid] if has else [laid]
        asked.append([{"face": face, "colour": colour}, {"face": top, "colour": now}, has])
        allowed.append(bool(may_play(laid, on, now if top.startswith("wild") else None, hand=held)))
    source = "asked => import('/static/js/umpire/legal.js').then(({mayPlay}) => asked.map(one => mayPlay(...one)[0]))"
    assert tablet.page.evaluate(source, asked) == allowed


TYPED: list[dict[int, Any]] = [
    {1: 150, 2: 124, 3: 966}, {1: 150, 2: 124, 3: 967}, {1: 1240}, {1: 1241}, {1: 0, 2: 0, 3: 0, 4: 0},
    {1: 0, 2: 0, 3: 0, 4: 0, 5: 0}, {1: {"0": 4}, 2: 0}, {1: {"wild": 4}, 2: 1040}, {1: {"wild": 4}, 2: 1041},
    {1: {"1": 8}, 2: 1}, {1: {str(n): 8 for n in range(1, 10)}, 2: 7}, {1: {str(n): 8 for n in range(1, 10)}, 2: 20},
]  # fmt: skip


def what_cannot_be_held_is_the_same(tablet: Tablet) -> None:
    def refused(held: dict[int, Any]) -> bool:
        deck, names = Deck(), {str(code): str(code) for code in held}
        hand = Dealt(False, None, {str(code): read_held(value, deck, "") for code, value in held.items()})
        try:
            check(hand, list(names), deck, sure=True, names=names)
        except HandRefused:
            return True
        return False

    source = """([deck, all]) => import('/static/js/umpire/cards.js').then(({whyImpossible}) =>
        all.map((held) => whyImpossible(deck, held) !== null))"""
    deck = [{"face": face, "points": Deck().points(face), "limit": Deck().limit(face)} for face in Deck().faces]
    assert tablet.page.evaluate(source, [deck, TYPED]) == [refused(held) for held in TYPED]


def test_what_tablet_and_server_both_know_they_say_alike(tablet):
    lines_that_carry_a_hand_are_the_same(tablet)
    may_this_be_played_says_what_the_rules_say(tablet)
    what_cannot_be_held_is_the_same(tablet)


def test_the_table_calls_the_organiser(tablet, day):
    tablet.tap("Call the organiser")
    expect(tablet.page.get_by_role("button", name="Organiser called")).to_be_visible()
    assert day.table(1).flags.filter(lowered_at__isnull=True).count() == 1
    tablet.tap("Organiser called")
    expect(tablet.page.get_by_role("button", name="Call the organiser")).to_be_visible()
