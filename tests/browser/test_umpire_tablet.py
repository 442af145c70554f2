"""The umpire's tablet in a real Chromium: sitting down, counting, the bell, the finish. What the server holds at last
is what counts."""

from __future__ import annotations

from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from scoring.actions import sheets
from scoring.models import Hand, Nod
from scoring.models import Tablet as TabletRow
from scoring.queries.keys import keys_of
from scoring.rules.cards import Deck
from scoring.rules.hand import PlayedHand, check, read_held
from scoring.rules.play import may_play
from scoring.rules.play.deck import COLOURS
from tests.browser.desks import PHONE, SILENT_UNTIL_TOUCHED, is_for_everyone, measured, place_of
from tests.browser.umpires import LYING, STANDING, TouchedTablet, a_device, a_tablet, hands
from tests.cast import LONG_NAME, OUT, Day, a_day
from tests.rules.test_carry import EXAMPLES
from tournament.actions import clock
from tournament.models import Competitor, Table
from tournament.rules.errors import HandRefused

WILD_FOUR = "Wild Draw Four"


# A round, as it should go


def test_it_rings_at_the_warning_and_at_time_up_unless_it_is_muted(browser, site):
    """At the start the hall rings for all; what is muted here stays so when the page comes again."""
    day = a_day("syg", 8, "published")
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
        expect(quiet.page.get_by_text("Finish this turn and any draw or challenge. Then count.")).to_be_visible()
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
    day = a_day("syg", 8, "published")
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path, sits=True) as tablet:
        page = tablet.page
        assert "/t/" not in page.url
        expect(page.get_by_role("heading", name="Who is here?")).to_be_visible()
        expect(page.get_by_text("The dealer is the player whose birthday is next.")).to_be_visible()
        page.get_by_text("Not here?").first.click()
        for seat in range(4):
            page.locator("[data-key^='sit-']").nth(seat).click()
        page.get_by_role("button", name="deals first").nth(1).click()
        expect(page.get_by_role("heading", name="Everybody is seated")).to_be_visible()
        expect(page.get_by_text("not sent yet")).to_have_count(0)
        expect(page.locator(".unfolds[aria-expanded=true]")).to_have_count(1)
        tablet.tap("Play")
        expect(page.get_by_text("The round hasn’t begun: the MC starts the clock.")).to_be_visible()
        day.start()
        expect(page.locator(".seat-card").nth(1).get_by_text("Deals")).to_be_visible()
        expect(page.locator(".seat-card").nth(2).get_by_text("Plays first")).to_be_visible()

        tablet.went_out(1)
        tablet.tap("Draw Two", exact=True)
        expect(page.get_by_text("draws 2 first.")).to_be_visible()
        tablet.tap("Drawn")
        tablet.cards("wild", "9", "9")
        expect(page.locator(".sum-points")).to_have_text("68")
        tablet.tap("Remove Wild")
        expect(page.locator(".sum-points")).to_have_text("18")
        tablet.go()
        tablet.count("12", "7")
        tablet.received(1)
        expect(page.locator(".seat-card").nth(2).get_by_text("Deals")).to_be_visible()
        assert hands(day) == [{2: 18, 3: 12, 4: 7}]

        day.ring()
        expect(page.get_by_text("Finish this turn and any draw or challenge. Then count.")).to_be_visible()
        tablet.tap("Count what everybody holds")
        tablet.count("5", "20", "1", "1")
        expect(page.get_by_role("heading", name="The result")).to_be_visible()
        expect(page.locator(".order-line").first).to_contain_text("Goes on to the final, table 1")
        agrees = page.get_by_role("button", name="agrees with the sheet")
        agrees.first.dblclick()  # an impatient one
        expect(agrees.first).to_have_attribute("aria-pressed", "true")
        tablet.until(lambda: Nod.objects.count() == 1)  # the organiser's board shows it
        agrees.first.click()  # whoever has a doubt takes it back
        expect(agrees.first).to_have_attribute("aria-pressed", "false")
        tablet.until(lambda: Nod.objects.count() == 0)
        for button in agrees.all():
            button.click()
        expect(page.get_by_role("heading", name="The sheet is in")).to_be_visible()
        day.hand(2, [OUT, 3, 4, 5])
        day.accept(2).close_round()
        expect(page.get_by_text("Thank you.")).to_be_visible()
        day.next_round()
        expect(page.get_by_role("heading", name="Who is here?")).to_be_visible()
        expect(page.locator(".table-where")).to_contain_text("Final")
        expect(page.locator(".where-to")).to_contain_text("From Round 1 at this table")
        expect(page.locator(".where-to")).to_contain_text("Now: table 1")


