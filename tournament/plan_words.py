"""A plan in plain sentences: its rounds and tables, how even it is, whom it takes and how long it lasts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tournament.rules import duration
from tournament.rules.knockout import Plan, feeds
from tournament.rules.plan_choices import Sizes
from tournament.rules.presets import Format, Settings
from tournament.rules.round_names import name_round
from tournament.words import count, listed, minutes


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
    return f"A player’s chance of the title is from 1 in {min(odds):,} to 1 in {max(odds):,}, depending on the table."


def sizes_in_words(row: Sequence[int]) -> str:
    """8 of 4, 4 of 3."""
    return ", ".join(f"{tables:,} of {size}" for size, tables in sorted(Counter(row).items(), reverse=True))


def sizes_in_a_sentence(row: Sequence[int]) -> str:
    """8 tables of 4 and 4 of 3."""
    (size, tables), *others = sorted(Counter(row).items(), reverse=True)
    return listed([f"{count(tables, 'table')} of {size}", *(f"{more:,} of {smaller}" for smaller, more in others)])


def tables_round_by_round(plan: Sequence[int]) -> str:
    """16 tables, then 4, then 1."""
    return ", then ".join([count(plan[0], "table"), *map(str, plan[1:])])


def tables_in_words(row: Sequence[int]) -> tuple[str, ...]:
    """12 tables of 4; or in two lines: 12 tables / 8 of 4, 4 of 3."""
    if len(set(row)) == 1:
        return (f"{count(len(row), 'table')} of {row[0]}",)
    return (count(len(row), "table"), sizes_in_words(row))


def rounds_in_words(sizes: Sequence[Sequence[int]]) -> list[tuple[str, tuple[str, ...]]]:
    """Each round of a knockout: its name, and its tables."""
    names = [name_round(Format.KNOCKOUT, len(sizes), number).heading for number in range(1, len(sizes) + 1)]
    tables = [*map(tables_in_words, sizes[:-1]), (count(sum(sizes[-1]), "player"),)]
    return list(zip(names, tables, strict=True))


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
    """47 entries and 1 of 9 reserves, by lot. Reserves who don't play are named too."""
    if entries > size:
        return f"{size:,} of {count(entries, 'entry')}, by lot."
    drawn = size - entries
    if not drawn:
        others = f", without the {count(reserves, 'reserve') if reserves > 1 else 'reserve'}" if reserves else ""
        return f"{count(entries, 'entry')}{others}."
    if drawn == reserves:
        return f"{count(entries, 'entry')} and {'all ' if reserves > 1 else ''}{count(reserves, 'reserve')}."
    return f"{count(entries, 'entry')} and {drawn:,} of {count(reserves, 'reserve')}, by lot."


def why_this_size(sizes: Sizes, size: int, best: Plan | None) -> str:
    """Why this many, or which number is better; `best` is the best plan of a knockout's optimum size."""
    if best is None or sizes.least == sizes.most:
        return ""
    if size != best.players:
        return f"The optimum is {best.players:,}: {who_plays(sizes.entered, sizes.reserves, best.players)}"
    if best.evenness == 1 and not best.has_pair:
        return f"{size:,} is the largest size that’s perfectly even, with no table of 2."
    if best.evenness == 1:
        return f"{size:,} is perfectly even. Every size has tables of 2."
    return f"No size from {sizes.least:,} to {sizes.most:,} is perfectly even. {size:,} comes closest."


def time_in_words(seconds: int) -> str:
    """1 h 50 min, 2 h, 30 min."""
    hours, minutes = divmod(-(-seconds // 60), 60)
    return " ".join(part for part in (f"{hours} h" if hours else "", f"{minutes} min" if minutes else "") if part)


def duration_in_words(
    settings: Sequence[Settings], break_length: int = duration.SECONDS_BETWEEN_ROUNDS
) -> tuple[str, str]:
    """How long it takes, and from what that comes; `settings` are those of each round, whose lengths may differ."""
    each = _known(settings)
    if len(each) < len(settings):
        return (
            "No fixed end",
            f"A round goes to {settings[0].target} points. Without a clock, nobody knows how long that takes.",
        )
    every = duration.of_all(each, break_length)
    between = f", {minutes(break_length)} between them" if len(settings) > 1 and break_length else ""
    why = f"{lengths_in_words(settings)}{between}."
    if every.least == every.most:
        return time_in_words(every.most), why
    if not every.least:
        return f"≤ {time_in_words(every.most)}", why
    return f"{time_in_words(every.least)} to {time_in_words(every.most)}", why


def lengths_in_words(settings: Sequence[Settings]) -> str:
    """2 rounds of 30 minutes; 3 rounds of at most 20 minutes; 1 round of 5 hands, 5 to 10 minutes a hand."""
    each, rounds = _known(settings), count(len(settings), "round")
    if is_exact(settings):
        return f"{rounds} of {_lengths(each)}"
    if not all(takes.least for takes in each):
        return f"{rounds} of at most {_lengths(each)}"
    return f"{rounds} of {count(settings[0].hands or 0, 'hand')}, 5 to 10 minutes a hand"


def is_exact(settings: Sequence[Settings]) -> bool:
    """Whether every round ends by its clock, so that nobody needs to say “at most”."""
    return all(takes.least == takes.most for takes in _known(settings))


def _known(settings: Sequence[Settings]) -> list[duration.Duration]:
    return [takes for takes in map(duration.of_round, settings) if takes is not None]


def _lengths(each: Sequence[duration.Duration]) -> str:
    """30 minutes; 30, 25 and 45 minutes."""
    lengths = [takes.most for takes in each]
    if len(set(lengths)) == 1:
        return minutes(lengths[0])
    return listed([*(minutes(length).removesuffix(" minutes") for length in lengths[:-1]), minutes(lengths[-1])])
