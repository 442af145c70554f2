"""What changed about a table's people, in the words that its tablet shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoring.rules.seat_changes import SeatChange, SeatChangeKind
from tournament.words import isolated, one_stop

_WORDS: Final[Mapping[SeatChangeKind, str]] = {
    SeatChangeKind.REPLACED: "{name} replaces {instead}.",
    SeatChangeKind.FILLED: "{name} takes {instead}’s empty chair.",
    SeatChangeKind.LEFT: "{name} left: empty chair.",
    SeatChangeKind.BACK: "{name} is back.",
    SeatChangeKind.JOINED: "{name} joins at seat {number}.",
    SeatChangeKind.MISSING: "Seat {number} is for {name}, who isn’t here: empty chair.",
    SeatChangeKind.MOVED: "{name} moved to table {table}.",
    SeatChangeKind.GONE: "{name} left the table.",
    SeatChangeKind.SHIFTED: "{name} moved to seat {number}.",
}


def seat_change_in_words(change: SeatChange, names: Mapping[int, str]) -> str:
    """One sentence, with whole names."""
    instead = "" if change.instead is None else isolated(names[change.instead])
    name = isolated(names[change.entry])
    return one_stop(_WORDS[change.kind].format(name=name, instead=instead, number=change.number, table=change.table))
