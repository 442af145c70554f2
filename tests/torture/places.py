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

from tests.backends import PostgresServer, postgres_server
from tests.hall import TablePlace, make_hall
from tests.parts import Parts, on_a_laptop, on_servers
from tests.shifted_clock import ShiftedClock

MEGABYTES_OF_DISK = 150
"""The laptop's disk is a small file system of its own, so that it can be filled."""


@dataclass(frozen=True)
class TorturedHall:
    """Where the tablets are, what can be killed, and what can be asked for."""

    where: str
    parts: Parts
    data: Path
    day: Any
    places: list[TablePlace]
    record: str
    """The address of a large record."""
    search: str
    """The address of a page that looks for people."""
    disk: Path | None
    """The small disk, if this machine lets us mount one."""
    clock: ShiftedClock
    """The computer's clock, as the laptop's server sees it."""
    postgres: PostgresServer | None = None

    @property
    def port(self) -> int:
        return int(self.parts.url.rpartition(":")[2])


@contextmanager
def a_hall(where: str, *, tables: int, recorded: int) -> Iterator[TorturedHall]:
    """The programs, with `tables` tables that play and a finished competition of `recorded` players."""
    with ExitStack() as stack:
        data, disk = stack.enter_context(_data_folder(small=where == "laptop"))
        os.environ |= {"TURNTABLE_DATA": str(data), "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        postgres = stack.enter_context(postgres_server(durable=True)) if where == "servers" else None
        if postgres:
            os.environ["TURNTABLE_DATABASE_URL"] = postgres.new_database()
        clock = ShiftedClock(data.parent / "clock")
        parts = stack.enter_context(on_servers() if postgres else on_a_laptop(**clock.env))
        django.setup()
        day, places = make_hall(tables)
        record = _finished(recorded)
        search = f"/e/{day.competition.event.slug}/"
        yield TorturedHall(where, parts, data, day, places, record, search, disk, clock, postgres)


def _finished(players: int) -> str:
    """The record's address of a competition that is over, with every hand of its first round."""
    from django.db import connections

    from tests.cast import Day

    day = Day("syg", name="Uno Under 18", cap=players).people(players)
    day.until("entries closed").choose().until("finished")
    connections.close_all()
    return f"/c/{day.competition.slug}/record.json"


@contextmanager
def _data_folder(*, small: bool) -> Iterator[tuple[Path, Path | None]]:
    with tempfile.TemporaryDirectory(prefix="torture-", ignore_cleanup_errors=True) as folder:
        image, mounted = Path(folder) / "disk", Path(folder) / "data"
        mounted.mkdir()
        if not small or not _mount(image, mounted):
            yield mounted, None
            return
        try:
            yield mounted, mounted
        finally:
            subprocess.run(["umount", "--lazy", mounted], check=False)


def _mount(image: Path, folder: Path) -> bool:
    """A file system of its own in a file: only root can do that, and not everywhere."""
    with image.open("wb") as file:
        file.truncate(MEGABYTES_OF_DISK * 2**20)
    steps = [["mkfs.ext4", "-q", "-F", str(image)], ["mount", "-o", "loop", str(image), str(folder)]]
    try:
        return all(subprocess.run(step, capture_output=True, check=False).returncode == 0 for step in steps)
    except OSError:
        return False
