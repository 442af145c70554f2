"""Guessing passwords and links is slowed, and nobody else with it: whoever knows theirs comes in all the while."""

from __future__ import annotations

import time

import pytest
from django.core.cache import cache
from django.test import Client

from tests.cast import Day
from tests.compose import services
from tests.web.reading import read_page
from tests.web.visitors import come_in, coordinator, signed_in
from tournament.actions.accounts import introduce, make_login_link
from tournament.models import Account
from tournament.web import throttle

pytestmark = pytest.mark.django_db
PAUSE = 0.05
WRONG, SLOWED = "don&#x27;t match", "the next one takes a few seconds"


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Nothing counted yet, and short pauses."""
    cache.clear()
    monkeypatch.setattr(throttle, "PAUSE", PAUSE)
    introduce(Account(username="x"), name="Ruth", sign_in="ruth", password="correct horse")


def type_in(sign_in="ruth", password="correct horse", address="192.0.2.1", client=None, **headers):
    return (client or Client()).post(
        "/login/", {"sign_in": sign_in, "password": password}, REMOTE_ADDR=address, headers=headers
    )


def guess(times, sign_in="ruth", **where):
    return [type_in(sign_in, f"guess {n}", **where) for n in range(times)]


def took_its_time(**typed) -> bool:
    """Whether it had to wait; how long anything takes at most is nobody's business here."""
    slept: list[float] = []
    real = time.sleep
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(throttle.time, "sleep", lambda seconds: (slept.append(seconds), real(seconds)))
        type_in(**typed)
    return slept == [PAUSE]


def test_five_wrong_passwords_slow_the_sixth_and_say_so():
    answers = guess(5)
    assert [answer.status_code for answer in answers] == [403] * 5
    assert [SLOWED in read_page(answer) for answer in answers] == [False] * 4 + [True]
    assert took_its_time(password="guess 6")
    assert not took_its_time(sign_in="sam", password="guess 1")


@pytest.mark.parametrize("address", ["192.0.2.1", "192.0.2.2"])
def test_who_knows_the_password_comes_in_while_somebody_guesses_it(address):
    guess(6)
    client = Client()
    assert type_in(address=address, client=client).status_code == 302
    assert signed_in(client)


def test_another_device_does_not_even_wait():
    guess(5)
    assert took_its_time()
    assert not took_its_time(address="192.0.2.2")


def test_a_name_is_slowed_wherever_it_is_guessed_from():
    for n in range(throttle.PER_NAME - 1):
        guess(1, address=f"198.51.100.{n}")
    assert not took_its_time(address="203.0.113.1", password="guess")
    assert took_its_time(address="203.0.113.2")
    assert type_in(address="203.0.113.3").status_code == 302


def test_above_the_limit_of_the_address_a_right_password_still_comes_in():
    """One phone that guesses must not lock a hall out that shares its address."""
    for n in range(throttle.PER_ADDRESS):
        type_in(f"name {n}", "guess")
    assert took_its_time(sign_in="another", password="guess")
    assert type_in().status_code == 302


def test_wrong_links_do_not_slow_passwords_nor_wrong_passwords_links():
    client = Client()
    assert {client.get(f"/join/guess-{n}").status_code for n in range(throttle.PER_ADDRESS + 5)} == {403, 429}
    assert not took_its_time(address="127.0.0.1")
    for n in range(throttle.PER_ADDRESS):
        type_in(f"name {n}", "guess", address="192.0.2.9")
    assert Client(REMOTE_ADDR="192.0.2.9").get("/join/guess").status_code == 403
    assert come_in(client, make_login_link(), name="Ruth").status_code == 302


def test_when_too_many_wait_already_the_next_is_asked_to_come_back():
    guess(5)
    for _ in range(4):
        assert throttle.waiting.acquire(blocking=False)
    try:
        answer = type_in()
        assert (answer.status_code, "Wait a minute" in read_page(answer)) == (429, True)
        assert type_in(address="192.0.2.2").status_code == 302
    finally:
        throttle.waiting.release(4)
    assert type_in().status_code == 302


def test_one_after_the_other_from_one_address(monkeypatch):
    guess(5)
    cache.set(throttle._key("turn", "192.0.2.1"), 1, 60)
    assert type_in().status_code == 429


# Where a request comes from


@pytest.fixture
def behind_a_proxy(settings):
    settings.HTTPS = True


def test_behind_a_proxy_the_address_is_the_one_the_proxy_added(behind_a_proxy):
    """Who guesses may write whatever they like before it."""
    for n in range(5):
        guess(1, address="172.17.0.1", **{"X-Forwarded-For": f"10.0.0.{n}, 192.0.2.7"})
    there = {"address": "172.17.0.1", "password": "guess"}
    assert took_its_time(**there, **{"X-Forwarded-For": "10.0.0.99, 192.0.2.7"})
    assert took_its_time(**there, **{"X-Forwarded-For": "192.0.2.7"})
    assert not took_its_time(**there, **{"X-Forwarded-For": "192.0.2.7, 192.0.2.8"})


def test_without_a_proxy_nobody_says_where_they_come_from():
    for n in range(5):
        guess(1, **{"X-Forwarded-For": f"10.0.0.{n}"})
    assert took_its_time(password="guess", **{"X-Forwarded-For": "10.0.0.99"})


def test_on_servers_nothing_else_believes_what_senders_say():
    web = services()["web"]
    assert "--no-proxy-headers" in web["command"]
    assert "FORWARDED_ALLOW_IPS" not in web["environment"]


def test_a_coordinator_s_link_works_whatever_was_guessed():
    day = Day("syg").people(1)
    guess(6, address="127.0.0.1")
    assert coordinator(day.group("Riverside")).get(f"/group/{day.group('Riverside')}/").status_code == 200
