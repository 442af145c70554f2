"""The MC's desk without a browser: forms that work without JavaScript, questions, refusals, and few reads."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import Tablet
from tests.cast import OUT, PEOPLE, Day, a_day
from tests.web.offices import tablet
from tests.web.reading import read_page
from tests.web.visitors import organiser
from tournament.actions import clock, registration, setup
from tournament.actions.moments import fire_due_moments
from tournament.models import ClockChange, Competition
from tournament.queries.clock import find_clock_step

pytestmark = pytest.mark.django_db


class Desk:
    """An MC at the desk of a day."""

    def __init__(self, day: Day, role: str = "mc") -> None:
        self.day, self.client = day, organiser(day.event, role, name="Sam Reid")
        competition = day.competition
        self.at = f"/mc/{competition.event.slug}/{competition.slug}/"

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
    assert '<p class="desk-why">There are less than 5 minutes left. To stop now, end the round.</p>' in page
    assert 'value="add-5"' not in page and 'value="add-1"' in page and 'value="restart"' in page
    desk.day.hand(1, [OUT, 10, 20, 30])
    page = desk.page()
    assert "<strong>Set it back to the beginning</strong> A hand has already been recorded in this round." in page
    desk.day.ring()
    page = desk.page()
    assert "Time is up, so you can’t take off any more.</p>" in page
    assert 'value="add-1"' not in page and 'value="add+1"' in page


def test_after_time_up_more_time_is_asked_about_once_and_the_tables_that_have_counted_are_named(desk):
    day = desk.day.start().ring()
    assert "Time is up. Give the hall 5 more minutes? Everybody plays on." in text(desk.press("add+5"))
    assert desk.press("add+5", sure="yes").status_code == 302
    assert day.round.clock.ended_at is None
    assert desk.press("add+5").status_code == 302  # it runs: nothing to ask
    day.ring()
    for table in (1, 2):
        day.hand(table, [5, 10, 20, 30])
    assert "Time is up, and tables 1 and 2 have counted already." in text(desk.client.get(desk.at))
    assert 'value="add+5"' not in desk.page()
    answer = desk.press("add+5", sure="yes")
    assert (answer.status_code, "tables 1 and 2 have counted already" in text(answer)) == (422, True)


def test_minutes_added_after_the_warning_are_for_no_new_hand(desk):
    """It says so before they are added, when they are, and where time up has come."""
    with time_machine.travel(timezone.now(), tick=False) as now:
        desk.press("start")
        now.shift(timedelta(minutes=24))
        assert "The warning has been given" not in desk.page()
        now.shift(timedelta(minutes=2))
        assert "The warning has been given: no new hands in minutes that you add now.</p>" in desk.page()
        for _ in range(2):
            desk.press("add+5")
        assert "The warning has been given: no new hands in these 14 minutes.</p>" in desk.page()
        desk.press("pause")
        assert "no new hands in these 14 minutes.</p>" in desk.page()
        desk.press("resume")
        now.shift(timedelta(minutes=14))
        question = "Give the hall 1 more minute? The warning has been given, so finish hands, but don’t start another."
        assert question in text(desk.press("add+1"))
        assert "no new hands in" not in text(desk.client.get(desk.at))


def test_who_ended_the_round_is_said_only_of_the_end_that_stands(desk):
    desk.day.start().ring()
    assert "Ended by Sam Reid" in desk.page()
    clock.add_time(by=desk.day.mc, competition=desk.day.pk, seconds=60)
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        fire_due_moments()
        assert "Ended by Sam Reid" not in desk.page()


def test_a_round_that_ended_by_itself_says_so_also_after_an_end_that_was_undone(desk):
    desk.day.start().ring()
    clock.undo_clock(by=desk.day.mc, competition=desk.day.pk)
    assert "Ended by" not in desk.page()
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        assert "Ended by itself" in desk.page()  # also where its alarm is late
        fire_due_moments()
        assert "Ended by itself" in desk.page() and "Ended by Sam Reid" not in desk.page()


def test_umpires_are_asked_to_send_hands_only_where_a_tablet_is_heard_from(desk):
    desk.day.start()
    asked = "Umpires, please send each hand"
    assert asked not in desk.page()
    tablet(desk.day, 1)
    assert asked in desk.page()
    Tablet.objects.update(heard_at=timezone.now() - timedelta(hours=2))
    assert asked not in desk.page()


def test_no_table_is_missing_until_it_could_have_finished_a_hand(desk):
    desk.day.start()
    assert "First hands" in desk.page() and "Missing" not in desk.page()
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        assert "Missing" in desk.page() and "No hand received yet." in desk.page()


def test_before_the_start_advice_fits():
    """Nobody can end a round that has not begun."""
    desk = Desk(Day("syg", clock=240, warning=60).people(4).until("published"))
    assert "That would leave no time to play. Take off less, or start the clock as it is." in desk.page()
    assert "end the round" not in desk.page()


def test_the_other_clocks_of_the_event_are_in_sight(desk):
    """An MC who runs two competitions sees both clocks, and whether the buttons are for one or for all."""
    assert "desk-other" not in desk.page()
    setup.create_competition(by=desk.day.organiser, event=desk.day.event, preset_name="syg", name="Under 18")
    page = desk.page()
    assert "<bdi>Under 18</bdi></span></a>" in page and "Run all clocks together" in page
    together = desk.page("?together=yes")
    assert "The buttons run all clocks." in together and "Start all clocks" in together


def joined(day: Day, *sisters: Day) -> None:
    """Competitions that were set up alone, in the event of this one."""
    Competition.objects.filter(pk__in=[sister.pk for sister in sisters]).update(event=day.event)


def other_clock(desk: Desk) -> list[str]:
    """What the other competition's clock says: its words that are seen now, and its digits."""
    clock = desk.page().partition('class="desk-other"')[2].partition("</a>")[0]
    shown = re.findall(r"<span data-clock-(?:phase=\"[a-z-]+\"|digits)>(.*?)</span>", clock)
    return [unescape(words).strip() for words in shown]


