"""Rules and numbers in plain sentences, for pages, paper and commands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from tournament.rules import duration
from tournament.rules.entries import Missing
from tournament.rules.knockout import Plan, feeds
from tournament.rules.plan_choices import Sizes
from tournament.rules.presets import SWITCHES, Ending, Format, Incomplete, Moving, Scoring, Settings
from tournament.rules.standing import Stage, Standing


def how_it_is_played(settings: Settings) -> list[str]:
    """A sentence for each choice the organiser made (RULES 2)."""
    return [_format(settings), _ending(settings), _scoring(settings), *map(SWITCHES.__getitem__, settings.switches)]


def in_short(settings: Settings) -> list[str]:
    """The choices that tell one preset from another, a few words each."""
    ends = {
        Ending.CLOCK: f"{minutes(settings.clock)} a round",
        Ending.TARGET: f"to {settings.target} points",
        Ending.HANDS: f"{count(settings.hands or 0, 'hand')} a round",
    }
    limits = f"{settings.cap} players at most" if settings.cap else "any number of players"
    wins = "the lowest score wins" if settings.low_wins else "the most points win"
    return [_SHORT[settings.format], ends[settings.ending], f"tables of up to {settings.table_max}", wins, limits]


_SHORT = {
    Format.KNOCKOUT: "knockout",
    Format.ROTATION: "people change tables",
    Format.SINGLE: "every table for itself",
}


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


def isolated(name: str) -> str:
    """A name inside a sentence: written from right to left it does not turn what stands around it."""
    return f"\u2068{name}\u2069"


_TWO_STOPS: Final = re.compile(r"(?<!\.)\.([\u2069”]*)\.(?!\.)")


def one_stop(sentence: str) -> str:
    """“Mia O.” or a reason at the end of a sentence brings its full stop along: one is enough."""
    return _TWO_STOPS.sub(r".\1", sentence)


def listed(names: Sequence[str]) -> str:
    """Ana; Ana and Ben; Ana, Ben and Cal."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def meeting_in_words(names: Sequence[str], group: str, table: int) -> str:
    """Ana and Ben, both of Riverside, would sit at table 3."""
    return f"{listed(names)}, {'both' if len(names) == 2 else 'all'} of {group}, would sit at table {table}."


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


def also_in_words(grades: Sequence[str]) -> str:
    """To follow a sentence: They are also in Uno Under 18."""
    return f" They are also in {listed(grades)}." if grades else ""


def missing_in_words(missing: Missing) -> str:
    """Entry missing, 2 entries missing; nothing where every entry is there. A reserve is possible, never missing."""
    if not missing.entries:
        return ""
    return "Entry missing" if missing.entries == 1 else f"{count(missing.entries, 'entry')} missing"


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


def sizes_in_words(row: Sequence[int]) -> str:
    """8 of 4, 4 of 3."""
    return ", ".join(f"{tables:,} of {size}" for size, tables in sorted(Counter(row).items(), reverse=True))


def tables_in_words(row: Sequence[int]) -> tuple[str, ...]:
    """12 tables of 4; or in two lines: 12 tables / 8 of 4, 4 of 3."""
    if len(set(row)) == 1:
        return (f"{count(len(row), 'table')} of {row[0]}",)
    return (count(len(row), "table"), sizes_in_words(row))


def rounds_in_words(sizes: Sequence[Sequence[int]]) -> list[tuple[str, tuple[str, ...]]]:
    """Each round of a knockout: its name, and its tables."""
    before = [(f"Round {n}", tables_in_words(row)) for n, row in enumerate(sizes[:-1], start=1)]
    return [*before, ("Final", (count(sum(sizes[-1]), "player"),))]


def evenness_in_words(odds: Sequence[int]) -> str:
    """What a plan means for the players, in a few words."""
    if min(odds) == max(odds):
        return "Perfectly even."
    return f"Uneven, from 1 in {min(odds):,} to 1 in {max(odds):,}."


def plan_note(plan: Plan, best: Plan, odds: Sequence[int]) -> str:
    """What to know about a plan beside the best one."""
    notes = [evenness_in_words(odds)]
    if plan.has_pair:
        notes.append("Has a table of 2." if sum(row.count(2) for row in plan.sizes) == 1 else "Has tables of 2.")
    if plan == best:
        notes.append(f"{count(len(plan.tables), 'round')}, {count(plan.total_tables, 'table')}.")
    elif plan.sizes[-1][0] < best.sizes[-1][0]:
        notes.append(f"Final of only {plan.sizes[-1][0]}.")
    elif plan.tables[0] > best.tables[0]:
        notes.append(f"Needs {plan.tables[0]:,} tables.")
    elif len(plan.tables) > len(best.tables):
        notes.append(f"{count(len(plan.tables), 'round')}.")
    return " ".join(notes)


