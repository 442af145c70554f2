"""Two quick presses of the button that comes in: the second is sent with the session that the first has ended, and
its answer is the one the browser shows."""

from __future__ import annotations

import re
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

import pytest
import time_machine
from django.test import Client

from tests.cast import Day
from tests.web.reading import read_page
from tests.web.visitors import account, coordinator, invited, signed_in
from tournament.actions.accounts import make_login_link
from tournament.models import Account, LogEntry, Membership

pytestmark = pytest.mark.django_db
PASSWORD = {"name": "Jo Hall", "sign_in": "jo@club.example", "password": "seven-of-hearts"}


def form_of(client: Client, path: str) -> dict[str, str]:
    """The keys of the page's last form."""
    page = read_page(client.get(path, follow=True))
    return {
        field: re.findall(rf'name="{field}" value="([^"]+)"', page)[-1] for field in ("csrfmiddlewaretoken", "request")
    }


def press_twice(client: Client, path: str, body: dict[str, str]) -> list[Any]:
    """The browser sends the second before it has heard the first answer, so both carry the same cookies."""
    before = client.cookies.output()
    first = client.post(path, body)
    client.cookies = SimpleCookie(before.replace("Set-Cookie: ", ""))
    return [first, client.post(path, body)]


def strict() -> Client:
    return Client(enforce_csrf_checks=True)


def test_the_keeper_is_in():
    client = strict()
    keys = form_of(client, make_login_link())
    answers = press_twice(client, "/welcome/", keys | {"name": "Ruth Katoa"})
    assert [(answer.status_code, answer["Location"]) for answer in answers] == [(302, "/organise/")] * 2
    assert (signed_in(client), account(client).first_name) == (True, "Ruth Katoa")


@pytest.mark.parametrize("role", ["organiser", "mc"])
def test_whoever_is_invited_is_in_once(role):
    day, client = Day("syg"), strict()
    keys = form_of(client, invited(day.event, role))
    first, second = press_twice(client, "/welcome/", keys | {"name": "Tui Hall"})
    assert (first.status_code, first["Location"]) == (second.status_code, second["Location"])
    assert signed_in(client)
    assert (Account.objects.count(), Membership.objects.count()) == (1, 1)
    assert LogEntry.objects.filter(what="joined").count() == 1


def test_a_coordinator_is_in_and_stays_in_the_groups_opened_before():
    day, client = Day("syg"), strict()
    groups = [day.group("Riverside"), day.group("Elim")]
    for group in groups:
        keys = form_of(client, invited(day.event, "coordinator", group))
        answers = press_twice(client, "/welcome/", keys)
        assert [answer["Location"] for answer in answers] == [f"/group/{group}/"] * 2
    assert [client.get(f"/group/{group}/").status_code for group in groups] == [200, 200]


def test_a_coordinator_who_sets_a_password_is_in_once():
    day = Day("syg")
    group = day.group("Riverside")
    client = coordinator(group)
    address = f"/group/{group}/password/"
    answers = press_twice(client, address, form_of(client, address) | PASSWORD)
    assert [answer["Location"] for answer in answers] == [f"/group/{group}/"] * 2
    assert (signed_in(client), account(client).username) == (True, "jo@club.example")
    assert (Account.objects.count(), Membership.objects.count()) == (1, 1)


@pytest.mark.parametrize("by", ["login", "join", "password"])
def test_the_second_press_may_come_with_the_new_session_and_the_old_form(by):
    """The first answer's cookies were there already, its page was not."""
    day, client, path, typed = Day("syg"), strict(), "/welcome/", {"name": "Ruth"}
    if by == "password":
        group = day.group("Riverside")
        path, typed = f"/group/{group}/password/", PASSWORD
        form_of(client, invited(day.event, "coordinator", group))
        client.post("/welcome/", form_of(client, "/welcome/"))
        keys = form_of(client, path)
    else:
        keys = form_of(
            client, make_login_link() if by == "login" else invited(day.event, "coordinator", day.group("Elim"))
        )
    first, second = client.post(path, keys | typed), client.post(path, keys | typed)
    assert (first.status_code, second.status_code, second["Location"]) == (302, 302, first["Location"])


def test_a_form_from_elsewhere_is_refused_at_every_other_page():
    client = strict()
    client.post("/welcome/", form_of(client, make_login_link()) | {"name": "Ruth"})
    assert client.post("/organise/new/", {"name": "Spring", "preset": "syg"}).status_code == 403


def test_after_a_minute_the_form_comes_in_no_more():
    client = strict()
    with time_machine.travel("2026-11-21T08:00:00Z", tick=False) as now:
        keys = form_of(client, make_login_link())
        before = client.cookies.output()
        client.post("/welcome/", keys | {"name": "Ruth"})
        client.cookies = SimpleCookie(before.replace("Set-Cookie: ", ""))
        now.shift(timedelta(seconds=61))
        assert client.post("/welcome/", keys | {"name": "Ruth"})["Location"] == "/login/"
    assert not signed_in(client)


@pytest.mark.parametrize("link", ["none", "used"])
def test_another_browser_does_not_come_in_by_the_same_form(link):
    client, other, login = strict(), Client(), make_login_link()
    keys = form_of(client, login)
    if link == "used":
        other.get(login)
    client.post("/welcome/", keys | {"name": "Ruth"})
    other.post("/welcome/", keys | {"name": "Ruth"})
    assert not signed_in(other)
