"""The keys of the tables: all on one page to print, the roaming one first, and each can be made anew."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.queries.keys import keys_of
from tests.cast import Day, a_day
from tests.web.offices import Office, plain
from tests.web.reading import read_page
from tournament.models import LogEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def office() -> Office:
    return Office(a_day("syg", 7, "published"))


def cards(office: Office) -> list[str]:
    return [plain(card) for card in re.findall(r'<li class="key.*?</li>', office.page("keys/"), re.DOTALL)]


def test_before_the_draw_there_are_none():
    assert "No tables yet" in Office(Day("syg").people(4)).text("keys/")


def test_every_key_once_with_its_code_and_link_and_the_roaming_one_first(office):
    keys, shown = keys_of(office.day.competition), cards(office)
    assert [re.search(r"(All tables|Table \d+)", card)[1] for card in shown] == ["All tables", "Table 1", "Table 2"]
    for key, card in zip(keys, shown, strict=True):
        assert key.shown_code in card
        assert f"http://testserver{key.path}" in card
    assert office.page("keys/").count('class="qr"') == 3


def test_a_new_key_closes_the_old_one_and_no_other(office):
    before = keys_of(office.day.competition)
    inside = [Client() for _ in before[1:]]
    for client, key in zip(inside, before[1:], strict=True):
        client.get(key.path)
    asked = office.post("keys/", **office.fields("keys/", "renew") | {"number": "1"})
    assert asked.status_code == 409
    assert "The key of table 1 will stop working, with its printed card and every tablet that used it." in plain(
        read_page(asked)
    )
    assert keys_of(office.day.competition) == before
    answer = office.post("keys/", do="renew", number="1", sure="yes")
    assert answer["Location"] == f"{office.at}keys/"
    assert "The key of table 1 is new. The old one no longer works." in office.text("keys/")
    after = keys_of(office.day.competition)
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, False, True]
    assert [client.get(f"/table/uno-open/{n}/").status_code for n, client in enumerate(inside, start=1)] == [403, 200]
    assert Client().get(before[1].path).status_code == 403
    assert Client().get(after[1].path).status_code == 302


def test_the_roaming_key_is_made_anew(office):
    office.post("keys/", do="renew", number="0", sure="yes")
    assert [key.anew for key in keys_of(office.day.competition)] == [1, 0, 0]
    told = read_page(office.client.get(f"/organise/{office.day.competition.event.slug}/log/"))
    assert "The roaming umpire’s key was replaced" in told


@pytest.mark.parametrize("number", ["", "3", "-1", "x", "٣", "999999999999999999", "1.5"])
def test_a_key_that_there_is_not_cannot_be_made_anew(office, number):
    lines = LogEntry.objects.count()
    assert office.post("keys/", do="renew", number=number).status_code == 422
    assert LogEntry.objects.count() == lines


@pytest.mark.parametrize("back", ["//evil.example/organise/", "https://evil.example/", "javascript:alert()"])
def test_it_leads_back_only_to_our_own_pages(office, back):
    address = office.post("keys/", do="renew", number="1", back=back, sure="yes")["Location"]
    assert address.startswith("/organise/")
    assert "evil.example" not in address


def test_the_page_costs_the_same_however_many_tables(django_assert_num_queries):
    for people in (8, 120):
        office = Office(Day("syg", name=f"Uno {people}", cap=None).people(people, of_each=4).until("published"))
        office.get("keys/")
        with django_assert_num_queries(8):
            office.get("keys/")
