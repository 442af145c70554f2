"""Signing in by the link the server prints: once, by a button, by one person; and with a password."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.cast import Day
from tests.web.reading import read_page
from tests.web.visitors import come_in, invited, signed_in
from tournament.actions.accounts import make_login_link
from tournament.models import Account, LoginLink

pytestmark = pytest.mark.django_db
REFUSED = "This login link has been used, is too old, or a newer one took its place."


@pytest.fixture(autouse=True)
def nothing_counted():
    cache.clear()


def test_opening_the_link_only_asks(client):
    """Link previews and prefetching browsers open links; that must not use this one up."""
    link = make_login_link()
    for _ in range(2):
        answer = client.get(link, follow=True)
        assert answer.redirect_chain == [("/welcome/", 302)]
        assert "It works once." in read_page(answer)
        assert "no-store" in answer["Cache-Control"]
    assert client.head(link).status_code == 302
    assert not signed_in(client)
    assert LoginLink.objects.get().used_at is None


@pytest.mark.parametrize("kind", ["login", "organiser", "coordinator"])
def test_the_link_is_gone_from_the_address_and_the_page_and_stored_nowhere(client, kind):
    day = Day("syg")
    group = day.group("Riverside") if kind == "coordinator" else None
    link = make_login_link() if kind == "login" else invited(day.event, kind, group)
    token = link.rpartition("/")[2]
    assert token not in read_page(client.get(link, follow=True))
    assert list(client.session.keys()) == ["arriving_by"]
    assert [row for row in rows() if token in row] == []
    client.post("/welcome/", {"name": "Ruth", "request": "0" * 32})
    assert [row for row in rows() if token in row] == []


def rows() -> list[str]:
    """Every row of every table as text, what sessions hold included."""
    held = [str(session.get_decoded()) for session in Session.objects.all()]
    return held + [str(row) for model in apps.get_models() for row in model._default_manager.values()]


def test_the_first_time_it_asks_for_a_name_and_then_goes_to_the_events(client):
    answer = come_in(client, make_login_link(), name="Ruth Katoa")
    assert (answer.status_code, answer["Location"]) == (302, "/organise/")
    assert "Ruth Katoa" in read_page(client.get("/organise/"))
    assert Account.objects.get().is_superuser


def test_the_second_time_it_knows_the_name(client):
    come_in(client, make_login_link(), name="Ruth Katoa")
    other = Client()
    page = read_page(other.get(make_login_link(), follow=True))
    assert "Come in as <bdi>Ruth Katoa</bdi>" in page
    assert other.post("/welcome/").status_code == 302
    assert signed_in(other)
    assert Account.objects.get().first_name == "Ruth Katoa"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": ""}, "Your name is missing"),
        ({"name": "Ruth\x00"}, "characters that can’t be"),
        ({"name": "R" * 10_000}, "80 characters"),
        ({"name": "Ruth", "sign_in": "ruth@example.org"}, "Type a password as well"),
        ({"name": "Ruth", "password": "correct horse"}, "needs a sign-in name"),
        ({"name": "Ruth", "sign_in": "ruth", "password": "12345678"}, "too common"),
        ({"name": "Ruth", "sign_in": "r" * 81, "password": "correct horse"}, "at most 80 plain characters"),
    ],
)
def test_what_is_mistyped_is_said_and_the_link_is_still_good(client, typed, sentence):
    link = make_login_link()
    answer = come_in(client, link, **{"name": "Ruth", "sign_in": "", "password": ""} | typed)
    assert answer.status_code == 422
    text = read_page(answer)
    assert sentence in text
    if "sign_in" in typed:
        assert f'value="{typed["sign_in"]}"' in text
    if "sign_in" in typed or "password" in typed:  # the fold stays open on the field that is asked for
        assert '<details class="more" open>' in text
    assert not signed_in(client)
    assert come_in(client, link, name="Ruth").status_code == 302


def test_a_link_works_once(client):
    link = make_login_link()
    other = Client()
    other.get(link)
    come_in(client, link, name="Ruth")
    for answer in (other.post("/welcome/", {"name": "Sam"}), Client().get(link)):
        assert answer.status_code == 403
        assert REFUSED in read_page(answer)
    assert not signed_in(other)
    assert Account.objects.get().first_name == "Ruth"


@pytest.mark.parametrize("how", ["used", "old", "invented", "replaced"])
def test_a_link_that_does_not_work_says_so_at_once(client, how):
    link = make_login_link()
    if how == "used":
        come_in(Client(), link, name="Ruth")
    elif how == "old":
        LoginLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif how == "replaced":
        make_login_link()
    before = list(LoginLink.objects.values())
    answer = client.get("/login/invented" if how == "invented" else link)
    text = read_page(answer)
    assert (answer.status_code, REFUSED in text, "Come in" in text) == (403, True, False)
    assert "no-store" in answer["Cache-Control"]
    assert list(LoginLink.objects.values()) == before


def test_a_link_is_too_old_after_a_day(client):
    link = make_login_link()
    LoginLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert client.get(link).status_code == 403
    assert not signed_in(client)


@pytest.mark.parametrize("token", ["x", "x" * 500, "ü", "%00", "..%2f"])
@pytest.mark.parametrize("way", ["login", "join"])
def test_a_guessed_link_is_refused(client, way, token):
    assert client.get(f"/{way}/{token}").status_code in (403, 404)
    assert client.post("/welcome/")["Location"] == "/login/"
    assert not signed_in(client)


def test_guessing_links_is_slowed_and_a_true_link_from_the_same_hall_still_works(client):
    answers = [client.get(f"/join/guess-{n}").status_code for n in range(120)]
    assert answers[:99] == [403] * 99
    assert answers[-1] == 429
    assert come_in(client, make_login_link(), name="Ruth").status_code == 302


def test_the_session_gets_a_new_key(client):
    """A key that somebody planted before must be worth nothing afterwards."""
    session = client.session
    session["planted"] = True
    session.save()
    before = session.session_key
    come_in(client, make_login_link(), name="Ruth")
    assert client.session.session_key != before


def test_a_form_from_elsewhere_is_refused_in_plain_words():
    strict = Client(enforce_csrf_checks=True)
    strict.get(make_login_link())
    answer = strict.post("/welcome/", {"name": "Ruth"})
    assert answer.status_code == 403
    assert "nothing was changed" in read_page(answer)
    assert LoginLink.objects.get().used_at is None


def test_signing_out_takes_a_button(client):
    come_in(client, make_login_link(), name="Ruth")
    assert "Sign out" in read_page(client.get("/logout/"))
    assert signed_in(client)
    answer = client.post("/logout/")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert not signed_in(client)


# With a password


def with_password() -> None:
    come_in(Client(), make_login_link(), name="Ruth", sign_in="Ruth@Example.org", password="correct horse")


def type_in(client, sign_in="ruth@example.org", password="correct horse", **more):
    return client.post("/login/", {"sign_in": sign_in, "password": password, **more})


@pytest.mark.parametrize("sign_in", ["ruth@example.org", "Ruth@Example.org", " RUTH@example.org "])
def test_whoever_set_a_password_signs_in_with_it(client, sign_in):
    with_password()
    assert type_in(client, sign_in)["Location"] == "/organise/"
    assert signed_in(client)


@pytest.mark.parametrize(
    ("asked", "lands"),
    [
        ("/organise/spring/", "/organise/spring/"),
        ("https://elsewhere.example/", "/organise/"),
        ("//elsewhere.example/", "/organise/"),
        ("javascript:alert(1)", "/organise/"),
        ("spring", "/organise/"),
        ("a b", "/organise/"),
    ],
)
def test_it_goes_back_to_the_page_that_was_asked_for_and_nowhere_else(client, asked, lands):
    with_password()
    assert type_in(client, next=asked)["Location"] == lands


def test_a_wrong_password_says_so_and_keeps_the_name(client):
    with_password()
    answer = type_in(client, password="wrong")
    assert answer.status_code == 403
    assert "don’t match" in read_page(answer)
    assert 'value="ruth@example.org"' in read_page(answer)
    assert not signed_in(client)


@pytest.mark.django_db(transaction=True)
def test_two_at_once_cannot_both_win():
    link = make_login_link()
    start = threading.Barrier(2)
    answers: list[int] = []

    def press() -> None:
        client = Client()
        client.get(link)
        start.wait()
        answers.append(client.post("/welcome/", {"name": "Ruth"}).status_code)
        connection.close()

    threads = [threading.Thread(target=press) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [302, 403]
