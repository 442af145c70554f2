"""A knockout's bracket: every table above those whose winners it takes, the final on top.

Laid out once, by how far *along* a row and how *deep* below the final a table is, for two shapes of page: wide, the
final on top, and tall for a phone, the final on the right. A row of more than 21 tables is stacked under the tables
of the next round; rows of more than a hundred are only told in words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Final

from tournament import plan_words
from tournament.pictures.parts import REACH_IN_RADII, Label, Picture, Spot, spot
from tournament.rules.knockout import Plan
from tournament.rules.table_numbers import FROM_ONE, TableNumbers

IN_A_ROW: Final = 21
"""How many tables fit beside each other with readable numbers."""
MOST_TABLES_OF_A_ROUND: Final = 100
"""Rounds with more of them are not drawn."""
STACKED_APART_IN_RADII: Final = 3.2
"""From one stacked table to the next, in radii."""
Place = Callable[[float, float], tuple[float, float]]


@dataclass(frozen=True)
class Row:
    """The tables of one round: how far along each is, how deep, and how large they are drawn."""

    number: int
    sizes: Sequence[int]
    along: Sequence[float]
    depth: Sequence[float]
    r: float


@dataclass(frozen=True)
class Shape:
    """A page's shape: how long a row may be (None: as long as it needs), and the largest circles."""

    length: float | None
    step: Callable[[int, float], float]
    largest: float
    final: float
    stacked: float


def _wide_step(levels: int, stack: float) -> float:
    return max(88, (256 - stack) / max(levels, 2))


def _tall_step(levels: int, stack: float) -> float:
    return max(44, (272 - stack) / max(levels, 1))


WIDE: Final = Shape(length=748, step=_wide_step, largest=34, final=46, stacked=13)
TALL: Final = Shape(length=None, step=_tall_step, largest=18, final=32, stacked=11.5)
PITCH: Final = 48
"""From table to table where a row may be as long as it needs."""
LABELS: Final = 150
"""What the words beside the rows take of a wide picture."""


def bracket(plan: Plan, *, tall: bool = False, redraw: bool = False, numbers: TableNumbers = FROM_ONE) -> Picture:
    """The picture of a plan. If each round is drawn again no way is fixed, so there are no lines."""
    rows = _rows(plan, TALL if tall else WIDE)
    deep = max(depth + REACH_IN_RADII * row.r for row in rows for depth in row.depth)
    top = REACH_IN_RADII * rows[-1].r
    length = _length(plan, TALL if tall else WIDE)
    place = _rightwards(deep) if tall else _downwards(top)
    drawn = [s for row in rows for s in _spots(row, place, numbers, final=row is rows[-1])]
    lines = "" if redraw else "".join(_lines(below, row, place, tall) for below, row in pairwise(rows))
    width, height = (deep + top, length) if tall else (LABELS + length, deep + top)
    labels = [] if tall else _labels(plan, rows, top)
    height = max([height, *(label.bottom for label in labels)])
    gap = (LABELS + length / 2, labels[0].y + 8) if len(labels) > len(rows) else None
    return Picture(round(width), round(height), drawn, lines, labels, gap=gap)


def _downwards(top: float) -> Place:
    return lambda along, depth: (LABELS + along, top + depth)


def _rightwards(deep: float) -> Place:
    return lambda along, depth: (deep - depth, along)


def _first_drawn(plan: Plan) -> int:
    """The first round whose tables are drawn."""
    return next(n for n, tables in enumerate(plan.tables) if tables <= MOST_TABLES_OF_A_ROUND)


def _is_stacked(plan: Plan) -> bool:
    return plan.tables[_first_drawn(plan)] > IN_A_ROW


def _length(plan: Plan, shape: Shape) -> float:
    """Of a row of the lowest round that is not stacked."""
    tables = plan.tables[_first_drawn(plan) + _is_stacked(plan)]
    return shape.length or PITCH * max(tables, 2)


def _rows(plan: Plan, shape: Shape) -> list[Row]:
    """From the lowest drawn round up to the final."""
    start = _first_drawn(plan)
    lowest = start + _is_stacked(plan)
    levels = len(plan.tables) - 1 - lowest
    stack = max(plan.sizes[lowest]) * STACKED_APART_IN_RADII * shape.stacked if _is_stacked(plan) else 0
    step = shape.step(levels, stack)
    tables = plan.tables[lowest]
    along = [(n + 0.5) * _length(plan, shape) / tables for n in range(tables)]
    rows = []
    for level, number in enumerate(range(lowest, len(plan.tables))):
        along = along if not level else _over(along, plan.sizes[number])
        r = _radius(along, _length(plan, shape), step, shape, final=number == len(plan.tables) - 1)
        rows.append(Row(number + 1, plan.sizes[number], along, [(levels - level) * step] * len(along), r))
    return [_stack(plan, rows[0], shape), *rows] if _is_stacked(plan) else rows


