"""What time it was when the server was last seen running, kept in the data folder.

At the next start it tells whether the computer's clock was set in between. As long as the computer was not restarted,
a clock that nobody can set says exactly by how much. After a restart only a clock that was set back can be noticed: it
is earlier now than it was already.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from tournament import current_time

FILE: Final = "last-seen.json"
SECONDS_BETWEEN_NOTES: Final = 10


@dataclass(frozen=True)
class StoppedStep:
    """The computer's clock was set while the server was stopped."""

    by: timedelta
    before: datetime
    """What time it would be now without the step; after a restart, when the server was last seen."""
    is_exact: bool
    """Whether it is known exactly how much time passed; it is not after a restart of the computer."""


def note(folder: Path) -> None:
    """Write down what time it is, by the program's own time: a step that is not taken over yet is found at the next
    start. A disk without room for it must not stop anything."""
    text = json.dumps({"wall": current_time.now().timestamp(), "steady": current_time.steady(), "boot": boot()})
    with suppress(OSError):
        new = folder / f"{FILE}.new"
        new.write_text(text)
        new.replace(folder / FILE)


def find_step(folder: Path) -> StoppedStep | None:
    """How the computer's clock was set since the server was last seen; None if it was not, or nobody can tell."""
    try:
        seen = json.loads((folder / FILE).read_text())
        wall, steady, same_boot = float(seen["wall"]), float(seen["steady"]), seen["boot"] == boot() != ""
    except (OSError, ValueError, KeyError, TypeError):
        return None
    now = current_time.now().timestamp()
    without_step = wall + (current_time.steady() - steady) if same_boot else max(wall, now)
    if abs(now - without_step) <= current_time.SMALLEST_STEP:
        return None
    before = datetime.fromtimestamp(without_step, UTC)
    return StoppedStep(timedelta(seconds=now - without_step), before, is_exact=same_boot)


def boot() -> str:
    """Which start of the computer this is; empty if the system does not tell."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return ""
