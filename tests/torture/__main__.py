"""make torture MINUTES=3: one fault after the other, and a table of what came of it.

    python -m tests.torture [--minutes 3] [--seed 1] [--where laptop servers] [--faults calm sign-ins …] [--json]

It leaves with 1 if a hand was lost or doubled, or waited too long under a flood. Each place is a process of its own.
The calm hall and the floods last longer than their share of the minutes, if that has too few hands for a p99.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from itertools import chain

from tests.programs import PROJECT, wait_until
from tests.torture.faults import FAULTS, FLOODS, Torment
from tests.torture.outcome import HEADING, OutcomeRow, Spell, lines_without_hands, row_of, stored_hands, troubles
from tests.torture.places import TorturedHall, a_hall
from tests.torture.tablets import HurriedUmpire, open_all
from tests.torture.verdicts import CALM, HANDS_FOR_A_P99, RULE, FloodVerdict, verdicts
from tests.torture.verdicts import HEADING as HEADING_OF_FLOODS

TABLES = 16
SECONDS_UNTIL_EVERYBODY_IS_BACK = 60
HANDS_TO_WARM_UP = 3
"""Of each table, before anything is measured: what a process does for the first time takes longer."""


@dataclass(frozen=True)
class Findings:
    """What came of one place."""

    rows: list[OutcomeRow]
    verdicts: list[FloodVerdict]
    troubles: list[str]

    @property
    def is_bad(self) -> bool:
        return bool(self.troubles or any(verdict.missed for verdict in self.verdicts))

    def lines(self) -> list[str]:
        floods = ["", RULE, HEADING_OF_FLOODS, *(verdict.text() for verdict in self.verdicts)] if self.verdicts else []
        return [HEADING, *(row.text() for row in self.rows), *floods, *self.troubles, ""]


def main() -> None:
    arguments = parser().parse_args()
    if len(arguments.where) > 1:
        sys.exit(max(run_alone(where) for where in arguments.where))
    where = arguments.where[0]
    findings = torment(where, arguments)
    if arguments.json:
        json.dump(asdict(findings), sys.stdout)
        return
    print(f"{where}, seed {arguments.seed}", *findings.lines(), sep="\n")  # noqa: T201
    sys.exit(findings.is_bad)


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="make torture")
    made.add_argument("--minutes", type=float, default=3.0, help="how long in each place")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--where", nargs="+", choices=list(FAULTS), default=list(FAULTS))
    made.add_argument("--faults", nargs="+", help="some of them, in this order")
    made.add_argument("--tables", type=int, default=TABLES)
    made.add_argument("--pace", type=float, default=1.0, help="seconds between the hands of a table")
    made.add_argument("--hands", type=int, default=HANDS_FOR_A_P99, help="at least, calm and under each flood")
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


def torment(where: str, arguments: argparse.Namespace) -> Findings:
    with a_hall(where, tables=arguments.tables, recorded=arguments.recorded) as hall:
        names = arguments.faults or [name for name in every_fault(where) if name != "disk full" or hall.disk]
        umpires = open_all(hall.port, hall.places, seed=arguments.seed, pace=arguments.pace)
        assert wait_until(lambda: all(len(umpire.hands) > HANDS_TO_WARM_UP for umpire in umpires))
        chance = random.Random(arguments.seed)
        shares = [seconds_of(name, arguments, len(names)) for name in names]
        spells = [
            let_loose(name, Torment(hall, umpires, seconds, chance))
            for name, seconds in zip(names, shares, strict=True)
        ]
        for umpire in umpires:
            umpire.is_over.set()
        for umpire in umpires:
            umpire.join(SECONDS_UNTIL_EVERYBODY_IS_BACK)
        return judge(hall, umpires, spells, enough=arguments.hands)


def every_fault(where: str) -> list[str]:
    """In their order, with a calm hall before and after each flood."""
    others = [name for name in FAULTS[where] if name not in FLOODS and name != CALM]
    return [CALM, *chain.from_iterable((flood, CALM) for flood in FLOODS), *others]


def seconds_of(name: str, arguments: argparse.Namespace, faults: int) -> float:
    """How long a fault lasts: its share, or what enough hands take, which come slower than their pace. Of two calm
    halls each has half of the hands that a flood is compared with."""
    share = float(arguments.minutes) * 60 / faults
    hands = arguments.hands if name in FLOODS else arguments.hands / 2 if name == CALM else 0
    return max(share, 1.5 * float(hands) * float(arguments.pace) / int(arguments.tables))


def let_loose(name: str, torment: Torment) -> Spell:
    begun = time.monotonic()
    requests = FAULTS[torment.hall.where][name](torment) or 0
    ended = time.monotonic()
    assert wait_until(lambda: all(has_saved_since(umpire, ended) for umpire in torment.umpires)), silent(torment, ended)
    return Spell(name, begun, ended, time.monotonic() - ended, requests)


def has_saved_since(umpire: HurriedUmpire, moment: float) -> bool:
    return any(hand.acknowledged_at is not None and hand.acknowledged_at > moment for hand in umpire.hands[-3:])


def silent(torment: Torment, moment: float) -> str:
    """Which tables have not come back, and what their tablets heard last."""
    last = {umpire.table: umpire.hands[-1] for umpire in torment.umpires if not has_saved_since(umpire, moment)}
    return str({table: (hand.number, hand.statuses[-3:], hand.refusal) for table, hand in last.items()})


def judge(hall: TorturedHall, umpires: list[HurriedUmpire], spells: list[Spell], *, enough: int) -> Findings:
    """Compare what was acknowledged with the database and, once the competition is played to its end, the record."""
    from django.db import connections

    connections.close_all()  # the database may have been killed since they were opened
    every = list(chain.from_iterable(umpire.hands for umpire in umpires))
    stored = stored_hands(hall.day.competition)
    rows = [row_of(spell, every, stored) for spell in spells]
    stray = lines_without_hands(hall.day.competition)
    told = verdicts(spells, rows, every, floods=FLOODS, enough=enough)
    return Findings(rows, told, [*troubles(rows, stray), *record_troubles(hall)])


def record_troubles(hall: TorturedHall) -> list[str]:
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
