"""One sweep where nothing is due: with a thousand events it costs what it costs with one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from time import process_time

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.backends import PostgresServer, postgres_server
from tests.bench.measure import Measurement
from tests.costs import cpu_of, descendants
from tests.databases import default_database
from tests.idle_events import make_idle_events

EVENTS = 1_000
SWEEPS = 200
RUNS = 5


def measure() -> Iterator[Measurement]:
    yield from rows_of("SQLite", process_time)
    with postgres_server() as postgres, on(postgres):
        yield from rows_of("Postgres", lambda: process_time() + worked_by(postgres))


def rows_of(database: str, worked: Callable[[], float]) -> Iterator[Measurement]:
    """CPU of the sweep, and of the database that it asks."""
    make_idle_events(1)
    floor = sweep_often(worked)
    make_idle_events(EVENTS)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # as it does by itself; a laptop's SQLite never does
    ours, statements = sweep_often(worked), statements_of_a_sweep()
    job = f"sweep: nothing is due in {EVENTS:,} events, {database} (CPU)"
    yield Measurement(job, ours, floor, "the same with one event", aim="a sweep", statements=statements)


def sweep_often(worked: Callable[[], float]) -> float:
    best = float("inf")
    sweep_once()
    for _ in range(RUNS):
        begun = worked()
        for _ in range(SWEEPS):
            sweep_once()
        best = min(best, worked() - begun)
    return best / SWEEPS


def sweep_once() -> None:
    """As a worker does it, papers and records included."""
    from tournament.tasks import DUE_WORK

    import_module("scoring.tasks")  # adds its own
    for work in DUE_WORK:
        work()


def statements_of_a_sweep() -> int:
    with CaptureQueriesContext(connection) as queries:
        sweep_once()
    return len(queries)


@contextmanager
def on(postgres: PostgresServer) -> Iterator[None]:
    """A database of this server, behind every query of this process."""
    from django.core.management import call_command

    from tests.conftest import settings_of

    with default_database(settings_of(postgres.new_database())):
        call_command("migrate", verbosity=0)
        yield


def worked_by(postgres: PostgresServer) -> float:
    server = str(postgres.process.pid)
    return sum(map(cpu_of, [server, *descendants(server)]))
