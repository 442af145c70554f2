"""The final standings, and certificates with names."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tournament.models import Competition
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import Column, Flow, table, title_of
from tournament.printing.pen import MIDDLE, QUIET, RIGHT, Pen
from tournament.queries.people import read_people
from tournament.queries.results import ResultLine, Results, read_results
from tournament.rules.errors import NothingToPrint
from tournament.rules.presets import Format
from tournament.rules.standing import Standing


def read_finished_results(competition: Competition, standing: Standing) -> Results:
    """Once the competition is finished: before that nobody has a place."""
    if not standing.is_finished:
        raise NothingToPrint(f"{competition} is not finished yet: nobody has a place.")
    return read_results(competition, standing)


def draw_standings(pen: Pen, job: Job) -> None:
    """Everybody's place, for the wall: names as public pages show them."""
    results = read_finished_results(job.competition, job.standing)
    flow = Flow(pen, title_of(job.competition, "Final standings"))
    write_standings(flow, job.standing, results)
    flow.close()


def write_standings(flow: Flow, standing: Standing, results: Results) -> None:
    """By the round reached, by table, or all together; the first of all stands above."""
    if results.champion:
        _champion(flow, results.champion)
    for section, lines in results.sections.items():
        if section:
            flow.heading(_heading(standing, section), 13)
        table(flow, _COLUMNS, [_line(line) for line in lines], 20)


def _champion(flow: Flow, champion: ResultLine) -> None:
    pen = flow.pen
    pen.text(pen.left, flow.y + 12, "Winner", 12, fonts.BOLD, grey=QUIET)
    pen.fitted(pen.left, flow.y + 16, pen.across, 46, champion.person.name, 36, fonts.BLACK)
    pen.fitted(pen.left, flow.y + 62, pen.across, 18, champion.person.group, 12)
    flow.y += 90


def _heading(standing: Standing, section: int) -> str:
    """A section is a table of `single`, or else the round that people reached."""
    if standing.format is Format.SINGLE:
        return f"Table {section}"
    reached = standing.name(section)
    return reached.opening if reached.is_final else f"Reached {reached.lower}"


_COLUMNS = (
    Column("Place", 1, fonts.BLACK, MIDDLE, 13),
    Column("Name", 6, fonts.BOLD, size=11),
    Column("Group", 4),
    Column("Points", 1.4, align=RIGHT),
    Column("Hands won", 1.6, align=RIGHT),
    Column("A hand", 1.4, align=RIGHT),
)


def _line(line: ResultLine) -> Sequence[str]:
    name = f"{line.person.name} (for {line.stands_for.name})" if line.stands_for else line.person.name
    if line.absent:
        return [str(line.place), name, line.person.group, "–", "–", "not there"]
    return [str(line.place), name, line.person.group, f"{line.points:,}", str(line.won), _decimal(line.average)]


def _decimal(value: Fraction | None) -> str:
    """One place behind the point, halves rounded up, as on pages."""
    if value is None:
        return "–"
    tenths = (value * 20 + 1).__floor__() // 2
    return f"{tenths // 10}.{tenths % 10}"


# Certificates


def draw_certificates(pen: Pen, job: Job) -> None:
    """One page for each who was there, under the whole name: the winner, the finalists, everybody who played."""
    competition = job.competition
    results = read_finished_results(competition, job.standing)
    whole = {person.code: person for person in read_people(competition, full_names=True).values()}
    pen.turn(job.paper.landscape())
    drawn = 0
    for section, lines in results.sections.items():
        for line in (line for line in lines if not line.absent):
            name = whole[line.person.code].name
            _certificate(pen, job, name, line.person.group, _achievement(job.standing, line, section))
            pen.bookmark(name)
            pen.next_page()
            drawn += 1
    pen.turn(job.paper)
    if not drawn:
        raise NothingToPrint("Nobody was there to get a certificate.")


def _achievement(standing: Standing, line: ResultLine, section: int) -> str:
    if standing.format is Format.SINGLE:
        return f"Winner of table {section}" if line.place == 1 else "Took part"
    if line.place == 1:
        return "Winner"
    if standing.format is Format.KNOCKOUT:
        if standing.name(section).is_final:
            return f"Finalist, place {line.place}"
        return f"Reached {standing.name(section).lower}" if section > 1 else "Took part"
    return f"Place {line.place}" if line.place <= 3 else "Took part"


def _certificate(pen: Pen, job: Job, name: str, group: str, achievement: str) -> None:
    competition, event = job.competition, job.competition.event
    x, wide = pen.margin + 40, pen.width - 2 * pen.margin - 80
    pen.box(pen.margin, pen.margin, pen.width - 2 * pen.margin, pen.height - 2 * pen.margin, thick=4)
    marks.mark(pen, pen.width / 2 - 28, pen.margin + 32, 56)
    pen.fitted(x, pen.margin + 104, wide, 40, competition.name, 28, fonts.BLACK, MIDDLE)
    pen.fitted(x, pen.margin + 146, wide, 18, event.name, 14, fonts.BOLD, MIDDLE)
    pen.fitted(x, pen.margin + 186, wide, 104, name, 60, fonts.BLACK, MIDDLE, least=0.5)
    pen.fitted(x, pen.margin + 292, wide, 26, group, 18, align=MIDDLE)
    pen.rule(pen.width / 2 - 90, pen.margin + 336, pen.width / 2 + 90, pen.margin + 336, 3)
    pen.fitted(x, pen.margin + 346, wide, 56, achievement, 36, fonts.BLACK, MIDDLE)
    y = pen.height - pen.margin - 62
    when = ", ".join(part for part in (event.place, f"{event.date:%-d %B %Y}" if event.date else "") if part)
    pen.fitted(x, y, wide / 2 - 20, 18, when, 11)
    pen.rule(x + wide / 2 + 20, y + 16, x + wide, y + 16, 0.8)
    pen.text(x + wide / 2 + 20, y + 30, "Organiser", 10, fonts.BOLD)
    note = title_of(competition, "").note
    pen.fitted(x, y + 20, wide / 2 - 20, 14, note, 9, grey=QUIET)
