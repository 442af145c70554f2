"""The umpire's tablet on bad Wi-Fi, in a real Chromium: nothing typed is lost, nothing counts twice, and only what the
server itself says acknowledges it."""

from __future__ import annotations

import json

from django.utils import timezone
from playwright.sync_api import Route, expect

from scoring.actions import hands as actions
from scoring.actions import keys, tablets
from scoring.models import Hand
from scoring.queries.keys import keys_of
from scoring.queries.tablets import read_troubles
from tests.browser.desks import PHONE, is_for_everyone
from tests.browser.umpires import TABLE, TouchedTablet, a_device, a_tablet, hands
from tests.cast import OUT
from tournament.actions import clock
from tournament.actions.accounts import make_login_link
from tournament.models import Clock


def test_ten_minutes_without_the_network_three_hands_and_the_tab_closed(browser, site, day, key):
    with a_device(browser, site.url, own=True) as tablet:
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
        expect(tablet.page.get_by_text("No network. Keep this page open")).to_be_visible()
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
    tablet.tap("Delete", exact=True)
    tablet.type("1")
    tablet.go()
    expect(tablet.rows().first).to_contain_text("On this tablet")
    assert tablet.totals() == ["0", "11", "20", "30"]
    tablet.tap("Undo hand 1")
    expect(tablet.page.locator(".hands .is-gone")).to_have_count(1)
    assert tablet.totals() == ["0"] * 4
    tablet.tap("Hand over")
    tablet.tap("Nobody: the bell stopped it")  # which is asked about, because none has rung
    expect(tablet.page.locator(".count-seat").nth(1)).to_contain_text("0 so far")
    tablet.count("12", "20", "30", "40")
    tablet.went_out(2)
    tablet.count("1", "2", "3")
    tablet.context.set_offline(False)
    expect(tablet.trouble()).to_contain_text("Hand 1 isn’t saved yet")
    expect(tablet.page.locator(".hands .is-refused")).to_have_css("display", "table-row")
    is_for_everyone(tablet.page, (PHONE, "dark"))
    tablet.tap("Discard this hand")
    tablet.received(1)
    assert hands(day) == [{1: 1, 3: 2, 4: 3}]


def test_a_bell_without_the_network_is_a_bell(tablet, day):
    """No hand is counted twice, and nothing on the page says that time is not up."""
    page, result = tablet.page, tablet.page.get_by_role("heading", name="The result")
    day.hand(1, [OUT, 10, 20, 30])
    expect(tablet.rows()).to_have_count(1)
    left = Clock.objects.get(closed_at__isnull=True).facts.left(timezone.now()).total_seconds()
    clock.add_time(by=day.mc, competition=day.pk, seconds=5 - int(left))
    expect(page.locator(".clock")).to_have_attribute("data-phase", "last-hand")
    page.wait_for_timeout(1600)  # what the warning told is asked for by then
    tablet.context.set_offline(True)
    expect(page.locator(".clock")).to_have_attribute("data-phase", "time-up")
    tablet.tap("No hand was being played")
    expect(page.locator(".accept")).to_have_text(
        "Accept the sheetThis tablet hasn’t heard from the server since the bell. Keep this page open."
    )
    tablet.tap("Back to the hands")
    tablet.tap("Count what everybody holds")
    tablet.count("1", "2", "3", "4")
    expect(page.locator(".next .cannot")).to_contain_text(
        "The unfinished hand is counted. The result is shown as soon as all hands are received."
    )
    expect(page.get_by_role("button", name="Count what everybody holds")).to_have_count(0)
    expect(page.locator(".seat-card:enabled")).to_have_count(0)
    tablet.context.set_offline(False)
    expect(result).to_be_visible()
    expect(page.get_by_role("button", name="The umpire accepts")).to_be_visible()
    assert hands(day) == [{2: 10, 3: 20, 4: 30}, {1: 1, 2: 2, 3: 3, 4: 4}]


