"""One server for one data folder: Celery's broker lives in memory, and two clocks would ring twice."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tournament.server import CannotStart


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """The system lets go of the lock when the process ends, however it ends; the file itself means nothing."""
    with (folder / "serve.lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise CannotStart(
                f"Turntable is already running on {folder} (process {file.read().strip() or 'unknown'}). "
                "Stop it first, or set TURNTABLE_DATA to another folder."
            ) from None
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
