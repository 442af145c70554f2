"""One fault after the other. Each is let loose, lasts for a while, and ends by itself."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from tests.programs import PROJECT
from tests.torture.floods import CONNECTIONS
from tests.torture.server_faults import (
    begin_again_if_it_gave_up,
    dump_database,
    postgres_lock,
    stop_postgres,
    take_redis_away,
    use_up_connections,
)
from tests.torture.torment import HANDS_OF_ROUND_1, SECONDS_BETWEEN_COPIES, Fault, Torment, refuse_gaps

SECONDS_A_LOCK_IS_HELD = 4


def calm(torment: Torment) -> None:
    time.sleep(torment.seconds)


def flood(kind: str) -> Fault:
    def let_loose(torment: Torment) -> dict[str, int]:
        search, record = torment.hall.search, torment.hall.record
        page = record.removesuffix("record.json")
        paths = {"pages": page, "records": record, "slow readers": record, "searches": search, "streams": search}
        paths["badged hands"] = torment.hall.places[0].key
        path = paths.get(kind, torment.hall.places[0].path)
        numbers = [str(torment.hall.port), str(torment.seconds), str(torment.chance.randrange(10**6))]
        command = [sys.executable, "-m", "tests.torture.floods", kind, *numbers, path]
        done = subprocess.run(command, cwd=PROJECT, check=True, stdout=subprocess.PIPE)
        return dict(json.loads(done.stdout))

    return let_loose


def kill(victim: str) -> Fault:
    """Killed with SIGKILL at a moment of chance, and started again."""

    def let_loose(torment: Torment) -> None:
        time.sleep(torment.chance.uniform(0.5, 1.5))
        torment.hall.parts.kill(victim)
        time.sleep(torment.chance.uniform(0, 1))
        torment.hall.parts.start(victim)
        time.sleep(torment.seconds / 3)

    return let_loose


def cut_network(torment: Torment) -> None:
    """Requests break off half-way, or nobody hears the answer."""
    for umpire in torment.umpires:
        umpire.is_cut.set()
    time.sleep(torment.seconds)
    for umpire in torment.umpires:
        umpire.is_cut.clear()


def hold_lock(torment: Torment) -> None:
    """Somebody else writes and does not end: no table can be saved meanwhile."""
    with _sqlite_lock(torment) if torment.hall.where == "laptop" else postgres_lock():
        time.sleep(SECONDS_A_LOCK_IS_HELD)
    time.sleep(max(0.0, torment.seconds - SECONDS_A_LOCK_IS_HELD))


@contextmanager
def _sqlite_lock(torment: Torment) -> Iterator[None]:
    with sqlite3.connect(torment.database, timeout=30, isolation_level=None) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")
    connection.close()


def copy_database(torment: Torment) -> None:
    """Copies are taken while everybody writes; each must hold every hand that was acknowledged before it began."""
    end = time.monotonic() + torment.seconds
    while time.monotonic() < end:
        before = torment.acknowledged()
        with (
            tempfile.TemporaryDirectory() as folder,
            closing(sqlite3.connect(Path(folder) / "copy.sqlite3")) as copy,
            closing(sqlite3.connect(torment.database, timeout=30)) as source,
        ):
            source.backup(copy)
            copied = set(copy.execute(HANDS_OF_ROUND_1))
            (check,) = copy.execute("PRAGMA quick_check(1)").fetchone()
        assert check == "ok", check
        refuse_gaps(before, copied)
        time.sleep(SECONDS_BETWEEN_COPIES)


def set_clock(seconds: float) -> Fault:
    """The computer's clock is set, as by a laptop that fetches the time. On servers: that of all our processes, while
    Postgres, whose time is the one that counts, keeps its own."""

    def let_loose(torment: Torment) -> None:
        time.sleep(torment.seconds / 3)
        torment.hall.clock.shift(seconds)
        time.sleep(torment.seconds * 2 / 3)

    return let_loose


def fill_disk(torment: Torment) -> None:
    """Not a byte is left for a while."""
    assert torment.hall.disk is not None
    filler = torment.hall.disk / "filler"
    try:
        with filler.open("wb", buffering=0) as file:
            end = time.monotonic() + torment.seconds * 2 / 3
            while time.monotonic() < end:
                with suppress(OSError):  # whatever is given back is taken at once
                    while True:
                        file.write(b"x" * 2**12)
                time.sleep(0.1)
    finally:
        filler.unlink()
    begin_again_if_it_gave_up(torment)
    time.sleep(torment.seconds / 3)


FLOODS = tuple(CONNECTIONS)
EVERYWHERE: dict[str, Fault] = {
    "calm": calm,
    **{kind: flood(kind) for kind in FLOODS},
    "lock held": hold_lock,
    "network cut": cut_network,
    "clock set back": set_clock(-600),
    "clock set forward": set_clock(600),
    "disk full": fill_disk,
}
ON_A_LAPTOP: dict[str, Fault] = {**EVERYWHERE, "copies taken": copy_database, "killed": kill("laptop")}
ON_SERVERS: dict[str, Fault] = {
    **EVERYWHERE,
    "copies taken": dump_database,
    "connections used up": use_up_connections,
    "web killed": kill("web"),
    "worker killed": kill("worker"),
    "beat killed": kill("beat"),
    "Redis killed": kill("redis"),
    "Redis away": take_redis_away,
    "Postgres killed": stop_postgres,
    "all killed": kill("all of it"),
}
FAULTS = {"laptop": ON_A_LAPTOP, "servers": ON_SERVERS}