def product_in_words(plan: Plan) -> str:
    """4 × 3 × 4 = 48: the sizes of the tables on the way to the title, where all ways are alike; or nothing."""
    ways = {(size, *way) for size, way in zip(plan.sizes[0], _ways(plan), strict=True)}
    if len(ways) > 1:
        return ""
    (way,) = ways
    return f"{' × '.join(map(str, way))} = {plan.odds[0]:,}" if len(way) > 1 else ""


def _ways(plan: Plan) -> list[tuple[int, ...]]:
    """The sizes of the tables that a winner of each first-round table meets, up to the final."""
    ways: list[tuple[int, ...]] = [()]
    for row, fed in zip(reversed(plan.sizes[1:]), reversed(feeds(plan)), strict=True):
        ways = [(row[table - 1], *ways[table - 1]) for table in fed]
    return ways


def who_plays(entries: int, reserves: int, size: int) -> str:
    """47 entries and 1 of 9 reserves, by lot."""
    if entries > size:
        return f"{size:,} of {count(entries, 'entry')}, by lot."
    drawn = size - entries
    if not drawn:
        return f"{count(entries, 'entry')}{' and no reserve' if reserves else ''}."
    if drawn == reserves:
        return f"{count(entries, 'entry')} and {'all ' if reserves > 1 else ''}{count(reserves, 'reserve')}."
    return f"{count(entries, 'entry')} and {drawn:,} of {count(reserves, 'reserve')}, by lot."


def why_this_size(sizes: Sizes, size: int, best: Plan | None) -> str:
    """Why this many, or which number is better; `best` is the best plan of the optimum size."""
    if sizes.least == sizes.most:
        return ""
    if best is None:
        return "So many sizes are not compared: choose one yourself, or set a cap."
    if size != best.players:
        return f"The optimum is {best.players}: {who_plays(sizes.entered, sizes.reserves, best.players)}"
    if best.evenness == 1 and not best.has_pair:
        return f"{size} is the most that is perfectly even, with no table of 2."
    if best.evenness == 1:
        return f"{size} is perfectly even. No size is without tables of 2."
    return f"No size from {sizes.least} to {sizes.most} is perfectly even. {size} comes closest."


def time_in_words(seconds: int) -> str:
    """1 h 50 min, 2 h, 30 min."""
    hours, minutes = divmod(-(-seconds // 60), 60)
    return " ".join(part for part in (f"{hours} h" if hours else "", f"{minutes} min" if minutes else "") if part)


def duration_in_words(settings: Settings, rounds: int) -> tuple[str, str]:
    """How long it takes, and from what that comes."""
    each_round, every = duration.of_round(settings), duration.of_all(settings, rounds)
    if each_round is None or every is None:
        return "Open end", f"A round goes to {settings.target} points. Without a clock nobody knows how long."
    between = f", {minutes(duration.SECONDS_BETWEEN_ROUNDS)} between them" if rounds > 1 else ""
    if each_round.least == each_round.most:
        return time_in_words(every.most), f"{count(rounds, 'round')} of {minutes(each_round.most)}{between}."
    if not each_round.least:
        return (
            f"≤ {time_in_words(every.most)}",
            f"{count(rounds, 'round')} of at most {minutes(each_round.most)}{between}.",
        )
    span = f"{time_in_words(every.least)} to {time_in_words(every.most)}"
    return span, f"{count(rounds, 'round')} of {count(settings.hands or 0, 'hand')}, 5 to 10 minutes a hand{between}."


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


def goes_on(table: int | None) -> str:
    """Where a knockout sends the first of a table; nobody knows yet if the next round is drawn anew."""
    return "goes on" if table is None else f"goes on to table {table}"


def wins(form: str, table: int) -> str:
    """What the first of a last table has won."""
    return "wins the final" if form == Format.KNOCKOUT else f"wins table {table}"


def what_counts(settings: Settings) -> str:
    """What a round is played for, as the clock's poster says it."""
    best = "Lowest score" if settings.low_wins else "Most points"
    if settings.format is Format.KNOCKOUT:
        return f"{best} at each table goes on."
    if settings.format is Format.SINGLE:
        return f"{best} wins the table."
    return "Lowest moves down, highest up." if settings.low_wins else "Most points move down, fewest up."
