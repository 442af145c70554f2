"""How a job is measured, and how a row of the table is written."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.backends import postgres_server
from tests.bench.aims import AIMS
from tournament.call_stack import with_room

PLACES = {"laptop": "on a laptop", "servers": "on servers"}
"""Where the whole program runs: one process with SQLite, or several with Postgres and Redis."""


@dataclass(frozen=True)
class Measurement:
    """One job: seconds of ours and of the floor for one unit of work, and how many units a second that is. `aim` is
    its name in tests/bench/aims.py; `statements`, `megabytes` and `kilobytes` are what one unit took besides."""

    job: str
    ours: float
    floor: float
    of: str
    note: str = ""
    aim: str = ""
    statements: int | None = None
    megabytes: int | None = None
    kilobytes: int | None = None

    @property
    def ratio(self) -> float:
        return self.ours / self.floor

    def rate(self) -> str:
        """How many in a second."""
        return f"{1 / self.ours:,.0f}/s" if self.ours < 1 else f"{1 / self.ours:,.2f}/s"

    def also(self) -> list[str]:
        """What one unit took besides."""
        statements = [f"{self.statements} statements"] if self.statements is not None else []
        megabytes = [f"{self.megabytes} MB at most"] if self.megabytes is not None else []
        return [*statements, *megabytes, *([f"{self.kilobytes} kB"] if self.kilobytes is not None else [])]

    def text(self) -> str:
        figures = f"{show(self.ours):>10} {self.rate():>10} {show(self.floor):>10} {self.ratio:>8.1f}"
        also = "; ".join(filter(None, [self.of, *self.also(), self.note]))
        return f"{self.job:<73}{figures}  {self.verdict():<33}  {also}"

    def verdict(self) -> str:
        """Whether the aim is met, and what it is."""
        if not self.aim:
            return "no aim"
        aim = AIMS[self.aim]
        limits: list[tuple[float | None, float | None, str]] = [
            (self.ours, aim.seconds, show(aim.seconds or 0)),
            (self.ratio, aim.ratio, f"{aim.ratio} times"),
            (self.statements, aim.statements, f"{aim.statements} statements"),
            (self.megabytes, aim.megabytes, f"{aim.megabytes} MB"),
            (self.kilobytes, aim.kilobytes, f"{aim.kilobytes} kB"),
        ]
        words = ", ".join(words for _, most, words in limits if most is not None)
        met = all(figure is not None and figure <= most for figure, most, _ in limits if most is not None)
        return f"{'met' if met else 'MISSED'} ({words})"


def heading() -> str:
    return f"{'job':<73}{'ours':>10} {'':>10} {'floor':>10} {'ratio':>8}  {'aim':<33}  the floor is"


def show(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def cpu(work: Callable[[], object], *, runs: int = 5, units: int = 1) -> float:
    """CPU seconds for one unit of work, with room for its calls as in a server's thread: the best of several runs."""
    best = float("inf")
    for _ in range(runs):
        gc.collect()
        begun = time.process_time()
        with_room(work)
        best = min(best, time.process_time() - begun)
    return best / units


def percentiles(took: Sequence[float]) -> dict[str, float]:
    ordered = sorted(took)
    return {"p50": ordered[len(ordered) // 2], "p99": ordered[int(len(ordered) * 0.99)]}


def in_place(module: str, place: str) -> dict[str, Any]:
    """What a program of the bench prints as JSON, told where to run the whole of ours, with a folder and a database."""
    with ExitStack() as stack:
        env = {name: value for name, value in os.environ.items() if not name.startswith("TURNTABLE_")}
        env["TURNTABLE_DATA"] = stack.enter_context(tempfile.TemporaryDirectory(prefix="turntable-bench-"))
        if place == "servers":
            env["TURNTABLE_DATABASE_URL"] = stack.enter_context(postgres_server()).new_database()
        done = subprocess.run([sys.executable, "-m", module, place], env=env, stdout=subprocess.PIPE, check=True)
    outcome: dict[str, Any] = json.loads(done.stdout)
    return outcome


@dataclass(frozen=True)
class Used:
    """What the processes of a group have worked so far, in seconds, and hold in memory, in bytes."""

    cpu: float
    memory: int


def used_by(group: int) -> Used:
    cpu = memory = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
            pages = int((process / "statm").read_text().split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended meanwhile
        if int(fields[2]) == group:
            cpu += int(fields[11]) + int(fields[12])
            memory += pages
    return Used(cpu / os.sysconf("SC_CLK_TCK"), memory * os.sysconf("SC_PAGE_SIZE"))
