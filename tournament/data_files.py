"""The files of the data folder: may this user use them? If not, one sentence says whose they are and what helps.

It happens to people who once started the server with sudo: from then on some files belong to root.
"""

from __future__ import annotations

import os
import pwd
from pathlib import Path
from typing import Final

DATABASE: Final = "turntable.sqlite3"
KEY_FILE: Final = "secret-key"
LOG: Final = "turntable.log"
LOCK: Final = "serve.lock"
FILES: Final = (KEY_FILE, DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", LOCK, LOG)


def find_trouble(folder: Path) -> str:
    """Why the folder or a file in it cannot be used, and what to do; empty if all can."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return _told(folder, folder)
    for file in (folder / name for name in FILES):
        if file.is_dir():
            return f"{file} is a folder, but must be a file. Move it away and start again."
        if file.exists() and not (os.access(file, os.R_OK | os.W_OK) and _can_be_closed(file)):
            return _told(file, folder)
    return ""


def _can_be_closed(file: Path) -> bool:
    """What holds names or the key is made for its owner alone, which only its owner can do."""
    return file.name not in (KEY_FILE, DATABASE) or os.geteuid() in (0, file.stat().st_uid)


def _told(path: Path, folder: Path) -> str:
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        return f"{folder} is on a disk that can only be read. Set TURNTABLE_DATA to a folder on another disk."
    owner, user = _name(path.stat().st_uid), _name(os.geteuid())
    if owner == user:
        return f"{path} can’t be written. Allow it again: chmod -R u+rwX {folder}"
    return f"{path} belongs to {owner}, so {user} can’t use it. Make it yours again: sudo chown -R {user} {folder}"


def _name(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"user {user}"
