"""Keeping the reason of a change: its word for the log and the record, its note where erasing names reaches it."""

from __future__ import annotations

from tournament.log_facts import AReason
from tournament.models import Event, Note
from tournament.rules.errors import Refused
from tournament.rules.reasons import read_reason


def keep_reason(event: int, why: str, note: str = "") -> AReason:
    """The reason as the log tells it. `why` is a word of `rules.reasons`; other text, which a page of an earlier
    version sends, becomes the note."""
    given = read_reason(why, note)
    if not given.note:
        return {"why": given.word.value}
    return {"why": given.word.value, "note": keep_note(event, given.note).travel_id}


def note_of(reason: AReason) -> Note | None:
    """The note beside a reason, for the row that points at it."""
    return Note.objects.get(travel_id=reason["note"]) if "note" in reason else None


def keep_note(event: int, text: str) -> Note:
    """Write a note down. Once names are erased nothing that somebody types is
    kept any more: it would stay for ever."""
    if Event.objects.filter(pk=event, erased_at__isnull=False).exists():
        raise Refused("The names in this event have been erased, so no note can be kept. Leave the note empty.")
    return Note.objects.create(event_id=event, text=text)
