"""Why something was changed: a word from a short list (RECORD 4).

The open record shows the word to everybody, so nothing that somebody typed may be in it: free text may speak of a
child's health, and codes can be matched to public names. What an organiser wants to add is a note, which only
organisers see and which goes when names are erased.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournament.rules import names
from tournament.rules.errors import Refused

LONGEST_NOTE: Final = 200


class Reason(StrEnum):
    """Every word that a reason can be."""

    NEEDS_THIS_SEAT = "needs_this_seat"
    KEPT_APART = "kept_apart"
    LIST_WRONG = "list_wrong"
    PLAN_WRONG = "plan_wrong"
    NUMBERS_WRONG = "numbers_wrong"
    MISCOUNTED = "miscounted"
    ENTERED_WRONG = "entered_wrong"
    ENTERED_TWICE = "entered_twice"
    NOT_PLAYED = "not_played"
    FORGOTTEN = "forgotten"
    AS_ON_PAPER = "as_on_paper"
    TWO_VERSIONS = "two_versions"
    UNDONE = "undone"
    SOMEBODY_MISSING = "somebody_missing"
    CANNOT_PLAY = "cannot_play"
    HAD_TO_LEAVE = "had_to_leave"
    ASKED_BY_GROUP = "asked_by_group"
    OTHER = "other"


class Occasion(StrEnum):
    """What a form asks the reason of."""

    SWAP = "swap"
    THROW_AWAY = "throw away"
    REOPEN_ENTRIES = "reopen entries"
    CHANGE_HAND = "change hand"
    DELETE_HAND = "delete hand"
    ADD_HAND = "add hand"
    ACCEPT_EARLY = "accept early"
    REOPEN_SHEET = "reopen sheet"
    SUBSTITUTE = "substitute"


OFFERED: Final[Mapping[Occasion, tuple[Reason, ...]]] = {
    Occasion.SWAP: (Reason.NEEDS_THIS_SEAT, Reason.KEPT_APART),
    Occasion.THROW_AWAY: (Reason.LIST_WRONG, Reason.PLAN_WRONG, Reason.NUMBERS_WRONG),
    Occasion.REOPEN_ENTRIES: (Reason.SOMEBODY_MISSING, Reason.ENTERED_WRONG),
    Occasion.CHANGE_HAND: (Reason.MISCOUNTED, Reason.ENTERED_WRONG),
    Occasion.DELETE_HAND: (Reason.ENTERED_TWICE, Reason.NOT_PLAYED),
    Occasion.ADD_HAND: (Reason.FORGOTTEN,),
    Occasion.ACCEPT_EARLY: (Reason.HAD_TO_LEAVE, Reason.NOT_PLAYED),
    Occasion.REOPEN_SHEET: (Reason.MISCOUNTED, Reason.ENTERED_WRONG, Reason.FORGOTTEN),
    Occasion.SUBSTITUTE: (Reason.CANNOT_PLAY, Reason.HAD_TO_LEAVE),
}
"""Which reasons a form offers; each offers `OTHER` too."""

EARLIER_WORDS: Final[Mapping[str, Reason]] = {
    "recounted": Reason.MISCOUNTED,
    "entered twice": Reason.ENTERED_TWICE,
    "not played": Reason.NOT_PLAYED,
    "as on paper": Reason.AS_ON_PAPER,
    "chosen from two versions": Reason.TWO_VERSIONS,
    "undone by the umpire": Reason.UNDONE,
    "undone at the table": Reason.UNDONE,
    "asked by the group": Reason.ASKED_BY_GROUP,
}
"""What earlier versions wrote by themselves where this one has a word; an old page of a tablet still sends it."""


@dataclass(frozen=True)
class GivenReason:
    """A word of the list, and what somebody wrote beside it."""

    word: Reason
    note: str = ""


def read_reason(why: str, note: str = "") -> GivenReason:
    """What a form or a tablet sent. A page of an earlier version sends free text instead of a word: it becomes the note
    of `OTHER`."""
    text = " ".join(why.split())
    if not text:
        raise Refused("Please give a reason. It’s kept with the change.")
    word = word_of(text)
    typed = "" if word is not Reason.OTHER or text == Reason.OTHER else text
    return GivenReason(word, read_note(" ".join([typed, note])))


def word_of(text: str) -> Reason:
    """The word of the list for a text; `OTHER` for anything that somebody typed."""
    return EARLIER_WORDS.get(text) or (Reason(text) if text in tuple(Reason) else Reason.OTHER)


def read_note(note: str) -> str:
    """A note in one line, or none."""
    text = " ".join(note.split())
    if len(text) > LONGEST_NOTE:
        raise Refused(f"A note can have {LONGEST_NOTE} characters; this one has {len(text)}.")
    if text and not names.is_printable(text):
        raise Refused("This note has characters that can’t be shown or printed. Type it again.")
    return text
