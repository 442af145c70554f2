"""What an MC says to the whole hall at once, with its end: one line on every screen, tablet and phone of the event, or
a slide on the screens and its words on tablets and phones."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol

from tournament.rules.errors import Refused
from tournament.rules.names import is_printable

LONGEST_MESSAGE: Final = 120
"""In characters. More cannot be read from the back of a hall."""
USUAL_TIME: Final = timedelta(minutes=10)
"""How long a message stays for which nobody chose an end."""


@dataclass(frozen=True, slots=True)
class HallMessage:
    """A line for everybody, and until when it is shown."""

    words: str
    until: datetime

    @property
    def until_milliseconds(self) -> int:
        """Its end as scripts count time."""
        return round(self.until.timestamp() * 1000)


class MayHaveMessage(Protocol):
    """An event, as far as its message goes."""

    @property
    def message(self) -> str: ...

    @property
    def message_until(self) -> datetime | None: ...


def clean_message(text: str) -> str:
    """The message as it is stored, in one line; refused when empty, too long or with unprintable characters."""
    words = " ".join(unicodedata.normalize("NFC", text).split())
    if not any(char.isprintable() and not char.isspace() for char in words):
        raise Refused("Type a message first.")
    if len(words) > LONGEST_MESSAGE:
        raise Refused(f"A message can have {LONGEST_MESSAGE} characters; this one has {len(words)}.")
    if not is_printable(words):
        raise Refused("The message has characters that can’t be shown. Type it again.")
    return words


def words_of_slide(title: str, text: str) -> str:
    """What phones and tablets read while the screens show a slide: its words in one line, as far as they fit. A picture
    alone is to be looked at."""
    line = " · ".join(part for part in (title, *text.split("\n")) if part)
    return _cut(line) or "Look at the screens."


def _cut(line: str) -> str:
    """As much of a line as a message holds, after a whole word where words have spaces between them."""
    if len(line) <= LONGEST_MESSAGE:
        return line
    room = line[: LONGEST_MESSAGE - len(" …")]
    whole_words = room.rpartition(" ")[0]
    return f"{whole_words if len(whole_words) > len(room) // 2 else room} …"


def gives_way(since: datetime | None, moved_on: Iterable[datetime | None]) -> bool:
    """Whether a slide for everybody, sent at `since`, leaves a screen to its programmes before its end.

    `moved_on` says when something new came up in each of them. People who look for their table, or for who goes on, do
    not wait for a slide about lunch to end; its words stay as a line along the table edge.
    """
    return since is not None and any(moment is not None and moment > since for moment in moved_on)


def message_now(words: str, until: datetime | None, now: datetime) -> HallMessage | None:
    """The message that is shown now; nothing once its end has come."""
    return HallMessage(words, until) if words and until is not None and now < until else None
