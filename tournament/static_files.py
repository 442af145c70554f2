"""The files for browsers: scripts, styles and pictures, at addresses that change with every version of them.

A browser may keep /static/<version>/css/base.css for ever. What a file names by a relative path, a script its modules
or a style its pictures, is always of the same version. A page that was opened before an upgrade still asks for the
files it was made with, so the versions of before are kept in a folder.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import quote

from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import StaticFilesStorage

logger = logging.getLogger(__name__)

LETTERS_OF_A_VERSION: Final = 16
FOR_DEVELOPERS: Final = [".*", "*.d.ts"]
VERSIONS_KEPT: Final = 5
"""Half a megabyte each. Pages that are older than five upgrades get the files of today."""


class VersionedStorage(StaticFilesStorage):
    """Gives `{% static %}` the address of a file in the version of today."""

    def url(self, name: str | None) -> str:
        if name not in files():
            raise ValueError(f"There is no file “{name}” for browsers.")
        return f"{self.base_url}{version()}/{_in_address(name)}"


_in_address: Final = cache(quote)
"""Every page names a dozen and a half of them."""


@cache
def files() -> dict[str, Path]:
    """Where each file of ours and of our packages lies, by its name."""
    found: dict[str, Path] = {}
    for finder in get_finders():
        for path, storage in finder.list(FOR_DEVELOPERS):
            found.setdefault(Path(path).as_posix(), Path(storage.path(path)))
    return found


@cache
def version() -> str:
    """The same for the same files, on whatever machine."""
    sign = hashlib.sha256()
    for name, path in sorted(files().items()):
        content = path.read_bytes()
        sign.update(f"{name}\n{len(content)}\n".encode() + content)
    return sign.hexdigest()[:LETTERS_OF_A_VERSION]


def keep(folder: Path) -> None:
    """Puts today's files beside those of earlier versions, of which the oldest go."""
    try:
        if not (folder / version()).is_dir():
            _copy_into(folder)
        os.utime(folder / version())
        _forget_old(folder)
    except OSError as problem:
        logger.warning("Pages that are open during the next upgrade may lack files: %s", problem)


def _copy_into(folder: Path) -> None:
    """All of them or none: two processes that start together both try, and the folder of one stays."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, ignore_cleanup_errors=True) as begun:
        whole = Path(begun, version())
        for name, path in files().items():
            (whole / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, whole / name)
        with suppress(OSError):
            whole.rename(folder / version())


def _forget_old(folder: Path) -> None:
    kept = sorted((path for path in folder.iterdir() if _is_version(path)), key=lambda path: path.stat().st_mtime)
    for path in kept[:-VERSIONS_KEPT]:
        shutil.rmtree(path, ignore_errors=True)


def _is_version(path: Path) -> bool:
    return path.is_dir() and len(path.name) == LETTERS_OF_A_VERSION


def content_of(name: str, of_version: str, folder: Path) -> bytes | None:
    """A file as it was in this version, or None if that is not known here."""
    if of_version == version():
        return files()[name].read_bytes() if name in files() else None
    kept = (folder / of_version).resolve()
    asked = (kept / name).resolve()
    return asked.read_bytes() if asked.is_relative_to(kept) and asked.is_file() else None
