"""From one round to the next: who goes on or moves, and where everybody sits then (RULES 6 and 7, RECORD 2 and 3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournament.rules import knockout, rotation, seating
from tournament.rules.chance import lot
from tournament.rules.presets import Format, Settings
from tournament.rules.ranking import Tally, TieBreak, first_place, mover
from tournament.rules.rotation import TableMove


@dataclass(frozen=True)
class Finished:
    """A table whose sheet is accepted: its codes in seat order, and the tallies of everybody present."""

    number: int
    codes: tuple[str, ...]
    tallies: tuple[Tally, ...]
    playoff: str | None = None


@dataclass(frozen=True)
class Verdict:
    """What a table decided: its first (knockout and single), its moves (rotation), and the ties on the way."""

    table: int
    first: str | None = None
    moves: tuple[TableMove, ...] = ()
    ties: tuple[TieBreak, ...] = ()


@dataclass(frozen=True)
class Changes:
    """What people did between rounds: who is gone, who took whose seat, who arrived late."""

    absent: Collection[str] = frozenset()
    substitutes: Mapping[str, str] | None = None
    late: Collection[str] = ()


@dataclass(frozen=True)
class Seats:
    """A round's tables, in seat order, with the balancing moves and, if it was drawn again, how."""

    tables: tuple[tuple[str, ...], ...]
    moves: tuple[TableMove, ...] = ()
    method: str | None = None
    attempt: int | None = None


def how_many_rounds(settings: Settings, plan: Sequence[int]) -> int:
    """As many as a knockout's plan has, or as were chosen for a rotation; `single` has one stage."""
    return len(plan) if settings.format is Format.KNOCKOUT else settings.rounds or 1


def is_last(settings: Settings, plan: Sequence[int], round_number: int) -> bool:
    """Whether no round follows this one."""
    return round_number >= how_many_rounds(settings, plan)


def judge(
    settings: Settings, plan: Sequence[int], seed: bytes, number: int, tables: Sequence[Finished]
) -> list[Verdict]:
    """Decide every table of round `number`."""
    return [judge_table(settings, plan, seed, number, table, len(tables)) for table in tables]


def judge_table(
    settings: Settings, plan: Sequence[int], seed: bytes, number: int, table: Finished, tables: int
) -> Verdict:
    """Decide one table of round `number`, which has `tables` tables. No other table has a say in it."""
    if settings.format is not Format.ROTATION:
        return _first(settings, seed, number, table)
    if is_last(settings, plan, number) or tables == 1:
        return Verdict(table.number)  # nobody is to move
    return _movers(settings, seed, number, table, tables)


def _first(settings: Settings, seed: bytes, number: int, table: Finished) -> Verdict:
    """One goes on from each table at which somebody is present."""
    if not table.tallies:
        return Verdict(table.number)
    draw = lot(seed, f"tie/{number}/{table.number}")
    decided = first_place(table.tallies, low_wins=settings.low_wins, playoff=table.playoff, lot=draw)
    assert isinstance(decided, tuple)  # with a lot there is no standoff
    first, tie = decided
    return Verdict(table.number, first=first, ties=(tie,) if tie else ())


def _movers(settings: Settings, seed: bytes, number: int, table: Finished, tables: int) -> Verdict:
    """The best is chosen first, the worst from the others; a lone player is best only."""
    moves: list[TableMove] = []
    ties: list[TieBreak] = []
    others = list(table.tallies)
    for why in ("best", "worst"):
        if not others:
            break
        draw = lot(seed, f"{why}/{number}/{table.number}")
        code, tie = mover(others, low_wins=settings.low_wins, worst=why == "worst", lot=draw)
        others = [tally for tally in others if tally.code != code]
        assert settings.move is not None
        goal = rotation.target(table.number, tables, why, settings.move)
        moves += [TableMove(code, table.number, goal, why)] if goal != table.number else []
        ties += [tie] if tie else []
    return Verdict(table.number, moves=tuple(moves), ties=tuple(ties))


def settle(settings: Settings, seed: bytes, after: int, tables: Sequence[Sequence[str]], changes: Changes) -> Seats:
    """Apply what people did before the deal that follows round `after` (0: the draw itself).

    Substitutes take their seats under their own code; a rotation then balances by lot, and late arrivals join.
    """
    substitutes = changes.substitutes or {}
    seats = [[substitutes.get(code, code) for code in table] for table in tables]
    if settings.format is not Format.ROTATION:
        return Seats(tuple(map(tuple, seats)))
    moves = rotation.balance(seats, changes.absent, lambda k, present: lot(seed, f"balance/{after}/{k}")(present))
    rotation.join(seats, changes.absent, changes.late, settings.table_max)
    rotation.check_room(seats, changes.absent, settings.table_max)
    return Seats(tuple(map(tuple, seats)), moves=tuple(moves))


def next_seats(
    settings: Settings,
    plan: knockout.Plan,
    seed: bytes,
    number: int,
    tables: Sequence[Finished],
    verdicts: Sequence[Verdict],
    groups: Mapping[str, str],
    changes: Changes,
) -> Seats:
    """Where everybody sits in the round after `number`."""
    if settings.format is Format.ROTATION:
        moves = [move for verdict in verdicts for move in verdict.moves]
        return settle(settings, seed, number, rotation.next_tables([t.codes for t in tables], moves), changes)
    winners = {verdict.table: verdict.first for verdict in verdicts if verdict.first}
    if not settings.redraw:
        return settle(settings, seed, number, knockout.next_tables(winners, plan.sizes[number]), changes)
    drawn = _redraw(seed, number + 1, sorted(winners.values()), plan.tables[number], groups)
    seats = settle(settings, seed, number, drawn.tables, changes)
    return Seats(seats.tables, method=drawn.method, attempt=drawn.attempt)


def _redraw(seed: bytes, number: int, codes: Sequence[str], planned: int, groups: Mapping[str, str]) -> seating.Seating:
    """Draw round `number` again among the players left, without sections."""
    sizes = knockout.sizes(len(codes), knockout.redrawn_tables(len(codes), planned))
    if not codes:
        return seating.Seating("shuffle", 0, ((),))
    return seating.seat(seed, {code: groups[code] for code in codes}, sizes, labels=seating.redraw_labels(number))
