"""A rotation's chart: the tables with arrows (the best moves down, the worst up), and a line a round to write on."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from tournament.pictures.floor import floor
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import Column, Flow, table, title_of
from tournament.printing.pen import MIDDLE, QUIET, Pen
from tournament.printing.printed_rounds import published_plan
from tournament.queries.people import read_people
from tournament.queries.rounds import RotationMove, read_moves
from tournament.rules.errors import NothingToPrint
from tournament.rules.presets import Format, Moving, Settings
from tournament.rules.rotation import target
from tournament.rules.standing import Standing
from tournament.words import isolated

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
    flow.say(f"After each round {who_moves(settings, 'table number')}", 13, fonts.BOLD)
    if tables == 1:
        flow.say("There is one table, so nobody moves.", 12)
    else:
        _picture(flow, job.standing, tables, best.capitalize(), worst.capitalize())
    moved = read_moves(competition, read_people(competition))
    for number in range(1, len(job.standing.rounds) if tables > 1 else 1):
        flow.heading(f"After {job.standing.name(number).lower}")
        columns = [
            Column("Table", 1, fonts.BLACK, size=13),
            Column(f"{best.capitalize()}: moves down to", 4, fonts.BOLD),
            Column(f"{worst.capitalize()}: moves up to", 4, fonts.BOLD),
        ]
        rows = [
            (
                str(job.standing.numbers.shown(n)),
                *(_way(moved, job.standing, number, n, why, tables) for why in ("best", "worst")),
            )
            for n in range(1, tables + 1)
        ]
        table(flow, columns, rows, 22)
    flow.close()


def who_moves(settings: Settings, table: str) -> str:
    """Who changes tables after a round, as the hall is told."""
    best, worst = ("the lowest score", "the highest") if settings.low_wins else ("the most points", "the fewest")
    movers = f"the player with {best} moves down one {table}, the one with {worst} moves up one."
    return f"{movers} Everybody else stays."


def _way(
    moved: Mapping[tuple[int, int, str], RotationMove],
    standing: Standing,
    after: int,
    number: int,
    why: str,
    tables: int,
) -> str:
    expected = target(number, tables, why, standing.settings.move or Moving.CIRCULAR)
    if expected == number:
        return "Stays"
    move = moved.get((after, number, why))
    name, goal = (move.person.name, move.target) if move else ("", standing.numbers.shown(expected))
    return f"Table {goal}: {isolated(name)}"


def _picture(flow: Flow, standing: Standing, tables: int, best: str, worst: str) -> None:
    """The tables as the plan's page draws them: in a ring, or to and fro; of very many the first ones and the last."""
    pen, top = flow.pen, flow.y
    move, shown = standing.settings.move or Moving.CIRCULAR, standing.numbers.shown
    drawn = floor([1] * tables, move, numbers=standing.numbers)
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
    for lower, higher in ((shown(n), shown(after)) for n, after in ways):
        if lower in places and higher in places:
            _both_ways(pen, places[lower], places[higher], r + 3)
    flow.y = top + drawn.height * unit
    _legend(flow, standing, tables, best, worst)


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


def _legend(flow: Flow, standing: Standing, tables: int, best: str, worst: str) -> None:
    pen, y = flow.pen, flow.y
    is_ladder = standing.settings.move is Moving.LADDER
    first, last = standing.numbers.shown(1), standing.numbers.shown(tables)
    marks.arrow(pen, pen.left + 26, y + 6, pen.left, y + 6, 1.8)
    ends = f"stays at table {first}" if is_ladder else f"from table {first} to table {last}"
    pen.text(pen.left + 34, y + 10, f"{best}: down, {ends}", 11, fonts.BOLD)
    pen.dashes(3, 2)
    marks.arrow(pen, pen.left, y + 24, pen.left + 26, y + 24, 1.2)
    pen.dashes()
    ends = f"stays at table {last}" if is_ladder else f"from table {last} to table {first}"
    pen.text(pen.left + 34, y + 28, f"{worst}: up, {ends}", 11, fonts.BOLD)
    pen.text(pen.right, y + 28, f"{tables} tables", 10, align="right", grey=QUIET)
    flow.y += 42
