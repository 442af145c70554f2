"""What happened at a table, in words for pages and paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoring.rules import hand as hand_rules
from scoring.rules import sheet as sheet_rules
from scoring.rules.hand import PlayedHand
from scoring.rules.outcomes import DecidedTie, Fate, Outcome
from scoring.rules.table_now import TableNow
from tournament.rules.presets import Format
from tournament.rules.standing import PlannedRound, Standing
from tournament.words import DECIDED, goes_on, one_stop, score, wins

__all__ = [
    "DECIDED", "UNFINISHED", "afterwards", "goes", "goes_on", "how_decided", "notes", "notes_at", "points_in", "score",
    "taken_as", "tie_that_waits", "who_is_level", "who_wins", "why_it_goes_so", "wins",
]  # fmt: skip

UNFINISHED: Final = "Unfinished hand (time up)"
"""What paper, and the form for typing it in, call the hand in which nobody went out."""
OUT: Final = "knocked out"
ALONE: Final = "nobody else was there"


def who_wins(standing: Standing, number: int) -> str:
    """What a table of this round is played for, in three words."""
    settings = standing.settings
    if settings.format is Format.ROTATION:
        return "Best moves down, worst up"
    best = "Lowest" if settings.low_wins else "Most points"
    return f"{best} wins" if standing.decides_winner(number) else f"{best} goes on"


# Where people go, and why


def goes(table: TableNow, outcome: Outcome) -> str:
    """Where somebody goes, at the start of a line; empty for those who go nowhere."""
    if outcome.fate is Fate.MOVES:
        return f"Moves to table {outcome.table}"
    if outcome.fate is Fate.WINS:
        return wins(table.settings.format, table.shown).capitalize()
    return goes_on(outcome.table or None, outcome.following).capitalize() if outcome.fate is Fate.GOES_ON else ""


def why_it_goes_so(table: TableNow, outcome: Outcome) -> str:
    """Why somebody goes there, or what happens to somebody who goes nowhere: the score, and where others have the same
    score also what decided between them (RULES 6 and 7: settled, and shown)."""
    if outcome.fate is Fate.OUT or not outcome.role:
        parts = [OUT] if outcome.fate is Fate.OUT else []
        return ", ".join(parts + _order_among_equals(table, outcome))
    if outcome.fate is not Fate.MOVES and len(table.tallies) == 1:
        return ALONE
    reached = score(outcome.role, low_wins=table.settings.low_wins)
    if outcome.tie is None:
        return reached
    others = ", ".join(table.names[code] for code in outcome.tie.between if code != outcome.code)
    return f"{reached}, level with {others}: {DECIDED[outcome.tie.by, outcome.role == 'worst']}"


def _order_among_equals(table: TableNow, outcome: Outcome) -> list[str]:
    """People who are level behind the first get their places by the lot. The sheet says so, so that nobody wonders. At
    a rotation's table these places decide nothing."""
    own = outcome.tally
    if own is None or outcome.place == 1 or not table.is_decided or table.settings.format is Format.ROTATION:
        return []
    level = [tally.code for tally in table.tallies.values() if (tally.points, tally.won) == (own.points, own.won)]
    others = [table.names[code] for code in level if code not in (outcome.code, table.playoff_winner)]
    return [f"level with {', '.join(others)}: by lot"] if others else []


def tie_that_waits(table: TableNow) -> str:
    """Who is level for first at the end of the round, and what decides it. Empty if nobody is."""
    return f"Level for first place: {who_is_level(table)}" if table.tie is not None else ""


def who_is_level(table: TableNow) -> str:
    """The same without saying what they are level for, to stand below a heading that does."""
    if table.tie is None:
        return ""
    names = ", ".join(table.names[code] for code in table.tie.level)
    nobody = "Nobody went out in the play-off hand: the lot decides."
    how = nobody if table.has_played_off else "One hand decides, or the lot."
    return one_stop(f"{names}. They’ve also won the same number of hands. {how}")


def how_decided(decided: DecidedTie) -> str:
    """The step that decided a tie."""
    return DECIDED[decided.tie.by, decided.role == "worst"]


def taken_as(table: TableNow, standing: Standing, decided: DecidedTie) -> str:
    """What a decided tie means for the person it was decided for."""
    if decided.role != "first":
        return f"counts as {score(decided.role, low_wins=table.settings.low_wins)}"
    if standing.decides_winner(table.round.number):
        return wins(table.settings.format, table.shown)
    return "goes on"


def afterwards(round_: PlannedRound, *, made: bool, knockout: bool) -> str:
    """What a table is told once its sheet is accepted. Only one of a knockout's players sits somewhere next."""
    if round_.is_last:
        return f"Thank you. That was {round_.name.as_last}."
    if made:
        whose = "The winner’s" if knockout else "Everybody’s"
        return f"Thank you. {whose} next table is shown below."
    return "Thank you. Once the next round is made, this page shows who sits where."


# A hand


def notes(hand: PlayedHand, *, void: bool, idle: bool, corrected: bool) -> list[str]:
    """What was unusual about a hand."""
    found = [
        ("Play-off", hand.playoff and not idle),
        ("Play-off, decides nothing", idle),
        ("Unfinished", not hand.complete and not void),
        ("Unfinished, doesn’t count", void),
        ("Started after the warning", hand.late),
        ("Corrected", corrected),
    ]
    return [note for note, is_so in found if is_so]


def notes_at(table: TableNow, hand: PlayedHand, *, corrected: bool) -> list[str]:
    """What was unusual about a hand on a table's sheet."""
    void = hand_rules.is_void(hand, table.settings)
    return notes(hand, void=void, idle=sheet_rules.is_idle(hand, table.sheet, table.settings), corrected=corrected)


def points_in(table: TableNow, hand: PlayedHand) -> Mapping[str, str]:
    """Everybody's points in a hand as text; a dash for those who did not play it (a play-off)."""
    points = hand_rules.points(hand, table.settings)
    return {code: str(points.get(code, "–")) for code in table.present}
