"""What takes long to make is made once: for all processes of a test run, or for all runs until its sources change."""

from __future__ import annotations

import fcntl
import hashlib
import shutil
import time
from collections.abc import Callable
from pathlib import Path

from tests.programs import PROJECT

SOURCES_OF_AN_EMPTY_DATABASE = (
    "*/migrations/*.py",
    "*/models.py",
    "*/models/*.py",
    "tournament/rules/*.py",  # some migrations ask them
    "tournament/settings.py",
    "requirements/test.txt",
)
SECONDS_AN_OLD_ONE_STAYS = 24 * 60 * 60
"""Another run may be copying it."""


def once_for_all(path: Path, make: Callable[[Path], None]) -> Path:
    """A file or folder that the first who asks makes, while the others wait."""
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            begun = path.with_suffix(".begun")
            shutil.rmtree(begun, ignore_errors=True)  # of a run that was stopped
            make(begun)
            begun.rename(path)
    return path


def kept_between_runs(cache: Path, make: Callable[[Path], None]) -> Path:
    """A folder for an empty database that is made anew only if its tables could be others: the migrations take five
    seconds, and one small test a tenth of that."""
    digest = hashlib.sha256()
    for pattern in SOURCES_OF_AN_EMPTY_DATABASE:
        for source in sorted(PROJECT.glob(pattern)):
            digest.update(source.read_bytes())
    kept = once_for_all(cache / digest.hexdigest()[:16], make)
    for other in cache.iterdir():
        if other.is_dir() and other.stat().st_mtime < time.time() - SECONDS_AN_OLD_ONE_STAYS:
            shutil.rmtree(other, ignore_errors=True)
    return kept
