"""An event goes to another machine, is played on there, and comes back: nothing of it is lost or changed."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from io import BytesIO
from random import Random

import pytest

from scoring.record.check import check_record
from scoring.record.export import as_text, export_record
from scoring.rehearsal.script import ROUGH, RehearsalScript, invent
from tests.databases import database_in_memory
from tests.travel.files import exported, imported, parts, postgres_in_between
from tests.travel.resumed import play_on, play_until
from tests.web.rehearsals import script
from tournament.models import Event, LogEntry
from tournament.travel.archive import read_archive

EVENTS = int(os.environ.get("TRAVELLING_EVENTS", "0"))
"""So many random events more: `TRAVELLING_EVENTS=40 pytest tests/travel/test_there_and_back.py`."""
SCRIPTS: list[RehearsalScript] = [
    script("Knockout", "syg", 7, 2, mishaps=ROUGH, close=True, turns=30),
    script("Hour", "syg-60", 6, turns=30),
    script("Rotation", "bac", 8, mishaps=ROUGH, choices={"rounds": 2}, turns=30),
    script("Target", "classic-500", 4, choices={"target": 100}),
    script("Classroom", "classroom", 5, choices={"hands": 2}),
    *(invent(f"Random event {number}", Random(f"travel/{number}")) for number in range(EVENTS)),
]


@pytest.fixture(params=range(len(SCRIPTS)), ids=lambda number: SCRIPTS[number].name)
def script_and_file(request: pytest.FixtureRequest, django_db_blocker) -> Iterator[tuple[RehearsalScript, BytesIO]]:
    """A rehearsed event that stopped at a random moment, which may be its end."""
    chosen = SCRIPTS[request.param]
    rng = Random(f"stop {chosen.name}")
    with django_db_blocker.unblock(), database_in_memory():
        event = play_until(chosen, chosen.name, 10**6)
        lines = LogEntry.objects.filter(event=event).count()
    with django_db_blocker.unblock(), database_in_memory():
        event = play_until(chosen, chosen.name, rng.randrange(lines // 2, lines + 1))
        yield chosen, exported(event)


def test_it_comes_back_the_same_and_is_played_to_the_end(script_and_file, postgres_settings):
    """From SQLite to Postgres, from there to SQLite, and on."""
    chosen, file = script_and_file
    with postgres_in_between(postgres_settings):
        on_postgres = exported(imported(file).pk)
        finished = play_on(Event.objects.get(travel_id=read_archive(file)[0].event.id).pk, chosen)
        record = as_text(export_record(finished))
        at_the_end = exported(finished.event_id)
    assert parts(on_postgres) == parts(file)
    assert [str(found) for found in check_record(json.loads(record))] == []
    with database_in_memory():
        back = imported(at_the_end)
        assert parts(exported(back.pk)) == parts(at_the_end)
        assert json.loads(as_text(export_record(back.competitions.get()))) == json.loads(record)
