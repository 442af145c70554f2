"""The tables of a rotation, as a ring or a ladder with the ways of best and worst; and the tables of a single."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Final

from tournament.pictures.parts import Arrow, Picture, spot
from tournament.rules.presets import Moving
from tournament.rules.table_numbers import FROM_ONE, TableNumbers

MOST_MOVING: Final = 30
MOST_TABLES: Final = 60
Point = tuple[float, float]


def floor(
    sizes: Sequence[int], move: Moving | None, *, tall: bool = False, numbers: TableNumbers = FROM_ONE
) -> Picture:
    """Tables of these sizes in their order. `move` is a rotation's; without one nobody moves."""
    tables = _tables(len(sizes), MOST_MOVING if move else MOST_TABLES)
    ring = move is Moving.CIRCULAR and len(sizes) > 1
    places, width, height, gap = _ring(len(tables), tall) if ring else _rows(len(tables), tall, bool(move))
    drawn = [(place, table) for place, table in zip(places, tables, strict=True) if table]
    r = min(20 if tall else 36, (0.23 if move else 0.3) * gap)
    spots = [spot(x, y, r, sizes[table - 1], numbers.shown(table)) for (x, y), table in drawn]
    ways = [*pairwise(places), *([(places[-1], places[0])] if ring else [])] if move and len(sizes) > 1 else []
    return Picture(
        width, height, spots,
        lines="".join(f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" for a, b in ways),
        arrows=[arrow for a, b in ways for arrow in _arrows(a, b, max(5.0, 0.25 * r))],
        gap=next((place for place, table in zip(places, tables, strict=True) if table is None), None),
    )  # fmt: skip


def _tables(tables: int, most: int) -> list[int | None]:
    """Every table, counted from 1; of very many the first ones, a gap and the last."""
    if tables <= most:
        return list(range(1, tables + 1))
    return [*range(1, most - 1), None, tables]


def _ring(tables: int, tall: bool) -> tuple[list[Point], float, float, float]:
    """Evenly around an ellipse, the first table on top, clockwise."""
    a, b = (135.0, max(135.0, 15.0 * tables)) if tall else (370.0, 165.0)
    middle = (180.0, b + 50) if tall else (449.0, 225.0)
    steps = 1440
    curve = [(middle[0] + a * sin(2 * pi * n / steps), middle[1] - b * cos(2 * pi * n / steps)) for n in range(steps)]
    lengths = [hypot(q[0] - p[0], q[1] - p[1]) for p, q in pairwise([*curve, curve[0]])]
    gap = sum(lengths) / tables
    places: list[Point] = []
    walked = 0.0
    for point, length in zip(curve, lengths, strict=True):
        if walked >= gap * len(places) and len(places) < tables:
            places.append(point)
        walked += length
    return places, 2 * middle[0], 2 * middle[1], gap


def _rows(tables: int, tall: bool, to_and_fro: bool) -> tuple[list[Point], float, float, float]:
    """In rows; where people move from table to table, every second row runs back, so that neighbours are near."""
    across = min(tables, 5 if tall else 12 if tables > 20 else 10)
    width = 360.0 if tall else 898.0
    gap = min(width / across, 72.0 if tall else 130.0)
    down = -(-tables // across)
    left = (width - gap * (across - 1)) / 2
    places = []
    for n in range(tables):
        row, column = divmod(n, across)
        column = across - 1 - column if to_and_fro and row % 2 else column
        places.append((left + gap * column, gap * (row + 0.6)))
    return places, width, gap * (down + 0.2), gap


def _arrows(a: Point, b: Point, size: float) -> list[Arrow]:
    """Between tables n and n + 1: the best moves to n, the worst to n + 1, side by side."""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    long = hypot(b[0] - a[0], b[1] - a[1])
    along, aside = ((b[0] - a[0]) / long, (b[1] - a[1]) / long), size * 1.7
    left = (along[1], -along[0])
    best = _triangle((x + left[0] * aside, y + left[1] * aside), (-along[0], -along[1]), size)
    worst = _triangle((x - left[0] * aside, y - left[1] * aside), along, size)
    return [Arrow("best", best), Arrow("worst", worst)]


def _triangle(at: Point, towards: Point, size: float) -> str:
    (x, y), (dx, dy) = at, towards
    corners = [
        (x + dx * size * 1.2, y + dy * size * 1.2),
        (x - dx * size * 0.8 - dy * size, y - dy * size * 0.8 + dx * size),
        (x - dx * size * 0.8 + dy * size, y - dy * size * 0.8 - dx * size),
    ]
    return "M" + "L".join(f"{cx:.1f} {cy:.1f}" for cx, cy in corners) + "Z"
