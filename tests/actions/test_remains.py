"""Erased means erased on disk: no file that the program keeps holds a name any more."""

from __future__ import annotations

import json
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from pathlib import Path

import psycopg
import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.utils import timezone

from tests.actions.test_erase_names import MET, erase, eventful_day
from tests.cast import a_day
from tests.programs import PATIENCE
from tournament.actions import remains, removed_events, removing
from tournament.models import Remains, RemovedEvent
from tournament.server import database
from tournament.tasks import work_on_remains

pytestmark = pytest.mark.usefixtures("commits")

TOLD = "Ivy King’s sister drives"
"""What an organiser wrote beside a reason."""


def files() -> list[Path]:
    """Every file that holds this database: the data folder, or the folder of Postgres with all its tables."""
    if connection.vendor == "sqlite":
        return [file for file in settings.DATA.rglob("*") if file.is_file()]
    with connection.cursor() as cursor:
        cursor.execute("CHECKPOINT")
        cursor.execute("SHOW data_directory")
        (folder,) = cursor.fetchone()
        cursor.execute("SELECT oid FROM pg_database WHERE datname = current_database()")
        (oid,) = cursor.fetchone()
    return [file for file in Path(folder, "base", str(oid)).iterdir() if file.is_file()]


@pytest.fixture(autouse=True)
def as_everywhere(commits: None) -> None:
    """Some systems build SQLite so that it overwrites what is deleted; most do not."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = OFF")


def names_on_disk() -> set[str]:
    """Which of the names anybody finds who looks through the bytes, in any way of writing them."""
    ways = {name: {name.encode(), json.dumps(name)[1:-1].encode()} for name in (*MET, TOLD)}
    contents = [file.read_bytes() for file in files()]
    return {name for name, written in ways.items() if any(way in content for way in written for content in contents)}


@contextmanager
def another_connection() -> Iterator[None]:
    """Somebody else has the database open, and has read from it."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT name FROM tournament_competitor")
            assert cursor.fetchall()
        yield
    finally:
        other.close()


@contextmanager
def a_reader(query: str) -> Iterator[None]:
    """Somebody reads in a transaction that goes on: the database keeps for them what they may still see."""
    other = connection.copy()
    other.set_autocommit(False)
    try:
        with other.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            else:
                cursor.execute("BEGIN DEFERRED")
            cursor.execute(query)
            assert cursor.fetchall()
        yield
    finally:
        other.rollback()
        other.close()


@contextmanager
def another_database() -> Iterator[psycopg.Cursor]:
    """In a transaction in another database of the same Postgres."""
    place = {**connection.get_connection_params(), "dbname": "postgres"}
    with psycopg.connect(**place) as other, other.cursor() as cursor:
        yield cursor