def test_that_it_is_a_rehearsal_stands_beside_the_buttons_and_not_under_them(tablet):
    for size in (LYING, STANDING, PHONE):
        tablet.page.set_viewport_size(size)
        sign = tablet.page.get_by_text("Rehearsal: nobody here is real")
        assert measured(sign, "sign => sign.scrollWidth <= sign.clientWidth")


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
    place = place_of(tablet.face("wild"))
    tablet.cards("wild")
    expect(tablet.page.locator(".said")).to_contain_text("There are only four Wilds in the pack.")
    assert place_of(tablet.face("wild")) == place
    tablet.total("9999")
    expect(tablet.page.locator(".sum")).to_contain_text("Impossible.")
    expect(tablet.page.locator(".steps")).to_contain_text("All the cards together are worth 1,240. Type it again.")
    for _ in range(4):
        tablet.tap("Delete", exact=True)
    expect(tablet.page.locator(".steps")).to_contain_text("Type what the cards are worth.")
    tablet.type("124")
    tablet.go()
    tablet.total("930")
    expect(tablet.page.locator(".steps")).to_contain_text(
        "Together that’s more than all the cards at one table are worth (1,240)."
    )


def test_what_is_doubtful_is_asked_while_the_cards_lie_there(tablet, day):
    """Whoever draws after the last card holds as many; which way play went, the umpire says. Typing is remembered."""
    sure = tablet.page.locator(".step-sure")
    tablet.went_out(1)
    tablet.tap("Draw Two", exact=True)
    tablet.cards("7")
    tablet.go()
    expect(sure).to_contain_text("drew 2, but holds fewer cards. Sure?")
    tablet.cards("9")  # there was another one
    expect(sure).to_have_count(0)
    tablet.go()
    expect(tablet.page.locator(".draws")).to_have_count(0)  # who goes on has seen them draw
    tablet.total("0")
    tablet.go()
    expect(sure).to_contain_text("didn’t go out: only zeros left?")
    tablet.tap("Yes, that’s right")
    expect(tablet.page.locator(".count-seat").nth(3)).to_have_attribute("aria-current", "step")
    expect(tablet.page.locator(".keypad")).to_be_visible()
    assert tablet.page.locator(".keypad button").all_inner_texts() == [*"123456789", "00", "0", "Delete"]
    tablet.type("30")
    tablet.tap("Draw Two", exact=True)  # said again: it went the other way
    tablet.tap("Play went the other way")
    tablet.tap("Drawn")
    tablet.go()
    tablet.received(1)
    assert hands(day) == [{2: 16, 3: 0, 4: 30}]
    tablet.open().play()
    tablet.went_out(1)
    expect(tablet.page.locator(".keypad")).to_be_visible()


def test_on_a_phone_that_lies_on_its_side_every_card_can_be_tapped(tablet, day):
    tablet.page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    tablet.went_out(1)
    for faces in (("0", "wild_draw_four"), ("9",), ("skip",)):
        tablet.cards(*faces)
        expect(tablet.face(faces[-1])).to_be_in_viewport(ratio=1)
        tablet.go()
    tablet.received(1)
    assert hands(day) == [{2: 50, 3: 9, 4: 20}]


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
    tablet.tap("Somebody else went out")
    tablet.tap("Nobody: the bell stopped it")
    tablet.total("5")
    tablet.go()
    expect(tablet.trouble()).to_contain_text("Hand 1 isn’t changed yet")
    tablet.tap("Fix it")
    tablet.tap("Somebody did")
    tablet.page.locator("[data-key^='out-']").first.click()
    tablet.tap("Delete", exact=True)
    tablet.tap("Delete", exact=True)
    tablet.type("11")
    tablet.go()
    expect(tablet.rows().first).to_contain_text("corrected")
    tablet.received(1)
    assert hands(day) == [{2: 11, 3: 20, 4: 30}]
    tablet.tap("Undo hand 1")
    expect(tablet.page.get_by_text("You’ve undone hand 1.")).to_be_visible()
    tablet.received(0)
    tablet.tap("Put it back")
    tablet.received(1)
    tablet.tap("Change hand 1")
    expect(tablet.page.get_by_role("heading", level=1)).to_contain_text("Hand 1: what does")
    tablet.tap("Delete this hand")
    tablet.tap("Keep it")
    expect(tablet.page.get_by_role("button", name="Save the change")).to_be_visible()
    tablet.tap("Delete this hand")
    tablet.page.get_by_label("Another reason").check()
    tablet.page.get_by_label("Note (optional)").fill("x" * 201)
    tablet.tap("Delete it")
    expect(tablet.page.get_by_text("A note can have 200 characters; this one has 201.")).to_be_visible()
    tablet.page.get_by_label("Note (optional)").fill("a joke")
    tablet.tap("Delete it")
    expect(tablet.page.get_by_text("No hand yet.")).to_be_visible()
    tablet.received(0)
    deleted = Hand.objects.filter(deleted_at__isnull=False).values_list("deleted_why", "deleted_note__text")
    assert list(deleted) == [("undone", None), ("other", "a joke")]


