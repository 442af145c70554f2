"""Who is first, best, worst; the order of a table; the final order (RULES 6 and 7, RECORD 3).

Everything here starts from tallies: what each present player's counted hands at one table add up to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournament.rules.chance import Lot
from tournament.rules.presets import Format, Ranking, Settings


@dataclass(frozen=True)
class Tally:
    """One present player's round: points, hands that count, hands won, points in the last complete hand."""

    code: str
    points: int = 0
    hands: int = 0
    won: int = 0
    last: int | None = None


@dataclass(frozen=True)
class TieBreak:
    """All who were level on points, the step that decided, and whom it took."""

    between: tuple[str, ...]
    by: str
    took: str


@dataclass(frozen=True)
class Standoff:
    """A tie for going on that needs a play-off hand among `level`, or the lot."""

    between: tuple[str, ...]
    level: tuple[str, ...]


Value = Callable[[Tally], int]


def _lowest(tallies: Sequence[Tally], value: Value) -> list[Tally]:
    least = min(map(value, tallies))
    return [tally for tally in tallies if value(tally) == least]


def _codes(tallies: Iterable[Tally]) -> tuple[str, ...]:
    return tuple(sorted(tally.code for tally in tallies))


def first_place(
    tallies: Sequence[Tally], *, low_wins: bool, playoff: str | None = None, lot: Lot | None = None
) -> tuple[str, TieBreak | None] | Standoff:
    """Who goes on: by points, then by most hands won, then by who goes out in the play-off hand, then by the lot (RULES
    6)."""
    sign = 1 if low_wins else -1
    level = between = _lowest(tallies, lambda t: sign * t.points)
    if len(level) == 1:
        return level[0].code, None
    level = _lowest(level, lambda t: -t.won)
    if len(level) == 1:
        return level[0].code, TieBreak(_codes(between), "hands_won", level[0].code)
    if playoff in {t.code for t in level}:
        assert playoff is not None
        return playoff, TieBreak(_codes(between), "playoff", playoff)
    if lot is None:
        return Standoff(_codes(between), _codes(level))
    took = lot(_codes(level))
    return took, TieBreak(_codes(between), "lot", took)


def mover(tallies: Sequence[Tally], *, low_wins: bool, worst: bool, lot: Lot) -> tuple[str, TieBreak | None]:
    """The best of a rotation's table, or with `worst` the worst: points, hands won, the last complete hand, the lot.

    Settled at once, no walk-through; for worst every step is the reverse (RULES 7).
    """
    way = -1 if worst else 1
    sign = way if low_wins else -way
    level = between = _lowest(tallies, lambda t: sign * t.points)
    if len(level) == 1:
        return level[0].code, None
    steps: list[tuple[str, Value]] = [("hands_won", lambda t: -way * t.won)]
    if all(tally.last is not None for tally in tallies):  # skipped where no hand was complete
        steps.append(("last_hand", lambda t: sign * (t.last or 0)))
    for by, value in steps:
        level = _lowest(level, value)
        if len(level) == 1:
            return level[0].code, TieBreak(_codes(between), by, level[0].code)
    took = lot(_codes(level))
    return took, TieBreak(_codes(between), "lot", took)


def table_order(
    tallies: Iterable[Tally],
    absent: Iterable[str],
    *,
    low_wins: bool,
    ranks: Mapping[str, int],
    first: str | None = None,
) -> list[str]:
    """Points, best first, then hands won, then `final`; a decided winner stands first; the absent come last."""
    sign = 1 if low_wins else -1
    present = sorted(tallies, key=lambda t: (t.code != first, sign * t.points, -t.won, ranks[t.code]))
    return [t.code for t in present] + sorted(absent, key=ranks.__getitem__)


@dataclass(frozen=True)
class Played:
    """One player's part in one round, as the final order needs it."""

    round: int
    code: str
    present: bool
    tally: Tally
    mates: tuple[int, ...] = ()
    """The points of the others who were present at that table."""


