"""Seat cards for one table, to cut and fold: the shape faces the table, the words face the player.

Shape, number and word say the seat without colour too.
"""

from __future__ import annotations

from typing import Final

from scoring.printing.scoresheet_words import has_draw_cards
from tournament.printing import colours, fonts, marks
from tournament.printing.colours import Ink
from tournament.printing.job import Job
from tournament.printing.layout import title_of
from tournament.printing.pen import HAIR, INK, MIDDLE, QUIET, RIGHT, WHITE, Pen
from tournament.rules.presets import Settings
from tournament.rules.print_looks import PaperLook
from tournament.seat_names import name_of_seat

MOST_ACROSS: Final = 5
WIDEST: Final = 196.0
FOOT_HEIGHT: Final = 42.0
HEAD_HEIGHT: Final = 30.0
SCISSORS: Final = 12.0
AROUND: Final = 11.0
"""White around a card's face, and beside the words of its back."""
_HOW: Final = (
    "Cut on the dashes, fold on the dots, then tape one foot over the other. "
    "Shape towards the table, words towards the player."
)


def draw_seat_cards(pen: Pen, job: Job) -> None:
    """As many seats as a table of this competition may have, spread evenly over the pages they need."""
    seats = job.standing.settings.table_max
    pages = -(-seats // MOST_ACROSS)
    each = -(-seats // pages)
    pen.turn(job.paper.landscape())
    pen.expect(pages)
    for first in range(1, seats + 1, each):
        _draw_page(pen, job, range(first, min(first + each, seats + 1)))
        pen.next_page()
    pen.turn(job.paper)


class _Tents:
    """Where the tents of one page stand."""

    def __init__(self, pen: Pen, number: int) -> None:
        self.wide = min(pen.across / number, WIDEST)
        self.left = (pen.width - self.wide * number) / 2
        self.right = self.left + self.wide * number
        self.top, self.bottom = pen.margin + HEAD_HEIGHT, pen.bottom
        self.back, self.end = self.top + FOOT_HEIGHT, self.bottom - FOOT_HEIGHT
        self.front = (self.back + self.end) / 2
        self.face = self.end - self.front


def _draw_page(pen: Pen, job: Job, seats: range) -> None:
    tents, title = _Tents(pen, len(seats)), title_of(job.competition, "")
    pen.fitted(
        pen.left, pen.margin - 4, pen.across * 0.7, 15, f"{job.competition}: seat cards for one table", 10, fonts.BOLD
    )
    pen.text(pen.right, pen.margin + 8, title.note, 9, align=RIGHT, grey=QUIET)
    pen.text(pen.left, pen.margin + 22, _HOW, 9, grey=QUIET)
    _draw_lines(pen, tents, len(seats))
    for place, seat in enumerate(seats):
        _draw_front(pen, job, seat, tents.left + place * tents.wide, tents)
    _draw_backs(pen, job, seats, tents)


def _draw_lines(pen: Pen, tents: _Tents, number: int) -> None:
    """Dashes to cut on, dots to fold on, and the feet that are taped."""
    pen.dashes(4, 3)
    cuts = [tents.left + place * tents.wide for place in range(number + 1)]
    pen.rules([(x, tents.top, x, tents.bottom) for x in cuts], 0.7, QUIET)
    pen.rules([(tents.left, y, tents.right, y) for y in (tents.top, tents.bottom)], 0.7, QUIET)
    pen.dashes(1, 2)
    pen.rules([(tents.left, y, tents.right, y) for y in (tents.back, tents.front, tents.end)], 0.7, INK)
    pen.dashes()
    for x in cuts[1:-1]:
        marks.scissors(pen, x, tents.bottom + 2, SCISSORS)
    for place in range(number):
        middle = tents.left + (place + 0.5) * tents.wide
        for y in (tents.top, tents.end):
            pen.text(middle, y + FOOT_HEIGHT / 2 + 3, "foot", 8.5, align=MIDDLE, grey=QUIET)


def _inks(job: Job, seat: int) -> tuple[Ink, Ink]:
    """A card's colour, and that of what stands on it."""
    if job.look.look is not PaperLook.COLOUR or seat > len(colours.SEATS):
        return INK, WHITE
    card = colours.SEATS[seat - 1]
    return card, colours.EDGE if card == colours.SUN else WHITE


def _draw_front(pen: Pen, job: Job, seat: int, x: float, tents: _Tents) -> None:
    """Towards the table: a card with its number, its shape and its name."""
    card, on_card = _inks(job, seat)
    left, top, wide, high = x + AROUND, tents.front + AROUND, tents.wide - 2 * AROUND, tents.face - 2 * AROUND
    pen.box(left, top, wide, high, fill=card, edge=None, radius=11)
    size = min(wide * 0.58, high * 0.46)
    if seat > len(marks.SHAPES):
        pen.fitted(left, top + (high - size * 1.5) / 2, wide, size * 1.5, str(seat), size, fonts.BLACK, MIDDLE, on_card)
    else:
        pen.text(left + 11, top + 27, str(seat), 22, fonts.BLACK, grey=on_card)
        marks.shape(pen, marks.SHAPES[seat - 1], left + (wide - size) / 2, top + (high - size) / 2, size, on_card)
    pen.text(left + 11, top + high - 12, name_of_seat(seat), 14, fonts.BLACK, grey=on_card)


def _draw_backs(pen: Pen, job: Job, seats: range, tents: _Tents) -> None:
    """Towards the players: printed on their heads, upright once they are folded."""
    canvas = pen.canvas
    canvas.saveState()
    canvas.translate(pen.width, pen.height)
    canvas.rotate(180)
    pen.fresh()
    top = pen.height - tents.front
    for place, seat in enumerate(seats):
        _draw_back(pen, job, seat, pen.width - tents.left - (place + 1) * tents.wide, top, tents)
    canvas.restoreState()
    pen.fresh()


def _draw_back(pen: Pen, job: Job, seat: int, x: float, top: float, tents: _Tents) -> None:
    left, right, wide = x + AROUND + 4, x + tents.wide - AROUND - 4, tents.wide - 2 * AROUND - 8
    pen.text(left, top + 30, "You’re", 20, fonts.BLACK)
    has_shape = seat <= len(marks.SHAPES)
    name = name_of_seat(seat) if has_shape else name_of_seat(seat).lower()
    pen.fitted(left, top + 33, wide - 40, 24, name, 20, fonts.BLACK)
    if has_shape:
        marks.shape(pen, marks.SHAPES[seat - 1], right - 30, top + 20, 30)
    pen.rule(left, top + 64, right, top + 64, 2)
    y = top + 72
    pen.text(left, y + 9, "What your cards are worth", 9, fonts.BOLD)
    y += 16
    for cards, counts in card_values(job.standing.settings):
        pen.fitted(left, y, wide * 0.62, 16, cards, 9)
        pen.fitted(left + wide * 0.62, y, wide * 0.38, 16, counts, 9, fonts.BOLD, RIGHT)
        y += 17
        pen.rule(left, y, right, y, 0.5, HAIR)
    pen.text(left, top + tents.face - 14, f"Went out? Tick your {'shape' if has_shape else 'number'}.", 9, fonts.BOLD)


def card_values(settings: Settings) -> list[tuple[str, str]]:
    """What cards count, in rows: of a competition with number cards only just these."""
    special = [("Skip, Reverse, +2", "20"), ("Wild, Wild +4", "50")] if has_draw_cards(settings) else []
    extra = [(name, str(card["points"])) for name, card in settings.extra_cards.items()]
    return [("Numbers", "Face value"), *special, *extra[:4]]