def test_on_a_tablet_that_lies_the_hands_and_what_to_do_are_one_tap_away(tablet, day):
    """Also below the bars of a browser, and when the warning has more to say."""
    page = tablet.page
    page.set_viewport_size({"width": 1024, "height": 690})
    to_hands = page.get_by_role("button", name="Change or undo a hand")
    expect(to_hands).to_have_count(0)
    day.hand(1, [OUT, 10, 20, 30])
    expect(to_hands).to_be_in_viewport(ratio=1)
    to_hands.click()
    expect(page.get_by_role("button", name="Undo hand 1")).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, 0)")
    warn(day)
    for words in (page.get_by_text("Last hand: don’t deal another."), page.get_by_role("button", name="Hand over")):
        expect(words).to_be_in_viewport(ratio=0.8)


def test_what_was_undone_is_put_back_where_the_finger_is(tablet, day):
    tablet.page.set_viewport_size(PHONE)
    for _ in range(3):
        day.hand(1, [OUT, 10, 20, 30])
    tablet.received(3)
    tablet.tap("Undo hand 3")
    tablet.received(2)
    expect(tablet.page.get_by_role("button", name="Put it back")).to_be_in_viewport()
    tablet.tap("Put it back")
    tablet.received(3)


def test_the_second_tap_of_a_double_tap_does_nothing_more(tablet, day):
    """What came into the first one's place was not meant: one hand is undone, one player ticked, one sheet accepted."""
    for held in ([OUT, 10, 20, 30], [OUT, 1, 2, 3]):
        day.hand(1, held)
    tablet.received(2)
    tablet.page.get_by_role("button", name="Undo hand 2").dblclick()
    tablet.received(1)
    tablet.tap("Put it back")
    tablet.received(2)
    tablet.page.locator(".seat-card").first.dblclick()
    expect(tablet.page.locator(".sum-points")).to_have_text("0")
    tablet.face("9").dblclick()
    expect(tablet.page.locator(".sum-points")).to_have_text("18")
    tablet.tap("Leave it for now")
    tablet.tap("Discard this count")
    day.ring()
    tablet.page.get_by_role("button", name="No hand was being played").dblclick()
    tablet.page.get_by_role("button", name="The umpire accepts").dblclick()
    expect(tablet.page.get_by_role("heading", name="The sheet is in")).to_be_visible()
    expect(tablet.trouble()).to_have_count(0)
    assert hands(day) == [{2: 10, 3: 20, 4: 30}, {2: 1, 3: 2, 4: 3}]


def test_a_wrong_tap_is_no_trap(tablet, day):
    """It was another who went out; or the hand is not over at all."""
    tablet.page.set_viewport_size(LYING)
    tablet.tap("Hand over")
    assert place_of(tablet.page.locator(".choose-out"))["width"] > 900
    tablet.page.locator("[data-key^='out-']").first.click()
    tablet.total("12")
    tablet.page.locator(".count-seat.is-out").click()
    tablet.page.locator("[data-key^='out-']").nth(1).click()
    expect(tablet.page.locator(".count-seat.is-out")).to_have_count(1)
    tablet.tap("Leave it for now")
    tablet.tap("Discard this count")
    tablet.went_out(3)
    tablet.count("1", "2", "3")
    tablet.received(1)
    tablet.tap("Change hand 1")
    tablet.tap("Somebody else went out")
    tablet.page.locator("[data-key^='out-']").nth(0).click()
    tablet.page.locator(".count-seat").nth(2).click()
    tablet.total("4")
    tablet.go()
    expect(tablet.rows().first).to_contain_text("corrected")
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
    expect(tablet.page.get_by_text("Last hand: don’t deal another.")).to_be_visible()
    tablet.went_out(1)
    tablet.count("10", "20", "30")
    expect(tablet.page.get_by_text("No new hand: wait for the bell.")).to_be_visible()
    expect(tablet.page.locator(".table-hand strong")).to_have_text("1")
    expect(tablet.page.locator(".play h1")).to_have_text("Hand 1")  # who listens hears what the wheel shows
    expect(tablet.page.locator(".seat-card:enabled")).to_have_count(0)
    expect(tablet.page.get_by_text("Next to deal")).to_have_count(0)
    for late, answer in ((False, "No, before the warning"), (True, "Yes, after the warning")):
        tablet.tap("One more hand was dealt: count it")
        expect(tablet.page.get_by_role("heading", name="Was this hand dealt after the warning?")).to_be_visible()
        tablet.tap("No hand was dealt")
        tablet.tap("One more hand was dealt: count it")
        tablet.tap(answer)
        tablet.page.locator("[data-key^='out-']").nth(1).click()
        tablet.count("1", "2", "3")
        tablet.until(lambda late=late: Hand.objects.filter(late=late, number__gt=1).count() == 1)
    expect(tablet.trouble()).to_have_count(0)
    assert list(Hand.objects.order_by("number").values_list("late", flat=True)) == [False, False, True]
    day.ring()
    expect(tablet.page.get_by_text("Time is up. Was another hand being played?")).to_be_visible()
    expect(tablet.page.get_by_role("button", name="To the result")).to_have_count(0)
    tablet.tap("Count what everybody holds")
    tablet.tap("Yes, after the warning")
    tablet.count("1", "2", "3", "4")
    expect(tablet.page.get_by_role("heading", name="The result")).to_be_visible()
    tablet.until(lambda: Hand.objects.filter(complete=False, late=True).count() == 1)


