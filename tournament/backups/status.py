"""How the backups are, as facts for pages: where the newest lies, and what is wrong if something is.

What went wrong is known to the process that tried; a start tries again.
"""

from __future__ import annotations

import errno
import sqlite3
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from tournament.backups.files import Backup, backups_in, folder_inside, has_backups, own_folder, read_notes

LAPTOP: Final = "laptop"
SECOND: Final = "second"
_WITHOUT_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class NoRoom(OSError):
    """The folder's disk has too little room for another backup."""

    def __init__(self, megabytes: int) -> None:
        super().__init__(f"{megabytes} MB more must be free")
        self.megabytes = megabytes


class BackupTrouble(StrEnum):
    """Why there is no new backup in a place."""

    FULL = "full"
    AWAY = "away"
    REFUSED = "not writable"
    FAILED = "failed"


@dataclass(frozen=True)
class BackupPlace:
    """One of the two places: the newest backup there, and what is wrong."""

    folder: Path
    newest: Backup | None
    trouble: BackupTrouble | None
    megabytes_wanted: int = 0
    """How much room must be made, if it is full and that is known."""
    is_stick: bool = False
    """Whether it is on another disk than the database."""


@dataclass(frozen=True)
class BackupStatus:
    """What the overview says."""

    laptop: BackupPlace
    second: BackupPlace | None
    nothing_changed: bool
    """Whether the newest backup holds all there is, however old it is."""

    @property
    def is_fine(self) -> bool:
        return not self.laptop.trouble and not (self.second and self.second.trouble)


@dataclass
class _Known:
    """What this process found out."""

    troubles: dict[str, tuple[BackupTrouble, int]]
    nothing_changed: bool = False


_known: Final = _Known({})


def note_trouble(place: str, problem: BaseException) -> None:
    """A backup failed there."""
    _known.troubles[place] = (trouble_of(problem), getattr(problem, "megabytes", 0))


def note_success(place: str) -> None:
    """A backup is there now."""
    _known.troubles.pop(place, None)


def note_change(*, nothing_changed: bool) -> None:
    """Whether the database has changed since the newest backup."""
    _known.nothing_changed = nothing_changed


def trouble_of(problem: BaseException) -> BackupTrouble:
    """What kind of failure it is. Only the error itself is asked: that a stick is full says nothing of the laptop."""
    cause = problem.__cause__ if isinstance(problem.__cause__, OSError | sqlite3.Error) else problem
    if isinstance(cause, NoRoom) or getattr(cause, "errno", None) in _WITHOUT_ROOM:
        return BackupTrouble.FULL
    if getattr(cause, "sqlite_errorname", "") == "SQLITE_FULL":
        return BackupTrouble.FULL
    if isinstance(cause, PermissionError) or getattr(cause, "errno", None) == errno.EROFS:
        return BackupTrouble.REFUSED
    return BackupTrouble.FAILED


def read_status() -> BackupStatus | None:
    """None where no backups are made by themselves: on servers."""
    if not has_backups():
        return None
    trouble, megabytes = _known.troubles.get(LAPTOP, (None, 0))
    laptop = BackupPlace(own_folder(), _newest(own_folder()), trouble, megabytes)
    return BackupStatus(laptop, _read_second(), _known.nothing_changed)


def _newest(folder: Path) -> Backup | None:
    return next(iter(backups_in(folder)), None)


def read_backups() -> list[tuple[Backup, bool, bool]]:
    """All backups, the newest first, each with whether it is on the laptop and in the second folder."""
    notes = read_notes()
    own, others = backups_in(own_folder()), []
    if notes.get("second") and is_there(Path(notes["second"]), is_stick=bool(notes.get("is another disk"))):
        others = backups_in(folder_inside(Path(notes["second"])))
    numbers, numbers_of_others = {backup.number for backup in own}, {backup.number for backup in others}
    every = {backup.number: backup for backup in [*others, *own]}
    return [(every[number], number in numbers, number in numbers_of_others) for number in sorted(every, reverse=True)]


def _read_second() -> BackupPlace | None:
    notes = read_notes()
    if not notes.get("second"):
        return None
    second, is_stick = Path(notes["second"]), bool(notes.get("is another disk"))
    trouble, megabytes = _known.troubles.get(SECOND, (None, 0))
    if not is_there(second, is_stick=is_stick):
        return BackupPlace(second, None, BackupTrouble.AWAY, is_stick=is_stick)
    return BackupPlace(second, _newest(folder_inside(second)), trouble, megabytes, is_stick)


def is_there(second: Path, *, is_stick: bool) -> bool:
    """Whether the folder can be used now. Where a stick was pulled out its folder may stay, empty, on the laptop's own
    disk."""
    try:
        return second.is_dir() and not (is_stick and second.stat().st_dev == own_folder().parent.stat().st_dev)
    except OSError:
        return False
