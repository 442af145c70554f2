"""What time it was when the server was last seen running, kept in the data folder.

At the next start it tells whether the computer's clock was set in between. As long as the computer was not restarted,
a clock that nobody can set says exactly by how much. After a restart only a clock that was set back can be noticed: it
is earlier now than it was already. Beside it stands by how much the clock was set in all, so that pages and tablets
that stay open over a restart keep what was signed for them (`steady_signing`).
"""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Final

from tournament import current_time

FILE: Final = "last-seen.json"
SECONDS_BETWEEN_NOTES: Final = 10
BOOT_ID: Final = Path("/proc/sys/kernel/random/boot_id")
BOOT_SESSION: Final = ("/usr/sbin/sysctl", "-n", "kern.bootsessionuuid")


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
    times = {"wall": current_time.now().timestamp(), "steady": current_time.steady(), "boot": boot()}
    text = json.dumps({**times, "stepped": current_time.stepped()})
    with suppress(OSError):
        new = folder / f"{FILE}.new"
        new.write_text(text)
        new.replace(folder / FILE)


def count_steps(folder: Path) -> None:
    """Go on from all the steps of before, the one included that was made while the server was stopped."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        current_time.count_step(float(json.loads((folder / FILE).read_text())["stepped"]))
    if step := find_step(folder):
        current_time.count_step(step.by.total_seconds())


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


@cache
def boot() -> str:
    """Which start of the computer this is, as Linux or macOS tells it; empty where the system does not."""
    with suppress(OSError):
        return BOOT_ID.read_text().strip()
    with suppress(OSError, subprocess.SubprocessError):
        told = subprocess.run(BOOT_SESSION, capture_output=True, text=True, check=True, timeout=5)  # noqa: S603, ours
        return told.stdout.strip()
    return ""
