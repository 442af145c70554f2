"""What is drawn rather than written: seats, QR codes, our own card faces, arrows, the mark (look/LOOK.md).

In black and white a seat is its shape alone: a card of ink with the shape cut out, and from the sixth on a numeral.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import atan2, cos, pi, sin
from typing import Any, Final

import segno
from reportlab.pdfgen.canvas import FILL_EVEN_ODD

from tournament.printing import fonts
from tournament.printing.colours import Ink
from tournament.printing.pen import HAIR, INK, MIDDLE, SLATE, WHITE, Pen

NO_COLOURS: Final[Mapping[str, Ink]] = {}
SHAPES: Final = ("flame", "sun", "leaf", "block", "ring")
_ARC: Final = 0.5523
_CORNERS: Final = {
    "flame": ((12, 2), (23, 21.5), (1, 21.5)),
    "block": ((2.5, 2.5), (21.5, 2.5), (21.5, 21.5), (2.5, 21.5)),
}


def shape(pen: Pen, name: str, x: float, y: float, size: float, grey: Ink = INK) -> None:
    """One of the five shapes, in a square of this size; its drawing is 24 wide."""
    unit, canvas = size / 24, pen.canvas
    pen.fill(grey)
    if name == "ring":
        path = canvas.beginPath()
        for radius in (10.5, 5.5):
            path.circle(x + 12 * unit, pen.height - y - 12 * unit, radius * unit)
        canvas.drawPath(path, stroke=0, fill=1, fillMode=FILL_EVEN_ODD)
        return
    if name == "sun":
        canvas.circle(x + 12 * unit, pen.height - y - 12 * unit, 10.5 * unit, stroke=0, fill=1)
        return
    canvas.drawPath(_path(pen, name, x, y, unit), stroke=0, fill=1)


def _path(pen: Pen, name: str, x: float, y: float, unit: float) -> Any:
    path = pen.canvas.beginPath()

    def at(across: float, down: float) -> tuple[float, float]:
        return x + across * unit, pen.height - y - down * unit

    if name == "leaf":
        path.moveTo(*at(2, 2))
        path.lineTo(*at(12, 2))
        path.curveTo(*at(12 + 10 * _ARC, 2), *at(22, 12 - 10 * _ARC), *at(22, 12))
        path.lineTo(*at(22, 22))
        path.lineTo(*at(12, 22))
        path.curveTo(*at(12 - 10 * _ARC, 22), *at(2, 12 + 10 * _ARC), *at(2, 12))
    else:
        first, *rest = _CORNERS[name]
        path.moveTo(*at(*first))
        for corner in rest:
            path.lineTo(*at(*corner))
    path.close()
    return path


def seat(pen: Pen, number: int, x: float, y: float, high: float, letter: str = "") -> None:
    """A seat's card, three wide and four high; with the seat's letter in its corner where it is typed by that."""
    wide = high * 0.75
    pen.box(x, y, wide, high, fill=INK, edge=None, radius=high / 8)
    pen.text(x + high * 0.07, y + high * 0.25, letter, high * 0.26, fonts.BOLD, grey=WHITE)
    if number > len(SHAPES):
        pen.text(x + wide / 2, y + high * 0.69, str(number), high * 0.55, fonts.BLACK, MIDDLE, WHITE)
        return
    shape(pen, SHAPES[number - 1], x + wide * 0.2, y + (high - wide * 0.6) / 2, wide * 0.6, WHITE)


def outline(pen: Pen, number: int, x: float, y: float, size: float, grey: float = INK, thick: float = 0.9) -> None:
    """A seat's shape as a line, to be ticked by hand; from the sixth on its numeral in a circle."""
    canvas, unit = pen.canvas, size / 24
    canvas.setStrokeGray(grey)
    canvas.setLineWidth(thick)
    middle = (x + size / 2, pen.height - y - size / 2)
    name = SHAPES[number - 1] if number <= len(SHAPES) else ""
    if name in ("flame", "block", "leaf"):
        canvas.drawPath(_path(pen, name, x, y, unit), stroke=1, fill=0)
        return
    canvas.circle(*middle, 10.5 * unit, stroke=1, fill=0)
    if name == "ring":
        canvas.circle(*middle, 5.5 * unit, stroke=1, fill=0)
    elif not name:
        pen.text(middle[0], y + size / 2 + size * 0.2, str(number), size * 0.56, fonts.BOLD, MIDDLE, grey)


