"""A backup takes the place of the database.

It is copied and checked first, into a file beside the database (`stage`). From then on it is decided: while no server
runs, `finish` puts it in place, and if it is interrupted the next start goes on. A server that runs sees the file,
stops and starts itself anew (`tournament/server/backing_up.py`), because open connections, the log beside the database
and the secret key all belong to the database of before.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from django.conf import settings

from tournament import current_time, data_files, environment
from tournament.backups.contents import CheckedBackup, Contents, check, forget_about, read_contents
from tournament.backups.copying import copy_of_backup
from tournament.backups.files import UNFINISHED, BackupReason, database_file, note_number
from tournament.backups.making import FAILURES, make, one_at_a_time
from tournament.rules.errors import NeedsConfirmation, Refused

log = logging.getLogger(__name__)

STAGED: Final = "restore.sqlite3"
_BESIDE: Final = ("-wal", "-shm", "-journal")


@dataclass(frozen=True)
class RestorePlan:
    """What a backup would bring back, and what there is now: None if nobody can read that."""

    backup: CheckedBackup
    now: Contents | None

    def lost(self, what: str) -> int:
        """How many hands, entries or log_lines there are now that the backup doesn't have."""
        return 0 if self.now is None else max(0, getattr(self.now, what) - getattr(self.backup.contents, what))


def staged_file() -> Path:
    return Path(settings.DATA, STAGED)


def plan(file: Path) -> RestorePlan:
    """What restoring this file would mean. Raises BadBackup if it can't be restored."""
    if database_file().exists() and file.exists() and file.samefile(database_file()):
        raise Refused("That’s the database itself. Choose a backup.")
    backup = check(file)
    if backup.key and backup.key != settings.SECRET_KEY and environment.text("TURNTABLE_SECRET_KEY"):
        raise Refused("This backup has another secret key than TURNTABLE_SECRET_KEY. Unset that, then restore it.")
    return RestorePlan(backup, _contents_now())


def _contents_now() -> Contents | None:
    try:
        with closing(sqlite3.connect(f"file:{database_file()}?mode=rw", uri=True, isolation_level=None)) as database:
            return read_contents(database)
    except sqlite3.Error:
        return None


def stage(file: Path, *, sure: bool = False) -> None:
    """Decide to restore this backup, after a backup of what there is now. If that one fails, it asks first."""
    restored = plan(file)
    if restored.now is not None and not sure:
        _back_up_what_is_there()
    elif restored.now is not None:
        with suppress(*FAILURES):
            make(BackupReason.RESTORE)
    with one_at_a_time():
        _stage(restored.backup)
    log.info("It was decided to restore %s.", file.name)


def _stage(backup: CheckedBackup) -> None:
    """The key first, then the database, whose name decides. Nothing is written into either any more."""
    for left_behind in Path(settings.DATA).glob(f"{STAGED}{UNFINISHED}"):
        left_behind.unlink(missing_ok=True)
    prepared = staged_file().with_name(f"{STAGED}.prepared.unfinished")
    copy_of_backup(backup.path, prepared)
    with closing(sqlite3.connect(prepared, isolation_level=None)) as database:
        forget_about(database)
    check(prepared)
    _write_to_disk(prepared)
    if backup.key:
        _write_key(backup.key, _staged_key())
    else:
        _staged_key().unlink(missing_ok=True)
    note_number(backup.number)
    prepared.replace(staged_file())
    _write_to_disk(Path(settings.DATA))


def _back_up_what_is_there() -> None:
    try:
        make(BackupReason.RESTORE)
    except FAILURES as problem:
        raise NeedsConfirmation(
            f"What is there now can’t be backed up first ({problem}), so it would be gone for good. Restore anyway?"
        ) from problem


def finish() -> CheckedBackup | None:
    """Put the staged backup in the database's place, if there is one, and its key in that of the key. Only for those
    who hold the data folder alone. Each step can be done again."""
    staged = staged_file()
    if not staged.exists():
        _staged_key().unlink(missing_ok=True)
        return None
    restored = check(staged)
    with suppress(FileNotFoundError):
        restored = replace(restored, key=_staged_key().read_text().strip())
        _write_key(restored.key, Path(settings.DATA, data_files.KEY_FILE))
    _take_away(database_file())
    staged.replace(database_file())
    _write_to_disk(Path(settings.DATA))
    _staged_key().unlink(missing_ok=True)
    return restored


def give_up() -> None:
    """Forget a staged backup that turned out damaged: the database of before is still there."""
    staged_file().unlink(missing_ok=True)
    _staged_key().unlink(missing_ok=True)


def _staged_key() -> Path:
    """The key that printed codes, links and sessions of the staged backup were made with."""
    return Path(settings.DATA, "restore.secret-key")


def _write_key(key: str, file: Path) -> None:
    """As a whole or not at all, for its owner alone."""
    new = file.with_name(f"{file.name}.new")
    with os.fdopen(os.open(new, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w") as written:
        written.write(f"{key}\n")
        written.flush()
        os.fsync(written.fileno())
    new.replace(file)


def _take_away(database: Path) -> None:
    """What is beside the database of before would spoil the next one. It is folded in first, so that an interruption
    costs nothing; a database that can't be read is put aside, for somebody who may read it after all."""
    if database.exists():
        try:
            with closing(sqlite3.connect(database, isolation_level=None)) as before:
                before.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error:
            aside = f"{database.stem}-damaged-{current_time.now():%Y-%m-%d-%H%M%S}{database.suffix}"
            for part in ("", *_BESIDE):
                with suppress(FileNotFoundError):
                    database.with_name(database.name + part).replace(database.with_name(aside + part))
    for part in _BESIDE:
        database.with_name(database.name + part).unlink(missing_ok=True)


def _write_to_disk(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
