"""Table numbers to fold and stand on the tables, each with the QR code that opens its page."""

from __future__ import annotations

from typing import Final

from scoring.queries.keys import Key, keys_of
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import title_of
from tournament.printing.pen import MIDDLE, QUIET, Pen
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
