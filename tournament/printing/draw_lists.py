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
from tournament.printing.printed_rounds import note_of, round_to_print
from tournament.queries.group_slips import GroupSlip, SlipLine, read_group_slips
from tournament.queries.printed_rounds import PrintedChair, PrintedTable
from tournament.queries.search import natural
from tournament.rules.entries import Kind, Status
from tournament.rules.errors import NothingToPrint
from tournament.rules.round_names import RoundName
from tournament.words import count

_GAP: Final = 18
_GAP_BELOW_A_TABLE: Final = 16
_LINE: Final = 24.0
_NAME: Final = 27.0
_MOST_STRETCH: Final = 1.6
"""So much higher than at least a line may be where a page has room."""


def draw_by_table(pen: Pen, job: Job) -> None:
    """Large, for the door: each table's number, and who sits there."""
    round_ = round_to_print(job)
    flow = Flow(pen, title_of(job.competition, f"{round_.name.heading}: the tables"), 30)
    wide = (pen.across - _GAP) / 2
    pairs = list(_pairs(round_.tables))
    rows = [max(len(table.chairs) for table in pair) for pair in pairs]
    line = _as_large_as_fits(rows, flow.room)
    for pair, down in zip(pairs, rows, strict=True):
        flow.need(down * line + _GAP_BELOW_A_TABLE)
        for place, table in enumerate(pair):
            _table(pen, table, pen.left + place * (wide + _GAP), flow.y, wide, line)
        flow.y += down * line + _GAP_BELOW_A_TABLE
    flow.close()


def _pairs(tables: Sequence[PrintedTable]) -> Iterator[Sequence[PrintedTable]]:
    return (tables[n : n + 2] for n in range(0, len(tables), 2))


def _as_large_as_fits(rows: Sequence[int], room: float) -> float:
    """The height of a line with which it takes no page more than with the least one."""
    line = _LINE * _MOST_STRETCH
    while line > _LINE and _pages(rows, room, line) > _pages(rows, room, _LINE):
        line -= 0.4
    return line


def _pages(rows: Sequence[int], room: float, line: float) -> int:
    pages, left = 1, room
    for down in rows:
        high = down * line + _GAP_BELOW_A_TABLE
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
    note = note_of(chair)
    name = f"{chair.name} ({note})" if chair.name and note else chair.name or note
    left = card * 0.75 + 6
    grey = QUIET if chair.absent else INK
    pen.beside(x + left, y, wide - left, line - 1, name, line * 0.54, chair.group, grey=grey)


def draw_by_name(pen: Pen, job: Job) -> None:
    """Find your table: everybody in the order of their names, in two columns."""
    round_ = round_to_print(job, only_seated=True)
    people = [(chair, table.number) for table in round_.tables for chair in table.chairs if chair.name]
    people.sort(key=lambda seated: (natural(seated[0].name), natural(seated[0].group)))
    flow = Flow(pen, title_of(job.competition, f"{round_.name.heading}: find your table"), 30)
    wide = (pen.across - _GAP) / 2
    pages = -(-len(people) // (2 * int(flow.room // _NAME)))
    rows = -(-len(people) // (2 * pages))
    line = min(_NAME * _MOST_STRETCH, flow.room / rows)
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
    round_ = round_to_print(job, only_seated=True)
    slips = read_group_slips(job.competition, job.round, only=job.group)
    if not slips:
        raise NothingToPrint("This group has nobody in this competition.")
    flow = Flow(pen, title_of(job.competition, f"{round_.name.heading}, by group"), 24)
    for number, slip in enumerate(slips):
        high = min(44 + _SLIP * len(slip.lines), flow.end - 100)
        if number and flow.room < high + 12:
            flow.turn()
        elif number:
            marks.cut_line(pen, pen.left, flow.y, pen.right, flow.y)
            flow.y += 12
        _slip(flow, slip, round_.name)
    flow.close()


_SLIP: Final = 22.0


def _slip(flow: Flow, slip: GroupSlip, round_name: RoundName) -> None:
    pen = flow.pen
    many = count(len(slip.lines), "person").replace("persons", "people")
    pen.beside(pen.left, flow.y, pen.across, 26, slip.group, 17, many, weight=fonts.BLACK)
    flow.y += 28
    wide = pen.across - 106
    for line in slip.lines:
        flow.need(_SLIP)
        y = flow.y
        pen.beside(pen.left, y, wide, _SLIP - 1, line.name, 11.5, _slip_note(line, round_name))
        if line.seat and not line.seat.absent:
            marks.seat(pen, line.seat.number, pen.right - 96, y + 2, 17)
            pen.text(pen.right, y + 15, f"Table {line.seat.table}", 13, fonts.BOLD, RIGHT)
        flow.y += _SLIP
        pen.rule(pen.left, flow.y, pen.right, flow.y, 0.4, HAIR)
    flow.y += 14


def _slip_note(line: SlipLine, round_name: RoundName) -> str:
    """What somebody is in the competition, and why they have no seat where they have none."""
    if line.seat is not None:
        return "Not there: the chair is empty" if line.seat.absent else _what_they_are(line)
    if line.status is Status.NOT_DRAWN:
        waits = f": number {line.call} in the order of call" if line.call and round_name.number == 1 else ""
        return f"{_what_they_are(line)}, not drawn{waits}"
    return f"{_what_they_are(line)}, not in {round_name.lower}"


def _what_they_are(line: SlipLine) -> str:
    kinds = {Status.SUBSTITUTE: "Substitute", Status.LATE: "Late arrival", Status.CALLED_UP: "Called up"}
    if line.status in kinds:
        return kinds[line.status]
    return "Reserve, drawn by lot" if line.kind is Kind.RESERVE and line.seat else line.kind.capitalize()
