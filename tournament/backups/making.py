"""Making a backup: at once, soon, or before something that cannot be undone.

make(reason)                 at once; raises OSError, sqlite3.Error or BadBackup
ask(reason)                  soon, by the thread that makes them; costs nothing
@backed_up_first(reason)     before an action that cannot be undone
"""

from __future__ import annotations

import fcntl
import logging
import os
import platform
import queue
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

from django.db import connection

from tournament import current_time, disk_space
from tournament.backups import status
from tournament.backups.contents import BadBackup
from tournament.backups.copying import copy_of_database
from tournament.backups.files import (
    UNFINISHED,
    Backup,
    BackupReason,
    backups_in,
    database_file,
    has_backups,
    last_number,
    name_of,
    note_number,
    own_folder,
)
from tournament.rules.backups import kept

P = ParamSpec("P")
R = TypeVar("R")

log = logging.getLogger(__name__)
FAILURES: Final = (OSError, sqlite3.Error, BadBackup)
FEWEST_KEPT: Final = 1
"""When the disk is nearly full, the oldest make room for a new one, until so many are left."""

asked: Final[queue.SimpleQueue[BackupReason]] = queue.SimpleQueue()
"""What the thread is asked for. Where there is no such thread nobody looks."""
_in_this_process: Final = threading.Lock()


def ask(reason: BackupReason) -> None:
    """Have one made soon; called once a transaction is committed."""
    if has_backups():
        asked.put(reason)


def backed_up_first(
    reason: BackupReason, unless: Callable[[Mapping[str, Any]], bool] | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a backup before an action that cannot be undone, and before its transaction: while that lasts, hands wait.
    Whoever calls several in one transaction makes one before that. If the backup fails the action is done all the same;
    the log and the overview say so."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def after_backup(*args: P.args, **kwargs: P.kwargs) -> R:
            if has_backups() and not connection.in_atomic_block and not (unless and unless(kwargs)):
                try_to_make(reason)
            return function(*args, **kwargs)

        return after_backup

    return decorate


def try_to_make(reason: BackupReason) -> Backup | None:
    """The same as `make` for those who go on without one; the failure is noted for the overview."""
    try:
        return make(reason)
    except FAILURES as problem:
        status.note_trouble(status.LAPTOP, problem)
        log.warning("The backup failed: %s", problem)
        return None


def make(reason: BackupReason) -> Backup:
    """Make a checked backup in the data folder and let old ones go."""
    with one_at_a_time():
        backup = make_in(own_folder(), reason, _reserve(reason))
        status.note_success(status.LAPTOP)
        return backup


def _reserve(reason: BackupReason) -> int:
    """On a laptop's disk that is nearly full hands need what is left, so regular backups leave it alone."""
    return disk_space.LOW if reason in (BackupReason.REGULAR, BackupReason.ROUND) else disk_space.FULL


def make_in(folder: Path, reason: BackupReason, reserve: int) -> Backup:
    """The same in any folder, by whoever holds `one_at_a_time`. If there isn't enough room for it and the `reserve`,
    it fails before anything is written."""
    now, number = current_time.now(), last_number() + 1
    tidy(folder)
    make_room(folder, database_file().stat().st_size + reserve)
    path = folder / name_of(number, now, reason)
    about = {"number": str(number), "made at": now.isoformat(), "made on": platform.node(), "reason": reason}
    copy_of_database(database_file(), path, about)
    with suppress(OSError):
        note_number(number)
    log.info("A backup was made and checked: %s", path.name)
    thin(folder)
    return Backup(path, number, now, reason, path.stat().st_size)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Two programs on one data folder do not number, thin or erase at once."""
    with _in_this_process:
        own_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        with (own_folder() / "lock").open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def tidy(folder: Path) -> None:
    """Take away what was left half made by a program that was killed, or a stick that was pulled out."""
    for left_behind in folder.glob(UNFINISHED):
        left_behind.unlink(missing_ok=True)


def thin(folder: Path) -> None:
    """Let old backups go. The newest from before an update stays: an older version may want it."""
    found = backups_in(folder)
    keep = kept({backup.number: backup.made_at for backup in found}, current_time.now())
    keep |= {backup.number for backup in [backup for backup in found if backup.reason is BackupReason.UPDATE][:1]}
    for backup in found:
        if backup.number not in keep:
            backup.path.unlink(missing_ok=True)


def make_room(folder: Path, wanted: int) -> None:
    """Old backups give way to a new one: let the oldest go until so many bytes are free. Raises NoRoom if they never
    are."""
    for oldest in reversed(backups_in(folder)[FEWEST_KEPT:]):
        if shutil.disk_usage(folder).free >= wanted:
            return
        oldest.path.unlink(missing_ok=True)
    free = shutil.disk_usage(folder).free
    if free < wanted:
        raise status.NoRoom(-(-(wanted - free) // disk_space.MEGABYTE))


def own_priority_is_low() -> None:
    """Let this thread step back behind those that answer, where the system knows priorities of threads (Linux)."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
