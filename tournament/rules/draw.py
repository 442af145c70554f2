"""The draw as one thing for all three formats: size and plan, table sizes, round one's seats (RULES 6 and 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.rules import entries, knockout, rotation, seating
from tournament.rules.errors import DrawRefused
from tournament.rules.presets import Format, Settings


@dataclass(frozen=True)
class Choice:
    """What is fixed before the seal: how many are drawn, and the plan (`[T]` for rotation and single)."""

    size: int
    plan: tuple[int, ...]


def suggest(settings: Settings, entered: int, reserves: int, *, most_tables: int | None = None) -> Choice:
    """Fill to optimum for a knockout; everyone up to the cap, at the fewest tables, for rotation and single."""
    if settings.format is Format.KNOCKOUT:
        size = knockout.optimum(entered, reserves, settings.cap, settings.table_max, most_tables=most_tables)
    else:
        size = allowed_sizes(settings, entered, reserves)[-1]
    return Choice(size, best_plan(settings, size, most_tables=most_tables))


def best_plan(settings: Settings, size: int, *, most_tables: int | None = None) -> tuple[int, ...]:
    """The first of the ranked plans for a knockout; the fewest tables for rotation and single."""
    if settings.format is Format.KNOCKOUT:
        return knockout.plans(size, settings.table_max, most_tables=most_tables, few=1)[0].tables
    return (table_counts(settings, size)[0],)


def table_counts(settings: Settings, size: int) -> range:
    """The numbers of tables an organiser may choose from in a rotation or single."""
    if settings.format is Format.ROTATION:
        return rotation.table_counts(size, settings.table_max)
    if size < 2:
        raise DrawRefused("A draw needs at least two players.")
    counts = range(-(-size // settings.table_max), size // 2 + 1)
    if not counts:
        raise DrawRefused(f"{size} players can’t sit at tables of {settings.table_max}: one would sit alone.")
    return counts


def allowed_sizes(settings: Settings, entered: int, reserves: int) -> range:
    """The sizes a knockout's draw may have. Rotation and single take everyone up to the cap."""
    if settings.format is Format.KNOCKOUT:
        return knockout.size_range(entered, reserves, settings.cap)
    return entries.draw_size_range(entered, reserves, settings.cap)[-1:]


def not_this_size(sizes: range, size: int) -> str:
    """Why a draw can't have this size."""
    allowed = f"{sizes[0]:,}" if len(sizes) == 1 else f"{sizes[0]:,} to {sizes[-1]:,}"
    return f"The draw can have {allowed} players, not {size:,}."


def check(settings: Settings, choice: Choice, entered: int, reserves: int) -> Choice:
    """The organiser's choice, or a refusal that says what does not fit."""
    sizes = allowed_sizes(settings, entered, reserves)
    if choice.size not in sizes:
        raise DrawRefused(not_this_size(sizes, choice.size))
    if settings.format is Format.KNOCKOUT:
        knockout.check_plan(choice.size, choice.plan, settings.table_max)
    elif len(choice.plan) != 1 or choice.plan[0] not in table_counts(settings, choice.size):
        counts = table_counts(settings, choice.size)
        allowed = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else f"{counts[0]}"
        raise DrawRefused(f"{choice.size} players need {allowed} tables.")
    return choice


def table_sizes(settings: Settings, players: int, tables: int) -> tuple[int, ...]:
    """Knockout spreads its short tables; rotation and single put the larger tables first."""
    knocks = settings.format is Format.KNOCKOUT
    return knockout.sizes(players, tables) if knocks else seating.larger_first(players, tables)


def seat_first_round(settings: Settings, choice: Choice, seed: bytes, groups: Mapping[str, str]) -> seating.Seating:
    """Round one. Sections keep a group's players apart in a fixed bracket as late as possible."""
    fixed = settings.format is Format.KNOCKOUT and not settings.redraw
    sections = knockout.Plan(choice.size, choice.plan).sections if fixed else None
    return seating.seat(seed, groups, table_sizes(settings, choice.size, choice.plan[0]), sections)


def swap(tables: Sequence[Sequence[str]], a: str, b: str) -> list[list[str]]:
    """Two entries exchange their seats."""
    other = {a: b, b: a}
    if a == b or not all(any(code in table for table in tables) for code in (a, b)):
        raise DrawRefused("Choose two different people who both have a seat.")
    return [[other.get(code, code) for code in table] for table in tables]


def meeting(table: Sequence[str], groups: Mapping[str, str]) -> set[str]:
    """The groups that have more than one player at this table."""
    at_table = [groups[code] for code in table]
    return {group for group in at_table if at_table.count(group) > 1}