@contextmanager
def writers(count: int) -> Iterator[None]:
    """So many who write one short transaction after the other, never all at rest."""
    over = threading.Event()

    def write() -> None:
        while not over.is_set():
            with another_database() as cursor:
                cursor.execute("SELECT pg_current_xact_id(), pg_sleep(0.1)")

    threads = [threading.Thread(target=write) for _ in range(count)]
    for thread in threads:
        thread.start()
        time.sleep(0.05)  # half of a transaction later
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def is_cleared() -> bool:
    """Whether what was erased could be cleared. Other workers share this Postgres, and their transactions may last."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(remains, "SECONDS_OTHERS_ARE_WAITED_FOR", PATIENCE / 2)
        return remains.clear_remains()


def test_no_byte_of_a_name_is_left_while_others_have_the_database_open():
    day = eventful_day(note=TOLD)
    with another_connection():
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # samples of what columns hold
        assert names_on_disk() == {*MET, TOLD}
        erase(day)
        assert is_cleared()
    assert names_on_disk() == set()
    assert not Remains.objects.exists()


@pytest.mark.parametrize("table", ["tournament_competitor", "its own"])
def test_whoever_still_reads_is_not_disturbed_and_it_is_tried_again(table):
    """Also who reads something else: they could still ask for the names, as they were when they began."""
    day = a_day("syg", 4, "finished")
    own = "sqlite_master" if connection.vendor == "sqlite" else "pg_class"
    with a_reader(f"SELECT * FROM {own if table == 'its own' else table}"):
        erase(day)
        assert remains.clear_remains() is False
        assert Remains.objects.get().due_at > timezone.now()
    assert is_cleared()
    assert names_on_disk() == set()


def test_a_reader_in_the_way_does_not_make_the_write_ahead_log_grow():
    """Each try would add the whole database to it."""
    if connection.vendor == "postgresql":
        pytest.skip("Postgres keeps its log by itself.")
    mine = Path(connection.settings_dict["NAME"])
    log = mine.with_name(f"{mine.name}-wal")
    erase(a_day("syg", 4, "finished"))
    with a_reader("SELECT * FROM tournament_competitor"):
        sizes = []
        for _ in range(4):
            assert remains.clear_remains() is False
            sizes.append(log.stat().st_size)
    assert Remains.objects.get().held_up_by == "others"
    assert sizes[-1] - sizes[0] < mine.stat().st_size / 2


def test_while_somebody_is_in_the_way_the_log_goes_on():
    """It is emptied once: what is written after the erasing tells of nobody who was erased."""
    if connection.vendor == "postgresql":
        pytest.skip("Servers log to their system.")
    log = Path(settings.LOG_FILE)
    log.write_text("Mia O'Brien")
    erase(a_day("syg", 2, "finished"))
    with a_reader("SELECT * FROM tournament_competitor"):
        assert remains.clear_remains() is False
        log.write_text("A line of afterwards.")
        assert remains.clear_remains() is False
    assert is_cleared()
    assert log.read_text() == "A line of afterwards."


def test_on_a_disk_without_room_for_another_database_it_says_so_and_waits(monkeypatch, caplog):
    if connection.vendor == "postgresql":
        pytest.skip("The disk of Postgres is its own.")
    erase(a_day("syg", 4, "finished"))
    size = Path(connection.settings_dict["NAME"]).stat().st_size
    usage = shutil.disk_usage(settings.DATA)
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=size))
        assert remains.clear_remains() is False
    assert Remains.objects.get().held_up_by == "disk"
    warnings = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert warnings == [remains.TOLD["disk"]]
    assert is_cleared()


@pytest.fixture
def plain_user(commits: None) -> Iterator[None]:
    """While the block runs the database is used by somebody who owns its tables and is no superuser."""
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has no users.")
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user, current_database()")
        keeper, name = cursor.fetchone()
        helper = f"plain_{name}"
        cursor.execute(f'CREATE ROLE "{helper}"')
        cursor.execute(f'GRANT ALL ON ALL TABLES IN SCHEMA public TO "{helper}"')
        cursor.execute(f'SET ROLE "{helper}"')
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")
            cursor.execute(f'ALTER DATABASE "{name}" OWNER TO "{keeper}"')
            cursor.execute(f'DROP OWNED BY "{helper}"')
            cursor.execute(f'DROP ROLE "{helper}"')


def test_a_user_of_postgres_who_may_not_clear_its_samples_is_told_what_it_needs(plain_user, caplog):
    erase(a_day("syg", 4, "finished"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(remains, "SECONDS_OTHERS_ARE_WAITED_FOR", PATIENCE / 2)
        assert remains.clear_remains() is False
    assert Remains.objects.get().held_up_by == "rights"
    assert remains.TOLD["rights"] in [record.getMessage() for record in caplog.records]
    assert Remains.objects.get().due_at > timezone.now() + timedelta(minutes=50)


def test_a_postgres_before_18_forgets_its_samples_too(monkeypatch):
    if connection.vendor == "sqlite":
        pytest.skip("SQLite keeps no samples.")
    monkeypatch.setattr(remains, "CLEARS_SAMPLES_ITSELF", 990000)
    day = eventful_day(note=TOLD)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    erase(day)
    assert is_cleared()
    assert names_on_disk() == set()


def test_whoever_writes_in_another_database_of_the_same_server_is_waited_for():
    """What Postgres keeps goes back to the oldest transaction that writes, wherever that is."""
    if connection.vendor == "sqlite":
        pytest.skip("Every SQLite database is a file of its own.")
    day = a_day("syg", 4, "finished")
    with another_database() as cursor:
        cursor.execute("SELECT pg_current_xact_id()")
        erase(day)
        assert remains.clear_remains() is False
    assert is_cleared()
    assert names_on_disk() == set()


def test_people_who_never_stop_writing_do_not_keep_it():
    """There is always a transaction under way; also the samples and notes that are cleared on the way are gone."""
    if connection.vendor == "sqlite":
        pytest.skip("SQLite has one writer at a time.")
    day = eventful_day(note=TOLD)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    with writers(2):
        erase(day)
        assert is_cleared()
    assert names_on_disk() == set()


def test_the_sweep_has_it_done_once_and_again_when_it_was_interrupted():
    erase(a_day("syg", 4, "finished"))
    assert [remains.claim_remains(), remains.claim_remains()] == [True, False]
    with time_machine.travel(timezone.now() + remains.GIVEN_UP_AFTER + timedelta(seconds=1)):
        assert remains.claim_remains() is True
    remains.clear_remains()
    assert remains.claim_remains() is False
    work_on_remains()  # nothing to do


def test_a_start_does_what_the_last_run_could_not():
    if connection.vendor == "postgresql":
        pytest.skip("A laptop’s server has SQLite.")
    remains.note_remains()
    database.prepare(StringIO())
    assert not Remains.objects.exists()


@contextmanager
def a_writer() -> Iterator[None]:
    """Somebody writes, and does not end."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN IMMEDIATE")
            yield
    finally:
        other.close()


