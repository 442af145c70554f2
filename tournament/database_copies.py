"""Copies of the laptop's database, made before a newer version changes it. They lie beside it in the data folder.

They hold what the database held, names included: when names are erased, these files go as well.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

PATTERN: Final = "turntable-before-*.sqlite3"
MOST_COPIES: Final = 3


def copies(folder: Path) -> list[Path]:
    """All that are there, the newest first."""
    return sorted(folder.glob(PATTERN), key=lambda file: file.stat().st_mtime, reverse=True)


def make_copy(database: Path, now: datetime) -> Path:
    """Copy the database as it is, look whether the copy is whole, and keep the newest few. Raises sqlite3.Error or
    OSError, and leaves no half of a copy behind."""
    copy = database.with_name(f"turntable-before-{now:%Y-%m-%d-%H%M%S}.sqlite3")
    unfinished = copy.with_name(f"{copy.name}.unfinished")
    for left_behind in database.parent.glob(f"{PATTERN}.unfinished*"):  # by a start that was killed
        left_behind.unlink()
    try:
        unfinished.touch(mode=0o600)
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(unfinished)) as target:
            source.backup(target)
            (answer,) = target.execute("PRAGMA quick_check(1)").fetchone()
        if answer != "ok":
            raise sqlite3.DatabaseError(f"the copy is not whole: {answer}")
        unfinished.replace(copy)
    finally:
        unfinished.unlink(missing_ok=True)
    for old in copies(database.parent)[MOST_COPIES:]:
        old.unlink()
    return copy
