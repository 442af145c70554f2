"""What can go wrong with Postgres and Redis, which only servers have."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import psycopg

from tests.torture.torment import HANDS_OF_ROUND_1, SECONDS_BETWEEN_COPIES, Torment, refuse_gaps

SECONDS_REDIS_IS_AWAY = 8
"""Longer than every time-out of those who ask it."""


def address() -> str:
    return os.environ["TURNTABLE_DATABASE_URL"]


@contextmanager
def postgres_lock() -> Iterator[None]:
    with psycopg.connect(address()) as connection:
        connection.execute("LOCK TABLE tournament_table IN EXCLUSIVE MODE")
        yield
        connection.rollback()


def use_up_connections(torment: Torment) -> None:
    """Every connection that Postgres gives is taken by somebody else."""
    with ExitStack() as stack:
        with suppress(psycopg.OperationalError):
            for _ in range(600):
                stack.enter_context(psycopg.connect(address()))
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


def take_redis_away(torment: Torment) -> None:
    """For several seconds, as while its machine starts again; it has forgotten everything then."""
    torment.hall.parts.kill("redis")
    time.sleep(max(SECONDS_REDIS_IS_AWAY, torment.seconds / 2))
    torment.hall.parts.start("redis")
    time.sleep(torment.seconds / 4)


def dump_database(torment: Torment) -> None:
    """Copies by pg_dump while everybody writes. Each is read back, and must hold every hand that was acknowledged
    before it began."""
    postgres = torment.hall.postgres
    assert postgres is not None
    end = time.monotonic() + torment.seconds
    while time.monotonic() < end:
        before = torment.acknowledged()
        postgres.run("pg_dump", "--format=custom", "--file=copy", address())
        copy = postgres.new_database()
        postgres.run("pg_restore", "--no-owner", f"--dbname={copy}", "copy")
        with psycopg.connect(copy) as connection:
            copied = set(connection.execute(HANDS_OF_ROUND_1).fetchall())
        with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {copy.rpartition('/')[2]}")
        refuse_gaps(before, copied)
        time.sleep(SECONDS_BETWEEN_COPIES)


def begin_again_if_it_gave_up(torment: Torment) -> None:
    """Postgres ends itself where it can't write its log; on servers it is started again at once."""
    postgres = torment.hall.postgres
    if postgres is not None and postgres.process.poll() is not None:
        postgres.begin()
