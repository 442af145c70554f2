"""Brings the database up to date before anybody is let in."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import TextIO

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from tournament.actions import remains
from tournament.backups import making
from tournament.backups.contents import is_newer
from tournament.backups.files import BackupReason, backups_in, own_folder
from tournament.faults import is_busy
from tournament.server import CannotStart

log = logging.getLogger(__name__)

GOOD_COPY = "Put a good copy in its place."
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Damaged(DatabaseError):
    """SQLite looked through the file and found it wrong."""


def prepare(out: TextIO) -> None:
    file = Path(settings.DATABASES["default"]["NAME"])
    try:
        refuse_damage()
        executor = MigrationExecutor(connection)
        refuse_newer(executor, file)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            if executor.loader.applied_migrations:
                copy_first(file, out)
            call_command("migrate", interactive=False, verbosity=0)
    except DatabaseError as problem:
        raise unusable(problem) from None
    finally:
        connection.close()
    clear_remains()


def unusable(problem: DatabaseError) -> CannotStart:
    """Why the database can't be used, with the advice that fits. Only a damaged one is worth putting another in its
    place: a copy instead of a healthy one costs what people entered since it was made."""
    what = f"The database {settings.DATABASES['default']['NAME']} can’t be used"
    if is_busy(problem):
        return CannotStart(f"{what}: another program holds it. Close that program and start again.")
    return CannotStart.because(problem, what, *([GOOD_COPY] if is_damage(problem) else []))


def is_damage(problem: DatabaseError) -> bool:
    code = getattr(problem.__cause__, "sqlite_errorcode", 0)
    return isinstance(problem, Damaged) or code & 0xFF in DAMAGE


def clear_remains() -> None:
    """At the start and the end nobody is in the way. What fails even so stops nothing: it is tried again while the
    server runs, and at the next start."""
    try:
        remains.clear_remains()
    except (DatabaseError, OSError) as problem:
        log.warning("What was erased could not be overwritten (%s); it’s tried again.", problem)
    finally:
        connection.close()


def refuse_damage() -> None:
    """Refuse a damaged file. SQLite notices a damaged page only when it reads it, which would be in the middle of a
    round."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        (answer,) = cursor.fetchone()
    if answer != "ok":
        raise Damaged("it is damaged")


def refuse_newer(executor: MigrationExecutor, file: Path) -> None:
    """Refuse a database that a newer Turntable wrote, because this one would misread it."""
    if is_newer(executor.loader.applied_migrations):
        before = [backup.path for backup in backups_in(own_folder()) if backup.reason is BackupReason.UPDATE]
        copy = f" A backup from before its update is {before[0]}." if before else ""
        raise CannotStart(
            f"The database {file} was made by a newer Turntable; "
            f"start that one, or set TURNTABLE_DATA to another folder.{copy}"
        )


def copy_first(file: Path, out: TextIO) -> None:
    """Back the database up before an update. One that fails half-way, or that somebody regrets, must not cost what
    people entered."""
    try:
        backup = making.make(BackupReason.UPDATE)
    except making.FAILURES as problem:
        size = -(-file.stat().st_size // 2**20)
        advice = f"Free at least {size} MB and start again."
        raise CannotStart(
            f"The database must be updated, and the backup that is made first failed ({problem}). {advice}"
        ) from None
    out.write(f"\nThe database is being updated. A backup of it as it was: {backup.path}\n")
    out.flush()
