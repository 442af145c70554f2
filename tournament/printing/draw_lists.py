"""The draw on paper: by table for the door, by name to find one's table, and by group for the coordinators.

What hangs in the hall has names as public pages show them (RULES 5); a group's own slip has them whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import Flow, title_of
from tournament.printing.pen import HAIR, INK, QUIET, RIGHT, Pen
from tournament.queries.printed_rounds import (
    GroupSlip,
    PrintedChair,
    PrintedTable,
    read_group_slips,
    read_printed_round,
)
from tournament.queries.search import natural
from tournament.words import count

_GAP: Final = 18
_BETWEEN: Final = 16
_LINE: Final = 24.0
_NAME: Final = 27.0
_MOST: Final = 1.6
"""So much higher than at least a line may be where a page has room."""


def draw_by_table(pen: Pen, job: Job) -> None:
    """Large, for the door: each table's number, and who sits there."""
    here = read_printed_round(job.competition, job.round)
    flow = Flow(pen, title_of(job.competition, f"Round {job.round}: the tables"), 30)
    wide = (pen.across - _GAP) / 2
    pairs = list(_pairs(here.tables))
    rows = [max(len(table.chairs) for table in pair) for pair in pairs]
    line = _as_large_as_fits(rows, flow.room)
    for pair, down in zip(pairs, rows, strict=True):
        flow.need(down * line + _BETWEEN)
        for place, table in enumerate(pair):
            _table(pen, table, pen.left + place * (wide + _GAP), flow.y, wide, line)
        flow.y += down * line + _BETWEEN
    flow.close()


def _pairs(tables: Sequence[PrintedTable]) -> Iterator[Sequence[PrintedTable]]:
    return (tables[n : n + 2] for n in range(0, len(tables), 2))


def _as_large_as_fits(rows: Sequence[int], room: float) -> float:
    """The height of a line with which it takes no page more than with the least one."""
    line = _LINE * _MOST
    while line > _LINE and _pages(rows, room, line) > _pages(rows, room, _LINE):
        line -= 0.4
    return line


def _pages(rows: Sequence[int], room: float, line: float) -> int:
    pages, left = 1, room
    for down in rows:
        high = down * line + _BETWEEN
        pages, left = (pages, left - high) if high <= left else (pages + 1, room - high)
    return pages


def _table(pen: Pen, table: PrintedTable, x: float, y: float, wide: float, line: float) -> None:
    pen.rule(x, y, x + wide, y, 2.4)
    pen.fitted(x, y + 5, 62, 52, str(table.number), 46, fonts.BLACK, least=0.3)
    for place, chair in enumerate(table.chairs):
        _chair(pen, chair, x + 68, y + 5 + place * line, wide - 68, line)


def _chair(pen: Pen, chair: PrintedChair, x: float, y: float, wide: float, line: float) -> None:
    card = min(line - 4, 24)
    marks.seat(pen, chair.seat, x, y + (line - card) / 2, card)
    name = f"{chair.name} ({chair.hint})" if chair.name and chair.hint else chair.name or chair.hint
    left = card * 0.75 + 6
    grey = QUIET if chair.absent else INK
    pen.beside(x + left, y, wide - left, line - 1, name, line * 0.54, chair.group, grey=grey)


def draw_by_name(pen: Pen, job: Job) -> None:
    """Find your table: everybody in the order of their names, in two columns."""
    here = read_printed_round(job.competition, job.round, only_seated=True)
    people = [(chair, table.number) for table in here.tables for chair in table.chairs if chair.name]
    people.sort(key=lambda one: (natural(one[0].name), natural(one[0].group)))
    flow = Flow(pen, title_of(job.competition, f"Round {job.round}: find your table"), 30)
    wide = (pen.across - _GAP) / 2
    pages = -(-len(people) // (2 * int(flow.room // _NAME)))
    rows = -(-len(people) // (2 * pages))
    line = min(_NAME * _MOST, flow.room / rows)
    for first in range(0, len(people), 2 * rows):
        if first:
            flow.turn()
        for place, (chair, table) in enumerate(people[first : first + 2 * rows]):
            column, row = divmod(place, rows)
            _found(pen, chair, table, pen.left + column * (wide + _GAP), flow.y + row * line, wide, line)
    flow.close()


def _found(pen: Pen, chair: PrintedChair, table: int, x: float, y: float, wide: float, line: float) -> None:
    card = min(line - 7, 20)
    right = 46 + card * 0.75 + 6
    pen.beside(x, y + 1, wide - right, line - 3, chair.name, line * 0.52, chair.group)
    marks.seat(pen, chair.seat, x + wide - right + 6, y + (line - card) / 2, card)
    pen.fitted(x + wide - 46, y + 1, 46, line - 3, str(table), line * 0.8, fonts.BLACK, RIGHT, least=0.4)
    pen.rule(x, y + line - 1, x + wide, y + line - 1, 0.4, HAIR)


def draw_by_group(pen: Pen, job: Job) -> None:
    """A slip for each group: where its people sit, and what became of its reserves. Cut along the dashes."""
    slips = read_group_slips(job.competition, job.round, only=job.group)
    flow = Flow(pen, title_of(job.competition, f"Round {job.round}, by group"), 24)
    for number, slip in enumerate(slips):
        high = min(44 + _SLIP * len(slip.lines), flow.end - 100)
        if number and flow.room < high + 12:
            flow.turn()
        elif number:
            marks.cut_line(pen, pen.left, flow.y, pen.right, flow.y)
            flow.y += 12
        _slip(flow, slip)
    flow.close()


_SLIP: Final = 22.0


def _slip(flow: Flow, slip: GroupSlip) -> None:
    pen = flow.pen
    many = count(len(slip.lines), "person").replace("persons", "people")
    pen.beside(pen.left, flow.y, pen.across, 26, slip.group, 17, many, weight=fonts.BLACK)
    flow.y += 28
    wide = pen.across - 106
    for line in slip.lines:
        flow.need(_SLIP)
        y = flow.y
        pen.beside(pen.left, y, wide, _SLIP - 1, line.name, 11.5, line.note)
        if line.table:
            marks.seat(pen, line.seat, pen.right - 96, y + 2, 17)
            pen.text(pen.right, y + 15, f"Table {line.table}", 13, fonts.BOLD, RIGHT)
        flow.y += _SLIP
        pen.rule(pen.left, flow.y, pen.right, flow.y, 0.4, HAIR)
    flow.y += 14
