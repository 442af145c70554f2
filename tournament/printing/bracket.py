"""A knockout's bracket as a poster: round 1 with its names, then lines to write the winners on.

On A3 (or tabloid), or in the same size on sheets of A4 (or Letter) to be stuck together. More tables than can be read
on one poster are spread over several: first-round tables with the tables that they lead to, then the rounds after.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import foot, head, title_of
from tournament.printing.paper import LARGER, Paper
from tournament.printing.pen import HAIR, QUIET, Pen
from tournament.queries.paper import Chair, PaperTable, published_draw, read_paper_round
from tournament.rules.errors import NothingToPrint
from tournament.rules.knockout import Plan
from tournament.rules.presets import Format

MOST: Final = 16
"""So many tables of a round are readable below each other on one poster."""
_GAP: Final = 26


@dataclass(frozen=True)
class _Column:
    """One round on a poster: its tables, of which the first has this number."""

    round: int
    tables: Sequence[PaperTable]


Poster = Sequence[_Column]


def draw_bracket(pen: Pen, job: Job) -> None:
    """Each poster on one large sheet."""
    paper = LARGER[job.paper.name].landscape()
    posters = _posters(job)
    for number, poster in enumerate(posters, start=1):
        pen.turn(paper)
        _draw(pen, job, poster, f"Poster {number} of {len(posters)}" if len(posters) > 1 else "", number)
        pen.next_page()
    pen.turn(job.paper)


def draw_tiled_bracket(pen: Pen, job: Job) -> None:
    """Each poster on four sheets that are cut along the dashes and stuck together: larger still."""
    tile = job.paper.landscape()
    across, down = tile.width - 2 * tile.margin, tile.height - 2 * tile.margin
    whole = Paper("tiles", 2 * across, 2 * down, 6)
    posters = _posters(job)
    for number, poster in enumerate(posters, start=1):
        for place, (column, row) in enumerate(((0, 0), (1, 0), (0, 1), (1, 1)), start=1):
            pen.turn(tile)
            _tile(pen, job, poster, whole, column, row, number)
            said = f"Sheet {place} of 4: {('top', 'bottom')[row]} {('left', 'right')[column]}. Cut along the dashes."
            pen.text(tile.margin, tile.height - 14, said, 8, grey=QUIET)
            pen.next_page()
    pen.turn(job.paper)


def _tile(pen: Pen, job: Job, poster: Poster, whole: Paper, column: int, row: int, number: int) -> None:
    tile = pen.paper
    across, down = whole.width / 2, whole.height / 2
    for x in (tile.margin, tile.width - tile.margin):
        marks.cut_line(pen, x, tile.margin, x, tile.height - tile.margin)
    for y in (tile.margin, tile.height - tile.margin):
        marks.cut_line(pen, tile.margin, y, tile.width - tile.margin, y)
    canvas = pen.canvas
    canvas.saveState()
    path = canvas.beginPath()
    path.rect(tile.margin, tile.margin, across, down)
    canvas.clipPath(path, stroke=0, fill=0)
    canvas.translate(tile.margin - column * across, tile.margin - (1 - row) * down)
    pen.paper, pen.width, pen.height, pen.margin = whole, whole.width, whole.height, whole.margin
    _draw(pen, job, poster, "", number)
    pen.turn(tile)
    canvas.restoreState()
    pen.fresh()


def _posters(job: Job) -> list[Poster]:
    """The rounds of the plan, names where they are known."""
    competition = job.competition
    if competition.format != Format.KNOCKOUT:
        raise NothingToPrint("Only a knockout has a bracket.")
    drawn = published_draw(competition)
    plan = Plan(drawn.size, tuple(drawn.plan))
    rounds = []
    for number in range(1, len(plan.tables) + 1):
        if number > 1 and competition.redraw and not competition.round_set.filter(number=number).exists():
            tables = [
                PaperTable(n, [Chair(s) for s in range(1, size + 1)])
                for n, size in enumerate(plan.sizes[number - 1], 1)
            ]
        else:
            tables = list(read_paper_round(competition, number).tables)
        rounds.append(_Column(number, tables))
    return _split(rounds, plan.sizes)


def _split(rounds: Sequence[_Column], sizes: Sequence[Sequence[int]]) -> list[Poster]:
    if len(rounds[0].tables) <= MOST or len(rounds) == 1:
        return [rounds]
    ends = list(accumulate(sizes[1]))
    posters: list[Poster] = []
    first = 0
    while first < len(ends):
        start = ends[first - 1] if first else 0
        last = max(n for n in range(first, len(ends)) if n == first or ends[n] - start <= MOST)
        ones = rounds[0].tables[start : ends[last]]
        posters.append([_Column(rounds[0].round, ones), _Column(rounds[1].round, rounds[1].tables[first : last + 1])])
        first = last + 1
    return [*posters, *_split(rounds[1:], sizes[1:])]


def _draw(pen: Pen, job: Job, poster: Poster, note: str, number: int) -> None:
    title = title_of(job.competition, "The bracket", note)
    top = head(pen, title, 34) + 4
    foot(pen, title, number)
    bottom = pen.bottom - 20
    is_whole = len(poster[-1].tables) == 1
    wide = (pen.across - _GAP * (len(poster) - 1 + is_whole)) / (len(poster) + is_whole * 0.8)
    middles: list[float] = []
    for place, column in enumerate(poster):
        x = pen.left + place * (wide + _GAP)
        pen.text(
            x,
            top + 10,
            "Final" if is_whole and place == len(poster) - 1 and place else f"Round {column.round}",
            14,
            fonts.BLACK,
        )
        middles = _column(pen, column, middles, x, top + 18, wide, bottom)
    if is_whole:
        x = pen.left + len(poster) * (wide + _GAP)
        pen.rule(x - _GAP, middles[0], x - 4, middles[0], 1.2)
        pen.text(x, middles[0] - 22, "Winner", 14, fonts.BLACK)
        pen.rule(x, middles[0] + 14, x + wide * 0.8, middles[0] + 14, 1.6)


def _column(
    pen: Pen, column: _Column, before: Sequence[float], x: float, top: float, wide: float, bottom: float
) -> list[float]:
    """A round's tables below each other, with lines from those whose winners come; where their middles are."""
    step = (bottom - top) / len(column.tables)
    middles = []
    fed = 0
    for place, table in enumerate(column.tables):
        size = len(table.chairs)
        feeders = before[fed : fed + size]
        fed += size
        middle = sum(feeders) / len(feeders) if feeders else top + (place + 0.5) * step
        line = (
            min(26.0, (step - 5) / size)
            if not before
            else min(30.0, (bottom - top) / sum(len(t.chairs) for t in column.tables))
        )
        high = line * size
        y = min(max(middle - high / 2, top), bottom - high)
        for seat, feeder in enumerate(feeders):
            at = y + (seat + 0.5) * line
            later = seat if at > feeder else size - 1 - seat
            turn = x - _GAP * (0.2 + 0.6 * later / size)
            pen.rules(
                [
                    (x - _GAP, feeder, turn, feeder),
                    (turn, feeder, turn, at),
                    (turn, at, x, at),
                ],
                0.6,
                QUIET,
            )
        _box(pen, table, x, y, wide, line)
        middles.append(y + high / 2)
    return middles


def _box(pen: Pen, table: PaperTable, x: float, y: float, wide: float, line: float) -> None:
    high = line * len(table.chairs)
    pen.box(x, y, wide, high, thick=1.2, radius=4)
    pen.fitted(x + 3, y, 30, high, str(table.number), min(24, high * 0.7), fonts.BLACK, "middle", least=0.3)
    pen.rule(x + 36, y, x + 36, y + high, 0.8)
    for place, chair in enumerate(table.chairs):
        at = y + place * line
        if place:
            pen.rule(x + 36, at, x + wide, at, 0.4, HAIR)
        marks.seat(pen, chair.seat, x + 40, at + line * 0.12, line * 0.76)
        left = x + 42 + line * 0.7
        if chair.name:
            pen.fitted(left, at, x + wide - left - 4, line, chair.name, min(13, line * 0.72), fonts.BOLD)
        elif chair.hint:
            pen.fitted(
                x + wide * 0.5, at, wide * 0.5 - 4, line, chair.hint, min(7.5, line * 0.5), align="right", grey=QUIET
            )
