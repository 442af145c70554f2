"""Event files in memory, and what is in them."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from tests.databases import default_database, empty_all_tables
from tournament.models import Event
from tournament.travel.archive import read_archive
from tournament.travel.exporting import export_event
from tournament.travel.importing import bring_in, read_event_file


def exported(event: int, **how: Any) -> BytesIO:
    """The event's file."""
    file = BytesIO()
    export_event(event, file, **how)
    return file


def imported(file: BytesIO, **how: Any) -> Event:
    """The event that it holds, brought in here."""
    return bring_in(read_event_file(file), **how)


def parts(file: BytesIO) -> dict[str, str]:
    """Every part's bytes by name, as a text that a failed test can show."""
    return {name: content.decode("latin-1") for name, content in read_archive(file)[1].items()}


def entries(file: BytesIO) -> dict[str, bytes]:
    """Everything in the zip."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(content: dict[str, bytes]) -> BytesIO:
    """A zip of this."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in content.items():
            archive.writestr(name, part)
    return file


@contextmanager
def postgres_in_between(settings: dict[str, Any]) -> Iterator[None]:
    """A machine with Postgres that has no other event, and forgets this one."""
    with default_database(settings):
        empty_all_tables()
        try:
            yield
        finally:
            empty_all_tables()
