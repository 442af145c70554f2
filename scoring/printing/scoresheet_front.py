"""A scoresheet's front, to write on: somebody who has never seen one can fill it in from the sheet alone.

Grey is ours, white is theirs. It has the fields of “Enter from paper”, in its order (hand, last card, who went out,
then the seats by their letters), so that a filled sheet is typed as it is read.
"""

from __future__ import annotations

from typing import Final

from scoring.printing import scoresheet_words
from scoring.printing.card_values import draw_card_values
from scoring.printing.scoresheet_grid import HEAD_HEIGHT, STEP_HEIGHT, fit_grid, group_beside, name_width
from scoring.printing.scoresheet_rows import draw_rows
from scoring.printing.scoresheet_words import OnwardBox
from scoring.queries.keys import Key
from scoring.rules.carry import SEATS
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import Title, title_of
from tournament.printing.pen import INK, MIDDLE, QUIET, RIGHT, WHITE, Pen
from tournament.printing.printed_rounds import note_of
from tournament.printing.text import needs
from tournament.queries.printed_rounds import PrintedChair, PrintedRound, PrintedTable

KEY_WIDTH: Final = 106.0
"""How wide the words beside a QR code are."""
CODE_SIZE: Final = 88.0
NUMBER_WIDTH: Final = 118.0
UMPIRE_WIDTH: Final = 120.0
BOX_WIDTH: Final = 178.0
"""How wide the black box is that says who goes where."""
_BACK: Final = "Rules are on the back."
_MORE: Final = "Need more rows? Ask for a blank sheet."


