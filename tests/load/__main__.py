"""make load EVENTS=20 MINUTES=3: evenings with more and more events, until the deployed processes give way.

    python -m tests.load [--events 20] [--minutes 3] [--processes 1 2] [--within 45] [--once] [--json] [--write]

For so many web processes, and as many workers: how many events are held, with how many streams and hands a second, what
each part uses, and what gave way first. It leaves with 1 if the number of events that was asked for is not held. The
clients share the machine with what they measure, so what they use stands beside it. With more processes it begins with
what fewer held, and no evening begins that would not end in time. With --write the table also goes into
docs/capacity.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection, Sequence
from dataclasses import asdict

from tests.load import page
from tests.load.ground import a_ground
from tests.load.verdict import HEADING, MOST_SECONDS_OF_A_HAND, RULE, LoadRow, summary
from tests.measured_pages import machine
from tests.torture.verdicts import HANDS_FOR_A_P99


def main() -> None:
    arguments = parser().parse_args()
    every: list[LoadRow] = []
    say(arguments, f"{machine()}, seed {arguments.seed}", RULE, HEADING)
    with a_ground(arguments) as ground:
        for processes in arguments.processes:
            for row in ground.rows(processes):
                every.append(row)
                say(arguments, *row.lines())
    if arguments.json:
        json.dump([asdict(row) for row in every], sys.stdout)
    if arguments.write:
        page.write(every, arguments.seed)
    say(arguments, *(summary(processes, every) for processes in arguments.processes))
    sys.exit(not are_held(arguments.events, every, arguments.processes))


def are_held(events: int, every: Sequence[LoadRow], processes: Collection[int]) -> bool:
    """Whether so many events, or more, are held, however few processes there are."""
    return {row.processes for row in every if row.held and row.events >= events} == set(processes)


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="make load")
    made.add_argument("--events", type=int, default=20, help="with how many it begins")
    made.add_argument("--minutes", type=float, default=3.0, help="how long an evening is")
    made.add_argument("--processes", type=int, nargs="+", default=[1, 2], help="web processes, and as many workers")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--pace", type=float, default=60.0, help="seconds that a table takes for a hand")
    made.add_argument("--tables", type=int, default=16, help="of each event")
    made.add_argument("--phones", type=int, default=100, help="of each event")
    made.add_argument("--hands", type=int, default=HANDS_FOR_A_P99, help="at least, for a p99")
    made.add_argument("--bar", type=float, default=MOST_SECONDS_OF_A_HAND, help="seconds that the p99 may take")
    made.add_argument("--within", type=float, default=45.0, help="minutes that all of it may take")
    made.add_argument("--write", action="store_true", help="write the table into docs/capacity.md, too")
    made.add_argument("--once", action="store_true", help="only with the first number of events")
    made.add_argument("--json", action="store_true", help="for a program to read")
    return made


def say(arguments: argparse.Namespace, *lines: str) -> None:
    if not arguments.json:
        print(*lines, sep="\n", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
