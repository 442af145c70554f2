"""The final standings, and certificates with names."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.utils import timezone

from tournament.models import Competition
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import Column, Flow, table, title_of
from tournament.printing.pen import MIDDLE, QUIET, RIGHT, Pen
from tournament.queries.people import read_people
from tournament.queries.results import ResultLine, Results, read_results
from tournament.queries.standing import read_standing
from tournament.rules.errors import NothingToPrint
from tournament.rules.presets import Format


def read_standings(competition: Competition) -> Results:
    """Once the competition is finished: before that nobody has a place."""
    if competition.finished_at is None:
        raise NothingToPrint(f"{competition} is not finished yet: nobody has a place.")
    return read_results(competition, read_standing(competition, timezone.now()))


def draw_standings(pen: Pen, job: Job) -> None:
    """Everybody's place, for the wall: names as public pages show them."""
    results = read_standings(job.competition)
    flow = Flow(pen, title_of(job.competition, "Final standings"))
    write_standings(flow, job.competition, results)
    flow.close()


def write_standings(flow: Flow, competition: Competition, results: Results) -> None:
    """By the round reached, by table, or all together; the first of all stands above."""
    if results.champion:
        _champion(flow, results.champion)
    for section, standings in results.sections.items():
        if section:
            flow.heading(_heading(competition, section, results), 13)
        table(flow, _COLUMNS, [_line(one) for one in standings], 20)


def _champion(flow: Flow, champion: ResultLine) -> None:
    pen = flow.pen
    pen.text(pen.left, flow.y + 12, "Winner", 12, fonts.BOLD, grey=QUIET)
    pen.fitted(pen.left, flow.y + 16, pen.across, 46, champion.person.name, 36, fonts.BLACK)
    pen.fitted(pen.left, flow.y + 62, pen.across, 18, champion.person.group, 12)
    flow.y += 90


def _heading(competition: Competition, section: int, results: Results) -> str:
    if competition.format == Format.SINGLE:
        return f"Table {section}"
    return "The final" if section == max(results.sections) else f"Reached round {section}"


_COLUMNS = (
    Column("Place", 1, fonts.BLACK, MIDDLE, 13),
    Column("Name", 6, fonts.BOLD, size=11),
    Column("Group", 4),
    Column("Points", 1.4, align=RIGHT),
    Column("Hands won", 1.6, align=RIGHT),
    Column("A hand", 1.4, align=RIGHT),
)


def _line(one: ResultLine) -> Sequence[str]:
    name = f"{one.person.name} (for {one.stands_for.name})" if one.stands_for else one.person.name
    if one.absent:
        return [str(one.place), name, one.person.group, "–", "–", "not there"]
    return [str(one.place), name, one.person.group, f"{one.points:,}", str(one.won), _decimal(one.average)]


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
    results = read_standings(competition)
    whole = {person.code: person for person in read_people(competition, full_names=True).values()}
    pen.turn(job.paper.landscape())
    drawn = 0
    for section, standings in results.sections.items():
        for one in (one for one in standings if not one.absent):
            said = _achievement(competition, one, section, results)
            _certificate(pen, job, whole[one.person.code].name, one.person.group, said)
            pen.bookmark(whole[one.person.code].name)
            pen.next_page()
            drawn += 1
    pen.turn(job.paper)
    if not drawn:
        raise NothingToPrint("Nobody was there to get a certificate.")


def _achievement(competition: Competition, one: ResultLine, section: int, results: Results) -> str:
    if competition.format == Format.SINGLE:
        return f"Winner of table {section}" if one.place == 1 else "Took part"
    if one.place == 1:
        return "Winner"
    if competition.format == Format.KNOCKOUT:
        if section == max(results.sections):
            return f"Finalist, place {one.place}"
        return f"Reached round {section}" if section > 1 else "Took part"
    return f"Place {one.place}" if one.place <= 3 else "Took part"


def _certificate(pen: Pen, job: Job, name: str, group: str, said: str) -> None:
    competition, event = job.competition, job.competition.event
    x, wide = pen.margin + 40, pen.width - 2 * pen.margin - 80
    pen.box(pen.margin, pen.margin, pen.width - 2 * pen.margin, pen.height - 2 * pen.margin, thick=4)
    marks.mark(pen, pen.width / 2 - 28, pen.margin + 32, 56)
    pen.fitted(x, pen.margin + 104, wide, 40, competition.name, 28, fonts.BLACK, MIDDLE)
    pen.fitted(x, pen.margin + 146, wide, 18, event.name, 14, fonts.BOLD, MIDDLE)
    pen.fitted(x, pen.margin + 186, wide, 104, name, 60, fonts.BLACK, MIDDLE, least=0.5)
    pen.fitted(x, pen.margin + 292, wide, 26, group, 18, align=MIDDLE)
    pen.rule(pen.width / 2 - 90, pen.margin + 336, pen.width / 2 + 90, pen.margin + 336, 3)
    pen.fitted(x, pen.margin + 346, wide, 56, said, 36, fonts.BLACK, MIDDLE)
    y = pen.height - pen.margin - 62
    when = ", ".join(part for part in (event.place, f"{event.date:%-d %B %Y}" if event.date else "") if part)
    pen.fitted(x, y, wide / 2 - 20, 18, when, 11)
    pen.rule(x + wide / 2 + 20, y + 16, x + wide, y + 16, 0.8)
    pen.text(x + wide / 2 + 20, y + 30, "Organiser", 10, fonts.BOLD)
    note = title_of(competition, "").note
    pen.fitted(x, y + 20, wide / 2 - 20, 14, note, 9, grey=QUIET)
