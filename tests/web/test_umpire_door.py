"""Getting in to a table: by its QR code, its short code, the roaming key; and out again when the key is renewed."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client, RequestFactory

from scoring.actions.keys import renew_key
from scoring.queries.keys import CODE_LENGTH, LETTERS, Key, key_of, keys_of
from scoring.web import umpire_door, umpire_page
from tests.cast import Day
from tests.web.reading import read_page
from tests.web.visitors import organiser
from tournament.web import badges, throttle
from tournament.web.waiting import PAUSE_HEADER

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


def test_the_roaming_umpires_list_is_shown_page_by_page_and_leads_to_any_table(client, day, monkeypatch):
    monkeypatch.setattr(umpire_page, "TABLES_ON_A_PAGE", 1)
    client.get(keys(day)[0].path)
    first, second = (read_page(client.get(f"/table/uno-open/{query}")) for query in ("", "?page=2"))
    assert "Tables 1–1 of 2" in first and "No hand yet" in first
    assert ('href="/table/uno-open/1/"' in first, 'href="/table/uno-open/2/"' in first) == (True, False)
    assert ('href="/table/uno-open/1/"' in second, 'href="/table/uno-open/2/"' in second) == (False, True)
    assert client.get("/table/uno-open/?table=2")["Location"] == "/table/uno-open/2/"
    assert client.get("/table/uno-open/?table=3").status_code == 200


def test_whoever_knew_the_session_of_a_tablet_before_is_not_let_in_with_it(client, day):
    """Nor does a key that is already held give it another session: a tablet that sends just then stays in."""
    client.get(key_of(day.pk, 2).path)
    planted = client.cookies["turntable_session"].value
    client.get(key_of(day.pk, 1).path)
    given = client.cookies["turntable_session"].value
    assert given != planted
    other = Client()
    other.cookies["turntable_session"] = planted
    assert other.get(f"/table/{day.competition.slug}/1/state.json").status_code == 403
    assert client.get(f"/table/{day.competition.slug}/1/state.json").status_code == 200
    assert client.get(f"/table/{day.competition.slug}/2/state.json").status_code == 200
    client.get(key_of(day.pk, 1).path)
    assert client.cookies["turntable_session"].value == given


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
    for _ in range(throttle.LINKS_PER_ADDRESS - 2):
        throttle.count_wrong_link(RequestFactory().get("/t/guess"))
    answers = [client.get(f"/t/guess{n}") for n in range(2)]
    assert [answer.status_code for answer in answers] == [403, 429]
    assert "That was too many wrong codes." in read_page(answers[-1])
    assert client.get(keys(day)[1].path).status_code == 302


# Guessing the short code


def type_in(code: str, address: str = "192.0.2.1") -> tuple[int, str | None]:
    """The status, and for how long the answer is held back."""
    answer = Client().post("/table/", {"code": code}, REMOTE_ADDR=address)
    return answer.status_code, answer.headers.get(PAUSE_HEADER)


def guess(times: int, address: str = "192.0.2.1") -> None:
    """So many wrong ones before."""
    for _ in range(times):
        throttle.count_wrong_code(RequestFactory().post("/table/", REMOTE_ADDR=address))


LATE = str(throttle.PAUSE)


def test_many_wrong_codes_make_the_next_wrong_ones_wait(day):
    """A right one comes in at once, at the same address too."""
    guess(throttle.CODES_PER_ADDRESS - 1)
    assert [type_in("guess"), type_in("guess")] == [(403, None), (403, LATE)]
    assert type_in(keys(day)[1].code) == (302, None)
    assert type_in("guess", address="192.0.2.2") == (403, None)


def test_whatever_is_guessed_elsewhere_nobody_else_waits(day):
    """Three hundred wrong codes an hour once made everybody wait, and most were refused."""
    for number in range(50):
        guess(throttle.CODES_PER_ADDRESS, address=f"198.51.100.{number}")
    assert [type_in(keys(day)[1].code, address=f"203.0.113.{number}") for number in range(12)] == [(302, None)] * 12
    assert type_in("mistyped", address="203.0.113.1") == (403, None)


def test_guessed_codes_do_not_slow_passwords(day):
    guess(throttle.CODES_PER_ADDRESS, address="127.0.0.1")
    answer = Client().post("/login/", {"sign_in": "ruth", "password": "guess"})
    assert PAUSE_HEADER not in answer.headers


def test_whoever_came_in_wears_a_badge(day):
    client = Client()
    client.get("/table/")
    assert badges.COOKIE not in client.cookies
    client.get(keys(day)[1].path)
    badge = client.cookies[badges.COOKIE]
    assert badges.checked(badge.value) and badge["httponly"]
    assert badges.checked(badge.value[:-1]) == badges.checked("x" * 1000) == badges.Badge()
    assert badges.COOKIE not in client.get(f"/table/{day.competition.slug}/1/").cookies  # it has a good one


def badge_of(client: Client) -> str:
    return badges.checked(client.cookies[badges.COOKIE].value).right


def let_in(path: str) -> Client:
    client = Client()
    client.get(path)
    return client


def test_whoever_comes_in_by_one_table_s_key_wears_one_badge_however_often(day):
    """A player who has photographed a table's code could fill the threads for hands with badges of its own."""
    path = f"/table/{day.competition.slug}/1/state.json"
    worn = set()
    for _ in range(5):
        client = let_in(keys(day)[1].path)
        worn.add(badge_of(client))
        del client.cookies[badges.COOKIE]
        client.get(path)
        worn.add(badge_of(client))
    assert len(worn) == 1
    assert badge_of(let_in(keys(day)[2].path)) not in worn
    renew_key(by=day.organiser, competition=day.pk, number=1)
    assert badge_of(let_in(keys(day)[1].path)) not in worn