def test_a_hand_counted_before_the_warning_and_sent_after_it_is_not_the_last(tablet, day):
    """Also when it was corrected, or undone and put back, after the warning."""
    page, going_on = tablet.page, tablet.page.get_by_text("Last hand: don’t deal another.")
    page.route("**/do/record", lambda route: route.abort())
    for seat in (1, 2):
        tablet.went_out(seat)
        tablet.count("10", "20", "30")
    clock.add_time(by=day.mc, competition=day.pk, seconds=-26 * 60)
    expect(going_on).to_be_visible()
    tablet.tap("Change hand 2")
    tablet.type("1")
    tablet.go()
    page.unroute("**/do/record")
    tablet.received(2)
    tablet.tap("Undo hand 2")
    tablet.received(1)
    tablet.tap("Put it back")
    tablet.received(2)
    page.wait_for_timeout(2000)  # what the server makes of it is known by then
    expect(going_on).to_be_visible()
    tablet.tap("Hand over")
    page.locator("[data-key^='out-']").nth(2).click()
    tablet.count("1", "2", "3")
    tablet.received(3)
    expect(page.get_by_text("No new hand: wait for the bell.")).to_be_visible()
    assert list(Hand.objects.filter(deleted_at=None).order_by("number").values_list("after_warning", flat=True)) == [
        False,
        False,
        True,
    ]


def test_an_empty_chair_that_is_not_sent_yet_says_so(browser, site, day, key):
    with a_tablet(browser, site.url, key, sits=True) as tablet:
        tablet.context.set_offline(True)
        tablet.tap("Not here?")
        tablet.tap("Absent: empty chair")
        chair = tablet.page.locator(".sit-seat").first
        expect(chair).to_contain_text("On this tablet")
        expect(chair.get_by_role("button", name="Absent")).to_have_count(0)
        tablet.context.set_offline(False)
        expect(chair).to_contain_text("Empty chair")
        expect(chair).not_to_contain_text("On this tablet")
    assert day.table(1).seats.filter(absent=True).count() == 1


def test_what_is_corrected_while_it_is_on_its_way_arrives_corrected(tablet, day):
    """The hand waits for its correction; or it has arrived unheard, and the correction, or the deletion, follows it."""
    tablet.page.route("**/do/record", lambda route: route.abort())
    tablet.went_out(1)
    tablet.count("10", "20", "30")
    tablet.tap("Change hand 1")
    tablet.tap("Delete", exact=True)
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
    tablet.tap("Delete", exact=True)
    tablet.type("1")
    tablet.go()
    tablet.tap("Undo hand 3")
    expect(tablet.page.get_by_role("button", name="Change hand 1")).to_be_visible()  # nothing before it moves
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
    expect(tablet.trouble().last).to_contain_text("Hand 1 has changed since you looked.")
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
    expect(tablet.page.get_by_text("This can’t be shown right now.").first).to_be_visible()
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
    tablet.tap("Discard it")
    tablet.play()
    tablet.went_out(1)
    tablet.tap("Yes, here")
    expect(tablet.page.get_by_role("heading", name="What does New Person hold?")).to_be_visible()
    tablet.count("1", "2", "3")
    tablet.received(1)


def test_the_state_is_asked_for_once_at_a_time_and_only_for_this_table(browser, site, day, key):
    asked: list[Route] = []
    with a_device(browser, site.url, own=True) as tablet:
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
        tablet.tap("they’re two hands")
        tablet.until(lambda: len(hands(day)) == 3)


ANOTHER = '{"turntable": 1, "request": "another", "ok": true}'
PORTAL = "<html><body>Welcome to the hall’s Wi-Fi. Please accept our terms.</body></html>"


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
        expect(other.trouble()).to_contain_text("Another tablet keeps this table’s sheet.")
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
        expect(tablet.trouble()).to_contain_text("Another tablet keeps this table’s sheet.")


