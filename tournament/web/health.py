"""/health: how this process's database, its disk and the sweep are. `asgi/watch.py` asks, from a thread of its own."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Final

from django.db import Error, connection

from tournament.disk_space import DiskState, read_disk
from tournament.disk_words import disk_in_words
from tournament.tasks import seconds_since_sweep

SECONDS_BETWEEN_SWEEPS_AT_MOST: Final = 10.0
_BEGAN: Final = time.monotonic()


@dataclass(frozen=True)
class HealthReport:
    """What was found. Each part says whether it is `ok`, and more for people to read."""

    database: dict[str, Any]
    disk: dict[str, Any]
    sweep: dict[str, Any]

    @property
    def parts(self) -> dict[str, Any]:
        return {"database": self.database, "disk": self.disk, "sweep": self.sweep}

    @property
    def works(self) -> bool:
        """Whether this process can do its work. The sweep may be another's: starting this one again would not help."""
        return bool(self.database["ok"] and self.disk["ok"])

    @property
    def ok(self) -> bool:
        return self.works and bool(self.sweep["ok"])


NOT_KNOWN: Final[dict[str, Any]] = {"ok": False, "words": "Not checked, because the database isn’t answering."}
NO_ANSWER: Final = HealthReport({"ok": False, "words": "The database isn’t answering."}, NOT_KNOWN, NOT_KNOWN)


def look() -> HealthReport:
    """How everything is now."""
    return HealthReport(_database(), _disk(), _sweep())


def _database() -> dict[str, Any]:
    """Whether the database answers. A connection may have outlived its server, so one that fails is opened again
    once."""
    for _ in range(2):
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
            return {"ok": True}
        except Error:
            connection.close()
        finally:
            connection.close_if_unusable_or_obsolete()
    return {"ok": False, "words": "The database isn’t answering."}


def _disk() -> dict[str, Any]:
    """From a little room left on it says what helps; while nothing can be written it is not ok."""
    room = read_disk()
    words = {"words": disk_in_words(room)} if room.state is not DiskState.FINE else {}
    return {"ok": room.state is not DiskState.FULL, "megabytes free": room.megabytes, **words}


def _sweep() -> dict[str, Any]:
    """What is due is looked for every second; after a start the first look may take a moment."""
    seconds = seconds_since_sweep()
    if seconds is None:
        begins = time.monotonic() - _BEGAN < SECONDS_BETWEEN_SWEEPS_AT_MOST
        return {"ok": begins, "words": "It hasn’t run yet." if begins else "It isn’t running."}
    return {"ok": seconds < SECONDS_BETWEEN_SWEEPS_AT_MOST, "seconds ago": round(seconds, 1)}
