"""While nothing can be saved: what people read on their pages, and what comes back to whoever sends something."""

from __future__ import annotations

import json
import shutil
from collections import namedtuple
from html import unescape

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client

from tests.cast import Day, a_day
from tests.web.boards import BoardPage
from tests.web.reading import read_page
from tests.web.visitors import organiser
from tournament import disk_space
from tournament.faults import Fault
from tournament.models import Import
from tournament.web import health
from tournament.web.faults import answer

Usage = namedtuple("Usage", "total used free")
LOW = "This laptop’s disk has only 50 MB left. Free at least 150 MB now: on a full disk no hand can be saved."
FULL = "This laptop’s disk is full, so nothing can be saved. Free at least"


def plain(page: HttpResponse) -> str:
    return unescape(read_page(page))


@pytest.fixture(autouse=True)
def disk_with_room(monkeypatch):
    """That a disk was full is remembered for some seconds."""
    monkeypatch.setattr(disk_space, "_failed_at", None)


@pytest.fixture
def left(monkeypatch):
    """Sets what is left on the disk, in megabytes."""

    def leave(megabytes: int) -> None:
        monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(2**40, 0, megabytes * 2**20))

    return leave


@pytest.fixture
def full_database(commits):
    """An organiser's board, after whose opening the database may not grow any more: SQLite says what it says on a full
    disk. Without VACUUM it would first fill the pages that tests before this one have freed."""
    day = Day("syg")
    page = BoardPage(day, organiser(day.event))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        yield page
        cursor.execute("PRAGMA max_page_count = 1073741823")


def test_what_cannot_be_saved_comes_back_with_a_page_that_says_why(full_database):
    page = full_database
    page.send("import/", text="name\n" + "\n".join(f"Mia O'Brien {n}" for n in range(60_000)), request="")
    assert page.answer.status_code == 507
    words = plain(page.answer)
    assert FULL in words
    assert "What you sent wasn’t saved: send it again then." in words
    assert Import.objects.count() == 0


TEAM_PAGES = ["/organise/{event}/", "/organise/{event}/uno-open/", "/mc/{event}/uno-open/", "/mc/{event}/screens/"]


@pytest.mark.django_db
@pytest.mark.parametrize("at", TEAM_PAGES)
def test_the_team_is_told_once_on_each_page_from_two_hundred_megabytes_on(at, left):
    day = a_day("syg", 8, "published")
    client = organiser(day.event)
    address = at.format(event=day.competition.event.slug)

    def words() -> str:
        found = client.get(address)
        assert found.status_code == 200, address
        return plain(found)

    left(201)
    assert "This laptop’s disk" not in words()
    left(50)
    assert words().count(LOW) == 1
    left(0)
    assert words().count(FULL) == 1


@pytest.mark.django_db
def test_an_open_desk_is_told_without_being_loaded_again(left):
    day = a_day("syg", 8, "published")
    client, address = organiser(day.event, "mc"), f"/mc/{day.competition.event.slug}/uno-open/"
    asked = {"HX-Request": "true", "HX-Target": "desk"}
    left(50)
    part = plain(client.get(address, headers=asked))
    assert (part.count(LOW), part.count('id="computer" hx-swap-oob="true"')) == (1, 1)
    left(5000)
    part = plain(client.get(address, headers=asked))
    assert (part.count("disk"), part.count('id="computer" hx-swap-oob="true"')) == (0, 1)


@pytest.mark.django_db
def test_the_public_is_not_told(left):
    day = a_day("syg", 8, "published")
    left(0)
    assert "disk" not in read_page(Client().get(f"/{day.competition.event.slug}/"))


@pytest.mark.django_db
def test_health_is_not_ok_while_the_disk_is_full(left):
    left(50)
    report = health.look()
    assert (report.works, LOW in report.disk["words"]) == (True, True)
    left(0)
    report = health.look()
    assert (report.works, FULL in report.disk["words"]) == (False, True)


@pytest.mark.django_db
def test_that_something_could_not_be_written_counts_for_a_while(left):
    """A quota, say, is full although the disk has room."""
    left(5000)
    disk_space.note_failure()
    assert health.look().works is False


def test_a_tablet_hears_from_servers_whose_disk_it_is(rf, settings):
    settings.EMBEDDED = False
    asked = rf.post("/table/uno-open/1/do/record", '{"request": "hand-1"}', content_type="application/json")
    assert json.loads(answer(asked, Fault.DISK_FULL).content) == {
        "turntable": 1,
        "request": "hand-1",
        "later": "The server’s disk is full: hands are kept on this tablet.",
    }
    away = answer(rf.get("/"), Fault.DATABASE_AWAY)
    assert (away.status_code, "The server can’t reach its database right now" in plain(away)) == (503, True)
