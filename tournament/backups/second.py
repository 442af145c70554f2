"""The second folder, such as a USB stick: it gets a copy of each backup whenever it is there."""

from __future__ import annotations

import logging
import os
import threading
from pathlib import Path
from typing import Final

from django.conf import settings

from tournament.backups import status
from tournament.backups.copying import copy_of_backup
from tournament.backups.files import (
    BackupReason,
    backups_in,
    folder_inside,
    note_number,
    own_folder,
    read_notes,
    write_notes,
)
from tournament.backups.making import FAILURES, make_in, make_room, one_at_a_time, thin, tidy
from tournament.disk_space import FULL
from tournament.rules.errors import Refused

log = logging.getLogger(__name__)
_LONGEST_PATH: Final = 1000
SECONDS_ANOTHER_COPY_IS_WAITED_FOR: Final = 10.0
"""A page that asks for a copy does not wait for ever behind a stick that hangs."""
_copying: Final = threading.Lock()


def name_second(typed: str) -> None:
    """Use this folder from now on, or none. Raises Refused with what is wrong with it."""
    if not typed.strip():
        write_notes({"second": "", "is another disk": False})
        status.note_success(status.SECOND)
        return
    folder = _usable(typed.strip())
    is_another_disk = folder.stat().st_dev != Path(settings.DATA).stat().st_dev
    write_notes({"second": str(folder), "is another disk": is_another_disk})
    status.note_success(status.SECOND)


def _usable(typed: str) -> Path:
    """The folder that somebody typed, as its whole path."""
    folder = Path(typed).expanduser()
    if len(typed) > _LONGEST_PATH or not typed.isprintable() or not folder.is_absolute():
        raise Refused("Type the whole path of the folder, such as /media/jo/STICK.")
    try:
        if not folder.is_dir():
            raise Refused(f"There is no folder {folder}. Plug the stick in, and look up where it is in your files.")
        folder = folder.resolve()
        if folder.is_relative_to(Path(settings.DATA).resolve()):
            raise Refused("That’s inside Turntable’s own folder. Choose a folder on another disk, such as a USB stick.")
        if not os.access(folder, os.W_OK | os.X_OK):
            raise Refused(f"Turntable may not write to {folder}. Choose another folder.")
    except (OSError, ValueError):
        raise Refused(f"The folder {typed} can’t be read. Choose another one.") from None
    return folder


def second_folder() -> Path | None:
    """Where its backups go; None if there is no such folder, or it isn't there now."""
    notes = read_notes()
    named = notes.get("second")
    if not named or not status.is_there(Path(named), is_stick=bool(notes.get("is another disk"))):
        return None
    return folder_inside(Path(named))


def bring_up_to_date() -> bool:
    """Have the newest backup there too, and nothing that was erased. Whether it has it now; a failure is noted for the
    overview, and tried again."""
    folder = second_folder()
    if folder is None:
        status.note_success(status.SECOND)  # that it isn't there is seen by looking
        return False
    if not _copying.acquire(timeout=SECONDS_ANOTHER_COPY_IS_WAITED_FOR):
        return False
    try:
        _bring(folder)
    except FAILURES as problem:
        status.note_trouble(status.SECOND, problem)
        log.warning("The backup could not be copied to %s: %s", folder, problem)
        return False
    finally:
        _copying.release()
    status.note_success(status.SECOND)
    return True


def _bring(folder: Path) -> None:
    """A stick may be slow, or hang: nobody waits for this. So names may be erased meanwhile, and it looks again."""
    folder.mkdir(mode=0o700, exist_ok=True)
    let_erased_go(folder)
    note_number(max((backup.number for backup in backups_in(folder)), default=0))
    newest = next(iter(backups_in(own_folder())), None)
    if newest is None or (folder / newest.path.name).exists():
        return
    tidy(folder)
    make_room(folder, newest.size + FULL)
    copy_of_backup(newest.path, folder / newest.path.name)
    let_erased_go(folder)
    thin(folder)
    log.info("The newest backup is in %s too.", folder)


def make_there(reason: BackupReason) -> bool:
    """A backup straight from the database: the laptop's own disk has no room for one. Whether it was made."""
    folder = second_folder()
    if folder is None:
        return False
    try:
        with one_at_a_time():
            folder.mkdir(mode=0o700, exist_ok=True)
            let_erased_go(folder)
            make_in(folder, reason, FULL)
    except FAILURES as problem:
        status.note_trouble(status.SECOND, problem)
        log.warning("No backup could be made in %s either: %s", folder, problem)
        return False
    status.note_success(status.SECOND)
    return True


def let_erased_go(folder: Path) -> None:
    """Delete what holds names that were erased since."""
    if last := int(read_notes().get("erased up to", 0)):
        delete_up_to(last, folder)


def delete_up_to(last: int, folder: Path) -> None:
    """Delete the backups up to this number, and what was left half made."""
    tidy(folder)
    for backup in backups_in(folder):
        if backup.number <= last:
            backup.path.unlink(missing_ok=True)
