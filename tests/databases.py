"""Other databases than the tests' own, behind every `connection` of this process for a while."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from django.apps import apps
from django.db import connection, connections, transaction

from tests.settings import TEST_DATABASE


@contextmanager
def default_database(place: dict[str, Any]) -> Iterator[None]:
    """Puts another database behind every `connection` of this process, threads included."""
    before, kept = connections.settings["default"], connections["default"]
    connections.settings["default"] = place
    del connections["default"]
    try:
        yield
    finally:
        connections["default"].close()
        connections.settings["default"] = before
        connections["default"] = kept


@contextmanager
def database_in_memory() -> Iterator[None]:
    """An empty one with the tables of the tests' own, for what is played at length and then kept. What a
    test has not committed is not copied; to go through the migrations once more would take five seconds."""
    memory = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:", "OPTIONS": {"transaction_mode": "IMMEDIATE"}}
    with default_database(connections.configure_settings({"default": memory})["default"]):
        connection.ensure_connection()
        with closing(sqlite3.connect(TEST_DATABASE)) as tables:
            tables.backup(connection.connection)
        yield


def empty_all_tables() -> None:
    """Deletes what a test has really committed, the log too, whose guard is put aside. Django's own way makes fifty
    tables of Postgres anew, and on both databases it fills in permissions, for which nothing of ours asks."""
    tables = [model._meta.db_table for model in apps.get_models(include_auto_created=True)]
    deletes = [f'DELETE FROM "{table}"' for table in tables]
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"SET LOCAL session_replication_role = replica; {'; '.join(deletes)}")
            return
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'log_no_delete'")
        (guard,) = cursor.fetchone()
        for statement in ("DROP TRIGGER log_no_delete", *deletes, guard):
            cursor.execute(statement)
