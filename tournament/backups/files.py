"""Where backups lie and what they are called. A number counts them, because the computer's clock may be set."""

from __future__ import annotations

import fcntl
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import connection
from django.utils import timezone

_NAME: Final = re.compile(r"turntable-(\d{5,9})-(\d{4}-\d\d-\d\d-\d{6})-([a-z-]+)\.sqlite3")
_MOMENT: Final = "%Y-%m-%d-%H%M%S"
UNFINISHED: Final = "*.unfinished*"


class BackupReason(StrEnum):
    """Why a backup was made, as its file says it."""

    REGULAR = "regular"
    ROUND = "after-a-round"
    BY_HAND = "by-hand"
    UPDATE = "before-an-update"
    ERASE = "before-erasing"
    ERASED = "after-erasing"
    REMOVE = "before-removing"
    RESTORE = "before-restoring"


@dataclass(frozen=True)
class Backup:
    """A good backup: nothing else has such a name."""

    path: Path
    number: int
    made_at: datetime
    reason: BackupReason
    size: int


def has_backups() -> bool:
    """Whether this is a laptop with a database of its own. A rehearsal in memory has none to back up."""
    return settings.EMBEDDED and connection.vendor == "sqlite" and database_file().is_file()


def database_file() -> Path:
    return Path(connection.settings_dict["NAME"])


def own_folder() -> Path:
    """On this laptop, beside the database."""
    return Path(settings.DATA, "backups")


def folder_inside(second: Path) -> Path:
    """In somebody's folder or on their stick. It is called after this laptop's key: another laptop's backups on the
    same stick are neither thinned nor erased by this one."""
    mark = hashlib.sha256(f"backups of {settings.SECRET_KEY}".encode()).hexdigest()[:6]
    return second / f"turntable-backups-{mark}"


def backups_in(folder: Path) -> list[Backup]:
    """All good ones, the newest first; none if the folder isn't there."""
    try:
        found = [_read_name(file) for file in folder.iterdir()]
    except OSError:
        return []
    return sorted((backup for backup in found if backup), key=lambda backup: backup.number, reverse=True)


def _read_name(file: Path) -> Backup | None:
    parts = _NAME.fullmatch(file.name)
    if parts is None or parts[3] not in list(BackupReason):
        return None
    try:
        made_at = timezone.make_aware(datetime.strptime(parts[2], _MOMENT), timezone.get_default_timezone())
        return Backup(file, int(parts[1]), made_at, BackupReason(parts[3]), file.stat().st_size)
    except (OSError, ValueError):
        return None


def name_of(number: int, now: datetime, reason: BackupReason) -> str:
    """What people read who look into the folder: it sorts by age, and tells the laptop's own time."""
    return (
        f"turntable-{number:05}-{timezone.localtime(now, timezone.get_default_timezone()):{_MOMENT}}-{reason}.sqlite3"
    )


# What is remembered beside the database, because restoring another one must not change it


def read_notes() -> dict[str, Any]:
    """The second folder, and up to which backup names were erased; empty if nothing was noted."""
    try:
        found = json.loads(_notes().read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def write_notes(changes: Mapping[str, Any]) -> None:
    """Note these, beside what is noted already; a command may do so beside the server."""
    with _notes().with_name(f"{_notes().name}.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        new = _notes().with_name(f"{_notes().name}.new")
        new.write_text(json.dumps({**read_notes(), **changes}))
        new.replace(_notes())


def note_number(number: int) -> None:
    """Count on from there: on a new laptop the next backup is newer than all that came from the old one."""
    if number > int(read_notes().get("last number", 0)):
        write_notes({"last number": number})


def last_number() -> int:
    """The highest number there was, whether its file is still there or not."""
    newest = [backup.number for backup in backups_in(own_folder())[:1]]
    return max([*newest, int(read_notes().get("last number", 0))])


def _notes() -> Path:
    return Path(settings.DATA, "backups.json")
