"""A rotation's chart: the tables with arrows (the best moves down, the worst up), and a line a round to write on."""

from __future__ import annotations

from math import hypot

from tournament.models import Competition, Move
from tournament.pictures.floor import floor
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import Column, Flow, table, title_of
from tournament.printing.pen import MIDDLE, QUIET, Pen
from tournament.printing.printed_rounds import published_plan
from tournament.queries.people import read_people
from tournament.rules.errors import NothingToPrint
from tournament.rules.presets import Format, Moving
from tournament.rules.rotation import target

Point = tuple[float, float]


def draw_rotation_chart(pen: Pen, job: Job) -> None:
    """The picture first, then round by round who moves where: written in where a round is closed."""
    competition = job.competition
    if competition.format != Format.ROTATION:
        raise NothingToPrint("Only a rotation has a chart of moves.")
    drawn = published_plan(job)
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
    for number in range(1, len(job.standing.rounds) if tables > 1 else 1):
        flow.heading(f"After {job.standing.name(number).lower}")
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
    expected = target(number, tables, why, move or Moving.CIRCULAR)
    if expected == number:
        return "Stays"
    name, goal = moved.get((after, number, why), ("", expected))
    return f"Table {goal}: {name}"


def _picture(flow: Flow, tables: int, move: Moving, best: str, worst: str) -> None:
    """The tables as the plan's page draws them: in a ring, or to and fro; of very many the first ones and the last."""
    pen, top = flow.pen, flow.y
    drawn = floor([1] * tables, move)
    unit = pen.across / drawn.width
    places = {spot.number: (pen.left + spot.x * unit, top + spot.y * unit) for spot in drawn.spots if spot.number}
    r = drawn.spots[0].r * unit
    for n, (x, y) in places.items():
        pen.canvas.setLineWidth(1.2)
        pen.canvas.circle(x, pen.height - y, r, stroke=1, fill=0)
        pen.fitted(x - r, y - r, 2 * r, 2 * r, str(n), min(22, r * 1.1), fonts.BLACK, MIDDLE, least=0.4)
    if drawn.gap:
        pen.text(pen.left + drawn.gap[0] * unit, top + drawn.gap[1] * unit, "…", 18, fonts.BLACK, MIDDLE)
    ways = [(n, n + 1) for n in range(1, tables)] + [(tables, 1)] * (move is Moving.CIRCULAR and tables > 2)
    for n, after in ways:
        if n in places and after in places:
            _both_ways(pen, places[n], places[after], r + 3)
    flow.y = top + drawn.height * unit
    _legend(flow, tables, move, best, worst)


def _both_ways(pen: Pen, lower: Point, higher: Point, away: float) -> None:
    """Solid: the best, to the lower number. Dashed: the worst, to the higher."""
    (x1, y1), (x2, y2) = lower, higher
    long = hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / long, (y2 - y1) / long
    aside = min(6.0, away / 3)

    def at(x: float, y: float, along: float, side: float) -> Point:
        return x + dx * along - dy * side, y + dy * along + dx * side

    marks.arrow(pen, *at(x2, y2, -away, -aside), *at(x1, y1, away, -aside), 1.6)
    pen.dashes(3, 2)
    marks.arrow(pen, *at(x1, y1, away, aside), *at(x2, y2, -away, aside), 1.2)
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
