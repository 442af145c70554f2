"""What happened at a table, in words for pages and paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoring.rules.hand import Hand
from tournament.rules.presets import Format, Settings

DECIDED: Final[Mapping[tuple[str, bool], str]] = {
    ("hands_won", False): "most hands won",
    ("hands_won", True): "fewest hands won",
    ("last_hand", False): "best in the last complete hand",
    ("last_hand", True): "worst in the last complete hand",
    ("playoff", False): "the play-off hand decided",
    ("lot", False): "the lot decided",
    ("lot", True): "the lot decided",
}
"""The step that decided a tie, and whether it was for worst (RULES 6 and 7)."""
OUT: Final = "knocked out"
ALONE: Final = "nobody else was there"


def who_wins(settings: Settings) -> str:
    """What a table is played for, in three words."""
    if settings.format is Format.ROTATION:
        return "Best moves down, worst up"
    best = "Lowest" if settings.low_wins else "Most points"
    return f"{best} wins" if settings.format is Format.SINGLE else f"{best} goes on"


def score(role: str, *, low_wins: bool) -> str:
    """What best and worst mean under this scoring."""
    if low_wins:
        return "lowest score" if role == "best" else "highest score"
    return "most points" if role == "best" else "fewest points"


def goes_on(table: int | None) -> str:
    """Where a knockout sends the first of a table; nobody knows yet if the next round is drawn anew."""
    return "goes on" if table is None else f"goes on to table {table}"


def wins(form: str, table: int) -> str:
    """What the first of a last table has won."""
    return "wins the final" if form == Format.KNOCKOUT else f"wins table {table}"


def afterwards(*, last: bool, made: bool, knockout: bool) -> str:
    """What a table hears when its sheet is in: of a knockout's players one sits somewhere next."""
    if last:
        return "Thank you. That was the last round."
    whose = "the winner's" if knockout else "everybody's"
    if made:
        return f"Thank you. {whose.capitalize()} next table is shown below."
    return f"Thank you. {whose.capitalize()} next table is shown here when the next round is made."


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