def test_the_bell_while_it_is_asked_who_went_out_is_told_on_that_page(tablet, day):
    """Nobody plays on then: the hand that the bell stopped comes first. All stand where they sit."""
    page = tablet.page
    warn(day)
    tablet.went_out(1)
    tablet.count("10", "20", "30")
    page.locator(".table-hand").wait_for()
    picture = corners(page, ".seat-card")
    tablet.tap("One more hand was dealt: count it")
    tablet.tap("No, before the warning")
    expect(page.get_by_role("button", name="Not yet: keep playing")).to_be_visible()
    assert corners(page, "[data-key^=out-]") == picture
    day.ring()
    expect(page.get_by_text("Time is up. Finish this turn and any draw or challenge.")).to_be_visible()
    expect(page.get_by_text("keep playing")).to_have_count(0)
    nobody = "Nobody went out: count what everybody holds"
    expect(page.locator(".count-work button").first).to_have_text(nobody)
    is_for_everyone(page, (LYING, "light"), (STANDING, "dark"), (PHONE, "dark"))
    tablet.tap("Back to the table")
    expect(page.get_by_text("Time is up. Was another hand being played?")).to_be_visible()
    tablet.tap("Count what everybody holds")
    tablet.tap("No, before the warning")
    tablet.tap("Somebody did")
    tablet.tap(nobody)
    tablet.count("1", "2", "3", "4")
    tablet.until(lambda: Hand.objects.filter(complete=False, late=False).count() == 1)


def corners(page: Page, which: str) -> list[tuple[int, int]]:
    """In which row and column each stands, by the order of their middles."""
    boxes = [box.bounding_box() or {} for box in page.locator(which).all()]
    middles = [(round(box["y"] + box["height"] / 2), round(box["x"] + box["width"] / 2)) for box in boxes]
    rows, columns = (sorted({middle[axis] for middle in middles}) for axis in (0, 1))
    return [(rows.index(y), columns.index(x)) for y, x in middles]


@pytest.mark.parametrize("order", ["warned, then paused", "warned in a pause"])
def test_a_pause_after_the_warning_does_not_take_it_back(tablet, day, order):
    """No hand follows the one that was going on, and one more has to say when it was dealt."""
    page = tablet.page
    before, after = (warn, pause) if order == "warned, then paused" else (pause, warn)
    before(day)
    after(day)
    expect(page.locator(".clock-words")).to_have_text("paused, last hand", use_inner_text=True)
    expect(page.get_by_text("Last hand: don’t deal another.")).to_be_visible()
    tablet.went_out(1)
    tablet.count("10", "20", "30")
    rest = "One more hand was dealt: count it"
    expect(page.locator(".next")).to_have_text(f"No new hand: wait for the bell.{rest}The clock is paused.")
    expect(page.locator(".seat-card:enabled")).to_have_count(0)
    expect(page.get_by_text("Next to deal")).to_have_count(0)
    tablet.tap("One more hand was dealt: count it")
    tablet.tap("Yes, after the warning")
    page.locator("[data-key^='out-']").nth(1).click()
    tablet.count("1", "2", "3")
    tablet.received(2)
    assert list(Hand.objects.order_by("number").values_list("late", flat=True)) == [False, True]
    clock.resume_clock(by=day.mc, competition=day.pk)
    expect(page.locator(".clock")).to_have_attribute("data-phase", "last-hand")
    expect(page.locator(".next")).to_have_text(f"No new hand: wait for the bell.{rest}")
    clock.add_time(by=day.mc, competition=day.pk, seconds=20 * 60)
    why = "Time was added, but the warning has been given."
    expect(page.locator(".next")).to_have_text(f"No new hand: wait for the bell.{rest}{why}")


def warn(day: Day) -> None:
    clock.add_time(by=day.mc, competition=day.pk, seconds=-26 * 60)


def pause(day: Day) -> None:
    clock.pause_clock(by=day.mc, competition=day.pk)