def test_another_competition_s_clock_says_what_counts_there_also_in_its_break(desk):
    with time_machine.travel(timezone.now(), tick=False) as now:
        sister = Day("bac", rounds=2, name="Under 18").people(8).until("running")
        joined(desk.day, sister)
        sister = Day.of(sister.competition, "running")
        assert other_clock(desk) == ["Round 1 is on", "15:00"]
        clock.pause_clock(by=sister.mc, competition=sister.pk)
        assert other_clock(desk) == ["Round 1 is paused", "15:00"]
        clock.resume_clock(by=sister.mc, competition=sister.pk)
        sister.ring()
        assert other_clock(desk) == ["Round 1: time is up", "0:00"]
        sister.until("round closed")
        now.shift(150)
        assert other_clock(desk) == ["Round 2 starts in", "7:30"]
        sister.next_round()
        assert other_clock(desk) == ["Round 2 starts in", "7:30"]
        now.shift(600)
        assert other_clock(desk) == ["Round 2 starts soon", "0:00"]
        sister.until("finished")
        assert other_clock(desk) == [] and "<small>Finished</small>" in desk.page()


def test_three_other_clocks_cost_as_many_queries_as_one(desk):
    counts = []
    for names in (("Under 18",), ("Under 15", "Under 12")):
        joined(desk.day, *(Day("bac", rounds=2, name=name).people(8).until("round closed") for name in names))
        desk.page()
        with CaptureQueriesContext(connection) as captured:
            desk.page()
        counts.append(len(captured))
    assert counts[0] == counts[1]


def a_sister(day: Day, *names: str) -> Day:
    """A second grade of the same event with these people, its draw published; its tables count from 11."""
    pk = setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Under 18")
    sister = Day.of(Competition.objects.get(pk=pk), "entries open")
    for name, place in zip(names, ("Riverside", "Bethel"), strict=True):
        group = day.who(name).group_id if name in PEOPLE else sister.group(place)
        registration.enter(by=sister.organiser, competition=pk, group=group, name=name)
    return sister.until("entries closed").choose(first_table=11).until("published")


def test_whoever_runs_all_clocks_is_told_which_rounds_end(desk):
    sister = a_sister(desk.day, "Noa Ruiz", "Tui Hall")
    desk.press("start", together="yes")
    assert "This is for" not in text(desk.press("end"))
    asked = text(desk.press("end", together="yes"))
    assert (
        "End the round now? Everybody finishes their turn and counts what they hold. This is for Uno Open and Under 18."
        in asked
    )
    assert "Yes, end the round: both" in asked
    clock.end_clock(by=sister.mc, competition=sister.pk)
    assert "This is for" not in text(desk.press("end", together="yes"))  # the other one has ended already
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):  # a table could have finished a hand
        together = unescape(re.sub(r"<[^>]*>", "", desk.page("?together=yes")))
    assert "Missing in Uno Open" in " ".join(together.split())


