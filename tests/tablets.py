"""Sixty-four tablets, each a process of its own, record hands at the same moment. Run as a program by a test:

    python -m tests.tablets [--without lock] [--without request-ids]

At every table sit two tablets. Three times both send the very same hand with the same request id (one of them is
the other's retry); the fourth time they send different hands, so that one must win and the other be told. What came
of it is printed as JSON. `--without` takes a protection out, to prove that the test would notice.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections import Counter
from typing import Any

import django

TABLETS = 64
TABLES = TABLETS // 2
SAME = 3
CONTEXT = multiprocessing.get_context("fork")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--without", choices=["lock", "request-ids"], action="append", default=[])
    without = parser.parse_args().without
    django.setup()
    tables = make_hall()
    take_out(without)
    outcome = send_all(tables)
    json.dump(outcome | count_rows(), sys.stdout)


def make_hall() -> list[dict[str, Any]]:
    """A drawn and published competition: every table is its own contest of two."""
    from random import Random

    from django.core.management import call_command
    from django.db import connections

    from scoring.rehearsal.director import Director
    from scoring.rehearsal.script import plain
    from tournament.models import Table

    call_command("migrate", verbosity=0)
    script = plain("Tablets", "classroom", TABLETS, 4, 0)
    director = Director(script.__class__(**vars(script) | {"choices": {"table_max": 2}}), Random(1))
    director.set_up()
    director.enter()
    director.hold_draw()
    tables = [
        {"table": table.pk, "players": list(table.seats.order_by("number").values_list("entry", flat=True))}
        for table in Table.objects.order_by("number")
    ]
    connections.close_all()  # a connection must not be shared with a forked process
    return tables


def take_out(protections: list[str]) -> None:
    """Remove what protects, and always widen the moment in which it is needed."""
    from django.db import connections
    from django.db.models import QuerySet

    from scoring.actions import locked_table
    from tournament.actions import base

    load = locked_table.LockedTable.read_hands

    def load_slowly(self: locked_table.LockedTable) -> Any:
        stored = load(self)
        time.sleep(0.005)
        return stored

    locked_table.LockedTable.read_hands = load_slowly  # type: ignore[method-assign]
    if "lock" in protections:
        QuerySet.select_for_update = lambda self, **_: self  # type: ignore[method-assign]
        connections.settings["default"]["OPTIONS"].pop("transaction_mode", None)
    if "request-ids" in protections:
        base.first_time = lambda *_: True


def send_all(tables: list[dict[str, Any]]) -> dict[str, Any]:
    """Start every tablet, let them go at once, and gather what they were answered."""
    answers: Any = CONTEXT.Queue()
    start = CONTEXT.Barrier(TABLETS)
    tablets = [CONTEXT.Process(target=tablet, args=(n, tables[n // 2], start, answers)) for n in range(TABLETS)]
    for process in tablets:
        process.start()
    heard = [answers.get(timeout=120) for _ in tablets]
    for process in tablets:
        process.join()
    return {
        "answers": dict(Counter(answer for each in heard for answer in each["answers"])),
        "seconds": sorted(seconds for each in heard for seconds in each["seconds"]),
    }


def tablet(number: int, place: dict[str, Any], start: Any, answers: Any) -> None:
    """One tablet's evening."""
    from django.db import connection

    connection.ensure_connection()
    start.wait()
    took: list[float] = []
    same = range(1, SAME + 1)
    answered = [send(took, place, hand, points=hand, request=f"{place['table']}-{hand}") for hand in same]
    answered.append(send(took, place, SAME + 1, points=40 + number, request=f"mine-{number}"))
    answers.put({"answers": answered, "seconds": took})


def send(took: list[float], place: dict[str, Any], number: int, *, points: int, request: str) -> str:
    """Send one hand until it is answered; the answer as a word. Whoever has waited in vain for the others is told that
    the server is busy, and sends again; whoever is refused at once is not."""
    from scoring.actions.hands import record_hand
    from tournament.environment import SECONDS_FOR_A_LOCK
    from tournament.faults import is_busy
    from tournament.permissions import Actor, Role
    from tournament.rules.errors import Stale

    out, other = place["players"]
    by = Actor(Role.UMPIRE, place["table"], "Umpire")
    begun = time.perf_counter()
    try:
        record_hand(by=by, table=place["table"], number=number, out=out, held={str(other): points}, request=request)
    except Stale:
        return "both values, you choose"
    except Exception as error:  # whatever else comes is what the test must see
        if is_busy(error) and time.perf_counter() - begun > 0.9 * SECONDS_FOR_A_LOCK:
            return send(took, place, number, points=points, request=request)
        return type(error).__name__
    finally:
        took.append(time.perf_counter() - begun)
    return "recorded"


def count_rows() -> dict[str, Any]:
    """What stands in the database afterwards."""
    from scoring.models import Hand, Held
    from tournament.models import Answered, LogEntry

    hands = Counter(Hand.objects.values_list("table", "number"))
    return {
        "hands": len(hands),
        "doubled": sum(n - 1 for n in hands.values()),
        "held": Held.objects.count(),
        "logged": LogEntry.objects.filter(what="hand recorded").count(),
        "requests": Answered.objects.count(),
    }


if __name__ == "__main__":
    main()
