"""A competition's overview, and what pages say when there is nothing to show."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import RequestFactory
from django.utils import timezone
from django.views import defaults

from tests.web.reading import read_page
from tests.web.rehearsals import publish, step
from tournament.actions import clock
from tournament.models import Clock, Competition, Event

pytestmark = pytest.mark.django_db


def test_an_unknown_address_is_a_plain_page(client):
    answer = client.get("/c/nothing/")
    assert answer.status_code == 404
    assert "There is no competition at this address." in read_page(answer)
    answer = client.get("/nothing/")
    assert answer.status_code == 404
    assert "There’s no page at this address." in read_page(answer)


@pytest.mark.parametrize("path", ["draw/", "draw/list.txt", "results/", "rounds/1/", "record.json"])
def test_pages_of_an_unknown_competition_are_not_found(client, path):
    assert client.get(f"/c/nothing/{path}").status_code == 404


def test_the_overview_says_how_it_is_played(client, walk):
    text = read_page(client.get("/c/walk/"))
    assert "One player goes on from each table." in text
    assert "A round lasts 30 minutes. Don’t start a new hand in the last 5 minutes." in text
    assert "You score the cards you hold: the lowest score wins." in text


def test_rounds_are_listed_once_the_draw_is_published(client, walk):
    heading = "<h2>Rounds</h2>"
    assert heading not in read_page(client.get("/c/walk/"))
    publish(walk)
    answer = client.get("/c/walk/")
    assert heading in read_page(answer)
    rounds = answer.context["listed"].standing.rounds
    assert [(round_.number, round_.tables, round_.players, round_.is_made) for round_ in rounds] == [
        (1, 3, 12, True),
        (2, 1, 3, False),
    ]


def test_the_clock_is_told_as_a_time_of_day(client, walk):
    publish(walk)
    step(walk, clock.start_clock)
    deadline = timezone.localtime(Clock.objects.get().facts.deadline)
    for path, words in (("/c/walk/", "Time is up at"), ("/c/walk/rounds/1/", "Running until")):
        assert f"{words} {deadline:%H:%M}" in read_page(client.get(path))
    step(walk, clock.pause_clock)
    assert "The clock is paused." in read_page(client.get("/c/walk/"))
    step(walk, clock.resume_clock)
    step(walk, clock.end_clock)
    assert "Time is up." in read_page(client.get("/c/walk/"))


def test_the_closing_time_is_told(client, walk):
    closes = timezone.now() + timedelta(days=3)
    Competition.objects.update(closes_at=closes)
    told = f", {timezone.localtime(closes):%H:%M, Berlin time (%Z)}. Ask the coordinator"
    assert told in read_page(client.get("/c/walk/"))


@pytest.mark.usefixtures("rehearsed")
@pytest.mark.parametrize("kind", ["knockout", "rotation", "single"])
def test_the_overview_takes_the_same_queries_at_any_size(queries, kind):
    assert queries(f"/c/{kind}-small/") == queries(f"/c/{kind}-large/") <= 8


def test_pages_may_not_be_indexed_and_hold_no_script_or_style_of_their_own(client, walk):
    publish(walk)
    paths = ("", "draw/", "rounds/1/", "standings/", "results/")
    for path in ("/", *(f"/c/walk/{path}" for path in paths), f"/e/{Event.objects.get().slug}/", "/nothing/"):
        answer = client.get(path)
        text = read_page(answer)
        assert '<meta name="robots" content="noindex">' in text
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert all(script.startswith(" src=") for script in re.findall(r"<script([^>]*)>", text))
        assert re.findall(r"<script[^>]*>(?!</script>)", text) == []
        assert "style=" not in text and "<style" not in text


def test_search_engines_are_asked_to_stay_away(client):
    assert read_page(client.get("/robots.txt")) == "User-agent: *\nDisallow: /\n"


def test_a_mistake_of_ours_is_a_plain_page_that_needs_no_database():
    answer = defaults.server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert "nothing was half saved." in read_page(answer)


@pytest.mark.parametrize(
    ("view", "status"), [(defaults.bad_request, 400), (defaults.permission_denied, 403), (defaults.page_not_found, 404)]
)
def test_every_refusal_has_the_look_and_a_way_back(view, status):
    answer = view(RequestFactory().get("/"), Exception())
    assert answer.status_code == status
    assert "Turntable" in read_page(answer) and "All events" in read_page(answer)


def test_the_draw_page_knows_the_closing_time_too(client, walk):
    Competition.objects.update(closes_at=timezone.now() - timedelta(minutes=1))
    assert "Entries are closed." in read_page(client.get("/c/walk/draw/"))
