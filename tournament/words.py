"""Rules and numbers in plain sentences, for pages, paper and commands."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.rules.presets import SWITCHES, Ending, Format, Incomplete, Moving, Scoring, Settings


def how_it_is_played(settings: Settings) -> list[str]:
    """A sentence for each choice the organiser made (RULES 2)."""
    return [_format(settings), _ending(settings), _scoring(settings), *map(SWITCHES.__getitem__, settings.switches)]


def _format(settings: Settings) -> str:
    if settings.format is Format.KNOCKOUT:
        anew = " Each round is drawn anew." if settings.redraw else ""
        return f"One player goes on from each table.{anew}"
    if settings.format is Format.SINGLE:
        return "Every table is its own contest."
    if settings.move is Moving.LADDER:
        ends = "and stays at table 1; the worst moves up one, and stays at the last"
    else:
        ends = "from table 1 to the last; the worst moves up one, from the last to table 1"
    return f"After each round the best of a table moves down one table number, {ends}."


def _ending(settings: Settings) -> str:
    within = f", or after {minutes(settings.clock)}" if settings.clock else ""
    ends = {
        Ending.CLOCK: f"A round lasts {minutes(settings.clock)}.",
        Ending.TARGET: f"A round ends when somebody has {settings.target} points{within}.",
        Ending.HANDS: f"A round ends after {count(settings.hands or 0, 'hand')}{within}.",
    }
    warning = f" In the last {minutes(settings.warning)} no new hand is dealt." if settings.warning else ""
    return ends[settings.ending] + warning


def _scoring(settings: Settings) -> str:
    if settings.scoring is Scoring.WINNER_TAKES:
        return "Whoever goes out scores all the cards the others hold. The most points win."
    stopped = "counts" if settings.incomplete is Incomplete.COUNT else "does not count"
    return f"You score the cards you hold: the lowest score wins. A hand that the end of the round stops {stopped}."


def minutes(seconds: int | None) -> str:
    """30 minutes, 1 minute, 1:30 minutes."""
    whole, rest = divmod(seconds or 0, 60)
    return f"{whole}:{rest:02} minutes" if rest else count(whole, "minute")


def count(number: int, thing: str) -> str:
    """1 table, 2 tables, 1,240 points."""
    plural = f"{thing[:-1]}ies" if thing.endswith("y") else f"{thing}s"
    return f"{number:,} {thing if number == 1 else plural}"


def there_is(thing: str, names: Sequence[str], most: int = 10) -> str:
    """What there is instead, to follow a sentence: the first few, and how many more."""
    if not names:
        return ""
    few = ", ".join(names[:most]) + (f" and {len(names) - most:,} more" if len(names) > most else "")
    return f" There is one {thing}: {few}." if len(names) == 1 else f" There are {count(len(names), thing)}: {few}."


def plan_in_words(tables: Sequence[int]) -> str:
    """12 tables, then 4, then the final."""
    if len(tables) == 1:
        return count(tables[0], "table")
    between = "".join(f", then {number}" for number in tables[1:-1])
    return f"{count(tables[0], 'table')}{between}, then the final"


def chances_in_words(odds: Sequence[int]) -> str:
    """Everybody's chance of the title at equal skill (RULES 6)."""
    if min(odds) == max(odds):
        return f"Every player has the same chance of the title: 1 in {odds[0]:,}."
    return f"A player's chance of the title is from 1 in {min(odds):,} to 1 in {max(odds):,}, by table."