def test_a_round_that_is_ended_before_its_warning_has_none_to_ask_about(tablet, day):
    clock.end_clock(by=day.mc, competition=day.pk)
    tablet.went_out(1)
    tablet.count("10", "20", "30")
    expect(tablet.page.get_by_text("Time is up. Was another hand being played?")).to_be_visible()
    tablet.tap("Count what everybody holds")
    expect(tablet.page.get_by_role("heading", name="Was this hand dealt after the warning?")).to_have_count(0)
    tablet.count("1", "2", "3", "4")
    expect(tablet.page.get_by_role("heading", name="The result")).to_be_visible()
    assert list(Hand.objects.order_by("number").values_list("complete", "late")) == [(True, False), (False, False)]


def test_the_result_is_offered_once_the_umpire_has_said_that_no_hand_was_going_on(tablet, day):
    clock.add_time(by=day.mc, competition=day.pk, seconds=-26 * 60)
    day.hand(1, [OUT, 10, 20, 30])
    day.ring()
    result = tablet.page.get_by_role("heading", name="The result")
    tablet.tap("No hand was being played")
    expect(result).to_be_visible()
    assert tablet.until(lambda: TabletRow.objects.filter(at_result=True).count()) == 1  # the board says the same
    tablet.tap("agrees with the sheet")
    tablet.until(lambda: Nod.objects.count() == 1)
    tablet.open()
    expect(result).to_be_visible()
    clock.add_time(by=day.mc, competition=day.pk, seconds=60)  # and another hand is dealt
    expect(tablet.page.get_by_text("1 more minute: play on if a hand was being played.")).to_be_visible()
    expect(tablet.page.get_by_role("button", name="One more hand was dealt: count it")).to_be_visible()
    day.ring()
    expect(tablet.page.get_by_text("Time is up. Was another hand being played?")).to_be_visible()


def test_a_hand_is_changed_from_the_result_and_the_result_is_back(tablet, day):
    day.hand(1, [OUT, 10, 20, 30])
    day.ring()
    tablet.tap("No hand was being played")
    tablet.tap("Change hand 1")
    tablet.tap("Delete", exact=True)
    tablet.type("1")
    tablet.go()
    expect(tablet.rows().first).to_contain_text("corrected")
    expect(tablet.page.get_by_role("heading", name="The result")).to_be_visible()
    assert hands(day) == [{2: 11, 3: 20, 4: 30}]


CLOCKWISE = """() => { const seats = [...document.querySelectorAll(".seat-card")].map((card) => {
    const {x, y, width, height} = card.getBoundingClientRect(); return [x + width / 2, y + height / 2]; });
  const middle = [0, 1].map((n) => seats.reduce((sum, seat) => sum + seat[n], 0) / seats.length);
  const turn = seats.map(([x, y]) => Math.atan2(x - middle[0], middle[1] - y));
  const further = (angle) => (angle - turn[0] + 6.2832) % 6.2832;
  if (new Set(seats.map(([x]) => x)).size === 1) return seats.every(([, y], n) => n === 0 || y > seats[n - 1][1]);
  return turn.every((angle, n) => n === 0 || further(angle) > further(turn[n - 1])); }"""
"""Whether each seat is further round than the one before, seen from the middle of the table; or below it, where a word
of a name needs the whole width."""


COLUMNS = """() => new Set([...document.querySelectorAll(".seat-card")].flatMap((card) => {
  const { left, right } = card.getBoundingClientRect(); return [left, right]; })).size / 2"""
BROKEN_WORDS = """() => [...document.querySelectorAll(".hands th, .hand-who bdi, .hands-key bdi")].flatMap((name) => {
  const text = name.firstChild;
  if (text?.nodeType !== Node.TEXT_NODE || !name.getClientRects().length) return [];
  const words = [...text.textContent.matchAll(/[^\\s-]+/g)].filter(([word]) => word.length <= 12);
  return words.map(([word], n) => word).filter((word, n) => { const range = document.createRange();
    range.setStart(text, words[n].index); range.setEnd(text, words[n].index + word.length);
    return range.getClientRects().length > 1; }); })"""
"""The words of the hands' head, and of the names beside it, that stand in two lines. No screen has room for all of the
longest."""


