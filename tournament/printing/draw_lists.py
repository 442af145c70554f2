"""The draw on paper: by table for the door, by name to find one's table, and by group for the coordinators.

What hangs in the hall has names as public pages show them (RULES 5); a group's own slip has them whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import Flow, title_of
from tournament.printing.pen import HAIR, QUIET, RIGHT, Pen
from tournament.queries.paper import Chair, GroupSlip, PaperTable, read_group_slips, read_paper_round
from tournament.queries.search import natural
from tournament.words import count

_GAP: Final = 18
_LINE: Final = 24
_NAME: Final = 27


def draw_by_table(pen: Pen, job: Job) -> None:
    """Large, for the door: each table's number, and who sits there."""
    here = read_paper_round(job.competition, job.round)
    flow = Flow(pen, title_of(job.competition, f"Round {job.round}: the tables"), 30)
    wide = (pen.across - _GAP) / 2
    pairs = list(_pairs(here.tables))
    lines = [max(len(table.chairs) for table in pair) for pair in pairs]
    line = min(_LINE * 1.6, max(_LINE, (flow.room / sum(lines)) - 16 * len(lines) / sum(lines)))
    for pair, down in zip(pairs, lines, strict=True):
        flow.need(down * line + 16)
        for place, table in enumerate(pair):
            _table(pen, table, pen.left + place * (wide + _GAP), flow.y, wide, line)
        flow.y += down * line + 16
    flow.close()


def _pairs(tables: Sequence[PaperTable]) -> Iterator[Sequence[PaperTable]]:
    return (tables[n : n + 2] for n in range(0, len(tables), 2))


def _table(pen: Pen, table: PaperTable, x: float, y: float, wide: float, line: float) -> None:
    pen.rule(x, y, x + wide, y, 2.4)
    pen.fitted(x, y + 5, 62, 52, str(table.number), 46, fonts.BLACK, least=0.3)
    for place, chair in enumerate(table.chairs):
        _chair(pen, chair, x + 68, y + 5 + place * line, wide - 68, line)


def _chair(pen: Pen, chair: Chair, x: float, y: float, wide: float, line: float) -> None:
    marks.seat(pen, chair.seat, x, y + 1, line - 4)
    name = chair.name or chair.hint
    if chair.name and chair.hint:
        name = f"{chair.name} ({chair.hint})"
    left = line * 0.75 + 4
    size = line * 0.54
    pen.fitted(x + left, y, wide * 0.68 - left, line - 1, name, size, fonts.BOLD, grey=QUIET if chair.absent else 0)
    pen.fitted(x + wide * 0.7, y, wide * 0.3, line - 1, chair.group, 8.5, align=RIGHT, grey=QUIET)


def draw_by_name(pen: Pen, job: Job) -> None:
    """Find your table: everybody in the order of their names, in two columns."""
    here = read_paper_round(job.competition, job.round)
    people = [(chair, table.number) for table in here.tables for chair in table.chairs if chair.name]
    people.sort(key=lambda one: (natural(one[0].name), natural(one[0].group)))
    flow = Flow(pen, title_of(job.competition, f"Round {job.round}: find your table"), 30)
    wide = (pen.across - _GAP) / 2
    while people:
        most = int(flow.room // _NAME)
        rows = min(most, -(-len(people) // 2))
        line = min(_NAME * 1.4, flow.room / rows)
        for place, (chair, table) in enumerate(people[: 2 * rows]):
            column, row = divmod(place, rows)
            _found(pen, chair, table, pen.left + column * (wide + _GAP), flow.y + row * line, wide, line)
        people = people[2 * rows :]
        if people:
            flow.turn()
    flow.close()


def _found(pen: Pen, chair: Chair, table: int, x: float, y: float, wide: float, line: float) -> None:
    pen.fitted(x, y + 1, wide - 146, line - 3, chair.name, line * 0.52, fonts.BOLD)
    pen.fitted(x + wide - 142, y + 1, 64, line - 3, chair.group, 8.5, grey=QUIET)
    marks.seat(pen, chair.seat, x + wide - 72, y + 3, line - 7)
    pen.fitted(x + wide - 46, y + 1, 46, line - 3, str(table), line * 0.8, fonts.BLACK, RIGHT, least=0.4)
    pen.rule(x, y + line - 1, x + wide, y + line - 1, 0.4, HAIR)


def draw_by_group(pen: Pen, job: Job) -> None:
    """A slip for each group: where its people sit, and what became of its reserves. Cut along the dashes."""
    slips = read_group_slips(job.competition, job.round, only=job.group)
    flow = Flow(pen, title_of(job.competition, f"Round {job.round}, by group"), 24)
    for number, slip in enumerate(slips):
        if number and flow.room > 120:
            marks.cut_line(pen, pen.left, flow.y, pen.right, flow.y)
            flow.y += 12
        flow.need(min(40 + 22 * len(slip.lines), flow.end - 100))
        _slip(flow, slip)
    flow.close()


def _slip(flow: Flow, slip: GroupSlip) -> None:
    pen = flow.pen
    pen.fitted(pen.left, flow.y, pen.across * 0.72, 26, slip.group, 17, fonts.BLACK)
    pen.text(
        pen.right,
        flow.y + 18,
        count(len(slip.lines), "person").replace("persons", "people"),
        9,
        align=RIGHT,
        grey=QUIET,
    )
    flow.y += 28
    for line in slip.lines:
        flow.need(22)
        y = flow.y
        pen.fitted(pen.left, y, pen.across * 0.42, 21, line.name, 11.5, fonts.BOLD)
        pen.fitted(pen.left + pen.across * 0.44, y, pen.across * 0.34, 21, line.note, 9, grey=QUIET)
        if line.table:
            marks.seat(pen, line.seat, pen.right - 96, y + 2, 17)
            pen.text(pen.right, y + 15, f"Table {line.table}", 13, fonts.BOLD, RIGHT)
        flow.y += 22
        pen.rule(pen.left, flow.y, pen.right, flow.y, 0.4, HAIR)
    flow.y += 14
