"""An event file as a second event: the same people and results under other ids, other keys and another address.

Nothing that opens the first one opens the copy: it has its own secret, and no links. What tablets sent to the first one
is no answer for the copy either.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, get_type_hints

from django.db.models import Q

from tournament import current_time
from tournament.actions.setup import PAGES, free_short_address
from tournament.log_kinds import LOG_KINDS
from tournament.models import Event
from tournament.models.travel_ids import new_secret, new_travel_id
from tournament.rules.errors import SettingsRefused
from tournament.rules.travel_ids import SMALLEST_RANDOM_ID, TravelId, travel_id_of
from tournament.travel.fields import TravellingRow
from tournament.travel.importing import EventFile
from tournament.travel.parts import all_parts
from tournament.travel.stored import Values

Ids = Mapping[int, TravelId]
OF_NO_ROW: Final = frozenset({"team"})
"""Parts whose ids are those of accounts: the same people."""


def as_copy(file: EventFile, slug: str) -> EventFile:
    """The file as another event, at this address."""
    check_event_slug(slug)
    parts = [rows for name, rows in file.rows.items() if name not in OF_NO_ROW]
    ids = {row.id: new_travel_id() for rows in parts for row in _with_id(rows)}
    first = TravelId(file.manifest.event.id)
    copied = {name: _copy_part(name, rows, ids, first) for name, rows in file.rows.items()}
    copied["requests"] = []
    [event] = copied["event"]
    short = free_short_address(slug, file.manifest.event.date)
    copied["event"] = [event.model_copy(update={"slug": slug, "short": short, "secret": new_secret()})]
    event_facts = file.manifest.event.model_copy(update={"id": ids[first], "slug": slug})
    return replace(file, manifest=file.manifest.model_copy(update={"event": event_facts}), rows=copied, is_copy=True)


def check_event_slug(slug: str) -> None:
    """A short name that somebody chose for an event: part of its address, so plain, and taken once."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,79}", slug):
        raise SettingsRefused("Write the short name in small letters, digits and hyphens, for example “friday-night”.")
    if slug in PAGES[Event] or Event.objects.filter(Q(slug=slug) | Q(short=slug)).exists():
        raise SettingsRefused(f"There is already an event called “{slug}”. Choose another short name.")


def _with_id(rows: Sequence[TravellingRow]) -> Sequence[Any]:
    return [row for row in rows if hasattr(row, "id")]


def _copy_part(name: str, rows: Sequence[TravellingRow], ids: Ids, event: TravelId) -> list[TravellingRow]:
    values = [_renumbered(row.model_dump(), ids) for row in rows]
    if name == "log":
        values = [{**row, "facts": _facts(row, ids, event)} for row in values]
    change = _CHANGES.get(name)
    return all_parts()[name].adapter.validate_python([change(row) for row in values] if change else values)


def _renumbered(value: Any, ids: Ids) -> Any:
    """Every id, however deep. No other number of the file has fifteen digits."""
    if isinstance(value, dict):
        return {key: _renumbered(part, ids) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_renumbered(part, ids) for part in value)
    return ids.get(value, value) if type(value) is int else value


def _facts(line: Values, ids: Ids, event: TravelId) -> Values:
    """In an event that is older than ids, lines of then hold the numbers of then."""
    facts: Values = line["facts"]
    kind = LOG_KINDS.get(line["what"])
    if event >= SMALLEST_RANDOM_ID or kind is None:
        return facts
    naming = {name for name, hint in get_type_hints(kind.facts).items() if TravelId.__name__ in repr(hint)}
    of_then = _OfThen(ids, event)
    return {name: of_then.renumbered(value) if name in naming else value for name, value in facts.items()}


class _OfThen:
    """Numbers of before ids travelled, as the ids of the copy."""

    def __init__(self, ids: Ids, event: TravelId) -> None:
        self.ids, self.event = ids, event

    def renumbered(self, value: Any) -> Any:
        """One number, or a list of them."""
        if isinstance(value, list):
            return [self.renumbered(part) for part in value]
        return self.ids.get(travel_id_of(value, self.event), value) if isinstance(value, int) else value


def _ended_link(row: Values) -> Values:
    """A link that nobody has: the log speaks of it."""
    made = secrets.token_urlsafe(16)
    hashed = hashlib.sha256(made.encode()).hexdigest()
    ended = row["revoked_at"] or current_time.now()
    return {**row, "nonce": secrets.token_hex(16), "token_hash": hashed, "token": "", "revoked_at": ended}


_CHANGES: Final[Mapping[str, Callable[[Values], Values]]] = {
    "invitations": _ended_link,
    "people": lambda row: {**row, "phone_code": ""},
    "keys": lambda row: {**row, "token": "", "code": ""},
    "log": lambda row: {**row, "request": ""},
}
