"""make torture MINUTES=3: one fault after the other, and a table of what came of it.

    python -m tests.torture [--minutes 3] [--seed 1] [--where laptop servers] [--faults calm sign-ins …] [--json]

It leaves with 1 if a hand was lost or doubled, or waited too long under a flood. Each place is a process of its own.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from dataclasses import asdict
from itertools import chain

from tests.programs import PROJECT, wait_until
from tests.torture.faults import FAULTS, FLOODS, Torment
from tests.torture.outcome import HEADING, Row, Spell, lines_without_hands, row_of, stored_hands, troubles
from tests.torture.places import Hall, a_hall
from tests.torture.tablets import Umpire, open_all

TABLES = 16
SECONDS_UNTIL_EVERYBODY_IS_BACK = 60


def main() -> None:
    arguments = parser().parse_args()
    if len(arguments.where) > 1:
        sys.exit(max(run_alone(where) for where in arguments.where))
    where = arguments.where[0]
    rows, found = torment(where, arguments)
    if arguments.json:
        json.dump({"rows": [asdict(row) for row in rows], "troubles": found}, sys.stdout)
        return
    print(f"{where}, seed {arguments.seed}\n{HEADING}", *(row.text() for row in rows), *found, "", sep="\n")  # noqa: T201
    sys.exit(bool(found))


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="make torture")
    made.add_argument("--minutes", type=float, default=3.0, help="how long in each place")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--where", nargs="+", choices=list(FAULTS), default=list(FAULTS))
    made.add_argument("--faults", nargs="+", help="some of them, in this order")
    made.add_argument("--tables", type=int, default=TABLES)
    made.add_argument("--pace", type=float, default=1.0, help="seconds between the hands of a table")
    made.add_argument("--recorded", type=int, default=256, help="players of the large record")
    made.add_argument("--json", action="store_true", help="for a program to read")
    return made


def run_alone(where: str) -> int:
    """Settings are read once in a process, so each place has its own."""
    given = sys.argv[1:]
    if "--where" in given:
        begin = given.index("--where")
        end = next((i for i in range(begin + 1, len(given)) if given[i].startswith("--")), len(given))
        given = given[:begin] + given[end:]
    command = [sys.executable, "-m", "tests.torture", *given, "--where", where]
    return subprocess.run(command, cwd=PROJECT, check=False).returncode


def torment(where: str, arguments: argparse.Namespace) -> tuple[list[Row], list[str]]:
    with a_hall(where, tables=arguments.tables, recorded=arguments.recorded) as hall:
        names = arguments.faults or [name for name in FAULTS[where] if name != "disk full" or hall.disk]
        umpires = open_all(hall.port, hall.places, seed=arguments.seed, pace=arguments.pace)
        seconds = arguments.minutes * 60 / len(names)
        chance = random.Random(arguments.seed)
        spells = [let_loose(name, Torment(hall, umpires, seconds, chance)) for name in names]
        for umpire in umpires:
            umpire.is_over.set()
        for umpire in umpires:
            umpire.join(SECONDS_UNTIL_EVERYBODY_IS_BACK)
        return judge(hall, umpires, spells)


def let_loose(name: str, torment: Torment) -> Spell:
    begun = time.monotonic()
    FAULTS[torment.hall.where][name](torment)
    ended = time.monotonic()
    assert wait_until(lambda: all(has_saved_since(umpire, ended) for umpire in torment.umpires)), name
    return Spell(name, begun, ended, time.monotonic() - ended)


def has_saved_since(umpire: Umpire, moment: float) -> bool:
    return any(hand.acknowledged_at is not None and hand.acknowledged_at > moment for hand in umpire.hands[-3:])


def judge(hall: Hall, umpires: list[Umpire], spells: list[Spell]) -> tuple[list[Row], list[str]]:
    """Compare what was acknowledged with the database and, once the competition is played to its end, the record."""
    from django.db import connections

    connections.close_all()  # the database may have been killed since they were opened
    every = list(chain.from_iterable(umpire.hands for umpire in umpires))
    stored = stored_hands(hall.day.competition)
    rows = [row_of(spell, every, stored) for spell in spells]
    stray = lines_without_hands(hall.day.competition)
    return rows, [*troubles(rows, FLOODS, stray), *record_troubles(hall)]


def record_troubles(hall: Hall) -> list[str]:
    """The record of the whole competition has every hand of the database, and the checker accepts it."""
    from scoring.record.check import check_record
    from scoring.record.export import export_record

    record = export_record(hall.day.until("finished").competition)
    recorded = sum(len(table["hands"]) for table in record["rounds"][0]["tables"])
    stored = sum(stored_hands(hall.day.competition).values())
    found = [] if recorded == stored else [f"the record has {recorded} hands of round 1, the database {stored}"]
    return found + [f"the checker refuses the record: {problem}" for problem in check_record(record)]


if __name__ == "__main__":
    main()
