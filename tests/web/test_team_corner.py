"""Public pages are the same for everybody; what people who are signed in see besides is fetched by their browser."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.cast import a_day
from tests.web.reading import read_page
from tests.web.visitors import organiser
from tournament.models import Event
from tournament.web.team_corner import COOKIE

pytestmark = pytest.mark.django_db

CORNER = "/team-corner"


def corner(client: Client, of: str) -> str:
    return read_page(client.get(CORNER, {"of": of}))


def test_a_browser_is_told_that_somebody_is_signed_in_and_no_more():
    """In a cookie that scripts may read; it goes when they sign out, and opens nothing."""
    day = a_day("syg", 4, "published")
    ruth, page = organiser(day.event), f"/organise/{day.competition.event.slug}/"
    assert ruth.get(page).status_code == 200
    told = ruth.cookies[COOKIE]
    assert (told.value, bool(told["httponly"]), told["samesite"]) == ("1", False, "Lax")
    assert COOKIE not in ruth.get(page).cookies, "it is set once"
    stranger = Client()
    stranger.cookies[COOKIE] = "1"
    assert corner(stranger, "/c/uno-open/draw/") == ""
    ruth.post("/logout/")
    assert ruth.cookies[COOKIE].value == ""


def test_the_way_to_what_the_team_sees_is_for_the_team_of_that_event_alone():
    day = a_day("syg", 4, "published")
    ruth = organiser(day.event)
    other = organiser(Event.objects.create(name="Other", slug="other").pk, name="Cal Young")
    for page in ("/c/uno-open/", "/c/uno-open/rounds/1/", f"/e/{day.competition.event.slug}/"):
        assert f'href="{page}?as=team">See what your team sees' in corner(ruth, page)
        assert "Signed in as <bdi>Cal Young</bdi>" in corner(other, page)
        assert "as=team" not in corner(other, page)
        shown = read_page(ruth.get(f"{page}?as=team"))
        assert f'href="{page}">See what everyone sees' in shown
        assert f'hx-get="{page}?as=team"' in shown, "what is told later is asked for in the same way"


@pytest.mark.parametrize(
    "of", ["", "/c/nobodys/", "/organise/", "/account/", "//example.org/c/uno-open/", "c/uno-open/", "/e/nobodys/"]
)
def test_nothing_but_a_public_page_has_such_a_way(of):
    ruth = organiser(a_day("syg", 4, "published").event)
    text = corner(ruth, of)
    assert "Signed in as" in text and "as=team" not in text
