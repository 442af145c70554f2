"""Somebody holds what the tablets write to: they hear "busy, send again", and nobody else waits. On both databases."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import OperationalError, connection, connections, transaction
from django.http import HttpResponse
from django.test import Client

from scoring.queries.keys import keys_of
from tests.cast import Day
from tests.hall import RemoteTablet, TablePlace
from tests.programs import get, wait_until
from tests.web.reading import read_page
from tournament.asgi import lanes
from tournament.models import Table
from tournament.rules.travel_ids import number_told
from tournament.web import busy
from tournament.web.faults import FaultMiddleware

pytestmark = pytest.mark.usefixtures("both_databases")

MIDDLEWARE = FaultMiddleware(HttpResponse)


def wait_for_a_lock(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections that are opened from now on wait so long."""
    options = connections.settings["default"]["OPTIONS"]
    if connection.vendor == "sqlite":
        monkeypatch.setitem(options, "timeout", seconds)
    else:
        monkeypatch.setitem(options, "options", f"-c lock_timeout={int(seconds * 1000)}")


@pytest.fixture
def impatient(monkeypatch) -> None:
    wait_for_a_lock(0.3, monkeypatch)


@contextmanager
def held(table: int) -> Iterator[None]:
    """Another connection has the table's row; on SQLite it has everything that can be written."""
    locked, over = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            list(Table.objects.select_for_update().filter(pk=table))
            locked.set()
            over.wait()
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert locked.wait(60)
    try:
        yield
    finally:
        over.set()
        holder.join()


@pytest.fixture
def day(impatient, commits) -> Day:
    return Day("syg").people(8).until("running")


def tablets_at(day: Day, url: str, number: int = 1, count: int = 1) -> list[RemoteTablet]:
    key = keys_of(day.competition)[number]
    players = [number_told(seat.entry.travel_id) for seat in day.table(number).seats.order_by("number")]
    place = TablePlace(f"/table/{day.competition.slug}/{number}/", key.path, players)
    return [RemoteTablet(int(url.rpartition(":")[2]), place).open() for _ in range(count)]


def test_a_hand_hears_busy_is_sent_again_and_saved_once(day, site):
    (tablet,) = tablets_at(day, site.url)
    body = tablet.hand(1, "first")
    with held(day.table(1).pk):
        status, received = tablet.ask("POST", tablet.place.path + "do/record", json.dumps(body).encode())
    answer = json.loads(received)
    assert (status, answer["turntable"], answer["request"]) == (503, 1, "")
    assert "send it again" in answer["busy"]
    assert tablet.record(body)[0] == tablet.record(body)[0] == 200
    assert day.table(1).hands.count() == 1


def test_while_every_thread_for_hands_waits_states_pages_codes_and_health_are_answered(day, site, monkeypatch):
    wait_for_a_lock(60, monkeypatch)
    looking, *tablets = tablets_at(day, site.url, count=2 * lanes.hands.threads + 1)
    bodies = [tablet.hand(1, f"hand-{number}") for number, tablet in enumerate(tablets)]
    answers: list[int] = []
    with held(day.table(1).pk):
        senders = [
            threading.Thread(target=lambda tablet=tablet, body=body: answers.append(tablet.record(body)[0]))
            for tablet, body in zip(tablets, bodies, strict=True)
        ]
        for sender in senders:
            sender.start()
        assert wait_until(lambda: lanes.hands.under_way == len(tablets))
        assert looking.look()["turntable"] == 1
        paths = ("/health", "/", "/table/", f"/c/{day.competition.slug}/")
        assert [get(site.url + path)[0] for path in paths] == [200] * 4
        assert answers == []
    for sender in senders:
        sender.join()
    assert set(answers) <= {200, 409, 503}
    assert day.table(1).hands.count() == 1


def test_a_page_that_cannot_be_saved_says_busy_in_words(day, rf):
    connection.close()
    with held(day.table(1).pk), pytest.raises(OperationalError) as caught, transaction.atomic():
        list(Table.objects.select_for_update().filter(pk=day.table(1).pk))
    answer = MIDDLEWARE.process_exception(rf.post("/organise/youth/"), caught.value)
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert busy.BUSY in read_page(answer)
    assert MIDDLEWARE.process_exception(rf.get("/"), OperationalError("gone")) is None


def test_so_does_a_page_whose_session_cannot_be_kept(day, both_databases):
    """Only SQLite has one lock for everything; there Django saves the session after the page is made."""
    connection.close()
    with held(day.table(1).pk):
        answer = Client(raise_request_exception=False).get(keys_of(day.competition)[1].path)
    assert answer.status_code == (503 if both_databases == "sqlite" else 302)