@pytest.mark.parametrize("people", [4, 5, 10])
def test_all_of_a_table_go_round_and_fit_with_the_way_to_change_a_hand(browser, site, people):
    day = a_day("classic-500", people, "published", format="single", table_max=10, target=5000)
    for out in range(2):
        held: list[Any] = [100 + seat for seat in range(people)]
        held[out] = OUT
        day.hand(1, held)
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path) as tablet:
        expect(tablet.rows()).to_have_count(2)
        for size in (STANDING, LYING, PHONE, {"width": 360, "height": 640}):
            tablet.page.set_viewport_size(size)
            assert tablet.page.evaluate(CLOCKWISE), size
            table, last = tablet.page.locator(".hands-scroll"), tablet.page.get_by_role("button", name="Change hand 2")
            assert measured(table, "table => table.scrollWidth <= table.clientWidth"), size
            assert measured(last, "button => button.offsetWidth") >= 48, size
            assert tablet.page.evaluate(BROKEN_WORDS) == [], size
        is_for_everyone(tablet.page)
        Competitor.objects.filter(name=LONG_NAME).update(name="Lou Hall")
        tablet.page.reload()
        for size in (PHONE, {"width": 360, "height": 640}):
            tablet.page.set_viewport_size(size)
            expect(tablet.page.locator(".table-hand")).to_be_visible()
            assert tablet.page.evaluate(COLUMNS) == 2 and tablet.page.evaluate(CLOCKWISE), size


OVER_EACH_OTHER = """card => { const [tags, points] = [".seat-tags", ".seat-points"].map(
    one => card.querySelector(one).getBoundingClientRect());
  return tags.right > points.left && tags.bottom > points.top && tags.top < points.bottom; }"""


def test_four_digits_are_counted_and_shown_on_a_phone(browser, site):
    day = a_day("classic-500", 4, "published", target=5000)
    for _ in range(2):
        day.hand(1, [OUT, 400, 400, 400], sure=True)
    with a_tablet(browser, site.url, keys_of(day.competition)[1].path, viewport=PHONE) as tablet:
        expect(tablet.page.locator(".seat-card").first).to_contain_text("Leads")
        assert tablet.totals() == ["2400", "0", "0", "0"]
        assert not any(measured(card, OVER_EACH_OTHER) for card in tablet.page.locator(".seat-card").all())
        tablet.went_out(2)
        tablet.total("1238")
        expect(tablet.page.locator(".sum-points")).to_have_text("1238")
        expect(tablet.page.get_by_text("Unusual. Count again.")).to_be_visible()
        tablet.go()
        for question, total in (("that is unusual", "0"), ("only zeros left?", "2")):
            expect(tablet.page.locator(".step-sure")).to_contain_text(question)
            tablet.tap("Yes, that’s right")
            tablet.total(total)
            tablet.go()
        tablet.received(3)
        assert tablet.totals() == ["2400", "1240", "0", "0"]
        is_for_everyone(tablet.page)


def test_a_tie_is_walked_through(tablet, day):
    for round_of_hands in ([OUT, 10, 30, 40], [10, OUT, 30, 40]):
        day.hand(1, round_of_hands)
    day.ring()
    tablet.tap("No hand was being played")
    expect(tablet.page.get_by_role("heading", name="Level for first place")).to_be_visible()
    expect(tablet.page.get_by_text("They’ve also won the same number of hands.")).to_be_visible()
    expect(tablet.page.get_by_text("Level for first place")).to_have_count(1)
    expect(tablet.page.get_by_text("Settle the tie above first.")).to_be_visible()
    tablet.tap("Play one more hand")
    expect(tablet.page.get_by_text("First to go out goes on. Anybody may deal.")).to_be_visible()
    expect(tablet.page.get_by_text("Doesn’t play")).to_have_count(2)
    tablet.tap("Play-off hand over")
    expect(tablet.page.locator("[data-key^='out-']")).to_have_count(2)
    tablet.tap("Not yet: keep playing")
    tablet.went_out(2)  # and that is all
    decided = tablet.page.locator(".order-line").first
    expect(decided).to_contain_text("the play-off hand decided")
    tablet.tap("Undo the play-off hand")
    expect(tablet.page.get_by_role("heading", name="Level for first place")).to_be_visible()
    tablet.until(lambda: len(hands(day)) == 2)
    tablet.tap("Put it back")
    expect(decided).to_contain_text("the play-off hand decided")
    tablet.until(lambda: hands(day)[2:] == [{1: 0}])
    tablet.tap("Change the play-off hand")
    tablet.page.locator("[data-key^='out-']").first.click()
    tablet.until(lambda: hands(day)[2:] == [{2: 0}])


