"""What each test costs: `make test ARGS=--slowest=20` ends with the tests and the modules that took most.

Processor time counts everything a worker starts: servers, Chromium, other programs. Unlike the time on the wall it
is about the same on a busy machine as on a quiet one. The Postgres that all workers share is counted nowhere.
"""

from __future__ import annotations

import os
import resource
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--slowest", type=int, default=0, metavar="N", help="say what the N slowest tests and modules cost"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--slowest"):
        config.pluginmanager.register(Costs(config.getoption("--slowest")))


class Costs:
    def __init__(self, most: int) -> None:
        self.most = most
        self.cpu: Counter[str] = Counter()
        self.wall: Counter[str] = Counter()
        self.before = cpu_so_far(), time.monotonic()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, Any, Any]:
        """Each report of a test carries what was spent since the one before, also from a worker to the process that
        prints. What a module opens first is its first test's cost; what ends uncounted is nobody's."""
        report = yield
        now = cpu_so_far(), time.monotonic()
        spent = [max(0.0, after - before) for after, before in zip(now, self.before, strict=True)]
        report.user_properties = [("costs", spent)]
        self.before = now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        costs: Any = dict(report.user_properties)["costs"]
        self.cpu[report.nodeid] += costs[0]
        self.wall[report.nodeid] += costs[1]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        modules = {name: name.partition("::")[0] for name in self.cpu}
        for title, names in (("tests", {name: name for name in self.cpu}), ("modules", modules)):
            cpu: Counter[str] = Counter()
            wall: Counter[str] = Counter()
            for test, name in names.items():
                cpu[name] += self.cpu[test]
                wall[name] += self.wall[test]
            terminalreporter.section(f"slowest {title}: {cpu.total():.0f} s of processors, {wall.total():.0f} s")
            for name, seconds in cpu.most_common(self.most):
                terminalreporter.write_line(f"{seconds:7.1f} s of processors {wall[name]:7.1f} s  {name}")


def cpu_so_far() -> float:
    """Seconds that this process and all it started have worked, those that have ended included."""
    own = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(used.ru_utime + used.ru_stime for used in own) + sum(map(cpu_of, descendants(str(os.getpid()))))


def descendants(process: str) -> Iterator[str]:
    """Asked downwards from one process, each thread for those it started: to look through all processes of the machine
    would cost more than most tests."""
    for listed in Path("/proc", process, "task").glob("*/children"):
        with suppress(OSError):  # a thread that has ended meanwhile
            for child in listed.read_text().split():
                yield child
                yield from descendants(child)


def cpu_of(process: str) -> float:
    """A running program's own, and that of its children which have ended. Linux says it after the program's name."""
    with suppress(OSError):
        fields = Path("/proc", process, "stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / TICKS_A_SECOND
    return 0.0
