"""Writes an event file: all of an event, as it is at one moment, while people go on working with it."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, Final

from django.db import connection, transaction

from tournament import current_time
from tournament.models import Competition, Event
from tournament.queries.published_draws import standing_draws
from tournament.rules.errors import NotFound, Refused
from tournament.travel.archive import as_json, write_archive
from tournament.travel.manifest import PICTURES, PROGRAM, Manifest, PartFacts, TravellingEvent
from tournament.travel.nameless import without_names
from tournament.travel.parts import all_parts
from tournament.travel.stored import Leaving, Values

STILL_MADE: Final = "This demo is still being made. Wait a moment."


def export_event(event: int, to: IO[bytes], *, names: bool = True) -> Manifest:
    """Write the whole event. If a sealed draw waits for the hall's numbers its salt goes with it, and that is noted.
    Without names it holds neither."""
    if names:
        note_that_salts_leave(event)
    with _one_moment():
        leaving = Leaving(_find(event))
        rows = {name: stored.read_rows(leaving) for name, stored in all_parts().items()}
    if not names:
        rows, leaving.pictures = without_names(rows, all_parts()), {}
    parts = {f"{name}.json": _as_part(name, part) for name, part in rows.items()}
    entries = {**parts, **{f"{PICTURES}{digest}": picture for digest, picture in sorted(leaving.pictures.items())}}
    manifest = _manifest(leaving.event, rows, entries, names=names)
    write_archive(to, manifest, entries)
    return manifest


def note_that_salts_leave(event: int) -> None:
    """Between the seal and the hall's numbers, somebody who has the salt can try out which numbers would do what. So
    the draw's certificate says when the first file with it was made."""
    sealed = standing_draws().filter(competition__event=event, sealed_at__isnull=False)
    with transaction.atomic():
        list(Competition.objects.select_for_update(no_key=True).filter(event=event).order_by("pk"))
        sealed.filter(drawn_at__isnull=True, salt_left_at__isnull=True).update(salt_left_at=current_time.now())


def _find(pk: int) -> Event:
    event = Event.objects.filter(pk=pk).first()
    if event is None:
        raise NotFound("There is no such event.")
    if event.unfinished_since is not None:
        raise Refused(STILL_MADE)
    return event


@contextmanager
def _one_moment() -> Iterator[None]:
    """Everything is read as it is at one moment. Nobody who saves a hand waits for that: Django's own transactions
    would hold SQLite's only lock for writing."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


def _as_part(name: str, rows: list[Values]) -> bytes:
    adapter = all_parts()[name].adapter
    return as_json(adapter.dump_python(adapter.validate_python(rows), mode="json"))


def _manifest(event: Event, rows: dict[str, list[Values]], entries: dict[str, bytes], *, names: bool) -> Manifest:
    about: dict[str, Any] = {name: len(rows[name]) for name in ("competitions", "people", "rounds")}
    told = {name: getattr(event, name) for name in ("name", "slug", "date")}
    return Manifest(
        program=PROGRAM,
        made_at=current_time.now(),
        made_on=platform.node()[:255] if names else "",
        names=names,
        event=TravellingEvent(id=event.travel_id, lines=len(rows["log"]), **about, **told),
        parts={
            name: PartFacts(bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
            for name, content in entries.items()
        },
    )
