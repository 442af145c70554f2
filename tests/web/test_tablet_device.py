"""A tablet is known by what its page tells, also after it lost its cookie, and hears which version the server has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from scoring.models import Tablet
from scoring.queries.keys import keys_of
from tests.cast import Day, a_day
from tournament.web.page_version import page_version, sign_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("both_databases")]

OWN = "a1" * 16


@pytest.fixture
def day() -> Day:
    return a_day("syg", 8, "running")


def come(day: Day) -> Client:
    """A browser without a cookie opens the table's code."""
    client = Client()
    client.get(keys_of(day.competition)[1].path)
    assert client.get("/table/uno-open/1/").status_code == 200
    return client


def tablets(client: Client, device: str) -> list[dict[str, Any]]:
    """What its page hears of the tablets here."""
    headers = {"X-Turntable-Device": device} if device else {}
    client.post("/table/uno-open/1/do/here", {"request": "here"}, content_type="application/json", headers=headers)
    state = client.get("/table/uno-open/1/state.json", headers=headers).json()
    return [{key: tablet[key] for key in ("you", "holds", "here")} for tablet in state["tablets"]]


ALONE = [{"you": True, "holds": True, "here": True}]


def test_who_lost_the_cookie_is_the_same_tablet(day):
    assert tablets(come(day), OWN) == ALONE
    again = come(day)
    assert tablets(again, OWN) == ALONE
    assert again.session["device"] == OWN  # the next page knows it at once
    assert Tablet.objects.count() == 1


def test_another_device_is_another_tablet(day):
    assert tablets(come(day), OWN) == ALONE
    other = {"you": True, "holds": False, "here": True}
    assert tablets(come(day), "b2" * 16) == [{**ALONE[0], "you": False}, other]


@pytest.mark.parametrize("told", ["", "short", "A1" * 16, "a1" * 17, "'; drop", "a1" * 15 + "é"])
def test_what_is_no_name_of_a_device_changes_nothing(day, told):
    client = come(day)
    given = client.session["device"]
    assert tablets(client, told.encode().decode("latin-1")) == ALONE
    assert client.session["device"] == given


def test_the_version_is_that_of_the_page(day):
    client = come(day)
    page = client.get("/table/uno-open/1/").content.decode()
    version = client.get("/table/uno-open/1/state.json").json()["version"]
    assert f'data-version="{version}"' in page
    assert version == page_version()


def test_every_file_and_its_name_are_in_the_version(tmp_path: Path):
    (tmp_path / "js").mkdir()
    script = tmp_path / "js" / "a.js"
    signs = []
    for text in ("one", "two"):
        script.write_text(text)
        signs += [sign_of([tmp_path]), sign_of([tmp_path])]
    script.rename(tmp_path / "js" / "b.js")
    signs += [sign_of([tmp_path])]
    assert signs[0] == signs[1] != signs[2] == signs[3] != signs[4]
