"""make bench: for each measured job our figure, the floor measured in the same run, the ratio, and whether the aim is
met that tests/bench/aims.py sets.

    python -m tests.bench [--write] [JOB …]          make bench ARGS="pages hands"

With --write the whole table is also written into docs/performance.md.

Figures are CPU time of a process of the job's own, best of several runs, so that neither a busy machine nor the other
jobs disturb them much. The floor is the least that any program would have to do for the same job. Where others used the
processors meanwhile, the job is measured again; what was disturbed each time says so.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict
from importlib import import_module

from tests.bench import page
from tests.bench.measure import Measurement, heading
from tests.bench.quiet import SHARE_THAT_DISTURBS, QuietWatch

JOBS = [
    "play",
    "seating",
    "plans",
    "hands",
    "tablets",
    "backups",
    "phones",
    "door",
    "alarms",
    "sweeps",
    "streams",
    "pages",
    "served",
    "growth",
    "paper",
    "events",
    "travel",
]
WRITE = "--write"
ATTEMPTS = 3
SECONDS_IN_ALL = 9 * 60
"""Nothing is measured again that would not end within this time."""


def main(names: list[str], *, write: bool = False) -> None:
    if names and write:
        sys.exit("The page holds a whole run: leave the names of jobs out.")
    if unknown := [name for name in names if name not in JOBS]:
        sys.exit(f"There is no job “{unknown[0]}”. There is: {', '.join(JOBS)}.")
    end = time.monotonic() + SECONDS_IN_ALL
    say(heading())
    rows: list[tuple[Measurement, float]] = []
    failed = []
    for name in names or JOBS:
        try:
            rows += shown(name, end)
        except subprocess.CalledProcessError:
            failed.append(name)
    missed = sum(row.verdict().startswith("MISSED") for row, _ in rows)
    disturbed = sum(others > SHARE_THAT_DISTURBS for _, others in rows)
    say(f"{missed} missed their aim. {disturbed} were measured while the machine was not quiet.")
    if write:
        page.write(rows, failed)
    if failed:
        sys.exit(f"Not measured, because they failed: {', '.join(failed)}.")


def shown(name: str, end: float) -> list[tuple[Measurement, float]]:
    rows = measured(name, end)
    for row, others in rows:
        say(row.text() + said_of(others))
    return rows


def measured(name: str, end: float) -> list[tuple[Measurement, float]]:
    """The rows of a job, each with what others had of the processors: the quietest of several attempts."""
    rows: list[tuple[Measurement, float]] = []
    for attempt in range(1, ATTEMPTS + 1):
        begun = time.monotonic()
        again = list(attempted(name))
        rows = [min(pair, key=lambda each: each[1]) for pair in zip(rows or again, again, strict=True)]
        took = time.monotonic() - begun
        noisy = sum(others > SHARE_THAT_DISTURBS for _, others in rows)
        if not noisy or attempt == ATTEMPTS or time.monotonic() + took > end:
            break
        say(f"# {name}: {noisy} of {len(rows)} were disturbed by other programs; measuring it again")
    return rows


def attempted(name: str) -> Iterator[tuple[Measurement, float]]:
    """One run of a job, in a process of its own."""
    command = [sys.executable, "-m", "tests.bench", "--alone", name]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    for line in done.stdout.splitlines():
        fields = json.loads(line)
        others = fields.pop("others")
        yield Measurement(**fields), others


def said_of(others: float) -> str:
    return f"; NOT QUIET: others used {others:.0%} of the processors" if others > SHARE_THAT_DISTURBS else ""


def alone(name: str) -> None:
    """One job, in a fresh database as a laptop has it; its rows as lines of JSON."""
    with tempfile.TemporaryDirectory(prefix="turntable-bench-") as folder:
        for variable in [variable for variable in os.environ if variable.startswith("TURNTABLE_")]:
            del os.environ[variable]
        os.environ |= {"TURNTABLE_DATA": folder, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        watch = QuietWatch()
        for row in import_module(f"tests.bench.{name}").measure():
            say(json.dumps(asdict(row) | {"others": watch.others()}))
            watch.start()


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--alone"]:
        alone(sys.argv[2])
    else:
        main([name for name in sys.argv[1:] if name != WRITE], write=WRITE in sys.argv)
