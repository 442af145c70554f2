"""The first page: what this is, and every event with its competitions' states."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from scoring.record.export import final_order, read_facts
from scoring.rehearsal.director import Director
from scoring.rehearsal.umpire import Umpire
from tests.web.reading import read_page
from tests.web.rehearsals import SCRIPTS, step
from tests.web.visitors import keeper
from tournament.actions import clock, draw, groups, hall_numbers, registration, rounds, setup
from tournament.models import Account, Competition, Entry, Event, Round
from tournament.permissions import Actor, Role
from tournament.queries.people import read_people
from tournament.words import stage_in_words

pytestmark = pytest.mark.django_db
ORGANISER = Actor(Role.ORGANISER, None, "Organiser")


def state(client) -> str:
    """The state of the only competition listed, as read from the page."""
    ((_, (listed,)),) = client.get("/").context["events"]
    words = stage_in_words(listed.standing)
    assert f"{words}</p>" in read_page(client.get("/"))
    return words


def test_an_empty_site_says_what_to_do_next(client):
    text = read_page(client.get("/"))
    assert "No event yet" in text
    assert "sign in</a> to set one up" in text and "manage.py" not in text
    signed_in = read_page(keeper().get("/"))
    assert "Your events</a>, or make one" in signed_in and "sign in" not in signed_in


def test_an_event_without_competitions_says_so(client):
    setup.create_event(by=ORGANISER, name="Spring games")
    assert "No competition yet." in read_page(client.get("/"))


def test_every_stage_has_its_words(client, walk):
    assert state(client) == "Entries open"
    walk.enter()
    assert state(client) == "Entries closed"
    step(walk, draw.choose_plan)
    assert state(client) == "Entries closed"
    step(walk, draw.seal_draw)
    assert state(client) == "Draw sealed"
    step(walk, hall_numbers.type_numbers, public="1 2 3")
    step(walk, hall_numbers.supply_numbers, public="1 2 3")
    assert state(client) == "Draw sealed"
    step(walk, draw.publish_draw)
    assert state(client) == "Drawn"
    play_round(client, walk, 1, "Round 1")
    step(walk, rounds.make_next_round)
    assert state(client) == "The final is next"
    play_round(client, walk, 2, "The final")
    step(walk, rounds.finish)
    assert state(client) == "Finished"


def play_round(client, walk, number, name) -> None:
    step(walk, clock.start_clock)
    assert state(client) == f"{name} is running"
    tables = Round.objects.get(number=number).tables.order_by("number")
    umpires = [Umpire(table, walk.script, walk.settings, walk.dealer, walk.rng) for table in tables]
    for umpire in umpires:
        umpire.play()
    step(walk, clock.end_clock)
    for umpire in umpires:
        umpire.finish()
    step(walk, rounds.close_round)
    assert state(client) == f"{name} is over"


def test_entries_are_closed_from_the_closing_time_on(client, walk):
    Competition.objects.update(closes_at=timezone.now() + timedelta(minutes=1))
    assert state(client) == "Entries open"
    Competition.objects.update(closes_at=timezone.now() - timedelta(minutes=1))
    assert state(client) == "Entries closed"


def test_a_rehearsal_is_marked_and_a_real_event_is_not(client, walk):
    mark = "Rehearsal: nobody here is real"
    assert mark in read_page(client.get("/"))
    assert mark in read_page(client.get("/c/walk/"))
    Event.objects.update(fictional=False)
    assert mark not in read_page(client.get("/"))
    assert mark not in read_page(client.get("/c/walk/"))


def test_real_events_come_before_rehearsals(client, walk):
    setup.create_event(by=ORGANISER, name="Old games", on="2020-02-29")
    setup.create_event(by=ORGANISER, name="New games", on="2025-11-21")
    assert [str(event) for event, _ in client.get("/").context["events"]] == ["New games", "Old games", "Walk"]


@pytest.mark.usefixtures("rehearsed")
def test_the_champion_is_who_the_record_says(client):
    listed = [competition for _, competitions in client.get("/").context["events"] for competition in competitions]
    assert len(listed) == len(SCRIPTS)
    for competition in listed:
        order = final_order(read_facts(Competition.objects.get(pk=competition.competition.pk)))
        people = {person.code: person for person in read_people(competition.competition).values()}
        assert competition.champion == (people[order[0]] if order else None)


@pytest.mark.usefixtures("rehearsed")
def test_the_page_takes_the_same_queries_for_few_events_and_for_many(client, queries):
    many = queries("/")
    Event.objects.exclude(competitions__slug__in=["knockout-small", "rotation-small"]).delete()
    assert queries("/") == many == 8


def test_more_events_than_fit_are_on_further_pages(client):
    for number in range(14):
        setup.create_event(by=ORGANISER, name=f"Event {number}")
    first, second = (read_page(client.get(path)) for path in ("/", "/?page=2"))
    assert "Event 13" in first and "Event 1<" not in first and "Earlier events" in first
    assert "Event 1<" in second and "Later events" in second
    assert client.get("/?page=nonsense").status_code == 200


@pytest.mark.parametrize("path", ["/", "/c/walk/?as=team", "/team-corner?of=/c/walk/draw/", "/login/x", "/nothing/"])
def test_a_signed_in_organiser_sees_who_they_are_and_a_way_out_on_every_page(client, walk, path):
    assert "Signed in" not in read_page(client.get(path))
    client.force_login(Account.objects.create(username="organiser", first_name="Organiser"))
    text = read_page(client.get(path))
    assert text.count("Signed in as <bdi>Organiser</bdi>") == 1
    assert text.count('<form class="signed-in" method="post" action="/logout/">') == 1


def test_the_page_that_asks_whether_to_sign_out_asks_once(client):
    client.force_login(Account.objects.create(username="organiser", first_name="Organiser"))
    assert read_page(client.get("/logout/")).count("<form") == 1


def test_two_rehearsals_of_one_name_can_be_told_apart(client, walk):
    Director(walk.script, Random("again"), slug="walk-again").set_up()
    text = read_page(client.get("/"))
    assert "<code>walk</code>" in text and "<code>walk-again</code>" in text
    Event.objects.update(fictional=False)
    assert "<code>" not in read_page(client.get("/"))


def test_a_visitor_is_given_no_cookie(client, walk):
    for path in ("/", "/c/walk/", "/c/walk/draw/"):
        assert client.get(path).cookies == {}


def test_how_many_have_entered_is_counted_without_the_withdrawn(client, walk):
    group = groups.add_group(by=walk.organiser, event=walk.event, name="Zion")
    for name, kind in [("Ana One", "entry"), ("Ben Two", "entry"), ("Cal Three", "reserve")]:
        step(walk, registration.enter, group=group, name=name, kind=kind)
    assert "2 entries, 1 reserve" in read_page(client.get("/"))
    registration.withdraw(by=walk.organiser, entry=Entry.objects.get(competitor__name="Ben Two").pk)
    assert "1 entry, 1 reserve" in read_page(client.get("/"))


@pytest.mark.parametrize("path", ["/", "/c/walk/", "/c/walk/draw/", "/c/walk/results/"])
def test_pages_answer_head_and_refuse_to_be_posted_to(client, walk, path):
    assert client.head(path).status_code == 200
    assert client.head(path).content == b""
    assert client.post(path).status_code == 405
