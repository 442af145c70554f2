"""A thread that makes backups while the server runs, and has the server start anew when one is to be restored."""

from __future__ import annotations

import logging
import os
import queue
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Final

from django.db import connection

from tournament.backups import contents, making, restoring, second, status
from tournament.backups.files import BackupReason, backups_in, database_file, own_folder

log = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS: Final = 1.0
SECONDS_BETWEEN_BACKUPS: Final = 5 * 60.0
SECONDS_UNTIL_TRIED_AGAIN: Final = 60.0
SECONDS_BETWEEN_LOOKS_FOR_THE_STICK: Final = 5.0
SECONDS_FOR_THE_LAST: Final = 10.0
"""A server that stops makes one more, if something changed, and copies it: somebody may take the stick and go."""


@contextmanager
def backing_up() -> Iterator[None]:
    """While the block runs, backups are made."""
    maker, copier = BackupMaker(), BackupCopier()
    maker.start()
    copier.start()
    try:
        yield
    finally:
        for thread in (maker, copier):
            thread.over.set()
            thread.join(SECONDS_FOR_THE_LAST)


class BackupCopier(threading.Thread):
    """Brings each backup to the second folder. It is a thread of its own, because a stick may hang."""

    def __init__(self) -> None:
        super().__init__(name="backups to the stick", daemon=True)
        self.over = threading.Event()

    def run(self) -> None:
        making.own_priority_is_low()
        seconds = SECONDS_BETWEEN_LOOKS
        while not self.over.wait(seconds):
            seconds = self.copy()
        self.copy()

    def copy(self) -> float:
        """How many seconds to wait until the next look."""
        try:
            is_fine = second.bring_up_to_date() or second.second_folder() is None
        except Exception:
            log.exception("The second folder could not be looked after.")
            is_fine = False
        return SECONDS_BETWEEN_LOOKS_FOR_THE_STICK if is_fine else SECONDS_UNTIL_TRIED_AGAIN


class BackupMaker(threading.Thread):
    """Looks every second what there is to do. It steps back behind the threads that answer."""

    def __init__(self) -> None:
        super().__init__(name="backups", daemon=True)
        self.over = threading.Event()
        self.seen: int | None = None
        """The version of the database that the newest backup holds; None while nobody knows."""
        self.is_first_look = True
        self.next_regular = time.monotonic()

    def run(self) -> None:
        making.own_priority_is_low()
        with closing(sqlite3.connect(database_file(), isolation_level=None)) as database:
            while not self.over.wait(SECONDS_BETWEEN_LOOKS):
                self.try_to_look(database)
            if not restoring.staged_file().exists():
                self.next_regular = time.monotonic()
                self.try_to_look(database)
        connection.close()

    def try_to_look(self, database: sqlite3.Connection) -> None:
        """A look that fails is tried again: nothing that happens to a backup stops the server. Somebody who holds the
        database holds everybody up, which others say."""
        try:
            self.look(database)
        except sqlite3.OperationalError:
            return
        except Exception:
            log.exception("The backups could not be looked after.")

    def look(self, database: sqlite3.Connection) -> None:
        if restoring.staged_file().exists():
            self.start_anew()
            return
        if reason := self.wanted(database):
            self.make(database, reason)

    def wanted(self, database: sqlite3.Connection) -> BackupReason | None:
        """Why a backup is to be made now; None if none is. Somebody else's commit changes the version that SQLite tells
        this connection: asking costs nothing, and it counts what is in no log as well."""
        asked = _asked()
        if self.is_first_look:
            self.seen = _version(database) if _is_in_newest_backup(database) else None
            self.is_first_look = False
        has_changed = _version(database) != self.seen and _has_log(database)
        status.note_change(nothing_changed=not has_changed)
        if asked or not has_changed or time.monotonic() < self.next_regular:
            return asked
        return BackupReason.REGULAR

    def make(self, database: sqlite3.Connection, reason: BackupReason) -> None:
        before = _version(database)
        is_made = making.try_to_make(reason) is not None
        if is_made or second.make_there(reason):
            self.seen = before
        self.next_regular = time.monotonic() + (SECONDS_BETWEEN_BACKUPS if is_made else SECONDS_UNTIL_TRIED_AGAIN)

    def start_anew(self) -> None:
        """Stop the server as Ctrl-C does; `run.serve` then starts it again with the backup in place."""
        if not self.over.is_set():
            self.over.set()
            os.kill(os.getpid(), signal.SIGTERM)


def _asked() -> BackupReason | None:
    """What was asked for since the last look; several are one."""
    reason = None
    while True:
        try:
            reason = making.asked.get_nowait()
        except queue.Empty:
            return reason


def _version(database: sqlite3.Connection) -> int:
    (version,) = database.execute("PRAGMA data_version").fetchone()
    return int(version)


def _has_log(database: sqlite3.Connection) -> bool:
    """Whether anything has happened at all."""
    return database.execute("SELECT 1 FROM tournament_logentry LIMIT 1").fetchone() is not None


def _is_in_newest_backup(database: sqlite3.Connection) -> bool:
    """Whether the newest backup holds what the database does. After a start the version says nothing of before."""
    newest = next(iter(backups_in(own_folder())), None)
    if newest is None:
        return False
    try:
        with contents.opened(newest.path) as backup:
            held = contents.read_contents(backup)
    except sqlite3.Error:
        return False
    return held == contents.read_contents(database)
