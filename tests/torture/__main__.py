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
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import chain

from scoring.record.check.found import Discrepancy
from tests.programs import PROJECT, wait_until
from tests.torture.faults import FAULTS, FLOODS
from tests.torture.finding import find, stored_hands, together
from tests.torture.flood_answers import trouble_with
from tests.torture.outcome import HEADING, Found, OutcomeRow, Spell, row_of, troubles
from tests.torture.places import Sitting, TorturedHall, a_hall
from tests.torture.tablets import HANDS_OF_A_TABLE, HurriedUmpire, open_all
from tests.torture.torment import Torment
from tests.torture.verdicts import CALM, HANDS_FOR_A_P99, RULE, FloodVerdict, verdicts
from tests.torture.verdicts import HEADING as HEADING_OF_FLOODS
from tests.torture.watchers import Watcher, watch

TABLES = 16
SECONDS_UNTIL_EVERYBODY_IS_BACK = 60
SECONDS_BESIDE = 60
"""To start everything, and to compare in the end."""
SECONDS_UNTIL_USUALLY_BACK = 2
HANDS_TO_WARM_UP = 3
"""Of each table, before anything is measured: what a process does for the first time takes longer."""


@dataclass(frozen=True)
class Findings:
    """What came of one place."""

    rows: list[OutcomeRow]
    verdicts: list[FloodVerdict]
    troubles: list[str]
    untried: list[str]
    """Faults that this machine does not let us try."""

    @property
    def is_bad(self) -> bool:
        return bool(self.troubles or any(verdict.missed for verdict in self.verdicts))

    def lines(self) -> list[str]:
        floods = ["", RULE, HEADING_OF_FLOODS, *(verdict.text() for verdict in self.verdicts)] if self.verdicts else []
        untried = [f"{name:<22}not tried: nothing can be mounted here" for name in self.untried]
        return [HEADING, *(row.text() for row in self.rows), *untried, *floods, *self.troubles, ""]


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
    wanted = arguments.faults or every_fault(where)
    sittings = sittings_for(sum(seconds_of(name, arguments, len(wanted)) for name in wanted), arguments.pace)
    with a_hall(where, tables=arguments.tables, sittings=sittings, recorded=arguments.recorded) as hall:
        names = [name for name in wanted if name != "disk full" or hall.disk]
        shares = [seconds_of(name, arguments, len(names)) for name in names]
        announce(where, shares)
        places = zip(*(sitting.places for sitting in hall.sittings), strict=True)
        umpires = open_all(hall.port, places, seed=arguments.seed, pace=arguments.pace)
        watchers = watch(hall.port, hall.day, hall.places)
        assert wait_until(lambda: all(len(umpire.hands) > HANDS_TO_WARM_UP for umpire in umpires))
        chance = random.Random(arguments.seed)
        spells = [
            let_loose(name, Torment(hall, umpires, seconds, chance))
            for name, seconds in zip(names, shares, strict=True)
        ]
        end(umpires, watchers)
        untried = [name for name in wanted if name not in names]
        return judge(hall, umpires, watchers, spells, untried, enough=arguments.hands)


def announce(where: str, shares: Sequence[float]) -> None:
    """How long it takes, so that nobody wonders whether it hangs."""
    seconds = sum(shares) + SECONDS_BESIDE + SECONDS_UNTIL_USUALLY_BACK * len(shares)
    print(f"{where}: {len(shares)} spells, about {seconds / 60:.0f} minutes.", file=sys.stderr, flush=True)  # noqa: T201


def end(umpires: Sequence[HurriedUmpire], watchers: Sequence[Watcher]) -> None:
    for over in (*(umpire.is_over for umpire in umpires), *(watcher.is_over for watcher in watchers)):
        over.set()
    for umpire in umpires:
        umpire.join(SECONDS_UNTIL_EVERYBODY_IS_BACK)


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


def sittings_for(seconds: float, pace: float) -> int:
    """How many tables an umpire uses up meanwhile, and one more."""
    return int(seconds / pace / HANDS_OF_A_TABLE) + 2


def let_loose(name: str, torment: Torment) -> Spell:
    begun = time.monotonic()
    statuses = FAULTS[torment.hall.where][name](torment) or {}
    ended = time.monotonic()
    assert wait_until(lambda: all(has_saved_since(umpire, ended) for umpire in torment.umpires)), silent(torment, ended)
    return Spell(name, begun, ended, time.monotonic() - ended, statuses)


def has_saved_since(umpire: HurriedUmpire, moment: float) -> bool:
    return any(hand.acknowledged_at is not None and hand.acknowledged_at > moment for hand in umpire.hands[-3:])


def silent(torment: Torment, moment: float) -> str:
    """Which tables have not come back, and what their tablets heard last."""
    last = {umpire.table: umpire.hands[-1] for umpire in torment.umpires if not has_saved_since(umpire, moment)}
    return str({table: (hand.number, hand.statuses[-3:], hand.refusal) for table, hand in last.items()})


def judge(
    hall: TorturedHall,
    umpires: list[HurriedUmpire],
    watchers: list[Watcher],
    spells: list[Spell],
    untried: list[str],
    *,
    enough: int,
) -> Findings:
    """Compare what was acknowledged with the database, the log and, once the competitions are played to their end,
    their records."""
    from django.db import connections

    connections.close_all()  # the database may have been killed since they were opened
    every = list(chain.from_iterable(umpire.hands for umpire in umpires))
    judged = [found_in(sitting) for sitting in hall.sittings]
    found = together(each for each, _ in judged)
    rows = [row_of(spell, every, found) for spell in spells]
    told = verdicts(spells, rows, every, watchers, floods=FLOODS, enough=enough)
    refused = [f"the checker refuses a record: {problem}" for _, problems in judged for problem in problems]
    floods = [f"{row.fault}: {words}" for row in rows if row.fault in FLOODS for words in trouble_with(row)]
    return Findings(rows, told, [*troubles(rows, every, found), *floods, *refused], untried)


def found_in(sitting: Sitting) -> tuple[Found, list[Discrepancy]]:
    """What is there of a competition that is played to its end first, and what the checker says of its record."""
    from scoring.record.check import check_record
    from scoring.record.export import export_record

    stored = stored_hands(sitting.day.competition)
    competition = sitting.day.until("finished").competition
    record = export_record(competition)
    return find(competition, record, later=stored_hands(competition) - stored), check_record(record)


if __name__ == "__main__":
    main()
