"""What takes long to make is made once for all processes of a test run."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from pathlib import Path


def once_for_all(path: Path, make: Callable[[Path], None]) -> Path:
    """A file or folder that the first who asks makes, while the others wait."""
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            begun = path.with_suffix(".begun")
            make(begun)
            begun.rename(path)
    return path
