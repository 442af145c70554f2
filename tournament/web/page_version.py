"""Which version of its pages this server shows, so that a page that stayed open during an upgrade can load itself
again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

LETTERS: Final = 16


@cache
def page_version() -> str:
    """A sign of all scripts, styles and templates as they were when this process was first asked."""
    return sign_of([settings.PROJECT / "static", settings.PROJECT / "templates"])


def sign_of(folders: Iterable[Path]) -> str:
    """The sign of these files: the same for the same files on every machine."""
    found = hashlib.sha256()
    for folder in folders:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            found.update(f"{file.relative_to(folder).as_posix()}\n{file.stat().st_size}\n".encode())
            found.update(file.read_bytes())
    return found.hexdigest()[:LETTERS]
