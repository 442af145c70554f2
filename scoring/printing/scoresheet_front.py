"""A scoresheet's front, to write on. It has the fields of “Enter from paper”, in its order and under its names (Hand,
Out, Last card, then the seats by their letters), so that a filled sheet is typed as it is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring import words
from scoring.printing.card_values import draw_card_values
from scoring.printing.scoresheet_grid import (
    HAND_WIDTH,
    HEAD_HEIGHT,
    LAST_CARD_WIDTH,
    OUT_WIDTH,
    fit_grid,
    group_beside,
)
from scoring.queries.keys import Key
from scoring.rules.carry import SEATS
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import Title, title_of
from tournament.printing.pen import HAIR, INK, MIDDLE, QUIET, WELL, Pen
from tournament.printing.printed_rounds import note_of
from tournament.queries.printed_rounds import PrintedChair, PrintedRound, PrintedTable
from tournament.rules.presets import Format

KEY_WIDTH: Final = 94
"""How wide the words beside a QR code are."""


class ScoresheetFront:
    """One front on its way to paper: what all tables of a size share is stamped, the rest is written."""

    def __init__(self, pen: Pen, job: Job, round_: PrintedRound, table: PrintedTable, key: Key | None) -> None:
        self.pen, self.job, self.round, self.table, self.key = pen, job, round_, table, key
        self.settings = round_.settings
        self.grid = fit_grid(pen, self.settings, table)
        self.title: Title = title_of(job.competition, "")

    def draw(self) -> None:
        """The page."""
        self.pen.stamp(f"front-{self.grid.seats}-{self.grid.name:.0f}-{self.round.number}", self._same_for_all)
        if self.table.number:
            self.pen.bookmark(f"Table {self.table.number}")
        self._number()
        if self.key is not None:
            self._key(self.key)
        for place, chair in enumerate(self.table.chairs):
            self._listed(place, chair) if self.grid.list_rows else self._above(place, chair)
        self._goes_on()
        self.pen.next_page()

    # The same on every front of this size

    def _same_for_all(self, pen: Pen) -> None:
        grid, competition = self.grid, self.job.competition
        pen.text(pen.left, pen.margin + 11, "Table", 12, fonts.BOLD)
        x, wide = pen.left + 118, pen.across - 118 - 88 - 12 - KEY_WIDTH - 10
        pen.fitted(x, pen.margin, wide, 34, competition.name, 22, fonts.BLACK)
        of = self.title.of if competition.event.name != competition.name else self.title.of.partition(", ")[2]
        pen.fitted(x, pen.margin + 34, wide, 24, of.replace(f", {competition.name}", ""), 10, fonts.BOLD)
        pen.text(x, pen.margin + 78, self.round.name.heading if self.round.number else "Round", 18, fonts.BLACK)
        if not self.round.number:
            pen.rule(x + 70, pen.margin + 80, x + 130, pen.margin + 80, 0.8)
        pen.fitted(x, pen.margin + 84, wide, 12, words.who_wins(self.settings), 9.5, grey=QUIET)
        pen.rule(pen.left, pen.margin + HEAD_HEIGHT, pen.right, pen.margin + HEAD_HEIGHT, 3)
        self._lines(pen)
        pen.fitted(pen.left, pen.bottom - 11, pen.across, 11, self.title.note, 8, grey=QUIET)
        draw_card_values(pen, self.settings, pen.right - 190, grid.end + 10, 190, 92)
        self._signatures(pen)

    def _lines(self, pen: Pen) -> None:
        grid, bottom = self.grid, self.grid.end
        for x, wide, words_ in (
            (0, HAND_WIDTH, "Hand"),
            (HAND_WIDTH, OUT_WIDTH, "Out"),
            (HAND_WIDTH + OUT_WIDTH, LAST_CARD_WIDTH, "Last card"),
        ):
            pen.fitted(pen.left + x + 2, grid.first - 18, wide - 4, 14, words_, 9, fonts.BOLD, MIDDLE)
        pen.box(pen.left, grid.totals, pen.across, 66, fill=WELL, edge=None)
        rows = grid.hands + len(grid.specials)
        at = [grid.first + n * grid.row for n in range(1, rows)] + [grid.totals + 22, grid.totals + 44]
        pen.rules([(pen.left, y, pen.right, y) for y in at], 0.5, HAIR)
        for n in range(grid.hands):
            self._ordinary(pen, n + 1, grid.first + n * grid.row)
        for n, label in enumerate(grid.specials, start=grid.hands):
            y = grid.first + n * grid.row
            pen.fitted(pen.left + HAND_WIDTH + 3, y, OUT_WIDTH + LAST_CARD_WIDTH - 6, grid.row, label, 8.5, fonts.BOLD)
        inner = [(pen.left + x, y) for x, y in ((HAND_WIDTH, grid.top), (HAND_WIDTH + OUT_WIDTH, grid.top))]
        pen.rules([(inner[0][0], grid.top, inner[0][0], grid.totals)], 0.5, HAIR)
        pen.rules([(inner[1][0], grid.top, inner[1][0], grid.first + grid.hands * grid.row)], 0.5, HAIR)
        pen.rules([(grid.x(place), grid.top, grid.x(place), bottom) for place in range(grid.seats)], 0.8)
        pen.rules([(pen.left, y, pen.right, y) for y in (grid.first, grid.totals)], 1.4)
        pen.box(pen.left, grid.top, pen.across, bottom - grid.top, thick=1.4)
        for n, label in enumerate(("Total", "Hands won", "Place")):
            y = grid.totals + n * 22
            pen.fitted(
                pen.left + 6,
                y,
                HAND_WIDTH + OUT_WIDTH + LAST_CARD_WIDTH - 12,
                22,
                label,
                12 if n == 0 else 10,
                fonts.BOLD,
            )

    def _ordinary(self, pen: Pen, number: int, y: float) -> None:
        """A hand: its number, and the two last cards that make somebody draw, to put a ring around."""
        grid = self.grid
        middle = y + grid.row / 2
        pen.text(pen.left + HAND_WIDTH / 2, middle + 3.5, str(number), 10, fonts.BOLD, MIDDLE)
        for share, card in ((0.3, "+2"), (0.7, "+4")):
            pen.text(
                pen.left + HAND_WIDTH + OUT_WIDTH + LAST_CARD_WIDTH * share,
                middle + 3,
                card,
                8.5,
                grey=QUIET,
                align=MIDDLE,
            )

    def _signatures(self, pen: Pen) -> None:
        """One line for each seat, and the umpire's."""
        grid, top = self.grid, self.grid.end + 110
        lines = [*SEATS[: grid.seats], "Umpire"]
        rows = -(-len(lines) // 6)
        each = -(-len(lines) // rows)
        wide = pen.across / each
        for n, label in enumerate(lines):
            x, y = pen.left + (n % each) * wide, top + (n // each) * 40
            pen.rule(x, y + 28, x + wide - 10, y + 28, 0.8)
            if label == "Umpire":
                pen.text(x, y + 40, label, 9, fonts.BOLD)
            else:
                marks.seat(pen, n + 1, x, y + 30, 15)
                pen.text(x + 14, y + 41, f"{label} agrees", 9, fonts.BOLD)

    # This table's

    def _number(self) -> None:
        pen, y = self.pen, self.pen.margin
        if self.table.number:
            pen.fitted(pen.left, y + 14, 108, 78, str(self.table.number), 72, fonts.BLACK, least=0.3)
        else:
            pen.rule(pen.left, y + 80, pen.left + 90, y + 80, 0.8)

    def _key(self, key: Key) -> None:
        pen, size, y = self.pen, 88.0, self.pen.margin
        x = pen.right - size
        marks.qr_code(pen, f"{self.job.site}{key.path}", x, y, size)
        left = x - KEY_WIDTH - 12
        how = "Umpire: point the tablet's camera at the code, or open"
        at = y + pen.fitted(left, y, KEY_WIDTH, 34, how, 8, grey=QUIET, top=True) + 1
        address = f"{self.job.site.partition('://')[2]}/table/"
        at += pen.fitted(left, at, KEY_WIDTH, 22, address, 8.5, fonts.BOLD, least=0.94, top=True)
        pen.text(left, at + 9, "and type", 8, grey=QUIET)
        pen.fitted(left, y + 70, KEY_WIDTH, 18, key.shown_code, 15, fonts.BLACK)

    def _above(self, place: int, chair: PrintedChair) -> None:
        """Shape, letter and name on top of their column."""
        pen, grid = self.pen, self.grid
        x, wide = grid.x(place) + 4, grid.column - 8
        marks.seat(pen, chair.seat, x, grid.top + 4, 18)
        pen.text(x + 18, grid.top + 17, SEATS[chair.seat - 1], 12, fonts.BLACK)
        if note := note_of(chair):
            pen.fitted(x + 31, grid.top + 2, wide - 31, 20, note, 8, fonts.BOLD, grey=QUIET)
        if not chair.name:
            pen.rule(x, grid.first - 8, x + wide, grid.first - 8, 0.6, QUIET)
            return
        pen.fitted(x, grid.top + 23, wide, grid.name, chair.name, 11, fonts.BOLD)
        pen.fitted(x, grid.top + 23 + grid.name, wide, 12, chair.group, 8.5, grey=QUIET)
        self._crossed(place, chair)

    def _listed(self, place: int, chair: PrintedChair) -> None:
        """At large tables: names in two columns above the grid, shape and letter on top of each column."""
        pen, grid = self.pen, self.grid
        half, down = divmod(place, grid.list_rows)
        x, y = pen.left + half * (pen.across / 2), pen.margin + HEAD_HEIGHT + 8 + down * grid.name
        wide, middle = pen.across / 2 - 12, y + grid.name / 2
        marks.seat(pen, chair.seat, x, middle - 9, 18)
        pen.text(x + 19, middle + 4, SEATS[chair.seat - 1], 11, fonts.BLACK)
        if name := chair.name or note_of(chair):
            pen.beside(x + 34, y, wide - 34, grid.name - 1, name, 10.5, group_beside(chair))
        else:
            pen.rule(x + 34, middle + 5.5, x + wide, middle + 5.5, 0.6, QUIET)
        at = grid.x(place) + grid.column / 2
        marks.seat(pen, chair.seat, at - 14, grid.top + 4, 18)
        pen.text(at + 2, grid.top + 17.5, SEATS[chair.seat - 1], 12, fonts.BLACK)
        self._crossed(place, chair)

    def _crossed(self, place: int, chair: PrintedChair) -> None:
        """An empty chair's column is not written in."""
        if chair.absent:
            grid = self.grid
            x = grid.x(place)
            self.pen.rule(x + 6, grid.first + 6, x + grid.column - 6, grid.end - 6, 0.8, QUIET)

    def _goes_on(self) -> None:
        """Who goes on or moves where: filled in where the table is known, with a line for the name."""
        pen, y = self.pen, self.grid.end + 12
        wide = pen.across - 190 - 18
        for label in self._ways():
            pen.fitted(pen.left, y, wide, 16, label, 11, fonts.BOLD)
            pen.rule(pen.left, y + 38, pen.left + wide, y + 38, 0.8, INK)
            y += 46

    def _ways(self) -> Sequence[str]:
        settings, number = self.settings, self.table.number
        if settings.format is Format.ROTATION:
            if self.round.is_last and number:
                return ["Lowest score" if settings.low_wins else "Most points"]
            ways = (("best", "down"), ("worst", "up"))
            return [self._moves(why, way) for why, way in ways]
        if settings.format is Format.SINGLE or (self.round.is_last and number):
            wins = words.wins(settings.format, number) if number else "wins this table"
            return [f"{wins.capitalize()}:"]
        goal = self.round.goes_to(number)
        return [f"Goes on to table {goal}:" if goal else "Goes on:"]

    def _moves(self, why: str, way: str) -> str:
        goal = self.round.goes_to(self.table.number, why) if self.table.number else None
        who = words.score(why, low_wins=self.settings.low_wins).capitalize()
        if self.table.number and goal is None:
            return f"{who} stays at this table:"
        return f"{who} moves {way} to table {goal}:" if goal else f"{who} moves {way} one table:"