def played_at(round_number: int, seated: Iterable[str], tallies: Iterable[Tally]) -> list[Played]:
    """Everybody's part in a round at one table, in seat order. Who has no tally was absent."""
    by_code = {tally.code: tally for tally in tallies}
    return [
        Played(
            round=round_number,
            code=code,
            present=code in by_code,
            tally=by_code.get(code, Tally(code)),
            mates=tuple(tally.points for other, tally in by_code.items() if other != code),
        )
        for code in seated
    ]


def final_order(
    settings: Settings, played: Iterable[Played], final_table: Callable[[], Sequence[str]], ranks: Mapping[str, int]
) -> list[str]:
    """Everyone who ever had a seat, the champion first; empty for `single`, where each table is its own contest.

    `final_table` answers the order at a knockout's last table.
    """
    if settings.format is Format.SINGLE:
        return []
    if settings.format is Format.ROTATION:
        ranking = settings.ranking or Ranking.AVERAGE
        return rotation_order(played, ranking, low_wins=settings.low_wins, ranks=ranks)
    return knockout_order(played, final_table(), low_wins=settings.low_wins, ranks=ranks)


def _average(points: int, hands: int, low_wins: bool) -> tuple[bool, Fraction]:
    """Sorts by average points per hand, best first; without a counting hand last."""
    if not hands:
        return (True, Fraction(0))
    return (False, Fraction(points, hands) * (1 if low_wins else -1))


def knockout_order(
    played: Iterable[Played], final_table: Sequence[str], *, low_wins: bool, ranks: Mapping[str, int]
) -> list[str]:
    """The final's table order; then by the round reached, latest first; within it by average points per hand
    of that round, then hands won in it, then `final`; then the absent."""
    last: dict[str, Played] = {}
    for part in sorted(played, key=lambda p: p.round):
        last[part.code] = part
    others = [part for code, part in last.items() if code not in set(final_table)]
    others.sort(
        key=lambda p: (
            -p.round,
            not p.present,
            _average(p.tally.points, p.tally.hands, low_wins) if p.present else (True, Fraction(0)),
            -p.tally.won if p.present else 0,
            ranks[p.code],
        )
    )
    return [*final_table, *(part.code for part in others)]


def rotation_order(
    played: Iterable[Played], ranking: Ranking, *, low_wins: bool, ranks: Mapping[str, int]
) -> list[str]:
    """Who played more rounds first; then the ranking; then hands won; then `final` (RULES 7)."""
    parts: dict[str, list[Played]] = {}
    for part in played:
        parts.setdefault(part.code, []).extend([part] if part.present else [])
    value = _RANKINGS[ranking]
    return sorted(
        parts,
        key=lambda code: (
            -len(parts[code]),
            value(parts[code], low_wins),
            -sum(p.tally.won for p in parts[code]),
            ranks[code],
        ),
    )


def _by_average(parts: Sequence[Played], low_wins: bool) -> tuple[bool, Fraction]:
    return _average(sum(p.tally.points for p in parts), sum(p.tally.hands for p in parts), low_wins)


def _by_total(parts: Sequence[Played], low_wins: bool) -> tuple[bool, Fraction]:
    if not parts:
        return (True, Fraction(0))
    return (False, Fraction(sum(p.tally.points for p in parts) * (1 if low_wins else -1)))


def _by_beaten(parts: Sequence[Played], low_wins: bool) -> tuple[bool, Fraction]:
    """The mean of (beaten + ½ level) / (others present), over rounds with table-mates."""
    shares = [share_beaten(p, low_wins) for p in parts if p.mates]
    if not shares:
        return (True, Fraction(0))
    return (False, -sum(shares, Fraction(0)) / len(shares))


def share_beaten(part: Played, low_wins: bool) -> Fraction:
    """What share of the table-mates this player beat in one round; level with one counts half."""
    mine = part.tally.points
    beaten = sum((mine < other) if low_wins else (mine > other) for other in part.mates)
    level = sum(mine == other for other in part.mates)
    return Fraction(2 * beaten + level, 2 * len(part.mates))


_RANKINGS: Final[Mapping[Ranking, Callable[[Sequence[Played], bool], tuple[bool, Fraction]]]] = {
    Ranking.AVERAGE: _by_average,
    Ranking.TOTAL: _by_total,
    Ranking.BEATEN: _by_beaten,
}
