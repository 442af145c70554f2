"""A rotation's chart: the tables with arrows (the best moves down, the worst up), and a line a round to write on."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from tournament.models import Competition, Move
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import Column, Flow, table, title_of
from tournament.printing.pen import MIDDLE, QUIET, Pen
from tournament.queries.paper import published_draw
from tournament.queries.people import read_people
from tournament.rules.errors import NothingToPrint
from tournament.rules.presets import Format, Moving
from tournament.rules.rotation import target
from tournament.rules.rounds import how_many_rounds

_IN_A_ROW: Final = 6


def draw_rotation_chart(pen: Pen, job: Job) -> None:
    """The picture first, then round by round who moves where: written in where a round is closed."""
    competition = job.competition
    if competition.format != Format.ROTATION:
        raise NothingToPrint("Only a rotation has a chart of moves.")
    drawn = published_draw(competition)
    tables, settings = drawn.plan[0], competition.settings
    low = settings.low_wins
    flow = Flow(pen, title_of(competition, "Who moves where"))
    best, worst = ("lowest score", "highest score") if low else ("most points", "fewest points")
    flow.say(
        f"After each round the {best} moves down one table number, the {worst} up one. Everybody else stays.",
        13,
        fonts.BOLD,
    )
    if tables == 1:
        flow.say("There is one table, so nobody moves.", 12)
    else:
        _picture(flow, tables, settings.move or Moving.CIRCULAR, best.capitalize(), worst.capitalize())
    moved = _read_moves(competition)
    for number in range(1, how_many_rounds(settings, drawn.plan) if tables > 1 else 1):
        flow.heading(f"After round {number}")
        columns = [
            Column("Table", 1, fonts.BLACK, size=13),
            Column(f"{best.capitalize()}: moves down to", 4, fonts.BOLD),
            Column(f"{worst.capitalize()}: moves up to", 4, fonts.BOLD),
        ]
        rows = [
            (str(n), *(_way(moved, number, n, why, tables, settings.move) for why in ("best", "worst")))
            for n in range(1, tables + 1)
        ]
        table(flow, columns, rows, 22)
    flow.close()


def _read_moves(competition: Competition) -> dict[tuple[int, int, str], tuple[str, int]]:
    people = read_people(competition)
    moves = Move.objects.filter(competition=competition).exclude(why="balance")
    return {(move.after, move.source, move.why): (people[move.entry_id].name, move.target) for move in moves}


def _way(
    moved: dict[tuple[int, int, str], tuple[str, int]],
    after: int,
    number: int,
    why: str,
    tables: int,
    move: Moving | None,
) -> str:
    there = target(number, tables, why, move or Moving.CIRCULAR)
    if there == number:
        return "Stays"
    name, there = moved.get((after, number, why), ("", there))
    return f"Table {there}: {name}"


def _picture(flow: Flow, tables: int, move: Moving, best: str, worst: str) -> None:
    """Tables in rows, every second row running back, so that neighbours are near each other."""
    pen = flow.pen
    each = pen.across / min(_IN_A_ROW, tables)
    rows = -(-tables // _IN_A_ROW)
    high = 84.0
    shown = min(rows, max(1, int((flow.room - 60) // high)))
    flow.y += 12
    top = flow.y
    places = []
    for n in range(min(tables, shown * _IN_A_ROW)):
        row, column = divmod(n, _IN_A_ROW)
        across = min(_IN_A_ROW, tables) - 1 - column if row % 2 else column
        places.append((pen.left + (across + 0.5) * each, top + row * high + 24))
    for n, (x, y) in enumerate(places, start=1):
        pen.canvas.circle(x, pen.height - y, 21, stroke=1, fill=0)
        pen.fitted(x - 17, y - 15, 34, 30, str(n), 22, fonts.BLACK, MIDDLE, least=0.4)
    for (x1, y1), (x2, y2) in pairwise(places):
        _both_ways(pen, x1, y1, x2, y2)
    flow.y = top + shown * high
    _legend(flow, tables, move, best, worst)


def _both_ways(pen: Pen, x1: float, y1: float, x2: float, y2: float) -> None:
    """Solid: the best, to the lower number. Dashed: the worst, to the higher."""
    if y1 == y2:
        sign = 1 if x2 > x1 else -1
        marks.arrow(pen, x2 - sign * 24, y2 - 7, x1 + sign * 24, y1 - 7, 1.8)
        pen.dashes(3, 2)
        marks.arrow(pen, x1 + sign * 24, y1 + 7, x2 - sign * 24, y2 + 7, 1.2)
    else:
        marks.arrow(pen, x2 - 7, y2 - 24, x1 - 7, y1 + 24, 1.8)
        pen.dashes(3, 2)
        marks.arrow(pen, x1 + 7, y1 + 24, x2 + 7, y2 - 24, 1.2)
    pen.dashes()


def _legend(flow: Flow, tables: int, move: Moving, best: str, worst: str) -> None:
    pen, y = flow.pen, flow.y
    marks.arrow(pen, pen.left + 26, y + 6, pen.left, y + 6, 1.8)
    ends = "stays at table 1" if move is Moving.LADDER else f"from table 1 to table {tables}"
    pen.text(pen.left + 34, y + 10, f"{best}: down, {ends}", 11, fonts.BOLD)
    pen.dashes(3, 2)
    marks.arrow(pen, pen.left, y + 24, pen.left + 26, y + 24, 1.2)
    pen.dashes()
    ends = f"stays at table {tables}" if move is Moving.LADDER else f"from table {tables} to table 1"
    pen.text(pen.left + 34, y + 28, f"{worst}: up, {ends}", 11, fonts.BOLD)
    pen.text(pen.right, y + 28, f"{tables} tables", 10, align="right", grey=QUIET)
    flow.y += 42