def test_whoever_chooses_and_accepts_at_once_is_not_asked_again(browser, site, day, key, tablet):
    with a_tablet(browser, site.url, key) as other:
        tablet.went_out(1)
        other.went_out(1)
        tablet.count("10", "20", "84")
        tablet.received(1)
        other.count("10", "20", "48")
        both = other.page.locator(".both")
        expect(both).to_be_visible()
        day.ring()
        other.tap("No hand was being played")
        other.until(lambda: len(read_troubles(day.pk, 1)) == 1)
        other.page.route("**/do/here", lambda route: route.abort())
        both.get_by_role("button", name="This is right").first.click()
        other.tap("The umpire accepts")
        expect(other.page.get_by_role("heading", name="The sheet is in")).to_be_visible()
    assert hands(day) == [{2: 10, 3: 20, 4: 84}]


def test_nobody_accepts_unawares_what_another_tablet_has_otherwise(browser, site, day, key, tablet):
    with a_tablet(browser, site.url, key) as other:
        tablet.went_out(1)
        other.went_out(1)
        tablet.count("10", "20", "84")
        tablet.received(1)
        other.count("10", "20", "48")
        expect(other.page.locator(".both")).to_be_visible()
        day.ring()
        for page in (tablet, other):
            page.tap("No hand was being played")
        expect(other.page.locator(".accept")).to_contain_text("Answer the question above first.")
        expect(other.page.locator("#where")).to_have_text("Hand 1 received1 waits for your answer")
        tablet.tap("The umpire accepts")
        expect(tablet.page.get_by_text("A tablet at this table has another hand 1")).to_be_visible()
        tablet.tap("Accept it as it is")
        expect(tablet.page.get_by_role("heading", name="The sheet is in")).to_be_visible()
        expect(other.page.locator(".both")).to_contain_text("The sheet is in. The organiser sees both, and decides.")
        kept = day.table(1).round.competition.tablets.exclude(trouble=None).get().trouble
        assert (kept["hand"], kept["round"], sorted(kept["body"]["held"].values())) == (1, 1, [10, 20, 48])
        tablets.let_go(by=day.organiser, table=day.table(1).pk, settle=kept["request"])
        expect(other.page.locator(".both")).to_have_count(0)


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
    keys.renew_key(by=day.organiser, competition=day.pk, number=1)
    tablet.count("20", "30")
    expect(tablet.trouble()).to_contain_text("This tablet’s code has stopped working.")
    expect(tablet.page.get_by_text("Or write it down")).to_be_visible()  # after it was tried a few times
    tablet.page.evaluate("document.body.classList.add('is-lost')")  # the stream is refused as well
    assert "network" not in tablet.page.locator("body").inner_text().lower(), "it is the code, not the network"
    assert Hand.objects.count() == 0
    asked: list[str] = []
    tablet.page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    tablet.page.get_by_role("link", name="Type the code").click()
    tablet.page.get_by_label("The table’s code").wait_for()
    assert asked == [], "nothing typed is lost, so the browser need not ask"
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
    expect(tablet.trouble()).to_contain_text("This browser can’t store anything.")
    expect(tablet.rows()).to_have_count(3)
    tablet.page.unroute("**/do/record")
    tablet.received(3)
    assert [hand[2] for hand in hands(day)] == [1, 4, 5]


def test_two_tabs_of_one_tablet_are_one(tablet, day):
    other = TouchedTablet(tablet.context, tablet.url)
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
    assert kept == [[f"turntable.uno-open.{day.competition.travel_id}.{draw}.1.outbox", "[]"]]


