"""What a database or a backup of it holds, read with SQLite alone: it may be older than this program, or damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import quote

from django.db.migrations.loader import MigrationLoader

from tournament.rules.errors import Refused

TABLE: Final = "turntable_backup"
"""The table that only a backup has. Its rows are names and values."""
_KEY: Final = "secret key"
_OURS: Final = ("tournament", "scoring")


class BadBackup(Refused):
    """A file that can't be restored; the sentence says why."""


@dataclass(frozen=True)
class Contents:
    """What people ask of a backup: how much is in it, and how new it is."""

    events: tuple[str, ...] = ()
    entries: int = 0
    hands: int = 0
    log_lines: int = 0
    newest_line: tuple[int, str] = (0, "")
    """Number and moment of the last line of the log, as they stand in the database."""


@dataclass(frozen=True)
class CheckedBackup:
    """A backup that was opened and found whole."""

    path: Path
    contents: Contents
    key: str
    """The secret key; empty in a copy that an earlier version made, or somebody by hand."""
    number: int = 0


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A file that nobody writes to, read without a trace beside it; if its newest rows are beside it, with them."""
    way = "mode=ro" if file.with_name(f"{file.name}-wal").exists() else "mode=ro&immutable=1"
    with closing(sqlite3.connect(f"file:{quote(str(file))}?{way}", uri=True, isolation_level=None)) as database:
        yield database


def read_contents(database: sqlite3.Connection) -> Contents:
    """What is in it now. A table that an older version did not have counts as empty."""
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}

    def count(table: str) -> int:
        return int(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) if table in tables else 0  # noqa: S608 (our own names)

    newest = "SELECT id, at FROM tournament_logentry ORDER BY id DESC LIMIT 1"
    names = "SELECT name FROM tournament_event ORDER BY id DESC"
    return Contents(
        events=tuple(name for (name,) in database.execute(names)) if "tournament_event" in tables else (),
        entries=count("tournament_entry"),
        hands=count("scoring_hand"),
        log_lines=count("tournament_logentry"),
        newest_line=(database.execute(newest).fetchone() or (0, "")) if "tournament_logentry" in tables else (0, ""),
    )


def check(file: Path, held: Contents | None = None) -> CheckedBackup:
    """Open it, look through every page of it, and compare it with what the database `held` if that is known. Raises
    BadBackup with a sentence."""
    try:
        with opened(file) as database:
            (answer,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            if answer != "ok":
                raise sqlite3.DatabaseError(answer)
            _check_it_is_ours(file, database)
            contents, about = read_contents(database), read_about(database)
    except sqlite3.DatabaseError as problem:
        raise BadBackup(_what_is_wrong(file, problem)) from problem
    except OSError as problem:
        raise BadBackup(f"{file} can’t be read: {problem.strerror}.") from problem
    if held is not None and contents != held:
        raise BadBackup(f"{file} doesn’t hold what the database held, so it isn’t a backup.")
    return CheckedBackup(file, contents, about.get(_KEY, ""), int(about.get("number", 0)))


def _what_is_wrong(file: Path, problem: sqlite3.DatabaseError) -> str:
    if not file.is_file():
        return f"There is no file {file}."
    if getattr(problem, "sqlite_errorname", "") == "SQLITE_NOTADB":
        return f"{file} isn’t a backup of Turntable."
    return f"{file} is damaged and can’t be restored. Choose another backup."


def _check_it_is_ours(file: Path, database: sqlite3.Connection) -> None:
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    if not {"django_migrations", "tournament_event"} <= tables:
        raise BadBackup(f"{file} isn’t a backup of Turntable.")
    if is_newer(database.execute("SELECT app, name FROM django_migrations")):
        raise BadBackup(f"{file} was made by a newer Turntable. Update this one first, then restore it.")


def is_newer(applied: Iterable[tuple[str, str]]) -> bool:
    """Whether a database with these migrations was written by a newer Turntable, and would be misread by this one."""
    return any(migration[0] in _OURS and migration not in _known_migrations() for migration in applied)


@cache
def _known_migrations() -> set[tuple[str, str]]:
    """Read once: each backup is checked against them."""
    return set(MigrationLoader(None, ignore_no_migrations=True).graph.nodes)


def read_about(database: sqlite3.Connection) -> dict[str, str]:
    """What the backup says of itself; nothing if it is a bare database."""
    if not database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [TABLE]).fetchone():
        return {}
    return dict(database.execute(f"SELECT name, value FROM {TABLE}"))  # noqa: S608 (our own name)


def write_about(database: sqlite3.Connection, key: str, about: Mapping[str, str]) -> None:
    """Make a copy a backup: with the key that everything printed and signed hangs on."""
    database.execute(f"CREATE TABLE {TABLE} (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
    database.executemany(
        f"INSERT INTO {TABLE} VALUES (?, ?)",  # noqa: S608 (our own name)
        {_KEY: key, **about}.items(),
    )


def forget_about(database: sqlite3.Connection) -> None:
    """Make a backup a database again. The key leaves the file's bytes too: it has a file of its own."""
    database.execute("PRAGMA secure_delete = ON")
    database.execute(f"DROP TABLE IF EXISTS {TABLE}")
