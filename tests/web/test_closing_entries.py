"""Closing entries after a look at what is missing, and opening them again with a reason."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.cast import Day, a_day
from tests.refusals import everything
from tests.web.boards import BoardPage
from tests.web.visitors import organiser
from tournament.actions.registration import close_due_entries
from tournament.models import Competition, LogEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def page() -> BoardPage:
    day = Day("syg")
    day.enter("Mia O'Brien", "Riverside")
    day.group("Zion")
    return BoardPage(day, organiser(day.event))


def test_closing_asks_first_and_says_what_is_missing(page):
    page.open("close/")
    assert "Close entries?" in page.text and "1 group has an entry missing" in page.text
    assert '<bdi>Riverside</bdi> <span class="quiet">' not in page.text
    assert '<bdi>Zion</bdi> <span class="quiet">Entry missing</span>' in page.text
    assert page.day.competition.closed_at is None
    page.send("close/", request="1" * 32)
    assert page.answer.status_code == 302 and page.answer["Location"] == f"{page.at}plan/"
    assert page.day.competition.closed_at is not None
    assert "Entries are closed. Now choose the plan." in page.open("plan/").text
    line = LogEntry.objects.latest("pk")
    assert (line.what, line.by, line.request) == ("entries closed", "Ruth Katoa", "1" * 32)


def test_a_double_click_closes_once(page):
    for _ in range(2):
        assert page.send("close/", request="1" * 32).answer.status_code == 302
    assert LogEntry.objects.filter(what="entries closed").count() == 1


def test_closing_what_is_closed_says_so(page):
    page.day.close()
    assert "Entries are already closed" in page.open("close/").text
    page.send("close/", request="2" * 32)
    assert (page.answer.status_code, page.trouble) == (422, "Entries are already closed.")


def test_when_nothing_is_missing_it_says_that():
    day = Day("syg").people(2, reserves=2)
    assert "Nothing is missing" in BoardPage(day, organiser(day.event)).open("close/").text


def test_reopening_needs_a_reason_which_is_kept(page):
    page.day.close()
    assert "Reopen entries?" in page.open("reopen/").text
    page.send("reopen/", why="  ")
    assert (page.answer.status_code, page.trouble) == (422, "Please give a reason. It’s kept with the change.")
    page.send("reopen/", why="x" * 10_000)
    assert page.trouble == "A note can have 200 characters; this one has 10000."
    assert "x" * 10_000 in page.text
    page.send("reopen/", why="a bus was late")
    assert page.answer.status_code == 302
    assert LogEntry.objects.latest("pk").facts["why"] == "other"
    assert "Entries are open again." in page.open().text and "Nobody yet" in page.text


def test_a_closing_time_that_was_set_ahead_is_offered_again(page):
    closes = timezone.now() + timedelta(days=3)
    for kept, after in (({"keep_closing": "1"}, closes), ({}, None)):
        Competition.objects.update(closes_at=closes, closed_at=timezone.now())
        assert "Close them automatically again" in page.open("reopen/").text
        page.send("reopen/", why="a bus was late", **kept)
        assert page.day.competition.closes_at == after
    Competition.objects.update(closes_at=timezone.now() - timedelta(days=1), closed_at=timezone.now())
    assert "Close them automatically again" not in page.open("reopen/").text
    page.send("reopen/", why="a bus was late", keep_closing="1")
    assert page.day.competition.closes_at is None


def test_a_plan_that_was_chosen_is_forgotten_and_the_page_says_so():
    day = a_day("syg", 4, "chosen")
    page = BoardPage(day, organiser(day.event))
    assert "You’ll need to choose the plan again." in page.open("reopen/").text
    page.send("reopen/", why="a bus was late")
    assert day.competition.draws.count() == 0


def test_a_sealed_draw_keeps_entries_closed():
    day = a_day("syg", 4, "sealed")
    page = BoardPage(day, organiser(day.event))
    assert "The draw is sealed." in page.open("reopen/").text and 'name="why"' not in page.text
    before = everything()
    page.send("reopen/", why="a bus was late")
    assert (page.answer.status_code, page.trouble) == (422, "The draw is sealed, so entries stay closed.")
    assert everything() == before


def test_open_entries_need_no_reopening(page):
    assert "Entries are open" in page.open("reopen/").text
    page.send("reopen/", why="a bus was late")
    assert (page.answer.status_code, page.trouble) == (422, "Entries are open.")


def test_at_the_set_time_they_are_closed_before_and_after_the_alarm(page):
    Competition.objects.update(closes_at=timezone.now() - timedelta(seconds=1))
    assert "Entries are closed" in page.open().text and "Nobody yet" not in page.text
    assert "Reopen entries?" in page.open("reopen/").text and 'name="why"' in page.text
    assert close_due_entries() == 1
    assert "Entries closed on" in page.open().text
    assert LogEntry.objects.latest("pk").by == "Turntable"


def test_past_the_set_time_they_can_be_reopened_even_before_the_alarm(page):
    Competition.objects.update(closes_at=timezone.now() - timedelta(seconds=1))
    assert page.send("reopen/", why="a bus was late").answer.status_code == 302
    assert close_due_entries() == 0
    assert "Nobody yet" in page.open().text
