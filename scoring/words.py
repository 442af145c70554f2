"""What happened at a table, in words for pages and paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoring.rules.hand import Hand
from tournament.rules.presets import Ending, Format, Settings
from tournament.words import DECIDED, goes_on, score, wins

__all__ = ["DECIDED", "NOT_YET", "goes_on", "notes", "score", "who_wins", "wins"]

NOT_YET: Final[Mapping[Ending, str]] = {
    Ending.CLOCK: "The round is not over: time is not up.",
    Ending.TARGET: "Nobody has reached the target yet.",
    Ending.HANDS: "There are hands still to play.",
}


def who_wins(settings: Settings) -> str:
    """What a table is played for, in three words."""
    if settings.format is Format.ROTATION:
        return "Best moves down, worst up"
    best = "Lowest" if settings.low_wins else "Most points"
    return f"{best} wins" if settings.format is Format.SINGLE else f"{best} goes on"


def notes(hand: Hand, *, void: bool, corrected: bool) -> list[str]:
    """What was unusual about a hand."""
    found = [
        ("Play-off", hand.playoff),
        ("Incomplete", not hand.complete and not void),
        ("Incomplete, does not count", void),
        ("Started after the warning", hand.late),
        ("Corrected", corrected),
    ]
    return [note for note, is_so in found if is_so]