def test_a_badge_says_which_browser_wears_it_however_often_it_is_given(day):
    """A browser is a session, which only a table's key brings."""
    first, second = let_in(keys(day)[1].path), let_in(keys(day)[1].path)
    told = []
    for client in (first, second, first):
        told.append(badges.checked(client.cookies[badges.COOKIE].value).browser)
        del client.cookies[badges.COOKIE]
        client.get(f"/table/{day.competition.slug}/1/state.json")
    assert told[0] == told[2] != told[1] and all(told)


def test_a_badge_of_another_right_is_replaced_and_one_of_before_an_upgrade_too(day):
    client = let_in(keys(day)[1].path)
    own = badge_of(client)
    for other in (badge_of(let_in(keys(day)[2].path)), "0123456789abcdef"):
        client.cookies[badges.COOKIE] = badges._signer().sign(other)
        assert client.get(f"/table/{day.competition.slug}/1/state.json").status_code == 200
        assert badge_of(client) == own


def test_roaming_umpires_share_a_few_badges_and_an_account_has_one_of_its_own(day):
    worn = {badge_of(let_in(keys(day)[0].path)) for _ in range(40)}
    assert 1 < len(worn) <= umpire_door.BADGES_OF_ROAMING_UMPIRES
    office = organiser(day.event)
    for path in (f"/organise/{day.competition.event.slug}/", f"/table/{day.competition.slug}/1/state.json"):
        office.get(path)
        worn.add(badge_of(office))
    assert len(worn) <= umpire_door.BADGES_OF_ROAMING_UMPIRES + 1


def test_a_tablet_that_was_open_before_an_upgrade_gets_its_badge_with_the_next_answer(day):
    client = Client()
    client.get(keys(day)[1].path)
    del client.cookies[badges.COOKIE]
    client.get(f"/table/{day.competition.slug}/1/state.json")
    assert badges.checked(client.cookies[badges.COOKIE].value)


def test_whoever_is_not_let_in_gets_no_badge(day):
    client = Client()
    assert client.get(f"/table/{day.competition.slug}/1/state.json").status_code == 403
    assert client.get(f"/organise/{day.competition.event.slug}/", headers={"HX-Request": "true"}).status_code == 200
    assert badges.COOKIE not in client.cookies


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
        return [held["holds"] for held in client.get("/table/uno-open/1/state.json").json()["tablets"] if held["you"]]

    assert (holds(first), holds(second)) == ([True], [False])
    body = {"request": "take-1"}
    assert second.post("/table/uno-open/1/do/take_over", body, content_type="application/json").status_code == 200
    assert (holds(first), holds(second)) == ([False], [True])
