"""What happened at a table, in words for pages and paper."""

from __future__ import annotations

from typing import Final

from scoring.rules.hand import Hand
from tournament.rules.presets import Format, Settings
from tournament.words import DECIDED, goes_on, score, wins

__all__ = ["ALONE", "DECIDED", "OUT", "afterwards", "goes_on", "notes", "score", "who_wins", "wins"]

OUT: Final = "knocked out"
ALONE: Final = "nobody else was there"


def who_wins(settings: Settings) -> str:
    """What a table is played for, in three words."""
    if settings.format is Format.ROTATION:
        return "Best moves down, worst up"
    best = "Lowest" if settings.low_wins else "Most points"
    return f"{best} wins" if settings.format is Format.SINGLE else f"{best} goes on"


def afterwards(*, last: bool, made: bool, knockout: bool) -> str:
    """What a table hears when its sheet is in: of a knockout's players one sits somewhere next."""
    if last:
        return "Thank you. That was the last round."
    whose = "the winner's" if knockout else "everybody's"
    if made:
        return f"Thank you. {whose.capitalize()} next table is shown below."
    return f"Thank you. {whose.capitalize()} next table is shown here when the next round is made."


def notes(hand: Hand, *, void: bool, idle: bool, corrected: bool) -> list[str]:
    """What was unusual about a hand."""
    found = [
        ("Play-off", hand.playoff and not idle),
        ("Play-off, decides nothing", idle),
        ("Incomplete", not hand.complete and not void),
        ("Incomplete, does not count", void),
        ("Started after the warning", hand.late),
        ("Corrected", corrected),
    ]
    return [note for note, is_so in found if is_so]
