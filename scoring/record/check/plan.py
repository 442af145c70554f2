"""RULES.md 6 and 7, and section 2: how many sit where. Table sizes, the plan, and its sections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from .case import Case
from .found import Discrepancy, Place, counted

PLACE = Place(part="draw.plan")


def sizes(knockout: bool, players: int, tables: int) -> list[int]:
    """“Knockout as RULES.md 6; rotation and single: ⌊n/T⌋ or ⌈n/T⌉, larger tables first”."""
    return spread(players, tables) if knockout else larger_first(players, tables)


def spread(players: int, tables: int) -> list[int]:
    """“With k short tables among T, table i is short when ⌊i·k/T⌋ > ⌊(i−1)·k/T⌋.”"""
    full = -(-players // tables)
    short = full * tables - players
    return [full - (i * short // tables > (i - 1) * short // tables) for i in range(1, tables + 1)]


def larger_first(players: int, tables: int) -> list[int]:
    """⌊n/T⌋ or ⌈n/T⌉, larger tables first."""
    small, larger = divmod(players, tables)
    return [small + 1] * larger + [small] * (tables - larger)


def cut(items: Sequence[str | None], into: Sequence[int]) -> list[list[str]]:
    """The list cut into tables in order; a place that is left out takes no seat."""
    tables, start = [], 0
    for size in into:
        tables.append([item for item in items[start : start + size] if item is not None])
        start += size
    return tables


def sections(case: Case) -> list[int] | None:
    """For each first-round table the number, from 0, of its section; None where there are no sections.

    “A *section* (knockout of two rounds or more, fixed bracket) is the set of first-round tables that feed one table
    of the last round but one; with two rounds each table is its own section.”
    """
    plan = case.record.draw.plan
    if case.competition.format != "knockout" or case.competition.redraw or len(plan) < 2:
        return None
    section = list(range(plan[0]))
    for players, tables in pairwise(plan[:-1]):
        fed = [table for table, size in enumerate(spread(players, tables)) for _ in range(size)]
        section = [fed[table] for table in section]
    return section


def check_plan(case: Case) -> Iterator[Discrepancy]:
    """The plan is possible: for a knockout round by round, otherwise for its one number of tables."""
    plan, size = case.record.draw.plan, case.record.draw.size
    if not plan:
        yield PLACE.says("The plan is empty.")
    elif case.competition.format == "knockout":
        yield from _check_rounds(size, plan, case.competition.table_max)
    elif len(plan) > 1:
        yield PLACE.says(f"A {case.competition.format} has one number of tables, the plan has {len(plan)}.")
    elif case.competition.format == "rotation":
        yield from _check_rotation(size, plan[0], case.competition.table_max)
    else:
        yield from _check_tables(size, plan[0], case.competition.table_max)


def is_possible(case: Case) -> bool:
    """Whether a draw can be derived from the plan at all, right or wrong."""
    plan, players = case.record.draw.plan, len(case.admitted)
    fewer = all(later < earlier for earlier, later in pairwise(plan))
    return bool(plan) and plan[0] <= players and fewer


def _check_rounds(players: int, plan: Sequence[int], most: int) -> Iterator[Discrepancy]:
    """“A list of table counts, one per round, the last 1 … One player goes on from each table”."""
    for number, tables in enumerate(plan, start=1):
        found = list(_check_tables(players, tables, most, f"Round {number} of the plan: "))
        yield from found
        if found:
            return
        players = tables
    if plan[-1] != 1:
        yield PLACE.says(f"The last round should be 1 table, the record says {plan[-1]}.")


def _told(players: int, tables: int) -> str:
    return f"{counted(players, 'player')} at {counted(tables, 'table')}"


def _check_tables(players: int, tables: int, most: int, where: str = "") -> Iterator[Discrepancy]:
    """“The sizes are ⌊n/T⌋ or ⌈n/T⌉, each from 2 to the competition's largest table”."""
    if players // tables < 2:
        yield PLACE.says(f"{where}{_told(players, tables)} leave a table of fewer than 2.")
    elif -(-players // tables) > most:
        yield PLACE.says(f"{where}{_told(players, tables)} need a table of more than {most}.")


def _check_rotation(players: int, tables: int, most: int) -> Iterator[Discrepancy]:
    """“⌈n/5⌉ ≤ T ≤ ⌊n/4⌋ …; where no such T exists tables of 3 or fewer are used too”."""
    found = list(_check_tables(players, tables, most))
    yield from found
    fewest = -(-players // min(5, most))
    if not found and tables > players // 4 >= fewest:
        yield PLACE.says(f"{_told(players, tables)} leave a table of fewer than 4 without need.")
