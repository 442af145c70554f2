"""How a job is measured, and how a row of the table is written."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One job: seconds of ours and of the floor for one unit of work, and how many units a second that is."""

    job: str
    ours: float
    floor: float
    of: str
    note: str = ""

    def text(self) -> str:
        ratio = self.ours / self.floor
        rate = f"{1 / self.ours:,.0f}/s" if self.ours < 1 else f"{1 / self.ours:,.2f}/s"
        figures = f"{show(self.ours):>10} {rate:>10} {show(self.floor):>10} {ratio:>8.1f}"
        return f"{self.job:<58}{figures}  {self.of}{'; ' + self.note if self.note else ''}"


def heading() -> str:
    return f"{'job':<58}{'ours':>10} {'':>10} {'floor':>10} {'ratio':>8}  the floor is"


def show(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def cpu(work: Callable[[], object], *, runs: int = 5, units: int = 1) -> float:
    """CPU seconds for one unit of work: the best of several runs."""
    best = float("inf")
    for _ in range(runs):
        gc.collect()
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return best / units