def test_somebody_who_plays_in_two_rounds_at_once_is_named(desk):
    a_sister(desk.day, "Mia O'Brien", "Noa Ruiz")
    table = next(number for number, names in enumerate(desk.day.names(), start=1) if "Mia O'Brien" in names)
    sentence = f"Mia O'Brien plays in both: table {table} of Uno Open and table 11 of Under 18 ."
    assert sentence in text(desk.client.get(desk.at))
    desk.day.gone("Mia O'Brien")
    assert "plays in both" not in text(desk.client.get(desk.at))


def test_a_round_that_was_ended_before_its_warning_shows_no_last_hand(desk):
    desk.press("start")
    assert "Last hand –" not in text(desk.client.get(desk.at))
    desk.press("end", sure="yes")
    assert "Last hand – Time up" in text(desk.client.get(desk.at))


HIDDEN = re.compile(r"<span [^>]*hidden>[^<]*</span>")


def test_a_pause_says_so_while_no_new_hand_is_dealt(desk):
    """On the desk, and on everyone's pages."""
    public = f"/c/{desk.day.competition.slug}/"
    places = {public: "paused, last hand", desk.at: "Paused. Last hand: don’t start another"}

    def saying() -> list[bool]:
        seen = [HIDDEN.sub("", read_page(desk.client.get(path))) for path in places]
        return [words in re.sub("<[^>]*>", "", page) for words, page in zip(places.values(), seen, strict=True)]

    desk.press("start")
    desk.press("pause")
    assert saying() == [False, False]
    clock.add_time(by=desk.day.mc, competition=desk.day.pk, seconds=-60 * 26)
    assert saying() == [True, True]


def test_somebody_else_was_quicker(desk):
    """The page of one MC still offers Start when the other has started."""
    keys = re.search(r'name="request" value="(\w+)"', desk.page())
    clock.start_clock(by=desk.day.mc, competition=desk.day.pk)
    answer = desk.client.post(desk.at, {"do": "start", "request": keys[1]})
    assert answer.status_code == 422
    assert "The clock is already running." in text(answer)


@pytest.mark.parametrize(
    ("verb", "typed", "sentence"),
    [
        ("start-at", {"at": "noon"}, "“noon” isn’t a time of day. Write it like 14:05."),
        ("start-at", {}, "“” isn’t a time of day. Write it like 14:05."),
        ("calls", {"calls": "-1"}, "Write whole minutes before the end, such as “10, 1”."),
        ("calls", {"calls": "٣"}, "Write whole minutes before the end, such as “10, 1”."),
        ("calls", {"calls": "0"}, "You can have up to 6 announcements, each a whole number of minutes before the end."),
        ("add+99", {}, "Nothing was chosen. Press one of the buttons."),
        ("", {}, "Nothing was chosen. Press one of the buttons."),
        ("pause", {}, "The clock hasn’t started yet, so there is nothing to pause."),
    ],
)
def test_bad_input_is_said_in_words_and_changes_nothing(desk, verb, typed, sentence):
    answer = desk.press(verb, **typed)
    assert answer.status_code == 422
    assert sentence in text(answer)
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
    assert "The draw isn’t published yet." in page
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
    assert "1 table waits for the start." in mc.page() and "<span>Final in</span></h1>" in mc.page()
    assert "<strong>Round 1</strong>" in mc.page() and "Start the final now" in mc.page()
    day.until("round closed")
    assert "Finish <svg" in desk.page()
    assert "Next, the organiser presses Finish, and the podium comes up on the screens." in mc.page()
    day.finish()
    assert "The winners are known." in mc.page()


def test_few_reads_however_many_tables(django_assert_max_num_queries):
    for people in (4, 64):
        desk = Desk(Day("syg").people(people).until("running"))
        with django_assert_max_num_queries(20):
            desk.page()


def test_an_index_answers_whether_the_computers_clock_was_set():
    """Among 100,000 lines of the log."""
    with CaptureQueriesContext(connection) as queries:
        assert find_clock_step(1, timezone.now()) is None
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {queries[0]['sql']}")
        assert "USING INDEX log_clock_moved" in str(cursor.fetchall())
