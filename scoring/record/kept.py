"""A finished competition's record, made once and kept, so that asking for it costs next to nothing.

It is kept with a sign of what it was made from: the newest line of the log about the competition, and this version of
the program. A correction or an upgrade changes the sign, and the record is made again.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from io import BufferedWriter, BytesIO, TextIOWrapper
from typing import Any, Final

from django.conf import settings

from scoring.models import KeptRecord
from scoring.record.export import Json, as_pieces, export_record
from tournament import current_time
from tournament.models import Competition, Entry, LogEntry

MOST_ENTRIES_AT_ONCE: Final = 100
"""A record of more entries is made behind the pages."""
PIECE: Final = 2**16
"""Bytes of its text that are in memory at once."""
TIME_TO_MAKE_UNASKED: Final = timedelta(hours=1)
"""After the end, within which a record is made before anybody asks; of older competitions once somebody does."""


def find_kept(competition: int) -> bytes | None:
    """The record's text, compressed, if it is kept and still true."""
    kept = KeptRecord.objects.filter(competition=competition, made_from=sign_of(_finished(competition)))
    content = kept.values_list("content", flat=True).first()
    return bytes(content) if content is not None else None


def keep(competition: int) -> bytes:
    """Make the record and keep it. Its sign is read first: what changes meanwhile makes it old."""
    finished = _finished(competition)
    made_from = sign_of(finished)
    content = packed(export_record(finished))
    made = {"made_from": made_from, "content": content, "made_at": current_time.now()}
    KeptRecord.objects.update_or_create(competition=finished, defaults=made)
    return content


def packed(record: Json) -> bytes:
    """The record's text, compressed while it is written: the text of a large one is many times as long."""
    content = BytesIO()
    with (
        gzip.GzipFile(fileobj=content, mode="wb", mtime=0) as file,
        TextIOWrapper(BufferedWriter(file, PIECE), encoding="utf-8", newline="\n") as text,
    ):
        text.writelines(as_pieces(record))
    return content.getvalue()


@dataclass(frozen=True)
class Unpacked:
    """A kept record's text, unpacked piece by piece by whoever goes through it."""

    content: bytes

    def __iter__(self) -> Iterator[bytes]:
        with gzip.GzipFile(fileobj=BytesIO(self.content)) as file:
            while piece := file.read(PIECE):
                yield piece


def keep_if_old(pk: int) -> None:
    """The same for a task, which may come twice or late."""
    is_finished = Competition.objects.filter(pk=pk, finished_at__isnull=False).exists()
    if is_finished and find_kept(pk) is None:
        keep(pk)


def _finished(pk: int) -> Competition:
    return Competition.objects.select_related("event").get(pk=pk)


def is_large(competition: int) -> bool:
    """Whether making it takes too long for a page."""
    return Entry.objects.filter(competition=competition).count() > MOST_ENTRIES_AT_ONCE


def records_to_make() -> list[int]:
    """Competitions that have just finished and have no record yet."""
    lately = current_time.now() - TIME_TO_MAKE_UNASKED
    return list(Competition.objects.filter(finished_at__gte=lately, kept_record=None).values_list("pk", flat=True))


def forget_records(*, event: int, **_: Any) -> None:
    """Names are being erased: nothing that was made before is kept."""
    KeptRecord.objects.filter(competition__event=event).delete()


def sign_of(competition: Competition) -> str:
    """Stands for everything that the record is made from."""
    of_event = LogEntry.objects.filter(event=competition.event_id, competition=None)
    newest = [
        lines.order_by("-pk").values_list("pk", flat=True).first()
        for lines in (LogEntry.objects.filter(competition=competition.pk), of_event)
    ]
    return hashlib.sha256(f"{_program()} {newest} {competition.finished_at}".encode()).hexdigest()


@cache
def _program() -> str:
    """A sign of the code of this version."""
    found = hashlib.sha256()
    for room in ("scoring", "tournament"):
        for file in sorted((settings.PROJECT / room).rglob("*.py")):
            found.update(file.read_bytes())
    return found.hexdigest()
