"""What a scoresheet says beside its fields: how to fill it in, the example row, and who goes where afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring import words
from tournament.queries.printed_rounds import PrintedRound
from tournament.rules.presets import Format, Scoring, Settings
from tournament.rules.table_numbers import ShownTable

SheetStep = Sequence[tuple[str, str]]
"""One step of filling in a row: words in bold, each with what follows it."""

EXAMPLE_HELD: Final = (0, 84, 6, 50, 27, 12, 33, 9, 41, 15)
"""The first player goes out on a Draw Two; these are the cards that everybody holds (RULES 4, worked)."""
_BEFORE: Final = (31, 28, 53, 20, 46, 62, 17, 38, 25, 54)


@dataclass(frozen=True)
class OnwardBox:
    """Where somebody goes after the round, with room for their name."""

    who: str
    where: str


def has_draw_cards(settings: Settings) -> bool:
    """Whether a Draw Two or a Wild Draw Four can end a hand."""
    return "no_special_cards" not in settings.switches


def winner_takes(settings: Settings) -> bool:
    """Whether the player who goes out scores what the others hold."""
    return settings.scoring is Scoring.WINNER_TAKES


def counted(settings: Settings) -> str:
    """What a player's field holds: points that they score, or the cards that somebody else scores."""
    return "cards" if winner_takes(settings) else "points"


def steps(settings: Settings, *, totals: bool) -> list[SheetStep]:
    """How a row is filled in, in the order in which it happens."""
    found: list[SheetStep] = []
    if has_draw_cards(settings):
        found.append([("Last card", "a +2 or +4? Circle it. The next in turn draws before you count.")])
    if winner_takes(settings):
        found.append([("Out:", "tick the shape of the player who went out. They hold 0.")])
        found.append([("Cards:", "add up the cards each of the others holds.")])
        score = ("Sum:", "the player who went out scores it.")
        total = ("Total:", f"each player’s score {'so far' if totals else 'at the end'}.")
        return [*found, [score, total]]
    found.append([("Out:", "tick the shape of the player who went out. They get 0.")])
    points = ("Points:", "the others add up their own cards.")
    return [*found, [points, ("Total:", "all points so far.")] if totals else [points]]


def example_totals(settings: Settings, seats: int) -> list[int]:
    """Everybody's total after the example's hand."""
    held = EXAMPLE_HELD[:seats]
    scored = (sum(held), *(0 for _ in held[1:])) if winner_takes(settings) else held
    return [before + points for before, points in zip(_BEFORE, scored, strict=False)]


def unfinished(settings: Settings) -> str:
    """What happens to the hand that time up stops; empty if no clock stops one."""
    if settings.clock is None:
        return ""
    counts = settings.incomplete_counts()
    return (
        "finish this turn and any draw, then everyone’s cards count. Write it below."
        if counts
        else "it doesn’t count. Leave it out."
    )


def tie(round_: PrintedRound) -> str:
    """What to do where two are level for first place (RULES 6 and 7)."""
    form = round_.settings.format
    if form is Format.ROTATION:
        return "A tie? The organisers settle it."
    wins = "wins" if round_.standing.decides_winner(round_.number) else "goes on"
    return f"A tie? Most hands won {wins}. Still level? Play one play-off hand."


def onward(round_: PrintedRound, number: ShownTable) -> list[OnwardBox]:
    """Who goes on or moves where, as far as it is known; a blank sheet has no number."""
    settings = round_.settings
    best = "Lowest total" if settings.low_wins else "Highest total"
    if settings.format is Format.ROTATION:
        if number and (round_.is_last or len(round_.tables) == 1):
            return [OnwardBox(best, "Best of this table")]
        return [_moves(round_, number, why, way) for why, way in (("best", "down"), ("worst", "up"))]
    if round_.standing.decides_winner(round_.number):
        wins = words.wins(settings.format, number) if number else "wins this table"
        return [OnwardBox(best, wins.capitalize())]
    return [OnwardBox(f"{best} goes on", _goal(round_, number))]


def _goal(round_: PrintedRound, number: ShownTable) -> str:
    """Round 2, table 3. A blank sheet leaves the table open, and so does a round that is drawn again."""
    if not number:
        return "To table ____"
    name, goal = round_.standing.name(round_.number + 1).heading, round_.goes_to(number)
    return f"{name}, table {goal}" if goal else name


def _moves(round_: PrintedRound, number: ShownTable, why: str, way: str) -> OnwardBox:
    lowest = (why == "best") == round_.settings.low_wins
    who = "Lowest total" if lowest else "Highest total"
    if not number:
        return OnwardBox(who, f"Moves {way} one table")
    goal = round_.goes_to(number, why)
    return OnwardBox(f"{who} moves {way}", f"To table {goal}") if goal else OnwardBox(who, "Stays at this table")