def _over(below: Sequence[float], sizes: Sequence[int]) -> list[float]:
    """Each table over the middle of those that feed it."""
    ends = list(accumulate(sizes))
    return [(below[end - size] + below[end - 1]) / 2 for size, end in zip(sizes, ends, strict=True)]


def _radius(along: Sequence[float], length: float, step: float, shape: Shape, *, final: bool) -> float:
    """As large as the neighbours, the rows above and below, and the ends of the row allow."""
    if final:
        return min(shape.final, 0.36 * step)
    pitch = min((b - a for a, b in pairwise(along)), default=step)
    return min(
        shape.largest, 0.32 * pitch, 0.27 * step, along[0] / REACH_IN_RADII, (length - along[-1]) / REACH_IN_RADII
    )


def _stack(plan: Plan, over: Row, shape: Shape) -> Row:
    """A long row: each table's feeders one below the other."""
    number = over.number - 2
    pitch = min((b - a for a, b in pairwise(over.along)), default=2 * PITCH)
    r = min(shape.stacked, 0.3 * pitch)
    first = over.depth[0] + REACH_IN_RADII * (over.r + r) + 8
    nth = [n if shape is WIDE else size - 1 - n for size in over.sizes for n in range(size)]
    along = [x for x, size in zip(over.along, over.sizes, strict=True) for _ in range(size)]
    return Row(number + 1, plan.sizes[number], along, [first + n * STACKED_APART_IN_RADII * r for n in nth], r)


def _spots(row: Row, place: Place, numbers: TableNumbers, *, final: bool) -> list[Spot]:
    at = [place(along, depth) for along, depth in zip(row.along, row.depth, strict=True)]
    sized = zip(at, row.sizes, strict=True)
    return [
        spot(x, y, row.r, size, numbers.shown(table), final=final)
        for table, ((x, y), size) in enumerate(sized, start=1)
    ]


def _lines(below: Row, row: Row, place: Place, tall: bool) -> str:
    """From each table to those that feed it: down, across, down; straight through a stack."""
    ends = list(accumulate(row.sizes))
    feeders = [range(end - size, end) for size, end in zip(row.sizes, ends, strict=True)]
    draw = _straight if len(set(below.depth)) > 1 else _forked
    return "".join(draw(below, row, n, fed, place, tall) for n, fed in enumerate(feeders))


def _straight(below: Row, row: Row, n: int, fed: range, place: Place, _tall: bool) -> str:
    deepest = max(below.depth[child] for child in fed)
    (x, y), (to_x, to_y) = place(row.along[n], row.depth[n]), place(row.along[n], deepest)
    return f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}"


def _forked(below: Row, row: Row, n: int, fed: range, place: Place, tall: bool) -> str:
    middle = (row.depth[n] + row.r + below.depth[fed[0]] - below.r) / 2
    over, across = ("H", "V") if tall else ("V", "H")
    parts = []
    for child in fed:
        x, y = place(below.along[child], below.depth[child])
        bar = place(below.along[child], middle)
        parts.append(f"M{x:.1f} {y:.1f}{over}{bar[0] if tall else bar[1]:.1f}")
    first, last = (place(below.along[child], middle) for child in (fed[0], fed[-1]))
    parts.append(f"M{first[0]:.1f} {first[1]:.1f}{across}{last[1] if tall else last[0]:.1f}")
    x, y = place(row.along[n], row.depth[n])
    joint = place(row.along[n], middle)
    parts.append(f"M{x:.1f} {y:.1f}{over}{joint[0] if tall else joint[1]:.1f}")
    return "".join(parts)


def _labels(plan: Plan, rows: Sequence[Row], top: float) -> list[Label]:
    """What each round is, lowest first; rounds that are not drawn are told below."""
    told = plan_words.rounds_in_words(plan.sizes)
    labels = [_label(told[row.number - 1], top + (min(row.depth) + max(row.depth)) / 2) for row in rows]
    bottom = top + max(rows[0].depth)
    unseen = [_label(label, bottom + 74 * n) for n, label in enumerate(reversed(told[: rows[0].number - 1]), start=1)]
    return [*reversed(unseen), *labels]


def _label(told: tuple[str, tuple[str, ...]], middle: float) -> Label:
    title, lines = told
    return Label(0, round(middle + 8 - 11 * len(lines), 1), title, lines)
