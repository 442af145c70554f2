"""Reads the TURNTABLE_… variables strictly, so that nobody has to guess what is set.

A value that cannot be meant stops the program at once, with one sentence that names the variable. It is a SystemExit
so that every program of the project (manage.py, uvicorn, celery) shows the sentence and nothing else. Values are
repeated in the sentence unless they may hold a password.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import sys
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo

import tzlocal

from tournament import data_files, questions

PREFIX = "TURNTABLE_"
SECRET_LENGTH = 50
SECONDS_FOR_A_LOCK = 5
"""A request that waits longer for a lock is told to send again. A tablet gives up after 20 seconds."""
SECONDS_UNTIL_A_LINE_IS_LOST = 10
"""How long Postgres's machine may give no sign of what was sent to it."""
FEWEST_DIFFERENT = 8
"""The fewest different characters in a secret: fifty times the same character is no secret."""

_read: set[str] = {"TURNTABLE_NEW_KEY"}


def stop(sentence: str) -> SystemExit:
    """What to raise: Python prints the sentence and leaves with status 1."""
    return SystemExit(sentence)


def text(name: str, default: str = "") -> str:
    """An empty value counts as absent, because that is how compose files hand on what is not set."""
    _read.add(name)
    return os.environ.get(name, "").strip() or default


def flag(name: str) -> bool:
    value = text(name, "0")
    if value not in ("0", "1"):
        raise stop(f"{name} must be 0 or 1, not “{value}”.")
    return value == "1"


def names(name: str) -> list[str]:
    """A list with commas. A star would switch the protection off that the list is for, so it is refused."""
    found = [part.strip() for part in text(name).split(",") if part.strip()]
    if wrong := [part for part in found if "*" in part or "/" in part or " " in part]:
        raise stop(f"{name} must be host names such as “cards.example,.club.example”, not “{wrong[0]}”.")
    return found


def time_zone(name: str) -> str:
    """The laptop's own zone unless told otherwise: the hall's clock hangs on the wall beside the screen."""
    value = text(name) or tzlocal.get_localzone_name() or "UTC"
    try:
        return ZoneInfo(value).key
    except (KeyError, ValueError, OSError):
        raise stop(f"{name} must be a time zone such as Europe/Berlin, not “{value}”.") from None


def folder(name: str, default: Path) -> Path:
    """Made if it is missing, for the owner alone: entries hold people's names."""
    path = Path(text(name, str(default))).expanduser().absolute()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError:
        raise stop(f"{name}: {path} is a file, not a folder.") from None
    except OSError as problem:
        raise stop(f"{name}: the data folder {path} can’t be made ({problem.strerror}).") from None
    if trouble := data_files.find_trouble(path):
        raise stop(trouble)
    return path


def postgres(name: str) -> dict[str, Any] | None:
    value = text(name)
    return parsed_postgres(name, value) if value else None


def parsed_postgres(name: str, value: str) -> dict[str, Any]:
    """Django's words for a postgres:// address. What follows its question mark goes to Postgres as it is."""
    url, port = _split(name, value, ("postgres", "postgresql"), "postgres://user:password@host:5432/database")
    if not url.path.strip("/"):
        raise stop(f"{name} doesn’t say which database: postgres://user:password@host:5432/database")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(url.path.lstrip("/")),
        "USER": unquote(url.username or ""),
        "PASSWORD": unquote(url.password or ""),
        "HOST": unquote(url.hostname or ""),
        "PORT": str(port or ""),
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": _postgres_options(dict(parse_qsl(url.query))),
    }


def _postgres_options(given: dict[str, str]) -> dict[str, Any]:
    """A line that was cut without a word is noticed within some ten seconds, not after a quarter of an hour in which it
    would hold a thread. What the address says itself goes before ours."""
    return {
        "connect_timeout": 5,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 1000 * SECONDS_UNTIL_A_LINE_IS_LOST,
        **given,
        "options": f"-c lock_timeout={SECONDS_FOR_A_LOCK}s {given.get('options', '')}".strip(),
    }


