"""Lists of thousands are shown page by page: each page is small, and everybody and every table is on one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client

from tests.bench.large import LargeEvent, make_event, make_events, sign_in
from tests.photographs import once
from tests.web.reading import read_page
from tests.web.visitors import organiser
from tournament.models import Competitor, Event
from tournament.web.public_pages import TABLES_ON_A_PAGE

pytestmark = pytest.mark.django_db
PEOPLE, TABLES = 200, 50


@pytest.fixture
def large() -> LargeEvent:
    return once(("large", PEOPLE), lambda: make_event(PEOPLE))


@pytest.fixture
def ruth(large) -> Client:
    return organiser(Event.objects.get(slug=large.event).pk)


def pages(client: Client, first: str) -> Iterator[str]:
    """Every page of a list, by the links that lead from one to the next."""
    address = first
    while address:
        answer = client.get(address)
        assert answer.status_code == 200, address
        page = read_page(answer)
        yield page
        following = re.search(r'href="([^"]+)" rel="next"', page)
        address = unescape(following[1]) if following else ""


def numbers(page: str, what: str = "table") -> list[int]:
    return [int(number) for number in re.findall(rf'id="{what}-(\d+)"', page)]


# What everyone may see


@pytest.mark.parametrize("list_", ["draw/", "rounds/1/"])
def test_every_table_is_on_one_page_and_its_number_leads_to_it(large, list_):
    client, first = Client(), f"/c/{large.playing}/{list_}"
    every = list(pages(client, first))
    assert [numbers(page) for page in every] == [
        list(range(1, TABLES_ON_A_PAGE + 1)),
        list(range(TABLES_ON_A_PAGE + 1, TABLES + 1)),
    ]
    assert "Tables 1–32 of 50" in every[0] and "Tables 33–50 of 50" in every[1]
    assert client.get(first, {"table": "50"})["Location"] == f"{first}2/#table-50"
    assert client.get(first, {"table": "3"})["Location"] == f"{first}#table-3"
    for nobody in ("99", "0"):
        assert client.get(f"{first}{nobody}/").status_code == 404
    assert client.get(first, {"table": "x"}).status_code == 200


def test_everybody_is_in_the_results_once_in_one_order(large):
    every = list(pages(Client(), f"/c/{large.finished}/results/"))
    places = [re.findall(r'class="place-number">(\d+)<', page) for page in every]
    assert [int(place) for page in places for place in page] == list(range(1, PEOPLE + 1))
    assert "Places 101–200 of 200" in every[1]


def test_the_rest_of_the_draw_is_on_its_last_page(large):
    first, last = pages(Client(), f"/c/{large.playing}/draw/")
    assert "Order of call" not in first and f'href="/c/{large.playing}/draw/2/">The last page</a>' in first
    assert "Order of call" in last and "The last page" not in last
    assert "<pre>1: E001 " in first and "<pre>33: " in last


def test_a_bracket_leads_to_the_pages_of_its_large_rounds(large):
    page = read_page(Client().get(f"/c/{large.finished}/standings/"))
    assert f'href="/c/{large.finished}/rounds/1/">All 50 tables' in page
    assert 'id="round-1-table-1"' not in page and 'id="round-2-table-1"' in page


# The team's pages


def test_everybody_at_the_desk_is_on_one_page_in_the_order_of_its_lists(large, ruth):
    first = f"/organise/{large.event}/{large.playing}/check-in/"
    every = list(pages(ruth, first))
    people = [number for page in every for number in numbers(page, "person")]
    assert sorted(people) == list(Competitor.objects.order_by("pk").values_list("pk", flat=True))
    assert "People 81–160 of 225" in every[1]
    headings = [re.findall(r"<h2>([^<]+)</h2>", page) for page in every]
    flat = [heading for page in headings for heading in page]
    assert flat == sorted(flat, key=ORDER.index)


ORDER = ["Not here yet", "In the order of call", "From the next round", "Not playing", "Here"]


def test_a_tap_on_the_second_page_comes_back_to_it(large, ruth):
    at = f"/organise/{large.event}/{large.playing}/check-in/"
    page = read_page(ruth.get(f"{at}?page=2"))
    person = numbers(page, "person")[0]
    assert f'action="{at}person/{person}/?page=2"' in page
    assert f'href="{at}?page=2&amp;who=' in page
    fields: Any = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page[page.index(f'id="person-{person}"') :])[:2])
    answer = ruth.post(f"{at}person/{person}/?page=2", {"request": fields["request"]})
    assert answer["Location"] == f"{at}?page=2#person-{person}"


def test_every_form_of_the_desk_has_keys_of_its_own(large, ruth):
    page = read_page(ruth.get(f"/organise/{large.event}/{large.playing}/check-in/"))
    ids = re.findall(r'name="request" value="([0-9a-f]{32})"', page)
    assert len(ids) == len(set(ids)) == page.count('name="csrfmiddlewaretoken"') - 1  # to sign out needs none
    assert "form keys" not in page
    again = re.findall(
        r'name="request" value="([0-9a-f]{32})"',
        read_page(ruth.get(f"/organise/{large.event}/{large.playing}/check-in/")),
    )
    assert not set(ids) & set(again)


def test_every_key_is_on_one_page(large, ruth):
    first = f"/organise/{large.event}/{large.playing}/keys/"
    every = list(pages(ruth, first))
    assert [number for page in every for number in numbers(page, "key")] == list(range(TABLES + 1))
    assert 40 in numbers(read_page(ruth.get(first, {"table": "40"})), "key")


def test_every_group_and_every_table_of_the_board_is_on_one_page(large, ruth):
    board = list(pages(ruth, f"/organise/{large.event}/{large.playing}/board/"))
    assert [number for page in board for number in numbers(page)] == list(range(1, TABLES + 1))
    counting = TABLES // 4
    assert f"{counting}</strong>" in board[0] and f"{TABLES - counting}</strong>" in board[0]  # the counts are of all


def test_the_board_renews_the_page_that_is_looked_at(large, ruth):
    at = f"/organise/{large.event}/{large.playing}/board/"
    second = read_page(ruth.get(f"{at}?page=2"))
    assert re.search(r'name="page"\s+value="2"\s*>', second)
    fragment = read_page(ruth.get(f"{at}?page=2&q=", headers={"HX-Request": "true"}))
    assert numbers(fragment) == numbers(second)


def test_every_event_is_on_one_page_and_can_be_searched_for(large):
    slugs = make_events(60)
    client = Client()
    client.cookies.load(sign_in(slugs))
    found = [slug for page in pages(client, "/organise/") for slug in re.findall(r'href="/organise/([\w-]+)/"', page)]
    assert sorted(set(found) & set(slugs)) == sorted(slugs)
    searched = read_page(client.get("/organise/", {"q": "night 59"}))
    assert "Club night 59" in searched and "Club night 58" not in searched
    assert "Nothing found" in read_page(client.get("/organise/", {"q": "nobody"}))
