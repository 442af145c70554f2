"""Which failures are nobody's mistake in the code: the disk is full, the database or Redis is away, or Redis
has no room.

Each is told in one sentence, to people and in the log, and never by a traceback.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from django.conf import settings
from django.db import OperationalError
from kombu.exceptions import OperationalError as BrokerAway

from tournament import disk_space


class Fault(StrEnum):
    """What is wrong, in the words of the log."""

    DISK_FULL = "The disk is full, so nothing can be saved"
    DATABASE_AWAY = "The database doesn’t answer"
    REDIS_AWAY = "Redis doesn’t answer"
    REDIS_FULL = "Redis is full and takes nothing more"


_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT)
_DISK_FULL_IN_POSTGRES: Final = "53100"
_AWAY_BY_NAME: Final = ("OperationalError", "InterfaceError", "ConnectionTimeout")
_AWAY_IN_POSTGRES: Final = ("08", "57P", "53300")
"""Classes of Postgres's own codes: no connection, shutting down, no connection left."""
_HELD_IN_SQLITE: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_HELD_IN_POSTGRES: Final = ("55P03", "40P01")
"""Its lock_timeout is over; two waited for each other."""


def is_busy(error: BaseException | None) -> bool:
    """Whether this went wrong because somebody else held what it needed in the database."""
    cause = error.__cause__ if isinstance(error, OperationalError) else None
    if isinstance(cause, sqlite3.OperationalError):
        return cause.sqlite_errorcode & 0xFF in _HELD_IN_SQLITE
    return getattr(cause, "sqlstate", None) in _HELD_IN_POSTGRES


def fault_of(error: object) -> Fault | None:
    """The fault behind an error; None if it is an error like any other. That the disk is full is remembered."""
    for cause in _causes(error):
        fault = _fault(cause)
        if fault is Fault.DISK_FULL:
            disk_space.note_failure()
        if fault is not None:
            return fault
    return None


def _causes(error: object) -> Iterator[BaseException]:
    """An error, and what it was raised from."""
    seen: set[int] = set()
    while isinstance(error, BaseException) and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _fault(error: BaseException) -> Fault | None:
    if isinstance(error, sqlite3.Error):
        return Fault.DISK_FULL if _is_sqlite_without_room(error) else None
    if type(error).__module__.startswith("psycopg"):
        return _fault_of_postgres(error)
    if is_of_redis(error, "OutOfMemoryError") or is_of_redis(error.__cause__, "OutOfMemoryError"):
        return Fault.REDIS_FULL
    if isinstance(error, BrokerAway) or is_of_redis(error, "ConnectionError", "TimeoutError"):
        return Fault.REDIS_AWAY
    return Fault.DISK_FULL if isinstance(error, OSError) and error.errno in _NO_ROOM else None


def is_of_redis(error: object, *names: str) -> bool:
    """Whether it is one of these errors of Redis. They are known by name, because a laptop doesn't import Redis."""
    return any(kind.__module__ == "redis.exceptions" and kind.__name__ in names for kind in type(error).__mro__)


def _is_sqlite_without_room(error: sqlite3.Error) -> bool:
    """Where the file beside the database cannot grow SQLite only says that reading or writing failed."""
    name = getattr(error, "sqlite_errorname", None) or ""
    if name == "SQLITE_FULL":
        return True
    is_about_files = name.startswith(("SQLITE_IOERR", "SQLITE_CANTOPEN"))
    return is_about_files and shutil.disk_usage(settings.DATA).free < disk_space.FULL


def _fault_of_postgres(error: BaseException) -> Fault | None:
    """psycopg is only there where Postgres is used, so its errors are known by name."""
    code = getattr(error, "sqlstate", None)
    if code == _DISK_FULL_IN_POSTGRES:
        return Fault.DISK_FULL
    if code is None:
        return Fault.DATABASE_AWAY if type(error).__name__ in _AWAY_BY_NAME else None
    return Fault.DATABASE_AWAY if code.startswith(_AWAY_IN_POSTGRES) else None