@pytest.mark.parametrize(
    ("preset", "choices", "people"),
    [
        ("classic-500", {"target": 25}, 2),
        ("classic-500", {"format": "single", "table_max": 10, "target": 225}, 10),
        ("classroom", {"hands": 1}, 4),
        ("bac", {}, 5),
        ("bac", {"scoring": "winner_takes"}, 4),
        ("syg", {"ending": "target", "target": 25, "clock": None, "warning": None}, 3),
        ("syg", {"ending": "hands", "hands": 1, "clock": None, "warning": None}, 3),
    ],
)
def test_all_endings_both_scorings_and_two_to_ten_seats(browser, site, preset, choices, people):
    """One hand, and the result that follows from it."""
    day = a_day(preset, people, "published", **choices)
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
        day.ring()
        if day.competition.settings.ending == "clock":
            tablet.tap("No hand was being played")
        expect(tablet.page.get_by_role("heading", name="The result")).to_be_visible()
        expect(tablet.page.locator(".order-line").first).to_contain_text(day.names()[0][0])
        tablet.tap("The umpire accepts")
        expect(tablet.page.get_by_role("heading", name="The sheet is in")).to_be_visible()
    assert hands(day) == [dict.fromkeys(range(2, people + 1), 25)]


def test_what_the_organiser_accepted_is_not_offered_to_be_taken_back(tablet, day):
    """Nor what was accepted by another tablet too long ago; what it has just accepted is."""
    page, is_in = tablet.page, tablet.page.get_by_role("heading", name="The sheet is in")
    undo = page.get_by_role("button", name="Undo", exact=True)
    day.hand(1, [OUT, 10, 20, 30])
    day.ring()
    accepted = {"table": day.table(1).pk, "seen": [hand.version for hand in Hand.objects.all()]}
    sheets.accept_sheet(by=day.umpire(1), **accepted)
    expect(undo).to_be_visible()
    undo.click()
    expect(is_in).to_have_count(0)
    sheets.accept_sheet(by=day.organiser, **accepted)
    expect(is_in).to_be_visible()
    expect(undo).to_have_count(0)
    Table.objects.update(accepted_at=timezone.now() - timedelta(seconds=11))
    tablet.open()
    expect(is_in).to_be_visible()
    expect(undo).to_have_count(0)


def test_the_last_agree_can_be_taken_back_for_ten_seconds(tablet, day):
    """However many hands there are, the way to accept is in sight; it says that all agree only when they do."""
    for _ in range(9):
        day.hand(1, [OUT, 10, 20, 30])
    day.ring()
    tablet.tap("No hand was being played")
    page = tablet.page
    accept = page.get_by_role("button", name="The umpire accepts")
    for size in (PHONE, LYING, STANDING, {"width": 360, "height": 640}):
        page.set_viewport_size(size)
        expect(accept).to_be_in_viewport(ratio=1)
    agrees = page.get_by_role("button", name="agrees with the sheet")
    for button in agrees.all():
        button.click()
    expect(page.get_by_role("heading", name="The sheet is in")).to_be_visible()
    assert day.table(1).accepted_at is not None  # nothing is lost if the tablet is closed now
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_be_in_viewport(ratio=1)
    is_for_everyone(page)
    undo.dblclick()
    expect(page.get_by_role("heading", name="The result")).to_be_visible()
    expect(agrees.locator("xpath=self::*[@aria-pressed='true']")).to_have_count(3)
    assert day.table(1).accepted_at is None
    page.clock.install()
    accept.click()
    expect(undo).to_be_visible()
    tablet.open()  # whoever loads the page anew may still take it back
    expect(undo).to_be_visible()
    page.clock.fast_forward(11_000)
    expect(undo).to_have_count(0)
    expect(page.get_by_role("heading", name="The sheet is in")).to_be_visible()
    assert day.table(1).accepted_at is not None


# Everybody can use it


def test_every_view_can_be_read_and_hit_by_everyone(browser, site):
    day = a_day("syg", 8, "published")
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
    for typed in ("pen", "penalty"):  # while it is typed, too
        tablet.page.get_by_label("Look for a card or a word").fill(typed)
        shown = tablet.page.locator("[data-rule]:visible").all_inner_texts()
        assert shown and all("draw" in rule.lower() for rule in shown)
    tablet.page.get_by_label("Look for a card or a word").fill("xyzzy")
    expect(tablet.page.get_by_text("No rule found. Call the organiser.")).to_be_visible()


CARRY = "examples => import('/static/js/umpire/carry.js').then(({read, write}) => examples.map("


def lines_that_carry_a_hand_are_the_same(tablet: TouchedTablet) -> None:
    hands = [
        {"number": hand.number, "out": hand.out_seat, "points": hand.points, "last": hand.last_card}
        for _, hand in EXAMPLES
    ]
    lines = [line for line, _ in EXAMPLES]
    as_json = [{**hand, "points": {str(seat): held for seat, held in hand["points"].items()}} for hand in hands]
    assert tablet.page.evaluate(CARRY + "write))", as_json) == lines
    assert tablet.page.evaluate(CARRY + "read))", lines) == as_json
    assert tablet.page.evaluate(CARRY + "read))", ["5 A12 BX C48 D7 U", "hello", "", "5 A12 BX CX D7 U"]) == [None] * 4


