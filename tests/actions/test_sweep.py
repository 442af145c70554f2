"""The sweep, every second: where nothing is due it costs the same, however many events there are."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.test.utils import CaptureQueriesContext

from tests.bench.sweeps import sweep_once
from tests.idle_events import make_idle_events

pytestmark = pytest.mark.django_db

GROWING = ("event", "competition", "clock", "clockmoment", "screen", "round", "print")
"""Tables that have rows of every event, however long that is over."""
ENOUGH_FOR_AN_INDEX = 300
"""Of a few rows Postgres reads any index as fast as the right one."""


def asked_by_a_sweep() -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        sweep_once()
    return [query["sql"] for query in queries]


def plan_of(statement: str) -> str:
    """How the database finds the rows; Postgres as it would with more rows than fit on a page, and knowing which there
    are: what it remembers of other tests' rows may make a whole index look as short as a part of it."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"ANALYZE {', '.join(f'tournament_{table}' for table in GROWING)}")
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"EXPLAIN {statement}")
        else:
            forget_what_was_counted(cursor)
            cursor.execute(f"EXPLAIN QUERY PLAN {statement}")
        return "\n".join(str(row[-1]) for row in cursor.fetchall())


def forget_what_was_counted(cursor: CursorWrapper) -> None:
    """Another test may have had SQLite count its rows, which a laptop never does."""
    cursor.execute("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'")
    if cursor.fetchone():
        cursor.execute("DELETE FROM sqlite_stat1")
        cursor.execute("ANALYZE sqlite_schema")  # so that this connection does not remember them either


def reads_through(plan: str) -> list[str]:
    """The tables of which every row is looked at."""
    if connection.vendor == "postgresql":
        steps = [step for step in plan.split("->") if not re.search(r"(Index|Recheck) Cond", step)]
        scanned = re.findall(r"Scan (?:using \w+ )?on tournament_(\w+)", "\n".join(steps))
    else:
        scanned = re.findall(r"SCAN tournament_(\w+)", plan)
    return sorted(set(scanned) & set(GROWING))


def test_no_statement_of_a_sweep_looks_at_every_event():
    make_idle_events(ENOUGH_FOR_AN_INDEX)
    asked = asked_by_a_sweep()
    assert [table for table in GROWING if any(f"tournament_{table}" in statement for statement in asked)]
    assert [(statement, found) for statement in asked if (found := reads_through(plan_of(statement)))] == []


def test_a_sweep_that_finds_nothing_due_writes_nothing_and_locks_nothing():
    make_idle_events(3)
    assert [sql for sql in asked_by_a_sweep() if not sql.startswith("SELECT") or "FOR UPDATE" in sql] == []


def test_a_statement_that_looks_at_every_event_is_found_out():
    statement = "SELECT id FROM tournament_event WHERE place = 'Somewhere' ORDER BY id"
    assert reads_through(plan_of(statement)) == ["event"]


def test_a_sweep_asks_as_little_of_many_events_as_of_few():
    make_idle_events(1)
    few = len(asked_by_a_sweep())
    make_idle_events(30)
    assert len(asked_by_a_sweep()) == few
