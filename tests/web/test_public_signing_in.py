"""Signing in by link: once, by a button, by one person."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tournament.actions.accounts import make_login_link
from tournament.models import LoginLink

pytestmark = pytest.mark.django_db
REFUSED = "This login link was used already, or is too old."


def signed_in(client) -> bool:
    return "Signed in as" in client.get("/").content.decode()


def test_opening_the_link_only_asks(client):
    """Link previews and prefetching browsers open links; that must not use this one up."""
    link = make_login_link()
    for _ in range(2):
        answer = client.get(link)
        assert answer.status_code == 200
        assert "Sign in as organiser" in answer.content.decode()
        assert "no-store" in answer["Cache-Control"]
    assert client.head(link).status_code == 200
    assert not signed_in(client)
    assert LoginLink.objects.get().used_at is None


def test_the_button_signs_in_and_goes_to_the_first_page(client):
    answer = client.post(make_login_link())
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert signed_in(client)


def test_a_link_works_once(client):
    link = make_login_link()
    client.post(link)
    other = Client()
    answer = other.post(link)
    assert answer.status_code == 403
    assert REFUSED in answer.content.decode()
    assert not signed_in(other)


def test_a_link_is_too_old_after_a_day(client):
    link = make_login_link()
    LoginLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert client.post(link).status_code == 403
    assert not signed_in(client)


@pytest.mark.parametrize("token", ["x", "x" * 500, "ü", "%00", "..%2f"])
def test_a_guessed_link_is_refused(client, token):
    answer = client.post(f"/login/{token}")
    assert answer.status_code in (403, 404)
    assert not signed_in(client)


def test_the_session_gets_a_new_key(client):
    """A key that somebody planted before must be worth nothing afterwards."""
    session = client.session
    session["planted"] = True
    session.save()
    before = session.session_key
    client.post(make_login_link())
    assert client.session.session_key != before


def test_a_form_from_elsewhere_is_refused_in_plain_words():
    strict = Client(enforce_csrf_checks=True)
    link = make_login_link()
    answer = strict.post(link)
    assert answer.status_code == 403
    assert "nothing was changed" in answer.content.decode()
    assert LoginLink.objects.get().used_at is None


def test_signing_out_takes_a_button(client):
    client.post(make_login_link())
    assert "Sign out" in client.get("/logout/").content.decode()
    assert signed_in(client)
    answer = client.post("/logout/")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert not signed_in(client)


@pytest.mark.django_db(transaction=True)
def test_two_at_once_cannot_both_win():
    link = make_login_link()
    start = threading.Barrier(2)
    answers: list[int] = []

    def press() -> None:
        start.wait()
        answers.append(Client().post(link).status_code)
        connection.close()

    threads = [threading.Thread(target=press) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [302, 403]
