"""Rules and numbers in plain sentences, for pages, paper and commands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import groupby
from typing import Final

from tournament.rules.entries import Missing
from tournament.rules.presets import SWITCHES, Ending, Format, Incomplete, Moving, Scoring, Settings
from tournament.rules.round_names import RoundName
from tournament.rules.round_times import RoundTime
from tournament.rules.standing import PlannedRound, Stage, Standing
from tournament.rules.table_numbers import ShownTable, TakenNumbers


def how_it_is_played(settings: Settings, rounds: Sequence[PlannedRound] = ()) -> list[str]:
    """A sentence for each choice the organiser made (RULES 2). The rounds, where they are known, say how long each
    lasts now: that may have been changed after the seal."""
    ending = _ending(settings, [(round_.name, round_.time) for round_ in rounds if round_.time is not None])
    return [_format(settings), ending, _scoring(settings), *map(SWITCHES.__getitem__, settings.switches)]


def in_short(settings: Settings) -> list[str]:
    """The choices that tell one preset from another, a few words each."""
    ends = {
        Ending.CLOCK: f"{minutes(settings.clock)} a round",
        Ending.TARGET: f"to {settings.target} points",
        Ending.HANDS: f"{count(settings.hands or 0, 'hand')} a round",
    }
    limits = f"{settings.cap} players at most" if settings.cap else "any number of players"
    wins = "the lowest score wins" if settings.low_wins else "the most points win"
    return [
        _FORMAT_IN_SHORT[settings.format],
        ends[settings.ending],
        f"tables of up to {settings.table_max}",
        wins,
        limits,
    ]


_FORMAT_IN_SHORT = {
    Format.KNOCKOUT: "knockout",
    Format.ROTATION: "people change tables",
    Format.SINGLE: "every table for itself",
}


def _format(settings: Settings) -> str:
    if settings.format is Format.KNOCKOUT:
        anew = " Each round gets a new draw." if settings.redraw else ""
        return f"One player goes on from each table.{anew}"
    if settings.format is Format.SINGLE:
        return "Every table is its own contest."
    if settings.move is Moving.LADDER:
        ends = "and stays at the first table; the worst moves up one, and stays at the last"
    else:
        ends = "from the first table to the last; the worst moves up one, from the last to the first"
    return f"After each round the best of a table moves down one table number, {ends}."


def _ending(settings: Settings, rounds: Sequence[tuple[RoundName, RoundTime]]) -> str:
    lengths: set[int | None] = {time.length for _, time in rounds} or {settings.clock}
    warnings = {time.warning for _, time in rounds} or {settings.warning}
    clock = next(iter(lengths)) if len(lengths) == 1 else None
    within = f", or after {minutes(clock)}" if clock else ", or when its time is up" if settings.clock else ""
    ends = {
        Ending.CLOCK: f"A round lasts {minutes(clock)}." if clock else "",
        Ending.TARGET: f"A round ends when somebody has {settings.target} points{within}.",
        Ending.HANDS: f"A round ends after {count(settings.hands or 0, 'hand')}{within}.",
    }
    each = "" if len(lengths) == 1 else _each_length([(name, time.length) for name, time in rounds])
    return " ".join(filter(None, (ends[settings.ending], each, _warning(warnings))))


def _warning(warnings: set[int | None]) -> str:
    if len(warnings) > 1:
        return "Don’t start a new hand after the warning."
    (warning,) = warnings
    last = "minute" if warning == 60 else minutes(warning)
    return f"Don’t start a new hand in the last {last}." if warning else ""


def _each_length(rounds: Sequence[tuple[RoundName, int]]) -> str:
    """Round 1 lasts 30 minutes, rounds 2 to 4 last 25 minutes and the final lasts 45 minutes."""
    parts = []
    for length, same in groupby(rounds, key=lambda pair: pair[1]):
        names = [name for name, _ in same]
        numbered = [name.number for name in names if not name.is_final]
        parts.append(f"{_rounds(numbered, final=len(numbered) < len(names))} {minutes(length)}")
    sentence = f"{listed(parts)}."
    return sentence[0].upper() + sentence[1:]


def _rounds(numbers: Sequence[int], *, final: bool) -> str:
    """Round 1 lasts, rounds 1 and 2 last, rounds 2 to 4 and the final last."""
    if not numbers:
        return "the final lasts"
    between = " and " if len(numbers) == 2 else " to "
    named = f"round {numbers[0]}" if len(numbers) == 1 else f"rounds {numbers[0]}{between}{numbers[-1]}"
    return f"{named} and the final last" if final else f"{named} {'lasts' if len(numbers) == 1 else 'last'}"


def _scoring(settings: Settings) -> str:
    if settings.scoring is Scoring.WINNER_TAKES:
        return "The player who goes out scores all the cards the others hold. The most points win."
    stopped = "the cards you hold count" if settings.incomplete is Incomplete.COUNT else "that hand doesn’t count"
    return f"You score the cards you hold: the lowest score wins. If the round ends during a hand, {stopped}."


def minutes(seconds: int | None) -> str:
    """30 minutes, 1 minute, 1:30 minutes."""
    whole, rest = divmod(seconds or 0, 60)
    return f"{whole}:{rest:02} minutes" if rest else count(whole, "minute")


def count(number: int, thing: str) -> str:
    """1 table, 2 tables, 1,240 points."""
    plural = f"{thing[:-1]}ies" if thing.endswith("y") else f"{thing}s"
    return f"{number:,} {thing if number == 1 else plural}"


def count_or_no(number: int, thing: str) -> str:
    """2 reserves, 1 reserve, no reserves."""
    return count(number, thing) if number else count(0, thing).replace("0", "no", 1)


def isolated(name: str) -> str:
    """A name inside a sentence: written from right to left it does not turn what stands around it."""
    return f"\u2068{name}\u2069"


_TWO_STOPS: Final = re.compile(r"(?<!\.)\.([\u2069”]*)\.(?!\.)")


def one_stop(sentence: str) -> str:
    """“Mia O.” or a reason at the end of a sentence brings its full stop along: one is enough."""
    return _TWO_STOPS.sub(r".\1", sentence)


def listed(names: Sequence[str]) -> str:
    """Ana; Ana and Ben; Ana, Ben and Cal; nothing for nobody."""
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def meeting_in_words(names: Sequence[str], group: str, table: ShownTable) -> str:
    """Ana and Ben, both of Riverside, would sit at table 3."""
    return f"{listed(names)}, {'both' if len(names) == 2 else 'all'} of {group}, would sit at table {table}."


def tables_from(first: int, tables: int) -> str:
    """Table 17; tables 17 and 18; tables 17 to 32."""
    last = first + tables - 1
    return f"table {first}" if tables == 1 else f"tables {first} {'and' if tables == 2 else 'to'} {last}"


def who_has(others: Sequence[TakenNumbers]) -> str:
    """Uno Open has tables 1 to 16 and Uno Under 18 has tables 17 to 28."""
    return listed(
        [
            f"{isolated(other.competition)} has {tables_from(other.first, other.last - other.first + 1)}"
            for other in others
        ]
    )


def numbers_meet(first: int, tables: int, others: Sequence[TakenNumbers]) -> str:
    """Which table numbers would occur twice in the event, and what to do about it."""
    return (
        f"{who_has(others)}. Here it would be {tables_from(first, tables)}, so some numbers would be used twice. "
        "Choose another first table number, or use these if they don’t play at the same time."
    )


def there_is(thing: str, names: Sequence[str], most: int = 10) -> str:
    """What there is instead, to follow a sentence: the first few, and how many more."""
    if not names:
        return ""
    few = ", ".join(names[:most]) + (f" and {len(names) - most:,} more" if len(names) > most else "")
    return f" There is one {thing}: {few}." if len(names) == 1 else f" There are {count(len(names), thing)}: {few}."


def time_left(left: timedelta) -> tuple[int, str]:
    """4 days, 30 hours, 12 minutes, in the last of them seconds: rounded down, so that nobody comes too late."""
    minutes_left = max(0, int(left.total_seconds()) // 60)
    if not minutes_left:
        number, unit = max(0, int(left.total_seconds())), "second"
    elif minutes_left >= 2 * 24 * 60:
        number, unit = minutes_left // (24 * 60), "day"
    elif minutes_left >= 2 * 60:
        number, unit = minutes_left // 60, "hour"
    else:
        number, unit = minutes_left, "minute"
    return number, unit if number == 1 else f"{unit}s"


def substitution_asked(
    comes: str, goes: str, *, gives_up: int = 0, gets_back: int = 0, passed_over: bool = False
) -> str:
    """Before somebody takes a seat: who comes in for whom, and what it does to the order of call. The one who comes may
    give a number in it up; the one who goes may get theirs back, or not be called any more."""
    asked = f"Let {isolated(comes)} play instead of {isolated(goes)}?"
    if gives_up:
        asked += f" {isolated(comes)} is number {gives_up} in the order of call and leaves it."
        asked += " You can undo this until the first hand is dealt."
    if gets_back:
        asked += f" {isolated(goes)} will be number {gets_back} in the order of call again."
    if passed_over:
        asked += f" {isolated(goes)} won’t be called up any more."
    return asked


def also_in_words(grades: Sequence[str]) -> str:
    """To follow a sentence: They're also in Uno Under 18."""
    return f" They’re also in {listed(grades)}." if grades else ""


