"""Somebody's own account: the name the log uses, and a password for whoever came by a link."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from tests.cast import Day
from tests.web.reading import read_page
from tests.web.visitors import account, come_in, invited, organiser
from tournament.actions import setup
from tournament.actions.accounts import make_login_link
from tournament.models import Account

pytestmark = pytest.mark.django_db

PASSWORD = "seven tall poppies"


@pytest.fixture
def sam() -> Client:
    """An MC who came without a password."""
    return organiser(Day("syg").event, "mc", name="Sam Reid")


def signs_in(name: str, password: str) -> bool:
    return Client().post("/login/", {"sign_in": name, "password": password}).status_code == 302


def test_the_top_bar_leads_there(sam):
    assert 'href="/account/">Your account</a>' in read_page(sam.get("/"))
    assert '<h2 id="password-head">Set a password</h2>' in read_page(sam.get("/account/"))


def test_whoever_came_by_a_link_sets_a_password_later_and_stays_in(sam):
    typed = {"do": "password", "sign_in": "Sam@club.example", "password": PASSWORD}
    answer = read_page(sam.post("/account/", typed, follow=True))
    assert "From now on you can sign in as sam@club.example." in answer and "Change the password" in answer
    assert signs_in("sam@club.example", PASSWORD)


def test_a_password_is_changed_by_whoever_knows_it(sam):
    sam.post("/account/", {"do": "password", "sign_in": "sam", "password": PASSWORD})
    new = {"do": "password", "sign_in": "sam", "password": "four short daisies"}
    refused = sam.post("/account/", new | {"current": "guessed"})
    assert refused.status_code == 422 and "The current password isn’t right." in read_page(refused)
    assert signs_in("sam", PASSWORD)
    sam.post("/account/", new | {"current": PASSWORD})
    assert (signs_in("sam", PASSWORD), signs_in("sam", "four short daisies")) == (False, True)
    assert sam.get("/account/").status_code == 200


def test_a_new_password_ends_every_other_session(sam):
    sam.post("/account/", {"do": "password", "sign_in": "sam", "password": PASSWORD})
    elsewhere = Client()
    elsewhere.post("/login/", {"sign_in": "sam", "password": PASSWORD})
    assert elsewhere.get("/account/").status_code == 200
    new = {"do": "password", "sign_in": "sam", "password": "four short daisies", "current": PASSWORD}
    sam.post("/account/", new)
    assert (sam.get("/account/").status_code, elsewhere.get("/account/").status_code) == (200, 302)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"sign_in": "sam", "password": "12345678"}, "This password is too common."),
        ({"sign_in": "sam", "password": ""}, "Type a new password."),
        ({"sign_in": "", "password": PASSWORD}, "A password needs a sign-in name"),
        ({"sign_in": "taken", "password": PASSWORD}, "Somebody else signs in as “taken”."),
    ],
)
def test_a_refused_password_says_why_and_keeps_the_sign_in_name(sam, typed, sentence):
    Account.objects.create(username="taken")
    answer = sam.post("/account/", {"do": "password"} | typed)
    text = read_page(answer)
    assert (answer.status_code, sentence in text, f'value="{typed["sign_in"]}"' in text) == (422, True, True)
    assert not account(sam).has_usable_password()


def test_a_name_is_mended(sam):
    assert "Saved." in read_page(sam.post("/account/", {"do": "name", "name": "Sam  Reid-Katoa"}, follow=True))
    assert str(account(sam)) == "Sam Reid-Katoa"
    answer = sam.post("/account/", {"do": "name", "name": " "})
    assert (answer.status_code, "Your name is missing." in read_page(answer)) == (422, True)


def test_an_mc_lands_where_the_competitions_and_the_clock_are():
    day = Day("syg").people(2)
    client, competition = Client(), day.competition
    answer = come_in(client, invited(day.event, "mc"), name="Sam Reid")
    assert answer["Location"] == f"/mc/{competition.event.slug}/"
    assert client.get(answer["Location"])["Location"] == f"/mc/{competition.event.slug}/{competition.slug}/"
    assert "Once it is, the clock appears here." in read_page(
        client.get(f"/mc/{competition.event.slug}/{competition.slug}/")
    )
    setup.create_competition(by=day.organiser, event=day.event, preset_name="syg", name="Under 18")
    text = read_page(client.get(answer["Location"]))
    draw, results = f"/c/{competition.slug}/draw/", f"/c/{competition.slug}/results/?as=team"
    assert f'href="{draw}"' in text and f'href="{results}"' in text
    assert f'href="/mc/{competition.event.slug}/{competition.slug}/"' in text
    assert f'href="/mc/{competition.event.slug}/"' in read_page(client.get("/organise/"))


def test_the_first_page_lets_people_sign_in(client, sam):
    assert '<a class="plain-button" href="/login/">Sign in</a>' in read_page(client.get("/"))
    assert "Sign in<" not in read_page(sam.get("/"))


def test_the_first_organiser_sets_a_password_without_being_asked_for_one(client):
    come_in(client, make_login_link(), name="Ruth Katoa")
    page = read_page(client.get("/account/"))
    assert "Set a password" in page and "Current password" not in page
    client.post("/account/", {"do": "password", "sign_in": "ruth", "password": PASSWORD})
    assert signs_in("ruth", PASSWORD)


def test_a_second_link_of_the_terminal_leads_the_same_person_in_who_need_not_know_the_password(client):
    come_in(client, make_login_link(), name="Ruth Katoa", sign_in="ruth", password=PASSWORD)
    again = Client()
    again.get(make_login_link())
    assert "Come in as <bdi>Ruth Katoa</bdi>" in read_page(again.get("/welcome/"))
    again.post("/welcome/", {})
    assert Account.objects.count() == 1
    assert "Current password" not in read_page(again.get("/account/"))
    again.post("/account/", {"do": "password", "sign_in": "ruth", "password": "four short daisies"})
    assert (signs_in("ruth", PASSWORD), signs_in("ruth", "four short daisies")) == (False, True)
    assert again.get("/organise/").status_code == 200


def test_who_signed_in_with_a_password_still_says_it_before_changing_it(client):
    come_in(client, make_login_link(), name="Ruth Katoa", sign_in="ruth", password=PASSWORD)
    ruth = Client()
    ruth.post("/login/", {"sign_in": "ruth", "password": PASSWORD})
    assert "Current password" in read_page(ruth.get("/account/"))
    new = {"do": "password", "sign_in": "ruth", "password": "four short daisies"}
    assert ruth.post("/account/", new).status_code == 422


def test_an_account_of_before_with_an_empty_password_can_set_one():
    Account.objects.create(username="organiser", is_superuser=True, first_name="Ruth Katoa", password="")
    migration = import_module("tournament.migrations.0022_no_empty_passwords")
    migration.make_unusable(apps, None)
    assert not Account.objects.get().has_usable_password()
