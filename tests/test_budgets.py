"""How much one sender has answered: more than anybody needs, and less than makes hands wait."""

from __future__ import annotations

import http.client
from collections import OrderedDict

import pytest
from django.core import signing
from django.test import override_settings

from tests.cast import Day
from tests.programs import get
from tests.test_lanes import BADGE, FORGED, request
from tournament.asgi import budgets
from tournament.web import badges

PHONE, FLOOD = "192.0.2.1", "192.0.2.2"


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    monkeypatch.setattr(budgets, "_left", OrderedDict())


@pytest.fixture
def clock(monkeypatch):
    """Seconds that pass only when a test says so."""
    now = [1000.0]
    monkeypatch.setattr(budgets.time, "monotonic", lambda: now[0])
    return now


def is_answered(sender: str, badge: str = "") -> bool:
    try:
        budgets.spend(request("/", sender=sender, badge=badge))
    except budgets.NothingLeft:
        return False
    return True


def answered(times: int, sender: str, badge: str = "") -> int:
    return sum(is_answered(sender, badge) for _ in range(times))


def test_a_sender_has_so_many_answered_at_once_and_so_many_a_second_then(clock):
    assert answered(1000, FLOOD) == budgets.REQUESTS_AT_ONCE
    assert is_answered(PHONE)
    clock[0] += 1
    assert answered(1000, FLOOD) == budgets.REQUESTS_A_SECOND
    clock[0] += 3600
    assert answered(1000, FLOOD) == budgets.REQUESTS_AT_ONCE


def test_a_tablet_at_the_address_of_a_flood_is_answered_by_its_badge(clock):
    answered(1000, FLOOD)
    assert not is_answered(FLOOD, FORGED)
    assert answered(1000, FLOOD, BADGE) == budgets.REQUESTS_AT_ONCE


def test_a_tablet_is_answered_whoever_uses_up_its_address_and_its_table_s_badge(clock):
    """Somebody photographed the table's code, and is behind the same address."""
    tablet, thief = (signing.TimestampSigner(salt="turntable.badge").sign(f"table-7.{name}") for name in "ab")
    while is_answered(FLOOD, thief):
        pass
    assert answered(100, FLOOD, tablet) == budgets.REQUESTS_AT_ONCE_OF_ONE_BROWSER
    clock[0] += 1
    while is_answered(FLOOD, thief):
        pass
    assert answered(10, FLOOD, tablet) == budgets.REQUESTS_A_SECOND_OF_ONE_BROWSER


def test_of_so_many_senders_this_is_remembered_and_no_more(clock, monkeypatch):
    monkeypatch.setattr(budgets, "MOST_SENDERS", 3)
    for number in range(9):
        is_answered(f"192.0.2.{number}")
    assert list(budgets._left) == ["192.0.2.6", "192.0.2.7", "192.0.2.8"]


def test_what_is_too_much_is_refused_in_a_sentence_and_a_tablet_s_outbox_sends_again(site, monkeypatch):
    monkeypatch.setattr(budgets, "REQUESTS_AT_ONCE", 2)
    monkeypatch.setattr(budgets, "REQUESTS_A_SECOND", 0)
    answers = [get(f"{site.url}/robots.txt") for _ in range(3)]
    assert [status for status, _, _ in answers] == [200, 200, 429]
    assert (answers[2][1], answers[2][2]["retry-after"]) == (f"{budgets.TOO_OFTEN}\n", "2")
    status, words, headers = get(f"{site.url}/table/open/1/do/record", body=b"{}")
    assert (status, headers["content-type"], headers["retry-after"]) == (503, "application/json", "2")
    assert '"busy"' in words
    worn = {"Cookie": f"{badges.COOKIE}={BADGE}"}
    assert get(f"{site.url}/robots.txt", worn)[0] == 200


@override_settings(SECONDS_REMEMBERED=60)
def test_a_hall_behind_one_address_sees_the_draw_whatever_it_has_asked_for(site, monkeypatch):
    """Two thousand phones load it within two seconds once it is published."""
    monkeypatch.setattr(budgets, "REQUESTS_AT_ONCE", 1)
    monkeypatch.setattr(budgets, "REQUESTS_A_SECOND", 0)
    path = f"/c/{Day('syg').people(8).until('running').competition.slug}/draw/"
    connection = http.client.HTTPConnection("localhost", int(site.url.rpartition(":")[2]))
    statuses = []
    for asked in [path] * 500 + ["/live/time", "/health", "/robots.txt"]:
        connection.request("GET", asked, headers={"Host": "localhost"})
        answer = connection.getresponse()
        answer.read()
        statuses.append(answer.status)
    connection.close()
    assert statuses == [200] * 502 + [429]
