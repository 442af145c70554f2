"""A knockout's bracket as a poster: round 1 with its names, then lines to write the winners on.

On A3 (or tabloid), or in the same size on sheets of A4 (or Letter) to be stuck together. More tables than can be read
on one poster are spread over several: first-round tables with the tables that they lead to, then the rounds after.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import FOOT, foot, head, title_of
from tournament.printing.paper_sizes import LARGER, PaperSize
from tournament.printing.pen import HAIR, QUIET, Pen
from tournament.printing.printed_rounds import note_of, published_plan, round_to_print
from tournament.queries.printed_rounds import PrintedChair, PrintedTable
from tournament.queries.results import read_results
from tournament.rules.errors import NothingToPrint
from tournament.rules.knockout import Plan
from tournament.rules.presets import Format

MOST_TABLES_BELOW_EACH_OTHER: Final = 16
"""How many tables of a round are readable below each other on one poster."""
_GAP: Final = 26
_NUMBER: Final = 36
"""How wide the table's number is."""
_LINE: Final = 38.0
"""How high a name may be at most."""
_NARROW: Final = 15.0
"""Where a name has less height than this, two stand side by side."""
_APART: Final = 4.0


@dataclass(frozen=True)
class _Column:
    """One round on a poster: its tables, of which the first has this number."""

    round: int
    tables: Sequence[PrintedTable]


Poster = Sequence[_Column]


def draw_bracket(pen: Pen, job: Job) -> None:
    """Each poster on one large sheet."""
    paper = LARGER[job.paper.name].landscape()
    posters = _posters(job)
    for number, poster in enumerate(posters, start=1):
        pen.turn(paper)
        _Drawing(pen, job, _which(number, posters), number).draw(poster)
        pen.next_page()
    pen.turn(job.paper)


def _which(number: int, posters: Sequence[Poster]) -> str:
    return f"Poster {number} of {len(posters)}" if len(posters) > 1 else ""


def draw_tiled_bracket(pen: Pen, job: Job) -> None:
    """Each poster on four sheets that are cut along the dashes and stuck together: larger still. No box lies across a
    cut."""
    tile = job.paper.landscape()
    posters = _posters(job)
    for number, poster in enumerate(posters, start=1):
        for place, (column, row) in enumerate(((0, 0), (1, 0), (0, 1), (1, 1)), start=1):
            pen.turn(tile)
            where = f"Sheet {place} of 4: {('top', 'bottom')[row]} {('left', 'right')[column]}"
            note = ". ".join(part for part in (_which(number, posters), where, "Cut along the dashes.") if part)
            pen.text(tile.margin, tile.height - 14, note, 8, grey=QUIET)
            _tile(pen, job, poster, column, row, number)
            pen.next_page()
    pen.turn(job.paper)


def _tile(pen: Pen, job: Job, poster: Poster, column: int, row: int, number: int) -> None:
    """One quarter of the whole drawing, through a window."""
    tile = pen.paper
    across, down = tile.width - 2 * tile.margin, tile.height - 2 * tile.margin
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
    pen.take(PaperSize("tiles", 2 * across, 2 * down, 6))
    pen.window = (column * across, row * down, (column + 1) * across, (row + 1) * down)
    _Drawing(pen, job, "", number, cut=(across, down)).draw(poster)
    pen.window = None
    pen.take(tile)
    canvas.restoreState()
    pen.fresh()


def _posters(job: Job) -> list[Poster]:
    """The rounds of the plan, names where they are known."""
    competition = job.competition
    if competition.format != Format.KNOCKOUT:
        raise NothingToPrint("Only a knockout has a bracket.")
    drawn = published_plan(job)
    plan = Plan(drawn.size, drawn.plan)
    rounds = []
    for number in range(1, len(plan.tables) + 1):
        if number > 1 and competition.redraw and number > len(job.standing.made):
            tables = [
                PrintedTable(job.standing.numbers.shown(n), [PrintedChair(s) for s in range(1, size + 1)])
                for n, size in enumerate(plan.sizes[number - 1], 1)
            ]
        else:
            tables = list(round_to_print(replace(job, round=number)).tables)
        rounds.append(_Column(number, tables))
    return _split(rounds, plan.sizes)