def tick(pen: Pen, x: float, y: float, size: float) -> None:
    """A tick as somebody draws it with a pen, over a box of this size."""
    path = pen.canvas.beginPath()
    path.moveTo(x + size * 0.1, pen.height - y - size * 0.55)
    path.lineTo(x + size * 0.42, pen.height - y - size * 0.92)
    path.curveTo(
        x + size * 0.6, pen.height - y - size * 0.5, x + size * 0.85, pen.height - y - size * 0.1,
        x + size * 1.2, pen.height - y + size * 0.12,
    )  # fmt: skip
    pen.canvas.setStrokeGray(INK)
    pen.canvas.setLineWidth(size * 0.1)
    pen.canvas.drawPath(path, stroke=1, fill=0)


def clock(pen: Pen, x: float, y: float, size: float) -> None:
    """A clock with its last quarter gone: time is up."""
    canvas, radius = pen.canvas, size / 2
    middle = (x + radius, pen.height - y - radius)
    canvas.setStrokeGray(INK)
    canvas.setLineWidth(size * 0.14)
    canvas.circle(*middle, radius, stroke=1, fill=0)
    pen.fill(INK)
    canvas.wedge(*(at - radius for at in middle), *(at + radius for at in middle), 90, 90, stroke=0, fill=1)


def scissors(pen: Pen, x: float, y: float, size: float) -> None:
    """A pair of scissors with its handles down, on a line to cut that ends here."""
    canvas, ring, top = pen.canvas, size * 0.19, pen.height - y
    canvas.setStrokeGray(INK)
    canvas.setLineWidth(size * 0.09)
    for side in (-1, 1):
        canvas.circle(x + side * size * 0.27, top - size + ring, ring, stroke=1, fill=0)
        canvas.line(x + side * size * 0.18, top - size + 2 * ring, x - side * size * 0.2, top)


def circled(pen: Pen, x: float, y: float, across: float, down: float) -> None:
    """A circle as somebody draws it with a pen around words whose middle is here."""
    pen.canvas.setStrokeGray(INK)
    pen.canvas.setLineWidth(1.1)
    middle = pen.height - y
    pen.canvas.ellipse(x - across / 2, middle - down / 2, x + across / 2, middle + down / 2, stroke=1, fill=0)


def mark(pen: Pen, x: float, y: float, size: float, grey: Ink = INK, colours: Mapping[str, Ink] = NO_COLOURS) -> None:
    """The four shapes that are Turntable's sign, and the Wild's: in one ink, or each in its own."""
    part = size * 24 / 52
    for name, across, down in (("flame", 0, 0), ("sun", 1, 0), ("block", 0, 1), ("leaf", 1, 1)):
        shape(pen, name, x + across * (size - part), y + down * (size - part), part, colours.get(name, grey))


# QR codes


@lru_cache(maxsize=2048)
def _modules(link: str) -> tuple[int, tuple[tuple[int, int, int], ...]]:
    """How many modules across, and the dark ones as runs: row, first, how many. Phones read every mask, and trying all
    eight for the handsomest takes four times as long."""
    code = segno.make_qr(link, error="m", mask=4)
    runs = []
    for row, line in enumerate(code.matrix):
        first = -1
        for column, dark in enumerate((*line, 0)):
            if dark and first < 0:
                first = column
            elif not dark and first >= 0:
                runs.append((row, first, column - first))
                first = -1
    return len(code.matrix), tuple(runs)


def qr_code(pen: Pen, link: str, x: float, y: float, size: float) -> None:
    """A link to point a camera at, drawn as one path. Around it stays white what cameras need."""
    across, runs = _modules(link)
    module = size / across
    top = pen.height - y
    path = pen.canvas.beginPath()
    for row, first, number in runs:
        path.rect(x + first * module, top - (row + 1) * module, number * module, module)
    pen.canvas.setFillGray(INK)
    pen.canvas.drawPath(path, stroke=0, fill=1)


