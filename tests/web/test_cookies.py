"""Every cookie that we set is for https alone, where the server has https."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.conf import settings as loaded
from django.test import Client

from scoring.queries.keys import Key
from tests.cast import Day, a_day
from tests.programs import PROJECT
from tournament.web.following import code_of

pytestmark = pytest.mark.django_db

MIA = "Mia O'Brien"


@pytest.fixture
def https(settings):
    """As settings.py sets them with TURNTABLE_HTTPS=1; tests/test_settings.py compares them."""
    settings.HTTPS = settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True


def visit_every_door(day: Day) -> Client:
    """A tablet by its key, a screen, a phone that follows somebody, and the form to sign in."""
    browser = Client()
    browser.get(Key(day.pk, 1).path)
    browser.get("/screen")
    browser.get(f"/e/{day.competition.event.slug}/me/{code_of(day.who(MIA).competitor_id)}")
    browser.get("/login/")
    return browser


def test_every_cookie_is_secure_under_https(https):
    cookies = visit_every_door(a_day("syg", 4, "published")).cookies
    assert {"turntable_session", "turntable_csrf", "turntable_screen", "turntable_follows"} <= set(cookies)
    assert {name: bool(cookie["secure"]) for name, cookie in cookies.items()} == dict.fromkeys(cookies, True)


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
