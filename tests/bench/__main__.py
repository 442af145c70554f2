"""make bench: for each measured job our figure, the floor measured in the same run, and the ratio.

    python -m tests.bench [WORD …]     only the jobs whose name holds one of the words

Figures are CPU time of this process, best of several runs, so that a busy machine disturbs them little. The floor is
the least that any program would have to do for the same job.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="turntable-bench-") as folder:
        os.environ["TURNTABLE_DATA"] = folder
        for name in ("TURNTABLE_DATABASE_URL", "TURNTABLE_REDIS_URL"):
            os.environ.pop(name, None)
        import django

        django.setup()
        run(sys.argv[1:])


def run(words: list[str]) -> None:
    from django.core.management import call_command

    from tests.bench import events, hands, play, seating
    from tests.bench.measure import Row, heading

    call_command("migrate", verbosity=0)
    jobs: dict[str, Callable[[], Iterator[Row]]] = {
        "play": play.measure,
        "seating": seating.measure,
        "hands": hands.measure,
        "events": events.measure,
    }
    print(heading())  # noqa: T201 (this program's purpose is to print)
    for name, job in jobs.items():
        if not words or any(word in name for word in words):
            for row in job():
                print(row.text(), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