# Arrows


def arrow(pen: Pen, x1: float, y1: float, x2: float, y2: float, thick: float = 1.6, grey: float = INK) -> None:
    """From one point to another, with a filled head."""
    angle = atan2(y2 - y1, x2 - x1)
    head = thick * 4
    pen.rule(x1, y1, x2 - cos(angle) * head * 0.8, y2 - sin(angle) * head * 0.8, thick, grey)
    path = pen.canvas.beginPath()
    path.moveTo(x2, pen.height - y2)
    for turn in (pi - 0.45, pi + 0.45):
        path.lineTo(x2 + cos(angle + turn) * head, pen.height - y2 - sin(angle + turn) * head)
    path.close()
    pen.canvas.setFillGray(grey)
    pen.canvas.drawPath(path, stroke=0, fill=1)


# Cards


def card(pen: Pen, face: str, x: float, y: float, wide: float) -> None:
    """A card's face as the tablets draw it: white numbers, slate actions, ink wilds; a named card is its name."""
    high = wide * 1.4
    fill = SLATE if face in _ACTIONS else INK if face in _WILDS else WHITE
    pen.box(x, y, wide, high, fill=fill, edge=INK if fill == WHITE else None, thick=0.5, radius=wide / 8)
    if face in _WILDS and face != "wild":
        for n, name in enumerate(("flame", "sun", "leaf", "block")):
            shape(pen, name, x + wide * (0.12 + 0.2 * n), y + high * 0.1, wide * 0.16, WHITE)
    if face in _DRAWN:
        _DRAWN[face](pen, x, y, wide, high)
        return
    words = _WORDS.get(face, face)
    size = wide * (0.62 if len(words) == 1 else 0.5)
    pen.fitted(
        x + wide * 0.08, y + high * 0.12, wide * 0.84, high * 0.76, words, size, fonts.BLACK, MIDDLE,
        INK if fill == WHITE else WHITE,
    )  # fmt: skip


def _skip(pen: Pen, x: float, y: float, wide: float, high: float) -> None:
    canvas, middle = pen.canvas, x + wide / 2
    reach, base = wide * 0.26, y + high * 0.52
    canvas.setStrokeGray(WHITE)
    canvas.setLineWidth(wide * 0.09)
    canvas.arc(middle - reach, pen.height - base - reach, middle + reach, pen.height - base + reach, 60, 120)
    arrow(pen, middle + reach * 0.6, base - reach * 0.8, middle + reach * 1.15, base - reach * 0.02, wide * 0.08, WHITE)
    pen.box(middle - wide * 0.09, base - wide * 0.02, wide * 0.18, wide * 0.18, fill=WHITE, edge=None)


def _reverse(pen: Pen, x: float, y: float, wide: float, high: float) -> None:
    for down, towards in ((0.42, 1), (0.6, -1)):
        middle, half = x + wide / 2, wide * 0.3 * towards
        arrow(pen, middle - half, y + high * down, middle + half, y + high * down, wide * 0.08, WHITE)


def _wild(pen: Pen, x: float, y: float, wide: float, high: float) -> None:
    mark(pen, x + wide * 0.2, y + (high - wide * 0.6) / 2, wide * 0.6, WHITE)


_ACTIONS: Final = ("skip", "reverse", "draw_two")
_WILDS: Final = ("wild", "wild_draw_four")
_WORDS: Final = {"draw_two": "+2", "wild_draw_four": "+4"}
_DRAWN: Final = {"skip": _skip, "reverse": _reverse, "wild": _wild}


def tick_box(pen: Pen, x: float, y: float, size: float) -> None:
    """To be ticked by hand."""
    pen.box(x, y, size, size, thick=0.8, radius=1.5)


def cut_line(pen: Pen, x1: float, y1: float, x2: float, y2: float) -> None:
    """Where scissors go."""
    pen.dashes(3, 3)
    pen.rule(x1, y1, x2, y2, 0.5, HAIR)
    pen.dashes()