def _split(rounds: Sequence[_Column], sizes: Sequence[Sequence[int]]) -> list[Poster]:
    if len(rounds[0].tables) <= MOST_TABLES_BELOW_EACH_OTHER or len(rounds) == 1:
        return [rounds]
    ends = list(accumulate(sizes[1]))
    posters: list[Poster] = []
    first = 0
    while first < len(ends):
        start = ends[first - 1] if first else 0
        last = max(n for n in range(first, len(ends)) if n == first or ends[n] - start <= MOST_TABLES_BELOW_EACH_OTHER)
        tables = rounds[0].tables[start : ends[last]]
        posters.append([_Column(rounds[0].round, tables), _Column(rounds[1].round, rounds[1].tables[first : last + 1])])
        first = last + 1
    return [*posters, *_split(rounds[1:], sizes[1:])]


def _champion(job: Job) -> str:
    """Who won, once the competition is finished; until then there is a line to write the name on."""
    if not job.standing.is_finished:
        return ""
    champion = read_results(job.competition, job.standing).champion
    return champion.person.name if champion else ""


class _Drawing:
    """One poster on its way to paper. `cut` is where it is cut across and down: no box may lie there."""

    def __init__(self, pen: Pen, job: Job, note: str, number: int, cut: tuple[float, float] | None = None) -> None:
        self.pen, self.cut, self.standing = pen, cut, job.standing
        self.fixed = not job.competition.redraw  # else nobody knows which seat a winner takes
        self.champion = _champion(job)
        title = title_of(job.competition, "The bracket", note)
        self.top = head(pen, title, 34) + 22
        foot(pen, title, number)
        self.bottom = pen.bottom - FOOT

    def draw(self, poster: Poster) -> None:
        """Each round, and behind the last a line for the winner."""
        pen = self.pen
        is_whole = len(poster[-1].tables) == 1
        shares = [1.5 if self._per_row(poster[0]) == 2 else 1.0, *(1.0 for _ in poster[1:]), *([0.8] * is_whole)]
        places = self._places(shares)
        middles: list[float] = []
        before = 0.0
        for column, (x, wide) in zip(poster, places, strict=False):
            pen.text(x, self.top - 8, self.standing.name(column.round).heading, 14, fonts.BLACK)
            middles = self._column(column, middles, before, x, wide) if middles else self._first(column, x, wide)
            before = x + wide
        if is_whole:
            self._winner(*places[-1], before, middles[0])

    def _places(self, shares: Sequence[float]) -> list[tuple[float, float]]:
        """Left edge and width of each column, as wide as all of them fit beside each other."""
        unit = self.pen.across
        while True:
            places: list[tuple[float, float]] = []
            x = self.pen.left
            for share in shares:
                if self.cut and x < self.cut[0] < x + share * unit:
                    x = self.cut[0] + _APART
                places.append((x, share * unit))
                x += share * unit + _GAP
            if x - _GAP <= self.pen.right:
                return places
            unit *= 0.99

    def _per_row(self, column: _Column) -> int:
        """How many names stand side by side in the boxes of the first column."""
        step = min((bottom - top) / len(tables) for top, bottom, tables in self._spans(column))
        return 1 if (step - _APART) / max(len(table.chairs) for table in column.tables) >= _NARROW else 2

    def _spans(self, column: _Column) -> list[tuple[float, float, Sequence[PrintedTable]]]:
        """From where to where which tables stand: half of them on either side of a cut."""
        if not self.cut:
            return [(self.top, self.bottom, column.tables)]
        upper = -(-len(column.tables) // 2)
        halves = (
            (self.top, self.cut[1] - 2, column.tables[:upper]),
            (self.cut[1] + 2, self.bottom, column.tables[upper:]),
        )
        return [half for half in halves if half[2]]

    def _first(self, column: _Column, x: float, wide: float) -> list[float]:
        """The tables that nobody leads to, spread over the height: where their middles are."""
        per_row = self._per_row(column)
        middles = []
        for top, bottom, tables in self._spans(column):
            for place, table in enumerate(tables):
                step = (bottom - top) / len(tables)
                rows = -(-len(table.chairs) // per_row)
                line = min(_LINE, (step - _APART) / rows)
                middle = top + (place + 0.5) * step
                _box(self.pen, table, x, middle - rows * line / 2, wide, line, per_row)
                middles.append(middle)
        return middles

    def _column(
        self, column: _Column, feeding: Sequence[float], before: float, x: float, wide: float
    ) -> list[float]:  # fmt: skip
        """A later round's tables, each in the middle of those whose winners come, with lines from there."""
        line = min(_LINE, 0.85 * (self.bottom - self.top) / sum(len(table.chairs) for table in column.tables))
        middles: list[float] = []
        fed, free = 0, self.top
        for table in column.tables:
            feeders = feeding[fed : fed + len(table.chairs)]
            fed += len(table.chairs)
            high = line * len(table.chairs)
            middle = sum(feeders) / len(feeders)
            y = self._beside_the_cut(min(max(middle - high / 2, free), self.bottom - high), high, free)
            for seat, feeder in enumerate(feeders if self.fixed else ()):
                self._lead(before, x, feeder, y + (seat + 0.5) * line, seat, len(feeders))
            _box(self.pen, table, x, y, wide, line)
            middles.append(y + high / 2)
            free = y + high + _APART
        return middles

    def _beside_the_cut(self, y: float, high: float, free: float) -> float:
        """Above it, or below it where that is nearer or there is no room above."""
        cut = self.cut[1] if self.cut else 0
        if not y - _APART < cut < y + high + _APART:
            return y
        above, below = cut - high - _APART, cut + _APART
        return above if above >= free and cut - y >= high / 2 else below

    def _lead(self, before: float, x: float, feeder: float, at: float, seat: int, of: int) -> None:
        """From a table to the seat that its winner takes; the turns of neighbours do not meet."""
        later = seat if at > feeder else of - 1 - seat
        turn = x - _GAP * (0.2 + 0.6 * later / of)
        lines = [(before, feeder, turn, feeder), (turn, feeder, turn, at), (turn, at, x, at)]
        self.pen.rules(lines, 0.6, QUIET)

    def _winner(self, x: float, wide: float, before: float, middle: float) -> None:
        """Above the line stands what it is for; once there is a winner, their name, and that below."""
        at = self._beside_the_cut(middle - 24, 44 if self.champion else 24, self.top) + 24
        turn = x - _GAP / 2
        self.pen.rules([(before, middle, turn, middle), (turn, middle, turn, at)], 1.2)
        self.pen.rule(turn, at, x + wide, at, 1.6)
        self.pen.text(x, at + 16 if self.champion else at - 8, "Winner", 14, fonts.BLACK)
        self.pen.fitted(x, at - 24, wide, 24, self.champion, 18, fonts.BOLD)


def _box(pen: Pen, table: PrintedTable, x: float, y: float, wide: float, line: float, per_row: int = 1) -> None:
    rows = -(-len(table.chairs) // per_row)
    high, each = line * rows, (wide - _NUMBER) / per_row
    pen.box(x, y, wide, high, thick=1.2, radius=4)
    pen.fitted(x + 3, y, 30, high, str(table.number), min(28, high * 0.7), fonts.BLACK, "middle", least=0.3)
    pen.rule(x + _NUMBER, y, x + _NUMBER, y + high, 0.8)
    pen.rules([(x + _NUMBER, y + n * line, x + wide, y + n * line) for n in range(1, rows)], 0.4, HAIR)
    for place, chair in enumerate(table.chairs):
        row, column = divmod(place, per_row)
        _seat(pen, chair, x + _NUMBER + 4 + column * each, y + row * line, each - 8, line)


def _seat(pen: Pen, chair: PrintedChair, x: float, y: float, wide: float, line: float) -> None:
    high = min(line * 0.76, 24)
    marks.seat(pen, chair.seat, x, y + (line - high) / 2, high)
    left = high * 0.75 + 4
    if chair.name:
        pen.fitted(x + left, y, wide - left, line, chair.name, min(20, line * 0.72), fonts.BOLD)
    elif note := note_of(chair):
        pen.fitted(x + wide * 0.5, y, wide * 0.5, line, note, min(10, line * 0.5), align="right", grey=QUIET)
