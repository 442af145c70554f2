"""The MC's desk without a browser: forms that work without JavaScript, questions, refusals, and few reads."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from tests.cast import OUT, Day, a_day
from tests.web.reading import read_page
from tests.web.visitors import organiser
from tournament.actions import clock, setup
from tournament.models import ClockChange

pytestmark = pytest.mark.django_db


class Desk:
    """An MC at the desk of a day."""

    def __init__(self, day: Day, role: str = "mc") -> None:
        self.day, self.client = day, organiser(day.event, role, name="Sam Reid")
        it = day.competition
        self.at = f"/mc/{it.event.slug}/{it.slug}/"

    def page(self, more: str = "") -> str:
        answer = self.client.get(self.at + more)
        assert answer.status_code == 200
        return read_page(answer)

    def press(self, verb: str, **typed: Any) -> Any:
        keys = re.search(r'name="request" value="(\w+)"', self.page())
        assert keys is not None
        return self.client.post(self.at, {"do": verb, "request": keys[1], **typed})


def text(answer: Any) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", read_page(answer))).split())


@pytest.fixture
def desk() -> Desk:
    return Desk(a_day("syg", 8, "published"))


def test_every_button_works_without_javascript(desk):
    for verb in ("start", "pause", "resume", "add+5", "add-1", "pause", "undo"):
        answer = desk.press(verb)
        assert (verb, answer.status_code, answer["Location"]) == (verb, 302, desk.at)
    kept = [change.change for change in ClockChange.objects.all()]
    assert kept == ["started", "paused", "resumed", "changed", "changed", "paused", "taken back"]
    assert {change.by for change in ClockChange.objects.all()} == {"Sam Reid"}


@pytest.mark.parametrize(("verb", "kept"), [("end", "ended"), ("restart", "set back")])
def test_what_cannot_be_meant_lightly_asks_once(desk, verb, kept):
    desk.press("start")
    asked = desk.press(verb)
    assert asked.status_code == 409
    assert 'name="sure" value="yes"' in read_page(asked)
    assert ClockChange.objects.count() == 1
    assert desk.press(verb, sure="yes").status_code == 302
    assert ClockChange.objects.latest("pk").change == kept


def test_a_button_pressed_twice_is_one_change(desk):
    keys = re.search(r'name="request" value="(\w+)"', desk.page())
    for _ in range(2):
        assert desk.client.post(desk.at, {"do": "start", "request": keys[1]}).status_code == 302
    assert ClockChange.objects.count() == 1


def test_each_button_that_cannot_work_says_what_prevents_it():
    desk = Desk(Day("syg", clock=240, warning=60).people(4).until("running"))
    page = desk.page()
    assert '<p class="desk-why">So much time is not left. End the round instead.</p>' in page
    assert 'value="add-5"' not in page and 'value="add-1"' in page and 'value="restart"' in page
    desk.day.hand(1, [OUT, 10, 20, 30])
    page = desk.page()
    assert "<strong>Set it back to the beginning</strong> A hand of this round is recorded already." in page
    desk.day.ring()
    assert '<p class="desk-why">Time is up: no time can be added or taken any more.</p>' in desk.page()


def test_the_other_clocks_of_the_event_are_in_sight(desk):
    """An MC who runs two competitions sees both clocks, and whether the buttons are for one or for all."""
    assert "desk-other" not in desk.page()
    setup.create_competition(by=desk.day.organiser, event=desk.day.event, preset_name="syg", name="Under 18")
    page = desk.page()
    assert "<bdi>Under 18</bdi></a>" in page and "Run all clocks together" in page
    together = desk.page("?together=yes")
    assert "The buttons run all clocks." in together and "Start all clocks" in together


def test_somebody_else_was_quicker(desk):
    """The page of one MC still offers Start when the other has started."""
    keys = re.search(r'name="request" value="(\w+)"', desk.page())
    clock.start_clock(by=desk.day.mc, competition=desk.day.pk)
    answer = desk.client.post(desk.at, {"do": "start", "request": keys[1]})
    assert answer.status_code == 422
    assert "The clock is running, so it cannot start." in text(answer)


@pytest.mark.parametrize(
    ("verb", "typed", "said"),
    [
        ("start-at", {"at": "noon"}, "“noon” is not a time of day. Write it as 14:05."),
        ("start-at", {}, "“” is not a time of day. Write it as 14:05."),
        ("calls", {"calls": "-1"}, "Write the calls as whole minutes before the end, such as “10, 1”."),
        ("calls", {"calls": "٣"}, "Write the calls as whole minutes before the end, such as “10, 1”."),
        ("calls", {"calls": "0"}, "Up to 6 calls, each a whole number of minutes before the end."),
        ("add+99", {}, "Nothing was chosen. Press one of the buttons."),
        ("", {}, "Nothing was chosen. Press one of the buttons."),
        ("pause", {}, "The clock is ready, so it cannot pause."),
    ],
)
def test_bad_input_is_said_in_words_and_changes_nothing(desk, verb, typed, said):
    answer = desk.press(verb, **typed)
    assert answer.status_code == 422
    assert said in text(answer)
    assert not ClockChange.objects.exists()


def test_a_form_that_no_page_of_ours_made_is_refused(desk):
    assert desk.client.post(desk.at, {"do": "start", "request": "guessed"}).status_code == 422
    assert not ClockChange.objects.exists()


def test_calls_are_kept(desk):
    assert desk.press("calls", calls="12, 3 1").status_code == 302
    assert desk.day.competition.calls == [720, 180, 60]
    assert desk.press("calls", calls="").status_code == 302
    assert desk.day.competition.calls == []


def test_before_the_draw_the_desk_says_what_it_waits_for():
    page = Desk(Day("syg").people(4)).page()
    assert "The draw is not published yet." in page
    assert "data-clock" not in page.replace("data-clock-", "")


def test_a_round_without_a_clock_has_its_order_and_what_is_missing():
    day = Day("classroom").people(4).until("published")
    desk = Desk(day)
    assert "No clock in this round" in desk.page()


def test_an_organiser_has_the_ways_to_the_board_and_to_closing_and_an_mc_has_not():
    day = Day("syg").people(4).until("running")
    board = f"/organise/{day.competition.event.slug}/{day.competition.slug}/board/"
    assert [board in Desk(day, role).page() for role in ("mc", "organiser")] == [False, True]
    day.hand(1, [OUT, 10, 20, 30])
    day.ring().accept(1)
    assert [f"{board}round/" in Desk(day, role).page() for role in ("mc", "organiser")] == [False, True]


def test_the_desk_leads_on_from_a_closed_round_to_the_next_and_to_the_end():
    day = Day("syg").people(8).until("round closed")
    desk, mc = Desk(day, "organiser"), Desk(day)
    assert "Make the final <svg" in desk.page()
    assert "Next, the organiser makes the final." in mc.page() and "Make the final" not in mc.page()
    day.next_round()
    assert "1 table waits for the start." in mc.page() and "<span>Final</span></h1>" in mc.page()
    assert "The final is seated" in mc.page() and "Start the final" in mc.page()
    day.until("round closed")
    assert "Finish <svg" in desk.page() and "Next, the organiser finishes, and the podium comes." in mc.page()
    day.finish()
    assert "The winners are known." in mc.page()


def test_few_reads_however_many_tables(django_assert_max_num_queries):
    for people in (4, 64):
        desk = Desk(Day("syg").people(people).until("running"))
        with django_assert_max_num_queries(20):
            desk.page()
