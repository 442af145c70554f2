"""Round clocks whose servers are killed with SIGKILL about their deadlines. Run as a program by a test:

    python -m tests.clocks laptop                `manage.py serve`
    python -m tests.clocks servers [--down 30]   web, worker, beat and Redis, one by one and all at once

Each time eight short rounds are started a little apart, and the kill comes about the time up of one of them: some have
had all of their moments by then, some have none. Two clocks that nothing may disturb go along, one of ninety minutes
and one that is paused. What came of it is printed as JSON; `--down` says for how many seconds Redis stays away.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

import django

from tests.hall import RemoteTablet, TablePlace
from tests.parts import Parts, on_a_laptop, on_servers
from tests.programs import wait_until
from tournament.rules.travel_ids import number_told

CLOCKS = 8
LENGTH, WARNING, CALL = 3, 2, 1
"""Seconds: the warning comes after one of them, the call after two, time up after three."""
APART = 0.15
HAPPENS = ["clock warning", "clock call", "clock time up"]
LAPTOP = ("all of it",) * 2
SERVERS = ("worker", "web", "beat", "redis", "all of it")
"""Who is killed, one after the other."""
ABOUT = (-0.3, 0.05)
"""When the kill comes, in seconds after the time up of the fifth clock: an alarm rings a blink late."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("where", choices=["laptop", "servers"])
    parser.add_argument("--down", type=float, default=2.0)
    arguments = parser.parse_args()
    victims, started = (LAPTOP, on_a_laptop()) if arguments.where == "laptop" else (SERVERS, on_servers(arguments.down))
    with started as parts:
        django.setup()
        json.dump(evening(parts, victims), sys.stdout)


# Clocks


def make_days() -> tuple[list[Any], Any, Any]:
    """The short ones, the long one and the paused one."""
    from tests.cast import Day
    from tournament.actions import clock
    from tournament.models import Competition

    def day(length: int, warning: int) -> Day:
        made = Day("syg", clock=length, warning=warning).people(2)
        Competition.objects.filter(pk=made.pk).update(calls=[CALL])
        return made.until("published")

    long, paused = day(90 * 60, 60).start(), day(90 * 60, 60).start()
    clock.pause_clock(by=paused.mc, competition=paused.pk)
    return [day(LENGTH, WARNING) for _ in range(CLOCKS)], long, paused


def has_all_happened(days: Sequence[Any], turn: int) -> bool:
    """Whether every clock has rung for all it has to in this turn."""
    return all(len(happened(day)[turn]) >= len(HAPPENS) for day in days)


def evening(parts: Parts, victims: tuple[str, ...]) -> dict[str, Any]:
    """One kill after the other; the rounds of each begin anew, and the last ones are left alone."""
    short, long, paused = make_days()
    tablets = [tablet_of(day, parts.url) for day in [*short, long, paused]]
    undisturbed = [shown(tablet) for tablet in tablets[CLOCKS:]]
    chance = random.Random(5)
    met: Counter[str] = Counter()
    disturbed = 0
    for turn, victim in enumerate([*victims, "nobody"]):
        starts = start_all(short, again=turn > 0)
        if victim != "nobody":
            sleep_until(starts[CLOCKS // 2] + LENGTH + chance.uniform(*ABOUT))
            parts.kill(victim)
            met.update(moments_met(starts))
            parts.start(victim)
            disturbed += [shown(tablet) for tablet in tablets[CLOCKS:]] != undisturbed
        assert wait_until(partial(has_all_happened, short, turn)), victim
    return {
        "happened": [happened(day) for day in short],
        "early": sum(too_early(day) for day in short),
        "met": dict(met),
        "disturbed": disturbed,
        "others": [happened(day) for day in (long, paused)],
        "tables": [table_at_the_end(tablet) for tablet in tablets[:CLOCKS]],
    }


def start_all(days: list[Any], *, again: bool) -> list[float]:
    """When each was started, as seconds of the day's clock on the wall."""
    from tournament.actions import clock

    starts = []
    for day in days:
        if again:
            clock.restart_clock(by=day.mc, competition=day.pk)
        clock.start_clock(by=day.mc, competition=day.pk)
        starts.append(day.round.clock.started_at.timestamp())
        sleep_until(starts[-1] + APART)
    return starts


def sleep_until(moment: float) -> None:
    time.sleep(max(0.0, moment - time.time()))


def moments_met(starts: list[float]) -> Iterator[str]:
    """Where the kill met each clock: before its time up, at it, or after it."""
    for start in starts:
        left = start + LENGTH - time.time()
        yield "before" if left > 0.1 else "after" if left < -0.1 else "at"


def happened(day: Any) -> list[list[str]]:
    """What the log says that the clock did by itself, each time it was started."""
    times: list[list[str]] = []
    for what in day.competition.log.filter(what__startswith="clock ").order_by("pk").values_list("what", flat=True):
        if what == "clock started":
            times.append([])
        elif what not in ("clock set back", "clock paused"):
            times[-1].append(what)
    return times


def too_early(day: Any) -> int:
    """How often time was up before the last second was over."""
    changes = day.round.clock.changes
    started = list(changes.filter(change="started").values_list("at", flat=True))
    ended = list(changes.filter(change="time up").values_list("at", flat=True))
    return sum(end < start + timedelta(seconds=LENGTH) for start, end in zip(started, ended, strict=True))


# Tables, as their tablets see them


def tablet_of(day: Any, url: str) -> RemoteTablet:
    from scoring.queries.keys import keys_of

    competition = day.competition
    players = [number_told(seat.entry.travel_id) for seat in day.table(1).seats.order_by("number")]
    place = TablePlace(f"/table/{competition.slug}/1/", keys_of(competition)[1].path, players)
    return RemoteTablet(int(url.rpartition(":")[2]), place).open()


def shown(tablet: RemoteTablet) -> dict[str, Any]:
    """The clock of a table."""
    clock = tablet.look()["clock"]
    return {name: clock[name] for name in ("state", "deadline", "left")}


def table_at_the_end(tablet: RemoteTablet) -> list[Any]:
    """What its clock shows, whether the round is over, and what comes of counting what everybody holds."""
    state = tablet.look()
    status, _ = tablet.record(tablet.hand(1, f"last-{tablet.place.path}", complete=False))
    return [state["clock"]["state"], state["over"], status]


if __name__ == "__main__":
    main()
