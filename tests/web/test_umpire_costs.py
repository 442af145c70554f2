"""What a tablet's requests cost: so few statements, and the same however many hands were played."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.queries.keys import keys_of
from tests.cast import OUT, Day, a_day
from tests.web import visitors

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]

MOST_QUERIES = 11
"""Statements for a hand that is saved, from the request to the answer: ten, and one that begins the transaction. Where
a test's own transaction is around it, SAVEPOINT and RELEASE stand for BEGIN and COMMIT."""
OF_THE_FIRST_HAND = 2
"""Its table was dealt to, and its round has begun."""


@pytest.fixture
def day() -> Day:
    return a_day("syg", 7, "running")


@pytest.fixture
def tablet(client, day) -> Client:
    client.get(keys_of(day.competition)[1].path)
    assert client.get("/table/uno-open/1/").status_code == 200
    return client


def body(day: Day, number: int) -> dict[str, Any]:
    typed = day.told(day.typed(1, [OUT, {"7": 1, "skip": 1, "wild": 1}, {"1": 2, "5": 3}, 27]))
    return {"request": f"hand-{number}", "round": 1, "number": number, "out": typed["out"], "held": typed["held"]}


def save(tablet: Client, hand: dict[str, Any]) -> None:
    answer = tablet.post("/table/uno-open/1/do/record", hand, content_type="application/json")
    assert answer.json()["answer"]["hand"] == hand["number"]


def test_a_hand_is_saved_in_ten_statements(tablet, day, django_assert_num_queries):
    """However many are there."""
    for number in range(1, 6):
        hand = body(day, number)
        with django_assert_num_queries(MOST_QUERIES + (OF_THE_FIRST_HAND if number == 1 else 0)):
            save(tablet, hand)


def test_sent_again_it_costs_less(tablet, day, django_assert_max_num_queries):
    hand = body(day, 1)
    save(tablet, hand)
    with django_assert_max_num_queries(MOST_QUERIES - 4):
        save(tablet, hand)


def test_without_a_clock_the_first_hand_begins_the_round_in_as_many(client, django_assert_max_num_queries):
    day = a_day("classic-500", 4, "published")
    client.get(keys_of(day.competition)[1].path)
    hand = body(day, 1)
    with django_assert_max_num_queries(MOST_QUERIES + OF_THE_FIRST_HAND):
        save(client, hand)


def test_a_state_costs_the_same_however_many_hands(tablet, day, django_assert_num_queries):
    def look(queries: int) -> None:
        with django_assert_num_queries(queries):
            assert tablet.get("/table/uno-open/1/state.json").status_code == 200

    look(9)  # before the first hand also who may take a seat
    save(tablet, body(day, 1))
    look(7)
    for number in range(2, 9):
        save(tablet, body(day, number))
    look(7)
    change = body(day, 8) | {"request": "change", "version": 1, "why": "recounted"}
    change["held"] = dict.fromkeys(change["held"], 5)
    assert tablet.post("/table/uno-open/1/do/change", change, content_type="application/json").json()["ok"]
    look(8)


@pytest.mark.parametrize("shown", ["on its tablet", "on the organiser’s sheet"])
def test_who_shows_a_table_reads_its_own_seats_and_hands_alone(tablet, day, shown):
    """Not the whole round to pick one table of it, so it costs the same in the largest hall."""
    save(tablet, body(day, 1))
    office = visitors.organiser(day.competition.event_id)
    at = f"/organise/{day.competition.event.slug}/uno-open/board/1/"
    with CaptureQueriesContext(connection) as queries:
        answer = tablet.get("/table/uno-open/1/state.json") if shown == "on its tablet" else office.get(at)
    assert answer.status_code == 200
    rows = r'SELECT (?:(?! FROM ).)* FROM "(?:tournament_seat|scoring_hand)" .* WHERE (.*)'
    where = [found[1] for query in queries if (found := re.match(rows, query["sql"]))]
    assert len(where) >= 2
    assert [condition for condition in where if not re.search(r'"table_id" = \d', condition)] == []
