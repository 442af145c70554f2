"""On servers the database's clock is the time: it is one for web, worker and every machine that they run on.

A process asks it with its first connection, before it reads or writes anything, and every few seconds again. In
between it counts with a clock that nobody can set, so that a machine whose own clock is wrong, or is being set, has
the same time as all others. While the database is away, the time goes on as it was.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from celery.signals import task_prerun
from django.core.signals import request_started
from django.db import DatabaseError, InterfaceError, connection
from django.db.backends.signals import connection_created

from tournament import current_time

SECONDS_BETWEEN_QUESTIONS: Final = 10

_asked_at: float | None = None


def follow() -> None:
    """From now on this process has the database's time."""
    connection_created.connect(ask_if_due)
    for begins in (request_started, task_prerun):  # connections may be kept for as long as the process lives
        begins.connect(ask_if_due)


def ask_if_due(**_: Any) -> None:
    """Ask over a connection that is open, unless that was done a moment ago."""
    is_due = _asked_at is None or current_time.steady() - _asked_at >= SECONDS_BETWEEN_QUESTIONS
    if is_due and connection.connection is not None:
        with suppress(DatabaseError, InterfaceError):
            ask()


def ask() -> None:
    """Take over the database's time. A difference that the way there and back explains is none."""
    global _asked_at
    before = current_time.steady()
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        (seconds,) = cursor.fetchone()
    _asked_at = current_time.steady()
    took = _asked_at - before
    current_time.keep(float(seconds) + took / 2, precision=took)