@contextmanager
def a_folder_named_as_a_copy() -> Iterator[None]:
    mine = Path(connection.settings_dict["NAME"])
    folder = mine.with_name(f"{mine.stem}-before-0.2.sqlite3")
    folder.mkdir()
    yield
    folder.rmdir()


@pytest.mark.parametrize("in_the_way", [a_writer, a_folder_named_as_a_copy])
def test_what_cannot_be_cleared_stops_no_start(in_the_way, caplog):
    """Whoever reads that the database can't be used may put an old copy in the place of a healthy one."""
    if connection.vendor == "postgresql":
        pytest.skip("A laptop’s server has SQLite.")
    remains.note_remains()
    with in_the_way():
        database.prepare(StringIO())
    assert Remains.objects.count() == 1
    [record] = caplog.records
    assert record.getMessage().startswith("What was erased could not be overwritten (")


def test_on_a_laptop_the_programs_log_and_its_copies_of_the_database_go_too():
    if connection.vendor == "postgresql":
        pytest.skip("Servers log to their system, and their backups are their keeper’s.")
    mine = Path(connection.settings_dict["NAME"])
    log = Path(settings.LOG_FILE)
    kept = settings.DATA / "somebody-elses.sqlite3"
    told = [log, log.with_name(f"{log.name}.1"), mine.with_name(f"{mine.stem}-before-0.2.sqlite3"), kept]
    for file in told:
        file.write_text("Mia O'Brien")
    erase(a_day("syg", 2, "finished"))
    remains.clear_remains()
    assert [file.exists() and file.read_text() for file in told] == ["", False, False, "Mia O'Brien"]
    kept.unlink()


def test_a_removed_event_is_gone_from_the_disk_when_its_week_is_over():
    day = a_day("syg", 4, "entries open")
    removing.remove_event(by=day.organiser, event=day.event, name=day.competition.event.name)
    assert not Remains.objects.exists() and RemovedEvent.objects.exists()
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        removed_events.forget_old_copies()
        assert is_cleared()
    assert names_on_disk() == set()
