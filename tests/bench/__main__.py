"""make bench: for each measured job our figure, the floor measured in the same run, and the ratio.

    python -m tests.bench [JOB …]

Figures are CPU time of a process of the job's own, best of several runs, so that neither a busy machine nor the other
jobs disturb them much. The floor is the least that any program would have to do for the same job.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib import import_module

from tests.bench.measure import heading

JOBS = ["play", "seating", "hands", "tablets", "phones", "alarms", "streams", "pages", "paper", "events"]


def main(names: list[str]) -> None:
    if unknown := [name for name in names if name not in JOBS]:
        sys.exit(f"There is no job “{unknown[0]}”. There is: {', '.join(JOBS)}.")
    print(heading(), flush=True)  # noqa: T201 (this program's purpose is to print)
    for name in names or JOBS:
        subprocess.run([sys.executable, "-m", "tests.bench", "--alone", name], check=True)


def alone(name: str) -> None:
    """One job, in a fresh database as a laptop has it."""
    with tempfile.TemporaryDirectory(prefix="turntable-bench-") as folder:
        for variable in [variable for variable in os.environ if variable.startswith("TURNTABLE_")]:
            del os.environ[variable]
        os.environ |= {"TURNTABLE_DATA": folder, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        for row in import_module(f"tests.bench.{name}").measure():
            print(row.text(), flush=True)  # noqa: T201


if __name__ == "__main__":
    if sys.argv[1:2] == ["--alone"]:
        alone(sys.argv[2])
    else:
        main(sys.argv[1:])
