"""The event file: writing and bringing in a rehearsed event, against a bare bulk insert of the same rows."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from io import BytesIO
from random import Random

from django.db import connection, transaction
from django.db.models import Model

from scoring.rehearsal.director import Director
from scoring.rehearsal.script import RehearsalScript, share
from tests.bench.measure import Measurement, cpu
from tests.databases import empty_all_tables
from tests.refusals import models
from tournament.travel.exporting import export_event
from tournament.travel.importing import bring_in, read_event_file

PLAYERS = (64, 200, 1000)
TURNS_OF_A_ROUND = 100
KILOBYTE = 1024
RUNS = 2


def measure() -> Iterator[Measurement]:
    for players in PLAYERS:
        yield from measured(players)


def measured(players: int) -> Iterator[Measurement]:
    """An event with so many players, played to its end."""
    choices = {"entries_per_group": None, "cap": None}
    groups = players // 4
    sizes = share(players, groups), share(0, groups)
    script = RehearsalScript("Bench", "syg", choices, *sizes, turns=TURNS_OF_A_ROUND)
    event = Director(script, Random(1)).play().event_id
    rows = {model: list(model._default_manager.order_by("pk")) for model in models()}
    file = BytesIO()
    written = cpu(lambda: export_event(event, BytesIO()), runs=RUNS)
    export_event(event, file)
    bare = into_empty_tables(lambda: insert(rows))
    brought = into_empty_tables(lambda: bring_in(read_event_file(file)))
    counted = sum(map(len, rows.values()))
    size = len(file.getvalue()) // KILOBYTE
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // KILOBYTE
    note, of = f"{counted:,} rows", "a bare bulk insert of the same rows"
    yield Measurement(f"event file: writing {players:,} players", written, bare, of, note, kilobytes=size)
    job = f"event file: bringing in {players:,} players"
    yield Measurement(job, brought, bare, of, note, "bringing in an event", megabytes=most)
    empty_all_tables()


def insert(rows: dict[type[Model], list[Model]]) -> None:
    """The least that any program would do."""
    with transaction.atomic(), connection.constraint_checks_disabled():
        for model, instances in rows.items():
            model._default_manager.bulk_create(instances, batch_size=1000)


def into_empty_tables(work: Callable[[], object]) -> float:
    """CPU seconds, without those for emptying them."""
    seconds = []
    for _ in range(RUNS):
        empty_all_tables()
        seconds.append(cpu(work, runs=1))
    return min(seconds)