def may_this_be_played_says_what_the_rules_say(tablet: TouchedTablet) -> None:
    """Every card on every card of every colour, asked of the page's own rule and of the one that rehearsals play by."""
    faces = [*map(str, range(10)), "skip", "reverse", "draw_two", "wild", "wild_draw_four"]
    names = {"skip": "Skip", "reverse": "Reverse", "draw_two": "Draw Two", "wild": "Wild", "wild_draw_four": WILD_FOUR}
    asked, allowed = [], []
    for top, now, face, colour, has in product(faces, COLOURS[:2], faces, COLOURS[:2], (True, False)):
        on, laid = (names.get(card, card) for card in (top, face))
        on = on if top.startswith("wild") else f"{now} {on}"
        laid = laid if face.startswith("wild") else f"{colour} {laid}"
        held = [f"{now} 1", laid] if has else [laid]
        asked.append([{"face": face, "colour": colour}, {"face": top, "colour": now}, has])
        allowed.append(bool(may_play(laid, on, now if top.startswith("wild") else None, hand=held)))
    source = "asked => import('/static/js/umpire/legal.js').then(({mayPlay}) => asked.map(one => mayPlay(...one)[0]))"
    assert tablet.page.evaluate(source, asked) == allowed


DECK = [{"face": face, "points": Deck().points(face), "limit": Deck().limit(face)} for face in Deck().faces]
TYPED: list[dict[int, Any]] = [
    {1: 150, 2: 124, 3: 966}, {1: 150, 2: 124, 3: 967}, {1: 1240}, {1: 1241}, {1: 0, 2: 0, 3: 0, 4: 0},
    {1: 0, 2: 0, 3: 0, 4: 0, 5: 0}, {1: {"0": 4}, 2: 0}, {1: {"wild": 4}, 2: 1040}, {1: {"wild": 4}, 2: 1041},
    {1: {"1": 8}, 2: 1}, {1: {str(n): 8 for n in range(1, 10)}, 2: 7}, {1: {str(n): 8 for n in range(1, 10)}, 2: 20},
]  # fmt: skip


def what_cannot_be_held_is_the_same(tablet: TouchedTablet) -> None:
    def refused(held: dict[int, Any]) -> bool:
        deck, names = Deck(), {str(code): str(code) for code in held}
        hand = PlayedHand(False, None, {str(code): read_held(value, deck, "") for code, value in held.items()})
        try:
            check(hand, list(names), deck, names=names)
        except HandRefused:
            return True
        return False

    source = """([deck, all]) => import('/static/js/umpire/cards.js').then(({whyImpossible}) =>
        all.map((held) => whyImpossible(deck, held) !== null))"""
    assert tablet.page.evaluate(source, [DECK, TYPED]) == [refused(held) for held in TYPED]


SO_MANY: list[tuple[dict[int, Any], int]] = [
    ({1: {"7": 1}}, 2), ({1: {"7": 1, "0": 1}}, 2), ({1: 1}, 2), ({1: 1, 2: {"0": 4}}, 2), ({1: 0}, 4), ({1: 0}, 5),
    ({1: 2, 2: {"0": 3}}, 4), ({1: 3, 2: {"0": 3}}, 4), ({1: 1240}, 108), ({1: 1240}, 109), ({1: 50, 2: 0}, 4),
]  # fmt: skip
"""What seat 1 holds beside the others, and how many cards that should be."""


def whether_it_can_be_so_many_cards_is_the_same(tablet: TouchedTablet) -> None:
    def can_be(held: dict[int, Any], number: int) -> bool:
        cards = [value for value in held.values() if isinstance(value, dict)]
        if isinstance(held[1], dict):
            return sum(held[1].values()) >= number
        return bool(Deck().reachable(Deck().check(cards), number) >> held[1] & 1)

    source = """([deck, all]) => import('/static/js/umpire/cards.js').then(({canBeSoMany}) =>
        all.map(([held, number]) => canBeSoMany(deck, held, 1, number)))"""
    assert tablet.page.evaluate(source, [DECK, SO_MANY]) == [can_be(held, number) for held, number in SO_MANY]


def test_what_tablet_and_server_both_know_they_say_alike(tablet):
    whether_it_can_be_so_many_cards_is_the_same(tablet)
    lines_that_carry_a_hand_are_the_same(tablet)
    may_this_be_played_says_what_the_rules_say(tablet)
    what_cannot_be_held_is_the_same(tablet)


def test_the_table_calls_the_organiser(tablet, day):
    tablet.page.get_by_role("button", name="Call the organiser").dblclick()
    expect(tablet.page.get_by_role("button", name="Organiser called")).to_be_visible()
    assert day.table(1).flags.filter(lowered_at__isnull=True).count() == 1
    tablet.tap("Organiser called")
    expect(tablet.page.get_by_role("button", name="Call the organiser")).to_be_visible()