def sqlite(path: Path) -> dict[str, Any]:
    """A file that sixty tablets may write to at once; without IMMEDIATE and WAL most would hear that it is locked."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": SECONDS_FOR_A_LOCK,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
        },
    }


def redis(name: str) -> str:
    if value := text(name):
        _split(name, value, ("redis", "rediss"), "redis://host:6379/0")
    return value


def mail(name: str) -> dict[str, Any] | None:
    value = text(name)
    return _parsed_mail(name, value) if value else None


def _parsed_mail(name: str, value: str) -> dict[str, Any]:
    """The parts of a mail server's address. smtp:// asks for encryption once connected, smtps:// begins with it;
    tls=no is for a server on the same machine that offers none."""
    example = "smtp://user:password@mail.example:587?from=uno@club.example"
    url, port = _split(name, value, ("smtp", "smtps"), example)
    options = dict(parse_qsl(url.query, keep_blank_values=True))
    sender, tls = options.pop("from", ""), options.pop("tls", "yes")
    if options or not url.hostname or url.path.strip("/") or "@" not in sender or tls not in ("yes", "no"):
        raise stop(f"{name} must look like {example}")
    ssl = url.scheme == "smtps"
    return {
        "host": url.hostname,
        "port": port or (465 if ssl else 587),
        "user": unquote(url.username or ""),
        "password": unquote(url.password or ""),
        "ssl": ssl,
        "tls": not ssl and tls == "yes",
        "from": sender,
    }


def secret(name: str, folder: Path) -> str:
    """Given, or made once and kept. The lock makes two first starts at once agree on one key.

    Beside a database a new key is made only if somebody agrees: much of what people hold in their hands hangs on it.
    """
    if not (key := text(name)):
        path = folder / data_files.KEY_FILE
        try:
            if (folder / data_files.DATABASE).exists() and not _is_whole(path):
                _agree_to_new_secret(path)
            key = _kept_secret(path)
        except OSError as problem:
            raise stop(f"The secret key in {path} can’t be read or written ({problem.strerror}).") from None
        name = str(path)
    if len(key) < SECRET_LENGTH:
        raise stop(f"{name} is too short for a secret: use at least {SECRET_LENGTH} random characters.")
    if _repeats_itself(key):
        raise stop(f"{name} repeats itself too much for a secret: use at least {SECRET_LENGTH} random characters.")
    return key


def _repeats_itself(key: str) -> bool:
    return len(set(key)) < FEWEST_DIFFERENT or (key + key).find(key[: len(key) // 2], 1) <= len(key) // 2


def _is_whole(path: Path) -> bool:
    """After a power cut a file may have its length and hold nothing but zeros."""
    try:
        key = path.read_text().strip()
        return len(key) >= SECRET_LENGTH and not _repeats_itself(key)
    except (FileNotFoundError, UnicodeDecodeError):
        return False


def _agree_to_new_secret(path: Path) -> None:
    """Ask whether to go on without the key; what is left of it is put aside."""
    what = "damaged" if path.exists() else "missing"
    sentence = (
        f"The secret key {path} is {what}, but the database beside it was made with one. "
        "With a new key everybody must sign in again, and links to helpers must be sent again; entries, hands and "
        "results stay, and printed table codes go on working. If you have a copy of the file, put it back instead."
    )
    asked = f"{sentence}\nGo on with a new key?"
    if not (flag("TURNTABLE_NEW_KEY") or questions.ask(asked, sys.stderr, otherwise=False)):
        raise stop(
            "Not started. Put the secret key back, or start again and make a new one."
            if questions.can_be_asked()
            else f"{sentence} To go on with a new key, set TURNTABLE_NEW_KEY=1 once."
        )
    if path.exists():
        path.replace(path.with_name(f"{path.name}.damaged"))


def refuse_unknown() -> None:
    """A misspelt variable would otherwise be a setting that silently does nothing."""
    if unknown := sorted(name for name in os.environ if name.startswith(PREFIX) and name not in _read):
        raise stop(f"{unknown[0]} isn’t a Turntable setting; docs/servers.md lists them all.")


def _split(name: str, value: str, schemes: tuple[str, ...], example: str) -> tuple[SplitResult, int | None]:
    """The address in parts. The value may hold a password, so the sentence shows an example instead of it."""
    try:
        url = urlsplit(value)
        port = url.port
    except ValueError:
        url, port = SplitResult("", "", "", "", ""), None
    if url.scheme not in schemes or not (url.hostname or url.query):
        raise stop(f"{name} must look like {example}")
    return url, port


def _kept_secret(path: Path) -> str:
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        os.fchmod(file.fileno(), 0o600)
        if not (key := file.read().strip()):
            key = secrets.token_urlsafe(SECRET_LENGTH)
            file.write(key + "\n")
            file.flush()
            os.fsync(file.fileno())
    return key
