"""Whether the machine was quiet while a row was measured: what others had of its processors meanwhile."""

from __future__ import annotations

import os
import time
from pathlib import Path

from tests.costs import TICKS_A_SECOND, cpu_so_far

SHARE_THAT_DISTURBS = 0.1
"""Of all processors. Below it a figure is repeated within its usual spread."""
BLINK = 0.1
"""Seconds: processors are counted in hundredths, so less than this says nothing."""


class QuietWatch:
    """Started anew with every row."""

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        self.wall, self.all, self.own = time.monotonic(), busy(), cpu_so_far()

    def others(self) -> float:
        """The share of all processors that others had since the start."""
        wall, own = time.monotonic() - self.wall, cpu_so_far() - self.own
        theirs = busy() - self.all - own
        return theirs / (wall * (os.cpu_count() or 1)) if theirs > BLINK else 0.0


def busy() -> float:
    """Seconds that the processors have worked, or were taken by other virtual machines. What the kernel does between
    programs, for the network say, is nobody's."""
    user, nice, system, _idle, _waiting, _irq, _softirq, stolen = map(int, _processors()[1:9])
    return (user + nice + system + stolen) / TICKS_A_SECOND


def _processors() -> list[str]:
    return Path("/proc/stat").read_text().split("\n", 1)[0].split()
