"""Erased means erased on disk: a database keeps the bytes of deleted rows until something overwrites them.

    note_remains()     in the transaction that erases
    claim_remains()    from the sweep: whether somebody is to clear them now
    clear_remains()    in a task, and at start and stop; False if somebody is in the way, and it has to be tried again

SQLite writes its file anew (VACUUM) and empties its write-ahead log; readers of before keep that from being emptied.
`secure_delete` would not do: it leaves the write-ahead log as it is. Postgres writes each table anew (VACUUM FULL),
which keeps what an older transaction may still see, so those are waited for. On a laptop the log of the program and
copies of the database go as well: both may tell of people.
"""

from __future__ import annotations

import os
import time
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import OperationalError, connection

from tournament import current_time
from tournament.models import Note, Remains

GIVEN_UP_AFTER: Final = timedelta(minutes=2)
"""Whoever clears remains and is not done after so long was stopped: the next may try."""
TRIED_AGAIN_AFTER: Final = timedelta(seconds=10)
SECONDS_OTHERS_ARE_WAITED_FOR: Final = 1.0
"""Writers wait behind whoever rewrites the database, so that does not wait long itself."""


def note_remains() -> None:
    """Something was erased in this transaction; its bytes are to go once it is committed."""
    Remains.objects.create(due_at=current_time.now())


def claim_remains() -> bool:
    """Whether there are remains to clear now. Two who ask at once do not both hear yes."""
    now = current_time.now()
    return bool(Remains.objects.filter(due_at__lte=now).update(due_at=now + GIVEN_UP_AFTER))


def clear_remains() -> bool:
    """Overwrite what the database keeps of erased rows; whether it is done. Must be called outside a transaction."""
    noted = list(Remains.objects.values_list("pk", flat=True))
    if not noted:
        return True
    _clear_files()
    if not _rewrite_database():
        Remains.objects.filter(pk__in=noted).update(due_at=current_time.now() + TRIED_AGAIN_AFTER)
        return False
    Remains.objects.filter(pk__in=noted).delete()
    return True


def _rewrite_database() -> bool:
    with connection.cursor() as cursor:
        try:
            return _rewrite_sqlite(cursor) if connection.vendor == "sqlite" else _rewrite_postgres(cursor)
        except OperationalError:  # locked by somebody who writes, or reads, a table
            return False


def _rewrite_sqlite(cursor: Any) -> bool:
    """Every page is written anew, first into the write-ahead log; then the log is copied into the file and cut to
    nothing, unless somebody still reads from it."""
    cursor.execute("PRAGMA busy_timeout")
    (usual,) = cursor.fetchone()
    cursor.execute(f"PRAGMA busy_timeout = {int(1000 * SECONDS_OTHERS_ARE_WAITED_FOR)}")
    try:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (busy, *_) = cursor.fetchone()
    finally:
        cursor.execute(f"PRAGMA busy_timeout = {usual}")
    return not busy


def _rewrite_postgres(cursor: Any) -> bool:
    """Whatever this deletes itself is old as well before the tables are written anew: hence two waits."""
    cursor.execute("SET lock_timeout = %s", [f"{int(1000 * SECONDS_OTHERS_ARE_WAITED_FOR)}ms"])
    try:
        if not _older_transactions_end(cursor):
            return False
        # A table's own transaction may have written a note in the moment in which names were erased.
        Note.objects.filter(event__erased_at__isnull=False).delete()
        _forget_samples(cursor)
        if not _older_transactions_end(cursor):
            return False
        for table in (*connection.introspection.table_names(cursor), "pg_statistic"):
            cursor.execute(f"VACUUM FULL {connection.ops.quote_name(table)}")
        cursor.execute("ANALYZE")
    finally:
        cursor.execute("RESET lock_timeout")
    return True


def _forget_samples(cursor: Any) -> None:
    """To plan its queries Postgres keeps samples of what columns hold, names among them, also of rows that are gone."""
    cursor.execute(
        "SELECT pg_clear_attribute_stats(schemaname::text, tablename::text, attname::text, inherited)"
        " FROM pg_stats WHERE schemaname = current_schema()"
    )


def _older_transactions_end(cursor: Any) -> bool:
    """Wait a little until no transaction is left that may still see what was deleted before now."""
    cursor.execute("SELECT pg_snapshot_xmax(pg_current_snapshot())::text")
    (next_transaction,) = cursor.fetchone()
    last = time.monotonic() + SECONDS_OTHERS_ARE_WAITED_FOR
    while _are_some_older(cursor, next_transaction):
        if time.monotonic() > last:
            return False
        time.sleep(0.05)
    return True


def _are_some_older(cursor: Any, transaction: str) -> bool:
    """Whether one is under way that began to write before this one could, or still reads what was there before it.

    Writers in other databases of the same server count as well: what Postgres keeps goes back to the oldest of them.
    """
    cursor.execute(
        "SELECT pg_snapshot_xmin(pg_current_snapshot()) < %(transaction)s::xid8 OR EXISTS (SELECT FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " AND age(backend_xmin) > age(%(transaction)s::xid8::xid))",
        {"transaction": transaction},
    )
    (are_older,) = cursor.fetchone()
    return bool(are_older)


def _clear_files() -> None:
    """A laptop's own files beside the database: its log, which starts anew, and copies that the program made."""
    if connection.vendor != "sqlite":
        return
    log, database = Path(settings.LOG_FILE), Path(connection.settings_dict["NAME"])
    for file in (*log.parent.glob(f"{log.name}.*"), *database.parent.glob(f"{database.stem}*.sqlite3*")):
        if file.name not in {f"{database.name}{part}" for part in ("", "-wal", "-shm", "-journal")}:
            file.unlink(missing_ok=True)
    if log.exists():
        os.truncate(log, 0)
