"""Where somebody is signed in: they see it on the page of their account, and can end each by itself."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Final

import pytest
import time_machine
from django.apps import apps
from django.contrib.sessions.models import Session
from django.test import Client

from tests.cast import Day
from tests.web.reading import read_page
from tests.web.visitors import come_in, invited
from tournament.actions.accounts import make_login_link
from tournament.models import Account, Event, SignIn

pytestmark = pytest.mark.django_db

PASSWORD: Final = "seven tall poppies"
FIREFOX: Final = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0"
PHONE: Final = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36"


@pytest.fixture
def laptop() -> Client:
    """The keeper, who came by the terminal's link and set a password."""
    client = Client(headers={"user-agent": FIREFOX})
    come_in(client, make_login_link(), name="Ruth Katoa", sign_in="ruth", password=PASSWORD)
    return client


def on_a_phone() -> Client:
    client = Client(headers={"user-agent": PHONE})
    assert client.post("/login/", {"sign_in": "ruth", "password": PASSWORD}).status_code == 302
    return client


def listed(client: Client) -> list[str]:
    """What the page says of each, in its order."""
    page = read_page(client.get("/account/"))
    cards = page.partition("Where you’re signed in")[2].partition("If you don’t know")[0].split("</li>")[:-1]
    return [" ".join(re.sub(r"<[^>]+>", " ", card).split()) for card in cards]


def number_of(client: Client) -> int:
    return SignIn.objects.get(session=client.session.session_key).pk


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def end(client: Client, number: int | str) -> str:
    return read_page(client.post("/account/", {"do": "end", "signed_in": number}, follow=True))


def test_the_account_says_where_it_is_signed_in_and_since_when():
    with time_machine.travel(datetime(2026, 11, 20, 18, 0, tzinfo=UTC), tick=False) as clock:
        laptop = Client(headers={"user-agent": FIREFOX})
        come_in(laptop, make_login_link(), name="Ruth Katoa", sign_in="ruth", password=PASSWORD)
        clock.shift(timedelta(minutes=5))
        phone = on_a_phone()
        this, other = listed(phone)
    assert re.fullmatch(r"Chrome on Android since \w+ 2\d November, \d\d:05 You’re using it now.", this)
    assert re.match(r"Firefox on Linux since \w+ 2\d November, \d\d:00 Sign out there", other)


def test_a_browser_that_says_nothing_of_itself_is_a_browser(laptop):
    client = Client(headers={"user-agent": "<b>mine</b>"})
    client.post("/login/", {"sign_in": "ruth", "password": PASSWORD})
    assert listed(client)[0].startswith("A browser since ")


def test_signing_out_elsewhere_ends_that_one_at_its_next_request_and_no_other(laptop):
    phone, tablet = on_a_phone(), on_a_phone()
    assert "You’re signed out there." in end(laptop, number_of(phone))
    assert (is_in(laptop), is_in(phone), is_in(tablet)) == (True, False, True)
    assert len(listed(laptop)) == 2


def test_a_page_that_is_open_there_asks_to_sign_in_at_the_next_news(laptop):
    phone, address = on_a_phone(), f"/organise/{Event.objects.get(pk=Day('syg').event).slug}/"
    assert phone.get(address).status_code == 200
    end(laptop, number_of(phone))
    assert phone.get(address, headers={"HX-Request": "true"})["HX-Redirect"].startswith("/login/?next=")


def test_twice_says_so_and_nothing_else_happens(laptop):
    number = number_of(on_a_phone())
    end(laptop, number)
    assert "You had already signed out there." in end(laptop, number)
    assert is_in(laptop)


@pytest.mark.parametrize("number", ["", "-1", "nothing", "9" * 40])
def test_what_is_no_number_of_theirs_ends_nothing(laptop, number):
    phone = on_a_phone()
    end(laptop, number)
    assert is_in(laptop) and is_in(phone)


def test_nobody_ends_somebody_elses(laptop):
    mc = Client()
    come_in(mc, invited(Day("syg").event, "mc"), name="Sam Reid")
    assert "You had already signed out there." in end(mc, number_of(laptop))
    assert is_in(laptop)
    assert len(listed(mc)) == 1


def test_who_signed_out_is_not_listed_and_the_row_goes_at_the_next_signing_in(laptop):
    phone = on_a_phone()
    phone.post("/logout/")
    assert len(listed(laptop)) == 1
    on_a_phone()
    assert SignIn.objects.count() == 2


def test_what_is_too_old_is_not_listed(laptop):
    phone = on_a_phone()
    Session.objects.filter(pk=phone.session.session_key).update(expire_date=datetime(2020, 1, 1, tzinfo=UTC))
    assert len(listed(laptop)) == 1


def test_the_note_goes_with_a_session_that_gets_another_key(laptop):
    """Opening a coordinator's link does that, and so does a new password."""
    day = Day("syg")
    before = laptop.session.session_key
    come_in(laptop, invited(day.event, "coordinator", day.group("Riverside")))
    assert laptop.session.session_key != before
    assert [sign_in.endswith("You’re using it now.") for sign_in in listed(laptop)] == [True]


def test_a_new_password_leaves_one(laptop):
    on_a_phone()
    laptop.post("/account/", {"do": "password", "sign_in": "ruth", "password": "four short daisies"})
    assert [sign_in.endswith("You’re using it now.") for sign_in in listed(laptop)] == [True]
    assert Session.objects.count() == SignIn.objects.count() == 1


def test_somebody_else_in_the_same_browser_is_noted_for_themselves(laptop):
    come_in(laptop, "/logout/")
    laptop.post("/logout/")
    come_in(laptop, invited(Day("syg").event, "mc"), name="Sam Reid", sign_in="sam", password=PASSWORD)
    laptop.post("/login/", {"sign_in": "ruth", "password": PASSWORD})
    assert len(listed(laptop)) == 1
    assert SignIn.objects.get(session=laptop.session.session_key).account == Account.objects.get(username="ruth")


def test_the_page_asks_as_often_for_three_as_for_one(laptop, django_assert_num_queries):
    with django_assert_num_queries(3):
        laptop.get("/account/")
    on_a_phone(), on_a_phone()
    with django_assert_num_queries(3):
        laptop.get("/account/")


def test_who_was_signed_in_before_this_version_is_listed(laptop):
    umpire = Client()
    umpire.get("/table/")
    SignIn.objects.all().delete()
    import_module("tournament.migrations.0045_sign_ins").note_those_signed_in(apps, None)
    assert [sign_in.startswith("A browser since ") for sign_in in listed(laptop)] == [True]
