"""Table numbers to fold and stand on the tables, each with the QR code that opens its page."""

from __future__ import annotations

from typing import Final

from scoring.queries.keys import Key, keys_of
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import title_of
from tournament.printing.pen import MIDDLE, QUIET, RIGHT, Pen
from tournament.printing.text import width_at_1
from tournament.rules.errors import NothingToPrint

CODE_SIZE: Final = 112.0
HEIGHT_OF_DIGITS: Final = 0.73
"""Of a digit of the black font at size 1."""
_HOW: Final = "Scoring on a tablet? Scan this, or go to"
_ROAMING: Final = "For a roaming umpire: this code opens every table. Keep it with you."


def draw_tents(pen: Pen, job: Job) -> None:
    """A table's number on both sides of a folded sheet, with the code that opens its page; at the end a sheet for a
    roaming umpire, whose code opens every table."""
    roaming, *keys = keys_of(job.competition)
    if not keys:
        raise NothingToPrint("Tables get their numbers when the draw is published.")
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
    """One side, below the fold: the number as large as it fits, and below it of which competition it is."""
    y = top + 26
    across = pen.across - CODE_SIZE - 22
    if key.number:
        number = str(job.standing.numbers.shown(key.number))
        pen.text(pen.left, y + 18, "Table", 26, fonts.BLACK)
        baseline = pen.height - pen.margin - 62
        size = min((baseline - y - 32) / HEIGHT_OF_DIGITS, across / width_at_1(number, fonts.BLACK))
        pen.text(pen.left - size * 0.03, baseline, number, size, fonts.BLACK)
    else:
        pen.fitted(pen.left, y, across, 110, "All tables", 60, fonts.BLACK, top=True)
        pen.fitted(pen.left, y + 120, across, 60, _ROAMING, 14, fonts.BOLD, top=True)
    _draw_key(pen, job, key, pen.right - CODE_SIZE, y)
    _draw_competition(pen, job)


def _draw_key(pen: Pen, job: Job, key: Key, x: float, y: float) -> None:
    """How a tablet opens the table's page."""
    size = CODE_SIZE
    marks.qr_code(pen, f"{job.site}{key.path}", x, y, size)
    pen.fitted(x - 6, y + size + 8, size + 12, 26, _HOW, 8.5, align=MIDDLE, least=1)
    pen.fitted(x - 6, y + size + 34, size + 12, 16, f"{job.site.partition('://')[2]}/table", 9, fonts.BOLD, MIDDLE)
    pen.fitted(x - 6, y + size + 50, size + 12, 13, "and type", 8.5, align=MIDDLE)
    pen.fitted(x - 6, y + size + 64, size + 12, 26, key.shown_code, 20, fonts.BLACK, MIDDLE)


def _draw_competition(pen: Pen, job: Job) -> None:
    """The competition's name, to be read from the next table; the event beside it."""
    below, event = pen.height - pen.margin, job.competition.event
    pen.rule(pen.left, below - 46, pen.right, below - 46, 3)
    pen.fitted(pen.left, below - 40, pen.across * 0.62, 40, job.competition.name, 28, fonts.BLACK)
    day = f"{event.date:%-d %B %Y}" if event.date else ""
    named = "" if event.name == job.competition.name else event.name
    told = ", ".join(filter(None, (named, day)))
    wide = pen.across * 0.36
    pen.fitted(pen.right - wide, below - 38, wide, 20, told, 10, fonts.BOLD, RIGHT)
    pen.fitted(pen.right - wide, below - 17, wide, 14, title_of(job.competition, "").note, 9, align=RIGHT, grey=QUIET)
