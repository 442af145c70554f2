"""On servers the database's clock is the time, whatever the clocks of their machines say."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import psycopg
import pytest
import time_machine
from celery.signals import task_prerun
from django.core.signals import request_started
from django.db import connection
from django.db.backends.signals import connection_created

from tests.compose import deployed_environment
from tests.programs import PROJECT
from tournament import current_time, database_time, tasks

pytestmark = pytest.mark.usefixtures("on_postgres")

ANOTHER_CLOCK = """
CREATE SCHEMA another;
CREATE FUNCTION another.clock_timestamp() RETURNS timestamptz LANGUAGE sql
    AS $$ SELECT pg_catalog.clock_timestamp() + current_setting('another.shift')::interval $$;
"""


@pytest.fixture(autouse=True)
def own_time(monkeypatch):
    monkeypatch.setattr(database_time, "_asked_at", None)
    yield
    current_time.forget()


@pytest.fixture
def set_database(db):
    """Set the database's clock, as far as this connection can tell: its own function comes before that of Postgres."""
    with connection.cursor() as cursor:
        cursor.execute(ANOTHER_CLOCK)
        cursor.execute("SET LOCAL search_path = another, public, pg_catalog")

        def set_by(interval: str) -> None:
            cursor.execute("SELECT set_config('another.shift', %s, true)", [interval])

        set_by("0")
        yield set_by


def ahead() -> float:
    """Seconds by which the program's time is ahead of this computer's."""
    return current_time.now().timestamp() - time.time()


@pytest.mark.parametrize(("interval", "seconds"), [("-10 minutes", -600), ("10 minutes", 600), ("1 day", 86400)])
def test_a_process_has_the_time_of_the_database(set_database, interval, seconds):
    set_database(interval)
    database_time.ask_if_due()
    assert ahead() == pytest.approx(seconds, abs=1)


def test_it_is_asked_again_after_some_seconds_and_not_before(set_database, monkeypatch):
    database_time.ask_if_due()
    set_database("10 minutes")
    database_time.ask_if_due()
    assert ahead() == pytest.approx(0, abs=1)
    monkeypatch.setattr(database_time, "SECONDS_BETWEEN_QUESTIONS", 0)
    database_time.ask_if_due()
    assert ahead() == pytest.approx(600, abs=1)


def test_a_worker_asks_before_each_task_also_over_a_connection_that_it_keeps(set_database, monkeypatch):
    """Celery closes connections after a task by itself; the time must not depend on that."""
    monkeypatch.setattr(database_time, "SECONDS_BETWEEN_QUESTIONS", 0)
    database_time.follow()
    set_database("10 minutes")
    kept = connection.connection
    try:
        tasks.fire_moments.apply(([],), throw=True)
    finally:
        for signal in (connection_created, request_started, task_prerun):
            signal.disconnect(database_time.ask_if_due)
    assert connection.connection is kept is not None
    assert ahead() == pytest.approx(600, abs=1)


def test_a_machine_whose_clock_is_set_keeps_the_time_of_the_database(set_database):
    database_time.ask_if_due()
    before = current_time.now()
    with time_machine.travel(1_900_000_000):
        assert 0 <= (current_time.now() - before).total_seconds() < 60


def test_the_way_to_the_database_and_back_is_no_step():
    current_time.keep(1000.0)
    for seconds in (1000.4, 999.7):
        current_time.keep(seconds, precision=0.5)
        assert current_time.now().timestamp() == pytest.approx(1000, abs=0.2)
    current_time.keep(1000.7, precision=0.5)
    assert current_time.now().timestamp() == pytest.approx(1000.7, abs=0.2)


SHOW_TIME = """
import django; django.setup()
import json, time
from tournament import current_time
from tournament.models import Event
before = current_time.now().timestamp() - time.time()
Event.objects.count()
print(json.dumps([before, current_time.now().timestamp() - time.time()]))
"""


def test_every_program_on_servers_asks_with_its_first_connection(postgres, migrated_postgres, redis_url, tmp_path):
    url = postgres.new_database(like=migrated_postgres)
    with psycopg.connect(url, autocommit=True) as line:
        line.execute(ANOTHER_CLOCK)
    options = "options=-csearch_path%3Danother%2Cpublic%2Cpg_catalog%20-canother.shift%3D600s"
    env = deployed_environment(tmp_path, database=f"{url}?{options}", redis=redis_url)
    env["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
    shown = subprocess.run([sys.executable, "-c", SHOW_TIME], cwd=PROJECT, env=env, check=True, capture_output=True)
    assert json.loads(shown.stdout) == pytest.approx([0, 600], abs=1)


def test_how_long_ago_the_sweep_was_goes_by_the_same_clock_everywhere(settings):
    """The worker's machine may be half a minute ahead of this one."""
    settings.EMBEDDED = False
    current_time.keep()
    try:
        with time_machine.travel(time.time() - 30):
            tasks._note_sweep()
        assert tasks.seconds_since_sweep() < 10
    finally:
        current_time.forget()
