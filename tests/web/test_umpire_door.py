"""Getting in to a table: by its QR code, its short code, the roaming key; and out again when the key is renewed."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory

from scoring.actions.keys import renew_key
from scoring.queries.keys import CODE_LENGTH, LETTERS, Key, keys_of
from tests.cast import Day
from tests.web.reading import read_page
from tests.web.visitors import organiser
from tournament.web import throttle

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_counted():
    cache.clear()


@pytest.fixture
def day() -> Day:
    return Day("syg").people(7).until("published")


def keys(day: Day) -> list[Key]:
    return keys_of(day.competition)


def opens(client: Client, day: Day, number: int) -> int:
    return client.get(f"/table/{day.competition.slug}/{number}/").status_code


def test_the_qr_code_opens_its_table_and_no_other(client, day):
    answer = client.get(keys(day)[1].path)
    assert (answer.status_code, answer["Location"]) == (302, "/table/uno-open/1/")
    assert [opens(client, day, number) for number in (1, 2)] == [200, 403]


@pytest.mark.parametrize("typed", ["{}", "{} ", "{}".lower(), "-{}-"])
def test_the_short_code_may_be_typed_in_any_way(client, day, typed):
    code = keys(day)[2].shown_code
    answer = client.post("/table/", {"code": typed.format(code).lower()})
    assert answer["Location"] == "/table/uno-open/2/"
    assert [opens(client, day, number) for number in (1, 2)] == [403, 200]


def test_the_roaming_key_opens_all_tables_of_its_competition(client, day):
    other = Day("syg", name="Uno Under 18").people(4).until("published")
    assert client.get(keys(day)[0].path)["Location"] == "/table/uno-open/"
    page = read_page(client.get("/table/uno-open/"))
    assert "Table 1" in page and "Table 2" in page
    assert [opens(client, day, number) for number in (1, 2)] == [200, 200]
    assert opens(client, other, 1) == 403


def test_the_organiser_opens_any_table(day):
    assert opens(organiser(day.event), day, 2) == 200
    assert opens(organiser(Day("syg", name="Elsewhere").event), day, 2) == 403


@pytest.mark.parametrize("number", [0, 1])
def test_a_renewed_key_lets_nobody_in_and_whoever_came_by_it_is_out(client, day, number):
    old = keys(day)[number]
    client.get(old.path)
    assert opens(client, day, 1) == 200
    renew_key(by=day.organiser, competition=day.pk, number=number)
    assert opens(client, day, 1) == 403
    assert Client().get(old.path).status_code == 403
    assert Client().get(keys(day)[number].path).status_code == 302


def test_a_wrong_code_says_so(client, day):
    answer = client.post("/table/", {"code": "ZZZ-ZZZZ"})
    assert answer.status_code == 403
    assert "No table has this code." in read_page(answer)
    assert 'value="ZZZ-ZZZZ"' in read_page(answer)


def test_a_wrong_link_says_so_and_many_of_them_more_plainly(client, day):
    for _ in range(throttle.PER_ADDRESS - 2):
        throttle.count_wrong_link(RequestFactory().get("/t/guess"))
    answers = [client.get(f"/t/guess{n}") for n in range(2)]
    assert [answer.status_code for answer in answers] == [403, 429]
    assert "Too many wrong codes." in read_page(answers[-1])
    assert client.get(keys(day)[1].path).status_code == 302


# Guessing the short code


class Door:
    """Typing codes from some address; `slept` says how long each had to wait."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.slept: list[float] = []
        patch.setattr(throttle.time, "sleep", self.slept.append)

    def type(self, code: str, address: str = "192.0.2.1") -> tuple[int, int]:
        """The status, and how often it waited."""
        self.slept.clear()
        answer = Client().post("/table/", {"code": code}, REMOTE_ADDR=address)
        return answer.status_code, len(self.slept)

    def wrong(self, times: int, address: str = "192.0.2.1") -> None:
        """So many wrong ones before."""
        for _ in range(times):
            throttle.count_wrong_code(RequestFactory().post("/table/", REMOTE_ADDR=address))


@pytest.fixture
def door(monkeypatch) -> Door:
    return Door(monkeypatch)


def test_many_wrong_codes_make_the_next_ones_wait_their_turn(door, day):
    """A right one too: nobody learns from how long it takes, and nobody is locked out."""
    door.wrong(throttle.PER_ADDRESS - 2)
    assert [door.type("guess"), door.type("guess")] == [(403, 0)] * 2
    assert door.type("another guess") == (403, 1)
    assert door.slept == [throttle.PAUSE]
    assert door.type(keys(day)[1].code) == (302, 1)
    assert door.type(keys(day)[1].code, address="192.0.2.2") == (302, 0)
    assert Client(REMOTE_ADDR="192.0.2.1").get(keys(day)[1].path).status_code == 302


def test_who_does_not_get_a_turn_is_not_even_looked_at(door, day):
    """However many ask at once from one address: one after the other."""
    door.wrong(throttle.PER_ADDRESS)
    cache.set(throttle._key("turn of code", "192.0.2.1"), 1, 60)
    assert door.type(keys(day)[1].code) == (429, throttle.TURNS)
    cache.delete(throttle._key("turn of code", "192.0.2.1"))
    assert door.type(keys(day)[1].code) == (302, 1)


def test_codes_guessed_from_many_addresses_are_slowed_too(door, day):
    for n in range(throttle.CODES_PER_HOUR - 1):
        door.wrong(1, address=f"198.51.100.{n % 250}")
    assert door.type("guess", address="203.0.113.0") == (403, 0)
    assert door.type("guess", address="203.0.113.1") == (403, 1)
    assert door.type(keys(day)[1].code, address="203.0.113.2") == (302, 1)


def test_guessed_codes_do_not_slow_passwords(door, day):
    door.wrong(throttle.PER_ADDRESS, address="127.0.0.1")
    Client().post("/login/", {"sign_in": "ruth", "password": "guess"})
    assert door.slept == []


def test_codes_are_readable_and_differ(day):
    found = [key.code for key in keys(day)]
    assert all(len(code) == CODE_LENGTH and set(code) <= set(LETTERS) for code in found)
    assert len(set(found)) == len(found) == 3
    assert len({key.token for key in keys(day)}) == 3
    assert all(len(key.token) == 22 for key in keys(day))


def test_a_table_keeps_its_key_through_the_rounds(client, day):
    client.get(keys(day)[1].path)
    day.until("round closed").next_round()
    assert opens(client, day, 1) == 200
    assert "Final" in read_page(client.get("/table/uno-open/1/"))


def test_when_it_is_finished_keys_open_nothing(client, day):
    path = keys(day)[1].path
    day.until("finished")
    assert client.get(path).status_code == 403


def test_a_second_tablet_is_told_and_may_take_over(day):
    first, second = Client(), Client()
    for client in (first, second):
        client.get(keys(day)[1].path)
        assert opens(client, day, 1) == 200

    def holds(client: Client) -> list[bool]:
        return [one["holds"] for one in client.get("/table/uno-open/1/state.json").json()["tablets"] if one["you"]]

    assert (holds(first), holds(second)) == ([True], [False])
    body = {"request": "take-1"}
    assert second.post("/table/uno-open/1/do/take_over", body, content_type="application/json").status_code == 200
    assert (holds(first), holds(second)) == ([False], [True])
