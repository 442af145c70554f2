"""How late a clock's moments come: from the second that was set to an open stream, which hears of them once they are
committed. Run by the bench on a laptop and on servers:

    python -m tests.bench.alarms laptop|servers
"""

from __future__ import annotations

import json
import queue
import random
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from typing import Any

import django

from tests.bench.measure import PLACES, Measurement, in_place, percentiles
from tests.parts import on_a_laptop, on_servers

CLOCKS = 100
LENGTH, WARNING = 20, 7
WITHIN = 10.0
"""All clocks are started within so many seconds, and have their moments within as many."""
BESIDE = 0.05


def measure() -> Iterator[Measurement]:
    for place, where in PLACES.items():
        outcome = in_place(__name__, place)
        note = f"{outcome['moments']} moments of {CLOCKS} clocks within {LENGTH - WARNING + WITHIN:.0f} s"
        for name in ("p50", "p99"):
            job = f"clock: an alarm’s lateness {where}, {name}"
            of = "a loop that sleeps till then and commits one row"
            aim = "an alarm, p99" if name == "p99" else ""
            yield Measurement(job, outcome[name], outcome[f"floor {name}"], of, note, aim)


def main() -> None:
    with (on_a_laptop if sys.argv[1] == "laptop" else on_servers)() as parts:
        django.setup()
        json.dump(ring(parts.url), sys.stdout)


def ring(url: str) -> dict[str, Any]:
    """Start the clocks one by one, and note when each moment is heard of; beside them the floor."""
    from tests.cast import Day
    from tests.listening import listening
    from tournament.actions import clock

    days = [Day("syg", clock=LENGTH, warning=WARNING).people(2).until("published") for _ in range(CLOCKS)]
    chance = random.Random(100)
    with listening(url, *(f"competition:{day.pk}" for day in days)) as stream:
        stream.hear("hello")
        heard: queue.Queue[tuple[float, dict[str, Any]]] = queue.Queue()
        threading.Thread(target=lambda: listen(stream, heard), daemon=True).start()
        due: dict[tuple[int, str], float] = {}
        begun = time.time()
        for day, at in zip(days, sorted(chance.uniform(0, WITHIN) for _ in days), strict=True):
            time.sleep(max(0.0, begun + at - time.time()))
            clock.start_clock(by=day.mc, competition=day.pk)
            facts = day.round.clock.facts
            due[day.pk, "running"] = facts.warning_at.timestamp()  # type: ignore[union-attr]
            due[day.pk, "time up"] = facts.deadline.timestamp()  # type: ignore[union-attr]
        floor = Bare(due.values())
        floor.start()
        late = [moment - due[key] for moment, key in moments(heard, due)]
    assert min(late) >= 0, "A moment came too early."
    floor.join()
    floors = {f"floor {name}": value for name, value in percentiles(floor.late).items()}
    return {"moments": len(late), **percentiles(late), **floors}


def listen(stream: Any, heard: queue.Queue[tuple[float, dict[str, Any]]]) -> None:
    while True:
        message = stream.hear()
        heard.put((time.time(), message))


def moments(
    heard: queue.Queue[tuple[float, dict[str, Any]]], due: dict[tuple[int, str], float]
) -> Iterator[tuple[float, tuple[int, str]]]:
    """When each of them was heard. A clock that still runs has come to its warning; that it was started is no news."""
    waiting = set(due)
    while waiting:
        at, message = heard.get(timeout=LENGTH + 60)
        key = (message["competition"], message["clock"]["state"])
        if key in waiting and at > due[key] - 1:
            waiting.discard(key)
            yield at, key


class Bare(threading.Thread):
    """The least that any program would have to do: it sleeps till a moment and commits one row to the same database,
    on a line of its own. A little beside ours, so that neither waits for the other."""

    def __init__(self, due: Iterable[float]) -> None:
        super().__init__(daemon=True)
        self.due = sorted(moment + BESIDE for moment in due)
        self.late: list[float] = []

    def run(self) -> None:
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE bench (words TEXT)")
            for moment in self.due:
                time.sleep(max(0.0, moment - time.time()))
                cursor.execute("INSERT INTO bench VALUES ('a moment')")
                self.late.append(time.time() - moment)


if __name__ == "__main__":
    main()
