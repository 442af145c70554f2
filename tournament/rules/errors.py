"""Every way in which Turntable says no, in words for the person in front of it.

    TurntableError
    ├── NotPermitted         this person may not do this at all
    ├── Refused              a rule of the tournament forbids it
    │   ├── EntryRefused     a limit, the closing time, the same person twice
    │   │   └── NotARespelling   a spelling that looks like somebody else; an organiser can be asked
    │   ├── DrawRefused      the draw is not at the stage where this can be done
    │   ├── RoundRefused     the round, or a table of it, is not ready for this
    │   ├── ClockRefused     the clock's state does not allow it
    │   ├── HandRefused      cards or points that cannot be
    │   ├── ListRefused      a file or pasted text that is no list of people
    │   ├── NothingToPrint   a document about what is not there yet
    │   └── SettingsRefused  choices that do not go together
    ├── NeedsConfirmation    allowed, but unusual: ask once, then call again with `sure`
    │   ├── LooksAlike       a name that differs from a known one in signs only; carries that one
    │   ├── ReplacesWish     a group asks for something of another kind than what waits for an answer
    │   └── LinesLookAlike   lines of a list of which that is so; carries them all
    ├── Stale                somebody else changed it meanwhile; carries both values
    ├── RequestReused        a request id that was already used for something else
    └── NotFound             there is no such competition, table, entry …

The message is a whole sentence that says what to do next. Nothing else in the project may invent its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ParamSpec

P = ParamSpec("P")


class TurntableError(Exception):
    """The root: `str(error)` is a sentence that may be shown to anybody."""


class NotPermitted(TurntableError):
    """This person may not do this."""


class Refused(TurntableError):
    """A rule of the tournament forbids it; nothing was saved."""


class EntryRefused(Refused):
    """Over a limit, after closing, twice the same person, not allowed to substitute (RULES 5)."""


class NotARespelling(EntryRefused):
    """A name that looks like somebody else's, not like another spelling. An organiser may confirm it (RULES 5)."""


class DrawRefused(Refused):
    """The draw is not at the stage, or the numbers do not allow it (RULES 6)."""


class RoundRefused(Refused):
    """The round or table is not ready for this (RULES 6, 7)."""


class ClockRefused(Refused):
    """The clock cannot do this in its present state (RULES 8)."""


class HandRefused(Refused):
    """Cards or points that a real table cannot hold (RULES 3, 4)."""


class ListRefused(Refused):
    """Not a list that can be read: another kind of file, columns missing or doubled, too long."""


class NothingToPrint(Refused):
    """There is no such document yet: a round that is not seated, a draw that is not made."""


class SettingsRefused(Refused):
    """Choices that do not go together (RULES 2). `field` is the one that is wrong; `fields` are all that are, with a
    sentence each, so that nobody corrects one only to hear of the next."""

    def __init__(self, sentence: str, field: str = "", fields: Mapping[str, str] | None = None) -> None:
        super().__init__(sentence)
        self.field = field
        self.fields = dict(fields or ({field: sentence} if field else {}))


class NeedsConfirmation(TurntableError):
    """Unusual but allowed: the screen asks once, and the caller repeats with `sure=True`. `field` is what it is about,
    where a form may be asked about several."""

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.field = field


class LooksAlike(NeedsConfirmation):
    """A name that differs from a known person's in signs only (RULES 5). If it is the same person, the caller repeats
    with `known`; if not, with `sure=True`."""

    def __init__(self, message: str, *, known: str) -> None:
        super().__init__(message)
        self.known = known


class ReplacesWish(NeedsConfirmation):
    """What the group asked for before would be forgotten. The caller repeats with `replace=True`."""


class LinesLookAlike(NeedsConfirmation):
    """Lines of a list that differ from known people's names, or from lines before them, in signs only (RULES 5). The
    caller repeats with an answer for each."""

    def __init__(self, message: str, *, lines: Sequence[Any]) -> None:
        super().__init__(message)
        self.lines = lines


class Stale(TurntableError):
    """Two people edited the same thing: both values are here, a person chooses."""

    def __init__(self, message: str, *, theirs: Mapping[str, Any], yours: Mapping[str, Any]) -> None:
        super().__init__(message)
        self.theirs = theirs
        self.yours = yours


class RequestReused(TurntableError):
    """The same request id came with another body: a mistake of the caller, never a retry."""


class NotFound(TurntableError):
    """It does not exist, or this person may not see it."""


def why_not(rule: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> str:
    """The sentence with which this rule would refuse; empty if it would not. Pages ask before anybody presses."""
    try:
        rule(*args, **kwargs)
    except TurntableError as refusal:
        return str(refusal)
    return ""