class ScoresheetFront:
    """One front on its way to paper: what all tables of a size share is stamped, the rest is written."""

    def __init__(self, pen: Pen, job: Job, round_: PrintedRound, table: PrintedTable, key: Key | None) -> None:
        self.pen, self.job, self.round, self.table, self.key = pen, job, round_, table, key
        self.settings = round_.settings
        self.boxes = scoresheet_words.onward(round_, table.number)
        self.grid = fit_grid(pen, self.settings, table, len(self.boxes))
        self.title: Title = title_of(job.competition, "")

    def draw(self) -> None:
        """The page."""
        grid = self.grid
        look = f"front-{grid.seats}-{grid.is_listed}-{grid.name:.0f}-{grid.boxes}-{self.round.number}"
        self.pen.stamp(look, self._same_for_all)
        if self.table.number:
            self.pen.bookmark(f"Table {self.table.number}")
        self._number()
        if self.key is not None:
            self._key(self.key)
        for place, chair in enumerate(self.table.chairs):
            self._listed(place, chair) if self.grid.list_rows else self._above(place, chair)
            self._crossed(place, chair)
        for place, box in enumerate(self.boxes):
            self._onward(box, self.grid.onward + place * (self.grid.box + 4))
        self.pen.next_page()

    # The same on every front of this size

    def _same_for_all(self, pen: Pen) -> None:
        pen.text(pen.left, pen.margin + 10, "Table", 12, fonts.BOLD)
        self._head(pen)
        pen.rule(pen.left, pen.margin + HEAD_HEIGHT, pen.right, pen.margin + HEAD_HEIGHT, 3)
        self._steps(pen)
        draw_card_values(pen, self.settings, pen.right, self.grid.steps)
        draw_rows(pen, self.grid)
        self._foot(pen)

    def _head(self, pen: Pen) -> None:
        """Of which competition and round it is, with the times to fill in."""
        x, y = pen.left + NUMBER_WIDTH + 10, pen.margin
        wide = pen.right - CODE_SIZE - KEY_WIDTH - 22 - x
        competition = self.job.competition
        pen.fitted(x, y - 3, wide, 30, competition.name, 22, fonts.BLACK)
        pen.text(x, y + 47, self.round.name.heading if self.round.number else "Round", 22, fonts.BLACK)
        if not self.round.number:
            pen.rule(x + 74, y + 49, x + 124, y + 49, 0.8)
        of = self.title.of if competition.event.name != competition.name else self.title.of.partition(", ")[2]
        told = ". ".join(filter(None, (of.replace(f", {competition.name}", ""), self.title.note)))
        pen.fitted(x, y + 52, wide, 26, told, 9, grey=QUIET, least=0.9, top=True)
        for label, left in (("Started", 0.0), ("Ended", 92.0)):
            at = x + left + pen.text(x + left, y + 92, label, 9, fonts.BOLD) + 4
            pen.rule(at, y + 94, at + 42, y + 94, 0.6)
            pen.text(at + 21, y + 91, ":", 9, align=MIDDLE, grey=QUIET)

    def _steps(self, pen: Pen) -> None:
        """How to fill in a row, in the order in which it happens."""
        steps = scoresheet_words.steps(self.settings, totals=self.grid.has_totals)
        for number, step in enumerate(steps):
            y = self.grid.steps + number * STEP_HEIGHT
            pen.canvas.setFillGray(INK)
            pen.canvas.circle(pen.left + 6, pen.height - y - 6, 6, stroke=0, fill=1)
            pen.text(pen.left + 6, y + 9, str(number + 1), 8.5, fonts.BOLD, MIDDLE, WHITE)
            x = pen.left + 18
            for bold, plain in step:
                x += pen.text(x, y + 9.3, bold, 9, fonts.BOLD) + 3
                x += pen.text(x, y + 9.3, plain, 9) + 6

    def _foot(self, pen: Pen) -> None:
        y = self.grid.foot
        tie = scoresheet_words.tie(self.round)
        wide = pen.text(pen.left, y + 9, _BACK, 8, fonts.BOLD)
        pen.text(pen.left + wide + 3, y + 9, _MORE, 8, grey=QUIET)
        pen.text(pen.right, y + 9, tie, 8, align=RIGHT, grey=QUIET)

    # This table's

    def _number(self) -> None:
        pen, y = self.pen, self.pen.margin
        if self.table.number:
            pen.fitted(pen.left, y + 6, NUMBER_WIDTH, 98, str(self.table.number), 92, fonts.BLACK, least=0.3)
        else:
            pen.rule(pen.left, y + 90, pen.left + 90, y + 90, 0.8)

    def _key(self, key: Key) -> None:
        """How an umpire with a tablet opens this table."""
        pen, y = self.pen, self.pen.margin
        x = pen.right - CODE_SIZE
        marks.qr_code(pen, f"{self.job.site}{key.path}", x, y, CODE_SIZE)
        left = x - KEY_WIDTH - 10
        how = "Scoring on a tablet? Scan this, or go to"
        at = y + pen.fitted(left, y - 2, KEY_WIDTH, 24, how, 8.5, align=RIGHT, grey=QUIET, top=True)
        address = f"{self.job.site.partition('://')[2]}/table"
        at += pen.fitted(left, at, KEY_WIDTH, 32, address, 8.5, fonts.BOLD, RIGHT, least=0.94, top=True)
        pen.text(x - 10, at + 9, "and type", 8.5, align=RIGHT, grey=QUIET)
        pen.fitted(left, y + 70, KEY_WIDTH, 20, key.shown_code, 16, fonts.BLACK, RIGHT)

    def _above(self, place: int, chair: PrintedChair) -> None:
        """The seat's card and the name on top of their column."""
        pen, grid = self.pen, self.grid
        x, wide = grid.x(place) + 5, name_width(grid)
        marks.seat(pen, chair.seat, x, grid.top, grid.mark, SEATS[chair.seat - 1])
        x += grid.mark * 0.75 + 5
        name, below = chair.name or note_of(chair), group_beside(chair)
        if not name:
            pen.rule(x, grid.top + grid.mark - 4, x + wide, grid.top + grid.mark - 4, 0.6, QUIET)
            return
        for_group = needs(below, wide, 8.5, least=0.94) if below else 0
        high = grid.name - for_group
        used = pen.fitted(x, grid.top - 2, wide, high, name, 11 if chair.name else 9, fonts.BOLD, top=True)
        pen.fitted(x, grid.top - 2 + used, wide, for_group, below, 8.5, grey=QUIET, least=0.94, top=True)

    def _listed(self, place: int, chair: PrintedChair) -> None:
        """At large tables, and for very long words: names in two columns above the grid, the seat's card on top of each
        column."""
        pen, grid = self.pen, self.grid
        half, down = divmod(place, grid.list_rows)
        x, y = pen.left + half * (pen.across / 2), grid.names + down * grid.name
        wide, middle, letter = pen.across / 2 - 12, y + grid.name / 2, SEATS[chair.seat - 1]
        marks.seat(pen, chair.seat, x, middle - 9, 18)
        if name := chair.name or note_of(chair):
            pen.beside(x + 26, y, wide - 26, grid.name - 1, name, 10.5, group_beside(chair))
        else:
            pen.rule(x + 26, middle + 5.5, x + wide, middle + 5.5, 0.6, QUIET)
        marks.seat(pen, chair.seat, grid.x(place) + (grid.column - grid.mark * 0.75) / 2, grid.top, grid.mark, letter)

    def _crossed(self, place: int, chair: PrintedChair) -> None:
        """An empty chair's column is not written in."""
        if chair.absent:
            grid = self.grid
            x = grid.x(place)
            self.pen.rule(x + 6, grid.first + 6, x + grid.column - 6, grid.end - 6, 0.8, QUIET)

    def _onward(self, box: OnwardBox, y: float) -> None:
        """Who goes where, with room for the name; beside the first the umpire signs."""
        pen, high = self.pen, self.grid.box
        pen.box(pen.left, y, BOX_WIDTH, high, fill=INK, edge=None)
        half = high * 0.38
        pen.fitted(pen.left + 9, y + 2, BOX_WIDTH - 40, half, box.who, 9, fonts.BOLD, grey=WHITE)
        where = high - half - 4
        pen.fitted(pen.left + 9, y + half + 1, BOX_WIDTH - 40, where, box.where, 15, fonts.BLACK, grey=WHITE, least=0.6)
        marks.arrow(pen, pen.left + BOX_WIDTH - 26, y + high / 2, pen.left + BOX_WIDTH - 8, y + high / 2, 1.8, WHITE)
        right = pen.right - UMPIRE_WIDTH
        pen.box(pen.left + BOX_WIDTH, y, right - 16 - pen.left - BOX_WIDTH, high, thick=1.6)
        pen.text(pen.left + BOX_WIDTH + 6, y + 11, "Name", 8, grey=QUIET)
        if y == self.grid.onward:
            pen.text(right, y + 11, "Umpire", 8, grey=QUIET)
            pen.rule(right, y + high, pen.right, y + high, 0.8)
