"""What a reason is called on pages and paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tournament.rules.reasons import OFFERED, Occasion, Reason, word_of

REASONS_IN_WORDS: Final[Mapping[Reason, str]] = {
    Reason.NEEDS_THIS_SEAT: "somebody needs this seat",
    Reason.KEPT_APART: "to keep people apart",
    Reason.LIST_WRONG: "the list of entries was wrong",
    Reason.PLAN_WRONG: "the size or plan was wrong",
    Reason.NUMBERS_WRONG: "the numbers were typed wrong",
    Reason.MISCOUNTED: "miscounted",
    Reason.ENTERED_WRONG: "entered wrong",
    Reason.ENTERED_TWICE: "entered twice",
    Reason.NOT_PLAYED: "not played",
    Reason.FORGOTTEN: "a hand was forgotten",
    Reason.AS_ON_PAPER: "as on paper",
    Reason.TWO_VERSIONS: "chosen from two versions",
    Reason.UNDONE: "undone at the table",
    Reason.SOMEBODY_MISSING: "somebody was missing",
    Reason.CANNOT_PLAY: "somebody can’t play",
    Reason.HAD_TO_LEAVE: "somebody had to leave",
    Reason.ASKED_BY_GROUP: "asked by the group",
    Reason.OTHER: "another reason",
}


def reason_in_words(why: str) -> str:
    """The reason as a sentence names it; empty if no reason was given."""
    return REASONS_IN_WORDS[word_of(why)] if why else ""


def reasons_offered(occasion: Occasion) -> list[tuple[str, str]]:
    """What a form offers: each word with what people read."""
    return [(word.value, _opening(REASONS_IN_WORDS[word])) for word in (*OFFERED[occasion], Reason.OTHER)]


def _opening(words: str) -> str:
    return words[:1].upper() + words[1:]
