"""What stands and lies on tables: numbers to fold, and the umpire's pocket rules."""

from __future__ import annotations

from typing import Final

from scoring.printing.rules_page import sections
from scoring.queries.keys import Key, keys_of
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import title_of
from tournament.printing.pen import HAIR, MIDDLE, QUIET, Pen
from tournament.printing.text import wrap
from tournament.rules.errors import NothingToPrint

_ROAMING: Final = "For a roaming umpire: this code opens every table. Keep it with you."


def draw_tents(pen: Pen, job: Job) -> None:
    """A table's number on both sides of a folded sheet, with the code that opens its page; at the end a sheet for a
    roaming umpire, whose code opens every table."""
    roaming, *keys = keys_of(job.competition)
    if not keys:
        raise NothingToPrint("The tables have numbers when the draw is published.")
    pen.expect(len(keys) + 1)
    for key in (*keys, roaming):
        _tent(pen, job, key)
        pen.next_page()


def _tent(pen: Pen, job: Job, key: Key) -> None:
    """The upper half stands on its head, so that both are upright once it is folded in the middle."""
    half = pen.height / 2
    _side(pen, job, key, half)
    canvas = pen.canvas
    canvas.saveState()
    canvas.translate(pen.width, pen.height)
    canvas.rotate(180)
    pen.fresh()
    _side(pen, job, key, half)
    canvas.restoreState()
    pen.fresh()
    marks.cut_line(pen, 0, half, pen.width, half)


def _side(pen: Pen, job: Job, key: Key, top: float) -> None:
    """One side, below the fold."""
    title = title_of(job.competition, "")
    y, size = top + 30, 118.0
    if key.number:
        pen.text(pen.left, y + 14, "Table", 22, fonts.BLACK)
        pen.fitted(pen.left, y + 16, pen.across - size - 30, 262, str(key.number), 270, fonts.BLACK, least=0.2)
    else:
        pen.fitted(pen.left, y, pen.across - size - 30, 110, "All tables", 60, fonts.BLACK, top=True)
        pen.fitted(pen.left, y + 120, pen.across - size - 40, 60, _ROAMING, 14, fonts.BOLD, top=True)
    x = pen.right - size
    marks.qr_code(pen, f"{job.site}{key.path}", x, y, size)
    pen.fitted(x - 6, y + size + 8, size + 12, 26, "Umpire: point the tablet's camera here, or open", 8.5, align=MIDDLE)
    pen.fitted(x - 6, y + size + 34, size + 12, 16, f"{job.site.partition('://')[2]}/table/", 9, fonts.BOLD, MIDDLE)
    pen.fitted(x - 6, y + size + 50, size + 12, 13, "and type", 8.5, align=MIDDLE)
    pen.fitted(x - 6, y + size + 64, size + 12, 26, key.shown_code, 20, fonts.BLACK, MIDDLE)
    below = pen.height - pen.margin
    pen.rule(pen.left, below - 52, pen.right, below - 52, 3)
    pen.fitted(pen.left, below - 44, pen.across, 24, title.of, 14, fonts.BOLD)
    pen.fitted(pen.left, below - 18, pen.across, 14, title.note, 9, grey=QUIET)


def draw_pocket_rules(pen: Pen, job: Job) -> None:
    """The rules of play on one sheet, four pockets to a side: fold twice, and it fits a shirt's pocket."""
    parts = sections(job.competition.settings)
    rules = [(title, rule) for title, rules_ in parts for rule in rules_]
    across, down = pen.width / 2, pen.height / 2
    size = 11.0
    while len(pages := _paged(rules, across - 44, down - 60, size)) > 4:
        size -= 0.25
    for number, page in enumerate(pages):
        column, row = number % 2, number // 2
        _pocket(pen, job, page, column * across + 22, row * down + 22, across - 44, size, number + 1, len(pages))
    marks.cut_line(pen, across, 0, across, pen.height)
    marks.cut_line(pen, 0, down, pen.width, down)
    pen.next_page()


Told = tuple[str, tuple[str, str]]


def _height(rule: tuple[str, str], wide: float, size: float) -> float:
    return size * (1.3 * (1 + len(wrap(rule[1], wide / size, fonts.PLAIN))) + 0.5)


def _paged(rules: list[Told], wide: float, down: float, size: float) -> list[list[Told]]:
    """Rules in their order, a new page where one does not fit any more; a section's title takes room too."""
    pages: list[list[Told]] = [[]]
    used, section = 0.0, ""
    for title, rule in rules:
        need = _height(rule, wide, size) + (size * 2.3 if title != section else 0)
        if used + need > down and pages[-1]:
            pages.append([])
            used, need = 0.0, _height(rule, wide, size) + size * 2.3
        pages[-1].append((title, rule))
        used, section = used + need, title
    return pages


def _pocket(
    pen: Pen, job: Job, page: list[Told], x: float, y: float, wide: float, size: float, number: int, of: int
) -> None:
    pen.fitted(x, y, wide * 0.64, 18, "Umpire's pocket rules", 12, fonts.BLACK)
    pen.fitted(
        x + wide * 0.66, y, wide * 0.34, 20, f"{job.competition}, {number} of {of}", 8, align="right", grey=QUIET
    )
    pen.rule(x, y + 21, x + wide, y + 21, 1.6)
    at, section = y + 24, ""
    for title, rule in page:
        if title != section:
            pen.text(x, at + size * 1.6, title, size * 1.3, fonts.BLACK)
            pen.rule(x, at + size * 2, x + wide, at + size * 2, 0.5, HAIR)
            at += size * 2.3
            section = title
        pen.text(x, at + size, rule[0], size, fonts.BOLD)
        pen.paragraph(x, at + size * 1.3, wide, rule[1], size, leading=1.3)
        at += _height(rule, wide, size)
