"""Erased means erased on disk: a database keeps the bytes of deleted rows until something overwrites them.

    note_remains()     in the transaction that erases
    claim_remains()    from the sweep: whether somebody is to clear them now
    clear_remains()    in a task, and at start and stop; False if somebody is in the way, and it has to be tried again

SQLite writes its file anew (VACUUM) and empties its write-ahead log; readers of before keep that from being emptied.
`secure_delete` would not do: it leaves the write-ahead log as it is. Postgres writes each table anew (VACUUM FULL),
which keeps what an older transaction may still see, so those are waited for. What holds it up is noted for the page
that erases, and for the log unless it passes by itself. On a laptop the log of the program and
its backups go as well (`backups.erasing`): both may tell of people.
"""

from __future__ import annotations

import logging
import os
import shutil
import time
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import OperationalError, connection
from django.db.models import QuerySet

from tournament import current_time, disk_space
from tournament.backups.erasing import forget_backups
from tournament.backups.files import BackupReason
from tournament.backups.making import ask
from tournament.faults import Fault, fault_of, is_busy
from tournament.models import HeldUpBy, Note, Remains

log = logging.getLogger(__name__)

GIVEN_UP_AFTER: Final = timedelta(minutes=2)
"""Whoever clears remains and is not done after so long was stopped: the next may try."""
TRIED_AGAIN_AFTER: Final = {
    HeldUpBy.OTHERS: timedelta(seconds=10),
    HeldUpBy.DISK: timedelta(minutes=1),
    HeldUpBy.RIGHTS: timedelta(hours=1),
}
TOLD: Final = {
    HeldUpBy.DISK: "Erased names are still in the database’s files: the disk doesn’t have enough room to rewrite "
    "them. Make room; Turntable tries again every minute.",
    HeldUpBy.RIGHTS: "Erased names may still be in Postgres’s samples of columns: this user can’t clear them. Let it "
    "own the database (Postgres 18 or newer) or be a superuser; Turntable tries again every hour.",
}
"""In the log, for whoever keeps the computer. That others read or write is no news."""
CLEARS_SAMPLES_ITSELF: Final = 180000
"""The version of Postgres with pg_clear_attribute_stats."""
SECONDS_OTHERS_ARE_WAITED_FOR: Final = 1.0
"""Writers wait behind whoever rewrites the database, so that does not wait long itself."""


def note_remains() -> None:
    """Something was erased in this transaction; its bytes are to go once it is committed."""
    Remains.objects.create(due_at=current_time.now())


def claim_remains() -> bool:
    """Whether there are remains to clear now. Two who ask at once do not both hear yes. It asks before it writes: it is
    asked every second, and on SQLite hands would wait even for a write that changes nothing."""
    now = current_time.now()
    due = Remains.objects.filter(due_at__lte=now)
    return due.exists() and bool(due.update(due_at=now + GIVEN_UP_AFTER))


def clear_remains() -> bool:
    """Overwrite what the database keeps of erased rows; whether it is done. Must be called outside a transaction."""
    noted = Remains.objects.filter(pk__in=list(Remains.objects.values_list("pk", flat=True)))
    if not noted:
        return True
    _remove_copies()
    forget_backups()
    if noted.filter(held_up_by="").exists():  # while somebody is in the way the log tells of nobody erased any more
        _empty_log()
    held_up_by = _rewrite_database()
    if held_up_by is None:
        forget_backups()  # of meanwhile: a copy of every page has erased bytes too, until they are overwritten
        ask(BackupReason.ERASED)
        noted.delete()
        return True
    _note_what_holds_it_up(noted, held_up_by)
    return False


def _note_what_holds_it_up(noted: QuerySet[Remains], held_up_by: HeldUpBy) -> None:
    if held_up_by in TOLD:
        log.warning(TOLD[held_up_by])
    try:
        noted.update(due_at=current_time.now() + TRIED_AGAIN_AFTER[held_up_by], held_up_by=held_up_by)
    except OperationalError as error:
        if fault_of(error) is not Fault.DISK_FULL:
            raise
        log.warning("What holds it up could not be noted: %s", error)


def _rewrite_database() -> HeldUpBy | None:
    """None once it is done."""
    with connection.cursor() as cursor:
        try:
            return _rewrite_sqlite(cursor) if connection.vendor == "sqlite" else _rewrite_postgres(cursor)
        except OperationalError as error:
            if is_busy(error):  # locked by somebody who writes, or reads, a table
                return HeldUpBy.OTHERS
            if fault_of(error) is Fault.DISK_FULL:
                return HeldUpBy.DISK
            raise


