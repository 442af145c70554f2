"""Every cookie that we set is for https alone, where the server has https."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.conf import settings as loaded
from django.http import HttpResponse
from django.test import Client

from scoring.queries.keys import key_of
from tests.cast import Day, a_day
from tests.followed import code_of
from tests.programs import PROJECT
from tests.web.visitors import organiser
from tournament.web.host_cookies import add_prefixes

pytestmark = pytest.mark.django_db

MIA = "Mia O'Brien"


@pytest.fixture
def https(settings):
    """As settings.py sets them with TURNTABLE_HTTPS=1; tests/test_settings.py compares them."""
    settings.HTTPS = settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True


def visit_every_door(day: Day) -> Client:
    """A tablet by its key, a screen, a phone that follows somebody, and the form to sign in."""
    browser = Client()
    browser.get(key_of(day.pk, 1).path)
    browser.get("/screen")
    browser.get(f"/e/{day.competition.event.slug}/me/{code_of(day.who(MIA).competitor_id)}")
    browser.get("/login/")
    return browser


def test_every_cookie_is_secure_under_https(https):
    cookies = visit_every_door(a_day("syg", 4, "published")).cookies
    whole_site = {"__Host-turntable_session", "__Host-turntable_csrf", "__Host-turntable_badge"}
    assert set(cookies) == whole_site | {"__Secure-turntable_screen", "__Secure-turntable_follows"}
    assert {cookies[name]["path"] for name in whole_site} == {"/"}
    assert {cookie["domain"] for cookie in cookies.values()} == {""}
    assert {name: bool(cookie["secure"]) for name, cookie in cookies.items()} == dict.fromkeys(cookies, True)


def test_a_browser_that_has_cookies_of_before_an_upgrade_stays_signed_in(https):
    day = a_day("syg", 4, "published")
    member = organiser(day.event)
    assert set(member.cookies) == {"turntable_session"}
    page = f"/organise/{day.competition.event.slug}/"
    assert member.get(page).status_code == 200
    member.post("/logout/")
    assert member.get(page).status_code != 200


def test_a_cookie_that_another_host_of_the_domain_sets_goes_behind_ours(https):
    """Any host of a domain may set one of the plain name for all of them, but none of ours."""
    day = a_day("syg", 4, "published")
    page = f"/organise/{day.competition.event.slug}/"
    member, other = organiser(day.event), Client()
    other.cookies["__Host-turntable_session"] = member.cookies["turntable_session"].value
    other.cookies["turntable_session"] = "somebody-else"
    assert other.get(page).status_code == 200


def test_what_is_deleted_does_not_come_back_by_its_old_name():
    cookies = HttpResponse().cookies
    cookies["turntable_follows"] = ""
    cookies["turntable_follows"].update({"path": "/e/syg/", "max-age": 0})
    cookies["turntable_session"] = "new"
    cookies["turntable_session"].update({"path": "/", "httponly": True, "samesite": "Lax", "max-age": 60})
    add_prefixes(cookies)
    assert sorted(cookies.output(header="").splitlines()) == [
        " __Host-turntable_session=new; HttpOnly; Max-Age=60; Path=/; SameSite=Lax; Secure",
        ' __Secure-turntable_follows=""; Max-Age=0; Path=/e/syg/; Secure',
        ' turntable_follows=""; Max-Age=0; Path=/e/syg/',
    ]


def test_on_plain_http_they_come_back():
    cookies = visit_every_door(a_day("syg", 4, "published")).cookies
    assert [name for name, cookie in cookies.items() if cookie["secure"]] == []
    assert loaded.HTTPS is False


def cookies_set() -> list[tuple[Path, ast.Call]]:
    files = [file for room in ("tournament", "scoring") for file in (PROJECT / room).rglob("*.py")]
    calls = ((file, node) for file in files for node in ast.walk(ast.parse(file.read_text())))
    return [
        (file, node)
        for file, node in calls
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("set_cookie", "set_signed_cookie")
    ]


def test_no_call_forgets_it():
    """Those that the doors above do not reach, too."""
    secure = {
        (file.name, ast.unparse(keyword.value))
        for file, call in cookies_set()
        for keyword in call.keywords
        if keyword.arg == "secure"
    }
    assert secure == {(file.name, "settings.HTTPS") for file, _ in cookies_set()}
    assert len(cookies_set()) >= 2
