"""Celery's beat by a clock that nobody can set.

Celery's own goes by the computer's clock: if that is set back by ten minutes, it sends nothing for ten minutes, and no
alarm rings.
"""

from __future__ import annotations

import time
from typing import Any

from celery.beat import Scheduler


class SteadyScheduler(Scheduler):  # type: ignore[misc]
    """Sends each task of the schedule at a fixed number of seconds, no matter what the time is."""

    def __init__(self, *args: Any, **options: Any) -> None:
        self._due: dict[str, float] = {}
        super().__init__(*args, **options)

    def tick(self, *_: Any, **__: Any) -> float:
        """Send what is due, and say for how many seconds there is nothing to do."""
        return min((self._send_if_due(entry) for entry in list(self.schedule.values())), default=self.max_interval)

    def _send_if_due(self, entry: Any) -> float:
        now, every = time.monotonic(), entry.schedule.run_every.total_seconds()
        due = self._due.get(entry.name, now)
        if now < due:
            return due - now
        # After a pause it goes on from now, instead of sending all that was missed.
        self._due[entry.name] = max(due + every, now)
        self.apply_entry(self.reserve(entry), producer=self.producer)
        return max(0.0, self._due[entry.name] - time.monotonic())
