"""The whole program where it is put to the test, on a laptop or on servers, with a hall in its first round."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command

from tests.backends import PostgresServer, postgres_server
from tests.hall import TablePlace, make_round
from tests.parts import Parts, on_a_laptop, on_servers
from tests.shifted_clock import ShiftedClock

MEGABYTES_OF_DISK = {"laptop": 150, "servers": 400}
"""Where the database is, is a small file system of its own, so that it can be filled. Postgres begins with 60."""


@dataclass(frozen=True)
class Sitting:
    """A competition in its first round, whose tables the tablets use up."""

    day: Any
    places: list[TablePlace]


@dataclass(frozen=True)
class TorturedHall:
    """Where the tablets are, what can be killed, and what can be asked for."""

    where: str
    parts: Parts
    data: Path
    sittings: list[Sitting]
    record: str
    """The address of a large record."""
    search: str
    """The address of a page that looks for people."""
    disk: Path | None
    """The small disk of the database, if this machine lets us mount one."""
    clock: ShiftedClock
    """The computer's clock, as the laptop's server sees it, or as web, worker and beat do."""
    postgres: PostgresServer | None = None

    @property
    def day(self) -> Any:
        """The one whose desk checks people in, and whose tables are looked at and flooded."""
        return self.sittings[0].day

    @property
    def places(self) -> list[TablePlace]:
        return self.sittings[0].places

    @property
    def port(self) -> int:
        return int(self.parts.url.rpartition(":")[2])


@contextmanager
def a_hall(where: str, *, tables: int, sittings: int, recorded: int) -> Iterator[TorturedHall]:
    """The programs, with `tables` tables that play, so many times over, and a finished competition of `recorded`
    players. Each sitting's round lasts an hour, longer than everything here."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="torture-", ignore_cleanup_errors=True)))
        folder.chmod(0o755)  # Postgres is somebody else
        disk = stack.enter_context(_small_disk(folder, MEGABYTES_OF_DISK[where]))
        data = folder / "data" if where == "servers" else (disk or folder) / "data"
        data.mkdir()
        os.environ |= {"TURNTABLE_DATA": str(data), "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        clock = ShiftedClock(folder / "clock")
        postgres = stack.enter_context(_postgres((disk or folder) / "postgres")) if where == "servers" else None
        if postgres:
            os.environ["TURNTABLE_DATABASE_URL"] = postgres.new_database()
        parts = stack.enter_context(on_servers(env=clock.env) if postgres else on_a_laptop(**clock.env))
        django.setup()
        call_command("migrate", verbosity=0)
        made = [Sitting(*make_round(tables, "syg-60")) for _ in range(sittings)]
        record = _finished(recorded)
        search = f"/e/{made[0].day.competition.event.slug}/"
        yield TorturedHall(where, parts, data, made, record, search, disk, clock, postgres)


def _finished(players: int) -> str:
    """The record's address of a competition that is over, with every hand of its first round."""
    from django.db import connections

    from tests.cast import Day

    day = Day("syg", name="Uno Under 18", cap=players).people(players)
    day.until("entries closed").choose().until("finished")
    connections.close_all()
    return f"/c/{day.competition.slug}/record.json"


@contextmanager
def _postgres(data: Path) -> Iterator[PostgresServer]:
    data.mkdir()
    with postgres_server(durable=True, data=data) as server:
        yield server


@contextmanager
def _small_disk(folder: Path, megabytes: int) -> Iterator[Path | None]:
    """None where this machine mounts none: only root can do that, and not everywhere."""
    mounted = folder / "disk"
    mounted.mkdir()
    if not _mount(folder / "image", mounted, megabytes):
        yield None
        return
    try:
        yield mounted
    finally:
        subprocess.run(["umount", "--lazy", mounted], check=False)


def _mount(image: Path, folder: Path, megabytes: int) -> bool:
    """A file system of its own in a file."""
    with image.open("wb") as file:
        file.truncate(megabytes * 2**20)
    steps = [["mkfs.ext4", "-q", "-F", str(image)], ["mount", "-o", "loop", str(image), str(folder)]]
    try:
        return all(subprocess.run(step, capture_output=True, check=False).returncode == 0 for step in steps)
    except OSError:
        return False
