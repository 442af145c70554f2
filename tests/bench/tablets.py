"""Saving a hand as a tablet sends it: through the page's address, and by 64 tablets at the bell over real HTTP."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import path

from scoring.queries.keys import keys_of
from tests import hall
from tests.backends import postgres_server, redis_server
from tests.bench import hands
from tests.bench.aims import AIMS
from tests.bench.measure import Measurement, cpu
from tests.bench.pages import empty
from tests.cast import Day
from tournament.rules.travel_ids import number_told

urlpatterns = [path("", empty), path("<path:any>", lambda request, **_: empty(request))]


class SendingTablet:
    """The tablet of one table, without the network between."""

    def __init__(self, day: Day, table: int, key: str) -> None:
        self.client = Client()
        self.client.get(key)
        self.address = f"/table/{day.competition.slug}/{table}/"
        self.players = [number_told(seat.entry.travel_id) for seat in day.table(table).seats.order_by("number")]
        self.hands = 0

    def save(self) -> None:
        """One typical hand: three players hold ten cards in all."""
        self.hands += 1
        out, *others = self.players
        held = dict(zip(map(str, others), ({"7": 1, "skip": 1, "wild": 1}, dict.fromkeys("12345", 1), 27), strict=True))
        body = {
            "request": f"{self.address}{self.hands}"[-64:],
            "round": 1,
            "number": self.hands,
            "out": out,
            "held": held,
        }
        answer = self.client.post(self.address + "do/record", body, content_type="application/json")
        assert answer.status_code == 200, answer.content

    def look(self) -> int:
        """How many bytes the state has."""
        answer = self.client.get(self.address + "state.json")
        assert answer.status_code == 200
        return len(answer.content)


def measure() -> Iterator[Measurement]:
    day = Day("syg", real=True).people(64).until("running")
    keys = keys_of(day.competition)
    umpires = [SendingTablet(day, table, keys[table].path) for table in range(1, 17)]

    def save() -> None:
        for umpire in umpires:
            umpire.save()

    ours = cpu(save, units=len(umpires))
    with override_settings(ROOT_URLCONF=__name__):
        floor = cpu(save, units=len(umpires))
    for umpire in umpires:
        umpire.hands -= 5  # what an empty view took was no hand
    with CaptureQueriesContext(connection) as queries:
        record = umpires[0].save
        record()
    statements = sum(not query["sql"].startswith("BEGIN") for query in queries)
    job, of = "tablet: saving a hand, as its page sends it (CPU)", "the same sent to an empty Django view"
    yield Measurement(job, ours, floor, of, aim="saving a hand", statements=statements)
    hands.make_table()
    yield Measurement("tablet: the same", ours, cpu(lambda: hands.insert(80), units=80), "a bare insert and commit")
    shown = cpu(lambda: [umpire.look() for umpire in umpires], units=len(umpires))
    with override_settings(ROOT_URLCONF=__name__):
        floor = cpu(lambda: [umpire.look() for umpire in umpires], units=len(umpires))
    yield Measurement("tablet: a table’s state, 5 hands (CPU)", shown, floor, "an empty Django view")
    yield from at_the_bell()


def at_the_bell() -> Iterator[Measurement]:
    """On a laptop, and on servers: with two processes, a Postgres and a Redis of our own."""
    yield from rows_of(hall.bell(), "SQLite")
    with postgres_server() as postgres, redis_server() as redis:
        env = {
            **os.environ,
            "TURNTABLE_DATABASE_URL": postgres.new_database(),
            "TURNTABLE_REDIS_URL": redis.connection_url,
            "TURNTABLE_ALLOWED_HOSTS": "localhost",
        }
        done = subprocess.run([sys.executable, "-m", "tests.hall", "bell"], env=env, capture_output=True, check=True)
    yield from rows_of(json.loads(done.stdout), "Postgres")


def rows_of(outcome: dict[str, Any], database: str) -> Iterator[Measurement]:
    assert set(outcome["statuses"]) == {"200"}, json.dumps(outcome)
    note = f"{outcome['sent']} sent within {hall.WITHIN:.0f} s by {hall.TABLES} tablets, {os.cpu_count()} cores"
    job = f"tablet: saving at the bell, {database}"
    for name in ("p50", "p99"):
        aim = f"saving at the bell, {name}"
        of = "an empty Django view, asked just so"
        floor, alone = outcome[f"floor {name}"], outcome[f"alone {name}"]
        yield Measurement(f"{job}, {name}", outcome[name], floor, of, note, aim if aim in AIMS else "")
        yield Measurement(f"{job}, {name}", outcome[name], alone, "a hand before, no page listening")
        at_once = f"{outcome['sent']} sent in the same moment, no page listening"
        yield Measurement(f"{job}: all at once, {name}", outcome[f"at once {name}"], alone, "within 2 s", at_once)
    also = "an empty Django view; each page looks again after its hand"
    yield Measurement(f"{job} (CPU of the server)", outcome["cpu"], outcome["floor cpu"], also)
    yield Measurement(
        f"{job} (CPU), no page listening", outcome["alone cpu"], outcome["floor cpu"], "an empty Django view"
    )