def missing_in_words(missing: Missing) -> str:
    """Entry missing, 2 entries missing; empty if every entry is there. A reserve is possible, never missing."""
    if not missing.entries:
        return ""
    return "Entry missing" if missing.entries == 1 else f"{count(missing.entries, 'entry')} missing"


# How far a competition is

_STAGES: Final[Mapping[Stage, str]] = {
    Stage.OPEN: "Entries open",
    Stage.CLOSED: "Entries closed",
    Stage.SEALED: "Draw sealed",
    Stage.DRAWN: "Drawn",
    Stage.SEATED: "{} is next",
    Stage.RUNNING: "{} is running",
    Stage.OVER: "{} is over",
    Stage.FINISHED: "Finished",
}


def stage_in_words(standing: Standing) -> str:
    """Entries open; Round 2 is running; The final is over."""
    return _STAGES[standing.stage].format(standing.latest.name.opening if standing.latest else "")


# What a round decided


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


def score(role: str, *, low_wins: bool) -> str:
    """What best and worst mean under this scoring."""
    if low_wins:
        return "lowest score" if role == "best" else "highest score"
    return "most points" if role == "best" else "fewest points"


def goes_on(table: ShownTable | None, following: RoundName) -> str:
    """Where a knockout sends the winner of a table. If the next round is drawn again, nobody knows the table yet."""
    places = ["the final"] if following.is_final else []
    places += [f"table {table}"] if table else []
    return f"goes on to {', '.join(places)}" if places else "goes on"


def wins(form: str, table: ShownTable) -> str:
    """What the first of a last table has won."""
    return "wins the final" if form == Format.KNOCKOUT else f"wins table {table}"


def what_counts(standing: Standing, number: int) -> str:
    """What a round is played for, as the clock's poster says it."""
    settings = standing.settings
    best = "Lowest score" if settings.low_wins else "Most points"
    if settings.format is Format.KNOCKOUT:
        return f"{best} wins." if standing.decides_winner(number) else f"{best} at each table goes on."
    if settings.format is Format.SINGLE:
        return f"{best} wins the table."
    return f"{best} moves down, {'highest' if settings.low_wins else 'fewest'} moves up."


def new_short_address(short: str) -> str:
    """What an event that was brought back has to say where another one has taken its address."""
    return f"Another event has its old short address now; the new one is /e/{short}. Reprint what shows the old one."


def hands_to_choose(tables: Sequence[ShownTable]) -> str:
    """Why a round cannot be closed while a tablet has a hand that is not on the sheet."""
    where = f"{'tables' if len(tables) > 1 else 'table'} {listed([str(table) for table in tables])}"
    return f"At {where} a tablet has a hand that isn’t on the sheet. Settle it first."
