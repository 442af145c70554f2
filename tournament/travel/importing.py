"""Brings an event in from a file: read and checked wholly before a row is saved, and saved wholly or not at all.

The rows keep their ids that travel. Nobody gets a right by it: the keeper of the server has the event, and the log
knows the others by name alone. That the event came is noted beside it (`BroughtIn`), so its own log stays what it was.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO, Any, Final

from django.db import DatabaseError, transaction
from django.db.models import Q
from pydantic import ValidationError

from tournament import current_time
from tournament.actions.base import lock_word
from tournament.actions.setup import free_short_address, free_slug
from tournament.models import Answered, BroughtIn, Competition, Event, RemovedEvent
from tournament.models.travel_ids import new_secret
from tournament.rules.errors import Refused
from tournament.travel.archive import DAMAGED, read_archive
from tournament.travel.fields import TravellingRow
from tournament.travel.manifest import PICTURES, Manifest
from tournament.travel.parts import all_parts
from tournament.travel.stored import Arriving

HERE_ALREADY: Final = "This event is here already. To have a second one beside it, bring it in as a copy: --as-copy."
WAS_REMOVED: Final = (
    "This event was removed here less than a week ago. Bring that one back with manage.py bring_back_event, "
    "or bring this one in as a copy: --as-copy."
)


logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class EventFile:
    """A file that was read and is whole."""

    manifest: Manifest
    rows: Mapping[str, Sequence[TravellingRow]]
    pictures: Mapping[str, bytes]
    is_copy: bool = False


def read_event_file(of: IO[bytes]) -> EventFile:
    """Read every part, each row into its shape."""
    manifest, entries = read_archive(of)
    parts = all_parts()
    if {name for name in entries if not name.startswith(PICTURES)} != {f"{name}.json" for name in parts}:
        raise Refused(DAMAGED)
    try:
        rows = {name: stored.adapter.validate_json(entries[f"{name}.json"]) for name, stored in parts.items()}
    except (ValidationError, RecursionError):
        raise Refused(DAMAGED) from None
    if [row.model_dump()["id"] for row in rows["event"]] != [manifest.event.id]:
        raise Refused(DAMAGED)
    pictures = {name.removeprefix(PICTURES): content for name, content in entries.items() if name.startswith(PICTURES)}
    return EventFile(manifest, rows, pictures)


def bring_in(file: EventFile) -> Event:
    """Save the event with everything in it."""
    try:
        with transaction.atomic():
            return _save(file)
    except (DatabaseError, OverflowError, ValueError):  # what the database refuses is in no file of ours
        logger.warning("An event file was refused by the database.", exc_info=True)
        raise Refused(DAMAGED) from None


def _save(file: EventFile) -> Event:
    lock_word("an event is brought in")
    _check_new(file.manifest.event.id)
    arriving = Arriving(file.pictures)
    for name, stored in all_parts().items():
        rows = _WITH_FREE_ADDRESSES.get(name, _as_they_are)(file.rows[name])
        stored.save_rows(rows, arriving)
        if name == "event":
            arriving.event = Event.objects.get(travel_id=file.manifest.event.id)
    assert arriving.event is not None
    _note(file, arriving.event)
    return arriving.event


def _check_new(travel_id: int) -> None:
    if Event.objects.filter(travel_id=travel_id).exists():
        raise Refused(HERE_ALREADY)
    for kept in RemovedEvent.objects.values_list("rows", flat=True):
        if any(row["model"] == "tournament.event" and row["fields"].get("travel_id") == travel_id for row in kept):
            raise Refused(WAS_REMOVED)


def _as_they_are(rows: Sequence[TravellingRow]) -> Sequence[TravellingRow]:
    return rows


def _with_free_address(rows: Sequence[Any]) -> Sequence[TravellingRow]:
    """Long and short addresses lead to the same page, so no two events share one, whichever it is."""
    [row] = rows
    slug = row.slug if not _is_taken(row.slug) else free_slug(Event, row.slug)
    short = row.short if not row.short or not _is_taken(row.short) else free_short_address(slug, row.date)
    return [row.model_copy(update={"slug": slug, "short": short, "secret": row.secret or new_secret()})]


def _is_taken(address: str) -> bool:
    return Event.objects.filter(Q(slug=address) | Q(short=address)).exists()


def _with_free_slugs(rows: Sequence[Any]) -> Sequence[TravellingRow]:
    taken = set(Competition.objects.filter(slug__in=[row.slug for row in rows]).values_list("slug", flat=True))
    return [
        row.model_copy(update={"slug": free_slug(Competition, row.slug)}) if row.slug in taken else row for row in rows
    ]


def _that_are_new(rows: Sequence[Any]) -> Sequence[TravellingRow]:
    """A request may be known here from when the event was here before."""
    known = set()
    for first in range(0, len(rows), 500):
        asked = [row.request for row in rows[first : first + 500]]
        known |= set(Answered.objects.filter(pk__in=asked).values_list("pk", flat=True))
    return [row for row in rows if row.request not in known]


_WITH_FREE_ADDRESSES: Final = {
    "event": _with_free_address,
    "competitions": _with_free_slugs,
    "requests": _that_are_new,
}


def _note(file: EventFile, event: Event) -> None:
    manifest = file.manifest
    text = json.dumps(manifest.model_dump(mode="json"), sort_keys=True)
    BroughtIn.objects.create(
        event_number=event.pk,
        name=event.name,
        at=current_time.now(),
        made_at=manifest.made_at,
        made_on=manifest.made_on[:255],
        program=manifest.program[:40],
        digest=hashlib.sha256(text.encode()).hexdigest(),
        as_copy=file.is_copy,
    )
