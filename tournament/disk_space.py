"""How much room the disk of the data folder has left.

Only a laptop's disk is asked: on servers the database has its own, and tells when it is full (`note_failure`).
"""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.conf import settings

MEGABYTE: Final = 2**20
LOW: Final = 200 * MEGABYTE
"""From here on people are warned: there is time to make room before a hand cannot be saved."""
FULL: Final = MEGABYTE
"""With less than this left SQLite cannot be sure to write down another hand."""
SECONDS_A_FAILURE_COUNTS: Final = 15
"""A tablet sends again at least this often, so a disk that is still full is noticed again in time."""

_failed_at: float | None = None


class DiskState(StrEnum):
    """How the disk is."""

    FINE = "fine"
    LOW = "low"
    FULL = "full"


@dataclass(frozen=True)
class DiskRoom:
    """What is left on the disk."""

    state: DiskState
    megabytes: int | None
    """How much room is left; None if the disk is not this computer's."""

    @property
    def wanted(self) -> int:
        """How many megabytes must be made free until nobody is warned any more."""
        return max(1, LOW // MEGABYTE - (self.megabytes or 0))


def read_disk() -> DiskRoom:
    """How the disk is now."""
    free = shutil.disk_usage(settings.DATA).free if settings.EMBEDDED else None
    if has_failed() or (free is not None and free < FULL):
        state = DiskState.FULL
    else:
        state = DiskState.LOW if free is not None and free < LOW else DiskState.FINE
    return DiskRoom(state, None if free is None else free // MEGABYTE)


def note_failure() -> None:
    """Something could not be written because the disk is full."""
    global _failed_at
    _failed_at = time.monotonic()


def has_failed() -> bool:
    """Whether something could not be written a moment ago because the disk is full."""
    return _failed_at is not None and time.monotonic() - _failed_at < SECONDS_A_FAILURE_COUNTS
