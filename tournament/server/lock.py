"""One server for one data folder: Celery's broker lives in memory, and two clocks would ring twice."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TextIO

from tournament import data_files
from tournament.server import CannotStart


@contextmanager
def held(folder: Path) -> Iterator[Callable[[int], None]]:
    """The system lets go of the lock when the process ends, however it ends; the file itself means nothing. What it
    gives notes the port, so that commands know where this server is."""
    with _opened(folder / data_files.LOCK) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise CannotStart(
                f"Turntable is already running on {folder} (process {file.readline().strip() or 'unknown'}). "
                "Stop it first, or set TURNTABLE_DATA to another folder."
            ) from None
        with suppress(OSError):
            os.ftruncate(file.fileno(), 0)
        _write(file, os.getpid())
        yield partial(_write, file)


def _opened(path: Path) -> TextIO:
    try:
        return path.open("a+")
    except OSError as problem:
        raise CannotStart.because(problem, f"The lock {path} can’t be written") from None


def _write(file: TextIO, number: int) -> None:
    """Write the number into the lock's file. On a full disk it is not written, but the lock still holds."""
    with suppress(OSError):
        os.write(file.fileno(), f"{number}\n".encode())
