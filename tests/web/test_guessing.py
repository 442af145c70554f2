"""Guessing passwords and links is slowed, and nobody else with it: whoever knows theirs comes in all the while."""

from __future__ import annotations

import logging

import pytest
from django.core.cache import cache
from django.test import Client

from tests.cast import Day
from tests.compose import services
from tests.web.reading import read_page
from tests.web.visitors import come_in, coordinator, organiser, signed_in
from tournament import networks
from tournament.actions.accounts import introduce, make_login_link
from tournament.asgi.bridge import Request
from tournament.models import Account
from tournament.web import throttle
from tournament.web.refused_guesses import LINES_A_MINUTE
from tournament.web.waiting import PAUSE_HEADER

pytestmark = pytest.mark.django_db
WRONG, SLOWED = "don’t match", "the next one takes a few seconds"


@pytest.fixture(autouse=True)
def ruth():
    """Nothing counted yet, and somebody to guess about."""
    cache.clear()
    introduce(Account(username="x"), name="Ruth", sign_in="ruth", password="correct horse")


def type_in(sign_in="ruth", password="correct horse", address="192.0.2.1", client=None, **headers):
    return (client or Client()).post(
        "/login/", {"sign_in": sign_in, "password": password}, REMOTE_ADDR=address, headers=headers
    )


def guess(times, sign_in="ruth", **where):
    return [type_in(sign_in, f"guess {n}", **where) for n in range(times)]


def is_late(**typed) -> bool:
    """Whether a wrong password is answered late; a right one never is."""
    answer = type_in(**{"password": "guess", **typed})
    assert answer.status_code == 403
    return answer.headers.get(PAUSE_HEADER) == str(throttle.PAUSE)


def told(caplog) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name.endswith("refused_guesses")]


def test_the_log_says_from_where_somebody_guesses_once_a_minute_for_each_address(caplog):
    more = "More from there within a minute aren’t listed."
    with caplog.at_level(logging.INFO):
        for address in ("192.0.2.1", "2001:db8::1", "192.0.2.1"):
            guess(3, address=address)
        for opened in ("/login/guess", "/t/guess", "/join/guess"):
            Client().get(opened, REMOTE_ADDR="192.0.2.1")
        Client().post("/table/", {"code": "guess"}, REMOTE_ADDR="192.0.2.1")
        type_in()
    assert told(caplog) == [
        f"A wrong name or password came from 192.0.2.1. {more}",
        f"A wrong name or password came from 2001:db8::/64. {more}",
        f"A link that opens nothing came from 192.0.2.1. {more}",
        f"A wrong table code came from 192.0.2.1. {more}",
    ]


def test_nobody_fills_the_log_from_many_addresses(caplog):
    with caplog.at_level(logging.INFO):
        for n in range(LINES_A_MINUTE + 5):
            guess(1, address=f"192.0.2.{n}")
    assert len(told(caplog)) == LINES_A_MINUTE


def test_five_wrong_passwords_slow_the_sixth_and_say_so():
    answers = guess(5)
    assert [answer.status_code for answer in answers] == [403] * 5
    assert [SLOWED in read_page(answer) for answer in answers] == [False] * 4 + [True]
    assert is_late()
    assert not is_late(sign_in="sam")


@pytest.mark.parametrize("address", ["192.0.2.1", "192.0.2.2"])
def test_who_knows_the_password_comes_in_at_once_while_somebody_guesses_it(address):
    guess(6)
    client = Client()
    answer = type_in(address=address, client=client)
    assert (answer.status_code, answer.headers.get(PAUSE_HEADER)) == (302, None)
    assert signed_in(client)


def test_another_device_is_not_slowed():
    guess(5)
    assert is_late()
    assert not is_late(address="192.0.2.2")


def test_a_browser_that_was_let_in_before_is_counted_apart():
    """At the address of somebody who guesses, and for the name that is guessed."""
    day = Day("syg").people(1)
    desk = organiser(day.event)
    desk.get(f"/organise/{day.competition.event.slug}/")
    guess(6)
    assert not is_late(client=desk)
    assert is_late()


def test_a_name_is_slowed_wherever_it_is_guessed_from():
    for n in range(throttle.PER_NAME - 1):
        guess(1, address=f"198.51.100.{n}")
    assert not is_late(address="203.0.113.1")
    assert is_late(address="203.0.113.2")
    assert type_in(address="203.0.113.3").status_code == 302


def test_above_the_limit_of_the_address_a_right_password_still_comes_in():
    """One phone that guesses must not lock a hall out that shares its address."""
    for n in range(throttle.PER_ADDRESS):
        type_in(f"name {n}", "guess")
    assert is_late(sign_in="another")
    assert type_in().status_code == 302


def test_wrong_links_do_not_slow_passwords_nor_wrong_passwords_links():
    client = Client()
    assert {client.get(f"/join/guess-{n}").status_code for n in range(throttle.LINKS_PER_ADDRESS + 5)} == {403, 429}
    assert not is_late(address="127.0.0.1")
    for n in range(throttle.PER_ADDRESS):
        type_in(f"name {n}", "guess", address="192.0.2.9")
    assert Client(REMOTE_ADDR="192.0.2.9").get("/join/guess").status_code == 403
    assert come_in(client, make_login_link(), name="Ruth").status_code == 302


# Where a request comes from


@pytest.fixture
def behind_a_proxy(settings):
    settings.HTTPS = True


def test_behind_a_proxy_the_address_is_the_one_the_proxy_added(behind_a_proxy):
    """Who guesses may write whatever they like before it."""
    for n in range(5):
        guess(1, address="172.17.0.1", **{"X-Forwarded-For": f"10.0.0.{n}, 192.0.2.7"})
    proxy = {"address": "172.17.0.1"}
    assert is_late(**proxy, **{"X-Forwarded-For": "10.0.0.99, 192.0.2.7"})
    assert is_late(**proxy, **{"X-Forwarded-For": "192.0.2.7"})
    assert not is_late(**proxy, **{"X-Forwarded-For": "192.0.2.7, 192.0.2.8"})


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testserver", "testserver"),
        ("", ""),
    ],
)
def test_an_ipv6_network_is_one_sender(address, counted_as):
    """One phone has more addresses there than anybody can count."""
    assert networks.network_of(address) == counted_as


def test_whoever_guesses_from_many_addresses_of_one_network_is_slowed(behind_a_proxy):
    for n in range(5):
        guess(1, **{"X-Forwarded-For": f"2001:db8:1:2::{n}"})
    assert is_late(**{"X-Forwarded-For": "2001:db8:1:2:aaaa::1"})
    assert not is_late(**{"X-Forwarded-For": "2001:db8:1:3::1"})
    scope = {"client": ("172.17.0.1", 1), "headers": [(b"x-forwarded-for", b"10.0.0.1, 2001:db8:1:2::9")]}
    assert Request(scope).sender == networks.sender_of(scope) == "2001:db8:1:2::/64"


def test_without_a_proxy_nobody_says_where_they_come_from():
    for n in range(5):
        guess(1, **{"X-Forwarded-For": f"10.0.0.{n}"})
    assert is_late(**{"X-Forwarded-For": "10.0.0.99"})


def test_on_servers_nothing_else_believes_what_senders_say():
    web = services()["web"]
    assert "--no-proxy-headers" in web["command"]
    assert "FORWARDED_ALLOW_IPS" not in web["environment"]


def test_a_coordinator_s_link_works_whatever_was_guessed():
    day = Day("syg").people(1)
    guess(6, address="127.0.0.1")
    assert coordinator(day.group("Riverside")).get(f"/group/{day.group('Riverside')}/").status_code == 200
