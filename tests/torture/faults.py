"""One fault after the other. Each is let loose, lasts for a while, and ends by itself."""

from __future__ import annotations

import json
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.programs import PROJECT
from tests.torture.floods import CONNECTIONS
from tests.torture.places import TorturedHall
from tests.torture.tablets import HurriedUmpire

SECONDS_A_LOCK_IS_HELD = 4
SECONDS_BETWEEN_COPIES = 1.0


@dataclass(frozen=True)
class Torment:
    """What a fault may use: the hall, its umpires, how long it lasts, and chance of its own."""

    hall: TorturedHall
    umpires: Sequence[HurriedUmpire]
    seconds: float
    chance: random.Random

    @property
    def database(self) -> Path:
        return self.hall.data / "turntable.sqlite3"


Fault = Callable[[Torment], int | None]
"""Returns when it is over and everything is there again that it took away; a flood says how many requests it was."""


def calm(torment: Torment) -> None:
    time.sleep(torment.seconds)


def flood(kind: str) -> Fault:
    def let_loose(torment: Torment) -> int:
        search, record = torment.hall.search, torment.hall.record
        paths = {"records": record, "slow readers": record, "searches": search, "streams": search}
        path = paths.get(kind, torment.hall.places[0].path)
        numbers = [str(torment.hall.port), str(torment.seconds), str(torment.chance.randrange(10**6))]
        command = [sys.executable, "-m", "tests.torture.floods", kind, *numbers, path]
        done = subprocess.run(command, cwd=PROJECT, check=True, stdout=subprocess.PIPE)
        return sum(json.loads(done.stdout).values())

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
    with _sqlite_lock(torment) if torment.hall.where == "laptop" else _postgres_lock(torment):
        time.sleep(SECONDS_A_LOCK_IS_HELD)
    time.sleep(max(0.0, torment.seconds - SECONDS_A_LOCK_IS_HELD))


@contextmanager
def _sqlite_lock(torment: Torment) -> Iterator[None]:
    with sqlite3.connect(torment.database, timeout=30, isolation_level=None) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")
    connection.close()


@contextmanager
def _postgres_lock(torment: Torment) -> Iterator[None]:
    with psycopg.connect(_address(torment)) as connection:
        connection.execute("LOCK TABLE tournament_table IN EXCLUSIVE MODE")
        yield
        connection.rollback()


def _address(torment: Torment) -> str:
    import os

    assert torment.hall.postgres is not None
    return os.environ["TURNTABLE_DATABASE_URL"]


def use_up_connections(torment: Torment) -> None:
    """Every connection that Postgres gives is taken by somebody else."""
    with ExitStack() as stack:
        with suppress(psycopg.OperationalError):
            for _ in range(600):
                stack.enter_context(psycopg.connect(_address(torment)))
        time.sleep(torment.seconds / 2)
    time.sleep(torment.seconds / 2)


def stop_postgres(torment: Torment) -> None:
    """Postgres is killed with everything it was doing, and is back after a moment."""
    postgres = torment.hall.postgres
    assert postgres is not None
    postgres.process.send_signal(signal.SIGKILL)
    postgres.process.wait()
    time.sleep(torment.chance.uniform(0.5, 2))
    postgres.begin()
    time.sleep(torment.seconds / 3)


def fill_disk(torment: Torment) -> None:
    """Not a byte is left for a while."""
    assert torment.hall.disk is not None
    filler = torment.hall.disk / "filler"
    try:
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(b"x" * 2**16)
        time.sleep(torment.seconds * 2 / 3)
    finally:
        filler.unlink()
    time.sleep(torment.seconds / 3)


def copy_database(torment: Torment) -> None:
    """Copies are taken while everybody writes; each must hold every hand that was acknowledged before it began."""
    end = time.monotonic() + torment.seconds
    while time.monotonic() < end:
        before = [hand.number for umpire in torment.umpires for hand in umpire.hands if hand.acknowledged_at]
        with tempfile.TemporaryDirectory() as folder:
            copy = sqlite3.connect(Path(folder) / "copy.sqlite3")
            source = sqlite3.connect(torment.database, timeout=30)
            source.backup(copy)
            (found,) = copy.execute("SELECT count(*) FROM scoring_hand WHERE deleted_at IS NULL").fetchone()
            (check,) = copy.execute("PRAGMA quick_check(1)").fetchone()
            copy.close()
            source.close()
        if check != "ok" or found < len(before):
            raise AssertionError(f"A copy holds {found} hands of {len(before)} and is {check}.")
        time.sleep(SECONDS_BETWEEN_COPIES)


def set_clock(seconds: float) -> Fault:
    """The computer's clock is set, as by a laptop that fetches the time."""

    def let_loose(torment: Torment) -> None:
        time.sleep(torment.seconds / 3)
        torment.hall.clock.shift(seconds)
        time.sleep(torment.seconds * 2 / 3)

    return let_loose


FLOODS = tuple(CONNECTIONS)
ON_A_LAPTOP: dict[str, Fault] = {
    "calm": calm,
    **{kind: flood(kind) for kind in FLOODS},
    "lock held": hold_lock,
    "network cut": cut_network,
    "copies taken": copy_database,
    "clock set back": set_clock(-600),
    "clock set forward": set_clock(600),
    "disk full": fill_disk,
    "killed": kill("laptop"),
}
ON_SERVERS: dict[str, Fault] = {
    "calm": calm,
    **{kind: flood(kind) for kind in FLOODS},
    "lock held": hold_lock,
    "network cut": cut_network,
    "connections used up": use_up_connections,
    "web killed": kill("web"),
    "worker killed": kill("worker"),
    "beat killed": kill("beat"),
    "Redis killed": kill("redis"),
    "Postgres killed": stop_postgres,
    "all killed": kill("all of it"),
}
FAULTS = {"laptop": ON_A_LAPTOP, "servers": ON_SERVERS}
