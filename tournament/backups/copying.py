"""A whole copy of a database while others write to it, in small steps: a hand that is saved meanwhile comes first.

The copy is what the database held in one moment. In WAL mode whoever reads in a transaction goes on seeing that moment,
whatever is written meanwhile; without the transaction SQLite would begin again with each hand.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

from django.conf import settings

from tournament.backups.contents import Contents, check, opened, read_about, read_contents, write_about
from tournament.environment import SECONDS_FOR_A_LOCK

PAGES_IN_A_STEP: Final = 64
"""A quarter of a megabyte."""
SECONDS_BETWEEN_STEPS: Final = 0.003
STEPS_UNTIL_WRITTEN: Final = 8
"""So much is written to the disk at once: a hand that is saved beside waits for the disk as well."""


def copy_of_database(database: Path, file: Path, about: Mapping[str, str]) -> None:
    """Make `file` a checked backup of the database. It is there as a whole or not at all."""
    _copy_whole(database, file, about, is_live=True)


def copy_of_backup(backup: Path, file: Path) -> None:
    """Make `file` a checked copy of a backup."""
    _copy_whole(backup, file, {}, is_live=False)


def _copy_whole(source: Path, file: Path, about: Mapping[str, str], *, is_live: bool) -> None:
    """Everything happens under another name, which nobody takes for a backup."""
    unfinished = unfinished_name(file)
    try:
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        held = _copy(source, unfinished, about, is_live=is_live)
        _write_to_disk(unfinished)
        check(unfinished, held)
        unfinished.replace(file)
        _write_to_disk(file.parent)
    finally:
        for part in ("", "-journal"):
            with suppress(OSError):  # the stick may be gone, with what was half written
                unfinished.with_name(unfinished.name + part).unlink(missing_ok=True)


def unfinished_name(file: Path) -> Path:
    """What a copy is called while it is made; two programs may be at it."""
    return file.with_name(f"{file.name}.{os.getpid()}.unfinished")


def _copy(source: Path, target: Path, about: Mapping[str, str], *, is_live: bool) -> Contents:
    """What the source held in the moment of the copy."""
    way = closing(_connect(source)) if is_live else opened(source)
    with way as origin, closing(_connect(target)) as copy:
        copy.execute("PRAGMA synchronous = OFF")  # it is written to the disk below, as a whole and in our pace
        origin.execute("BEGIN")
        held = read_contents(origin)
        origin.backup(copy, pages=PAGES_IN_A_STEP, progress=_Pace(target).step)
        origin.execute("ROLLBACK")
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
        if not read_about(copy):
            write_about(copy, settings.SECRET_KEY, about)
    return held


def _connect(file: Path) -> sqlite3.Connection:
    """A file that must be there: a name mistyped must not become an empty database."""
    address = f"file:{quote(str(file))}?mode=rw"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=SECONDS_FOR_A_LOCK)


class _Pace:
    """Stands back after each step, and writes what was copied to the disk piece by piece."""

    def __init__(self, target: Path) -> None:
        self.target, self.steps = target, 0

    def step(self, *_: int) -> None:
        self.steps += 1
        if self.steps % STEPS_UNTIL_WRITTEN == 0:
            _write_to_disk(self.target)
        time.sleep(SECONDS_BETWEEN_STEPS)


def _write_to_disk(path: Path) -> None:
    """A file, or the names in a folder. Not every stick can be asked for the latter."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    except OSError:
        if not path.is_dir():
            raise
    finally:
        os.close(number)
