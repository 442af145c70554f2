"""A row that the database will not have: what a damaged one does, really."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def one_row_only(table: str, column: str, where: str) -> Iterator[None]:
    """As long as this lasts the database takes one such row for each value, and refuses a second."""
    connection.check_constraints()  # Postgres changes no table that has checks outstanding
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE UNIQUE INDEX one_row_only ON {table} ({column}) WHERE {where}")
    yield
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX one_row_only")