def test_a_hand_that_two_tabs_have_begun_is_not_saved_twice(tablet, day):
    """One tab has delivered the other's, and knows that its own is the same hand."""
    tablet.went_out(1)
    tablet.count("1")
    other = TouchedTablet(tablet.context, tablet.url).open()
    tablet.page.route(TABLE, lambda route: route.abort())
    tablet.count("2", "3")
    other.until(lambda: hands(day))
    expect(other.page.get_by_role("button", name="Save hand 2")).to_have_count(0)
    other.count("20", "30")
    expect(other.page.get_by_text("Hand 1 is already recorded. Which one is right?").first).to_be_visible()
    assert hands(day) == [{2: 1, 3: 2, 4: 3}] and other.problems == []
    tablet.page.unroute(TABLE)


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
        tablet.page.add_init_script(missing)
        tablet.open(key).play()
        assert tablet.page.evaluate("[crypto.subtle, crypto.randomUUID, navigator.serviceWorker]") == [None, None, None]
        tablet.went_out(1)
        tablet.count("1", "2", "3")
        tablet.received(1)


def test_a_hand_is_carried_to_another_tablet_and_counts_once(browser, site, day, key, tablet):
    tablet.page.route(TABLE, lambda route: route.abort())
    tablet.went_out(2)
    tablet.count("12", "84", "7")
    tablet.page.get_by_text("Write it down").click()
    line = tablet.page.locator(".carry-code").inner_text()
    with a_tablet(browser, site.url, key) as other:
        other.tap("Enter a line from paper")
        other.page.get_by_label("The line").fill(line.replace("84", "48"))
        other.tap("Check it")
        expect(other.page.get_by_text("Something in this line is mistyped.")).to_be_visible()
        other.page.get_by_label("The line").fill(line.lower())
        other.tap("Check it")
        other.go()
        other.received(1)
    tablet.page.unroute(TABLE)
    tablet.received(1)
    assert hands(day) == [{1: 12, 3: 84, 4: 7}]


def test_after_a_substitution_a_carried_line_is_of_the_seat_and_what_was_typed_stays(browser, site, tablet, day, key):
    """The hand was dealt before the organiser knew. Its line names seats, so that whoever types it sees who sits there
    now; the tablet, which knows the people, neither carries it any further nor throws it away."""
    tablet.page.route(TABLE, lambda route: route.abort())
    tablet.went_out(2)
    tablet.count("12", "84", "7")
    line = tablet.page.locator(".carry-code").text_content()
    before = day.names()[0][0]
    day.substitute(before, "Rosa Vance")
    tablet.page.unroute(TABLE)
    expect(tablet.trouble()).to_contain_text("Hand 1 isn’t saved yet")
    expect(tablet.trouble()).to_contain_text("doesn’t sit at this table")
    expect(tablet.page.locator(".carry-code")).to_have_count(0)
    expect(tablet.rows().first).to_contain_text("84")
    with a_tablet(browser, site.url, key) as other:
        other.tap("Enter a line from paper")
        other.page.get_by_label("The line").fill(line)
        other.tap("Check it")
        expect(other.page.locator(".count-seat").first).to_contain_text("Rosa Vance")
        other.go()
        other.received(1)
    assert hands(day) == [{1: 12, 3: 84, 4: 7}]


def test_both_tablets_are_told_and_one_takes_over_without_loss(browser, site, tablet, day, key):
    tablet.went_out(1)
    tablet.total("31")
    tablet.go()
    with a_tablet(browser, site.url, key) as second:
        expect(second.trouble()).to_contain_text(
            "Another tablet keeps this table’s sheet. What you type here counts too."
        )
        expect(tablet.page.locator("#where")).to_contain_text("A second tablet is here")
        second.tap("Take over")
        expect(second.trouble()).to_contain_text("This one keeps the sheet.")
        expect(tablet.page.locator("#where")).to_contain_text("Another tablet took over")
        expect(tablet.page.locator(".count-seat").nth(1)).to_contain_text("31")
        tablet.count("32", "33")
        tablet.received(1)
        second.received(1)
        expect(tablet.trouble()).to_contain_text("Another tablet keeps this table’s sheet.")
        tablet.tap("Take over")
        expect(tablet.trouble()).to_contain_text("This one keeps the sheet.")
        expect(second.trouble()).to_contain_text("Another tablet keeps this table’s sheet.")
    assert hands(day) == [{2: 31, 3: 32, 4: 33}]