def _rewrite_sqlite(cursor: Any) -> HeldUpBy | None:
    """Every page is written anew, first into the write-ahead log; then the log is copied into the file and cut to
    nothing. While somebody still reads from the log it cannot be cut, and would grow by the whole database with each
    try: so that is looked at first."""
    if not _is_room_for_another():
        return HeldUpBy.DISK
    cursor.execute("PRAGMA busy_timeout")
    (usual,) = cursor.fetchone()
    cursor.execute(f"PRAGMA busy_timeout = {int(1000 * SECONDS_OTHERS_ARE_WAITED_FOR)}")
    try:
        if not _cut_log(cursor):
            return HeldUpBy.OTHERS
        cursor.execute("VACUUM")
        return None if _cut_log(cursor) else HeldUpBy.OTHERS
    finally:
        cursor.execute(f"PRAGMA busy_timeout = {usual}")


def _cut_log(cursor: Any) -> bool:
    """Copy the write-ahead log into the database's file and empty it; whether nobody was in the way."""
    cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (busy, *_) = cursor.fetchone()
    return not busy


def _is_room_for_another() -> bool:
    """SQLite needs the size of the database twice: for the new file, and for the log through which it comes."""
    file = Path(connection.settings_dict["NAME"])
    return shutil.disk_usage(file.parent).free > 2 * file.stat().st_size + disk_space.FULL


def _rewrite_postgres(cursor: Any) -> HeldUpBy | None:
    """Whatever this deletes itself is old as well before the tables are written anew: hence two waits."""
    cursor.execute("SET lock_timeout = %s", [f"{int(1000 * SECONDS_OTHERS_ARE_WAITED_FOR)}ms"])
    try:
        if not _older_transactions_end(cursor):
            return HeldUpBy.OTHERS
        # A table's own transaction may have written a note in the moment in which names were erased.
        Note.objects.filter(event__erased_at__isnull=False).delete()
        may_forget = _may_forget_samples(cursor)
        if may_forget:
            _forget_samples(cursor)
        if not _older_transactions_end(cursor):
            return HeldUpBy.OTHERS
        for table in (*connection.introspection.table_names(cursor), *(["pg_statistic"] if may_forget else [])):
            cursor.execute(f"VACUUM FULL {connection.ops.quote_name(table)}")
        cursor.execute("ANALYZE")
    finally:
        cursor.execute("RESET lock_timeout")
    return None if may_forget else HeldUpBy.RIGHTS


def _may_forget_samples(cursor: Any) -> bool:
    """Whoever owns the database may, from Postgres 18 on; before that only a superuser."""
    cursor.execute(
        "SELECT rolsuper, pg_has_role(datdba, 'USAGE') FROM pg_roles, pg_database"
        " WHERE rolname = current_user AND datname = current_database()"
    )
    is_superuser, owns_database = cursor.fetchone()
    return bool(is_superuser or (owns_database and _clears_samples_itself(cursor)))


def _clears_samples_itself(cursor: Any) -> bool:
    cursor.execute("SHOW server_version_num")
    (version,) = cursor.fetchone()
    return int(version) >= CLEARS_SAMPLES_ITSELF


def _forget_samples(cursor: Any) -> None:
    """To plan its queries Postgres keeps samples of what columns hold, names among them, also of rows that are gone."""
    if _clears_samples_itself(cursor):
        cursor.execute(
            "SELECT pg_clear_attribute_stats(schemaname::text, tablename::text, attname::text, inherited)"
            " FROM pg_stats WHERE schemaname = current_schema()"
        )
    else:
        cursor.execute(
            "DELETE FROM pg_statistic WHERE starelid IN"
            " (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)"
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


def _remove_copies() -> None:
    """Copies that earlier versions made of a laptop's database, or that were put aside, beside it."""
    if connection.vendor != "sqlite":
        return
    database = Path(connection.settings_dict["NAME"])
    for file in database.parent.glob(f"{database.stem}*.sqlite3*"):
        if file.name not in {f"{database.name}{part}" for part in ("", "-wal", "-shm", "-journal")}:
            file.unlink(missing_ok=True)


def _empty_log() -> None:
    """A laptop's log starts anew."""
    if connection.vendor != "sqlite":
        return
    log = Path(settings.LOG_FILE)
    for file in log.parent.glob(f"{log.name}.*"):
        file.unlink(missing_ok=True)
    if log.exists():
        os.truncate(log, 0)
