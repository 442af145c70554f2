"""Scoresheets: one per table and round, two-sided. The front has the fields of “Enter from paper”, in its order and
under its names (Hand, Out, Last card, then the seats by their letters), so that a filled sheet is typed as it is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from scoring import words
from scoring.printing.rules_page import draw_rules, draw_values
from scoring.queries.keys import Key, keys_of
from scoring.rules.carry import SEATS
from tournament.models import Competition
from tournament.printing import fonts, marks
from tournament.printing.job import Job
from tournament.printing.layout import Title, head, title_of
from tournament.printing.pen import HAIR, INK, MIDDLE, QUIET, WELL, Pen
from tournament.printing.text import needs, width
from tournament.queries.paper import Chair, PaperRound, PaperTable, read_paper_round
from tournament.rules.presets import Ending, Format, Settings

HAND, OUT, CARD = 34.0, 34.0, 52.0
"""How wide the first three columns are."""
NAMED: Final = 5
"""So many names fit above their columns; more stand in a list of their own."""
_KEY: Final = 94
"""How wide the words beside a QR code are."""
_HEAD: Final = 102
_BELOW: Final = 176
_LEAST, _USUAL = 13.0, 21.0
"""How high a hand's row is."""


def draw_scoresheets(pen: Pen, job: Job) -> None:
    """Every table of a round: its front, and the rules on its back."""
    here = read_paper_round(job.competition, job.round, full_names=True)
    keys = {key.number: key for key in keys_of(job.competition)}
    pen.expect(2 * len(here.tables))
    for table in here.tables:
        key = keys.get(table.number) or Key(job.competition.pk, table.number)
        _Front(pen, job, here, table, key).draw()
        _back(pen, job)


def draw_blank_sheets(pen: Pen, job: Job) -> None:
    """Without names and numbers, for whatever was not foreseen: any number of them."""
    settings = job.competition.settings
    chairs = [Chair(seat) for seat in range(1, settings.table_max + 1)]
    here = PaperRound(0, [], settings, [], 0)
    pen.expect(2 * job.copies)
    for _ in range(job.copies):
        _Front(pen, job, here, PaperTable(0, chairs), None).draw()
        _back(pen, job)


def _back(pen: Pen, job: Job) -> None:
    pen.stamp("back", lambda pen: _rules(pen, job.competition))
    pen.next_page()


def _rules(pen: Pen, competition: Competition) -> None:
    y = head(pen, title_of(competition, "Rules of play"), 22)
    draw_rules(pen, competition.settings, pen.left, y + 2, pen.across, pen.bottom - y - 4)


@dataclass(frozen=True)
class _Grid:
    """Where the rows and columns of a front are. `name` is how high a name may be: more where one is very long."""

    pen: Pen
    settings: Settings
    seats: int
    name: float

    @property
    def top(self) -> float:
        """Below the head, and below the list of names where there is one."""
        return self.pen.margin + _HEAD + 10 + (self.list_rows * self.name + 8 if self.list_rows else 0)

    @property
    def list_rows(self) -> int:
        return -(-self.seats // 2) if self.seats > NAMED else 0

    @property
    def heading(self) -> float:
        return 26 if self.list_rows else 37 + self.name

    @property
    def specials(self) -> list[str]:
        """The rows below the ordinary hands that have a hand's fields too."""
        stopped = ["Nobody: incomplete"] if self.settings.clock is not None else []
        return [*stopped, *(["Play-off hand"] if self.settings.format is not Format.ROTATION else [])]

    @property
    def first(self) -> float:
        """Where hand 1 begins."""
        return self.top + self.heading

    @property
    def below(self) -> float:
        return _BELOW + (44 if self.seats > NAMED else 0)

    @property
    def hands(self) -> int:
        """As many as are played where that is known, else as many as fit."""
        room = self.pen.bottom - self.below - self.first - 66
        fit = int(room // _USUAL) - len(self.specials)
        if self.settings.ending is Ending.HANDS and self.settings.hands:
            return min(self.settings.hands, int(room // _LEAST) - len(self.specials))
        return fit

    @property
    def row(self) -> float:
        room = self.pen.bottom - self.below - self.first - 66
        return min(30.0, room / (self.hands + len(self.specials)))

    @property
    def totals(self) -> float:
        return self.first + self.row * (self.hands + len(self.specials))

    @property
    def end(self) -> float:
        return self.totals + 66

    @property
    def column(self) -> float:
        return (self.pen.across - HAND - OUT - CARD) / self.seats

    def x(self, place: int) -> float:
        """The left edge of a seat's column, counted from 0."""
        return self.pen.left + HAND + OUT + CARD + place * self.column


def _grid(pen: Pen, settings: Settings, table: PaperTable) -> _Grid:
    """As high as the longest name of this table needs: in steps, so that tables with the same look share a stamp."""
    seats = len(table.chairs)
    usual, step = (21.0, 5.0) if seats > NAMED else (27.0, 10.0)
    wide = pen.across / 2 - 12 - 34 if seats > NAMED else (pen.across - HAND - OUT - CARD) / seats - 8
    high = max((_name_needs(chair, wide, listed=seats > NAMED) for chair in table.chairs), default=0)
    return _Grid(pen, settings, seats, usual + max(0, ceil((high - usual) / step)) * step)


def _name_needs(chair: Chair, wide: float, *, listed: bool) -> float:
    """In a list the group stands beside the name, on top of a column below it."""
    beside = min(width(_group(chair), 9) + 10, wide * 0.42) if listed else 0
    return needs(chair.name, wide - beside, 10.5 if listed else 11, fonts.BOLD) + 1


def _group(chair: Chair) -> str:
    return f"{chair.group}, {chair.hint}" if chair.name and chair.hint else chair.group


class _Front:
    """One front on its way to paper: what all tables of a size share is stamped, the rest is written."""

    def __init__(self, pen: Pen, job: Job, here: PaperRound, table: PaperTable, key: Key | None) -> None:
        self.pen, self.job, self.here, self.table, self.key = pen, job, here, table, key
        self.settings = here.settings
        self.grid = _grid(pen, self.settings, table)
        self.title: Title = title_of(job.competition, "")

    def draw(self) -> None:
        """The page."""
        self.pen.stamp(f"front-{self.grid.seats}-{self.grid.name:.0f}-{self.here.number}", self._same_for_all)
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
        x, wide = pen.left + 118, pen.across - 118 - 88 - 12 - _KEY - 10
        pen.fitted(x, pen.margin, wide, 34, competition.name, 22, fonts.BLACK)
        of = self.title.of if competition.event.name != competition.name else self.title.of.partition(", ")[2]
        pen.fitted(x, pen.margin + 34, wide, 24, of.replace(f", {competition.name}", ""), 10, fonts.BOLD)
        pen.text(x, pen.margin + 78, f"Round {self.here.number}" if self.here.number else "Round", 18, fonts.BLACK)
        if not self.here.number:
            pen.rule(x + 70, pen.margin + 80, x + 130, pen.margin + 80, 0.8)
        pen.fitted(x, pen.margin + 84, wide, 12, words.who_wins(self.settings), 9.5, grey=QUIET)
        pen.rule(pen.left, pen.margin + _HEAD, pen.right, pen.margin + _HEAD, 3)
        self._lines(pen)
        pen.fitted(pen.left, pen.bottom - 11, pen.across, 11, self.title.note, 8, grey=QUIET)
        draw_values(pen, self.settings, pen.right - 190, grid.end + 10, 190, 92)
        self._signatures(pen)

    def _lines(self, pen: Pen) -> None:
        grid, bottom = self.grid, self.grid.end
        for x, wide, words_ in ((0, HAND, "Hand"), (HAND, OUT, "Out"), (HAND + OUT, CARD, "Last card")):
            pen.fitted(pen.left + x + 2, grid.first - 18, wide - 4, 14, words_, 9, fonts.BOLD, MIDDLE)
        pen.box(pen.left, grid.totals, pen.across, 66, fill=WELL, edge=None)
        rows = grid.hands + len(grid.specials)
        at = [grid.first + n * grid.row for n in range(1, rows)] + [grid.totals + 22, grid.totals + 44]
        pen.rules([(pen.left, y, pen.right, y) for y in at], 0.5, HAIR)
        for n in range(grid.hands):
            self._ordinary(pen, n + 1, grid.first + n * grid.row)
        for n, label in enumerate(grid.specials, start=grid.hands):
            y = grid.first + n * grid.row
            pen.fitted(pen.left + HAND + 3, y, OUT + CARD - 6, grid.row, label, 8.5, fonts.BOLD)
        inner = [(pen.left + x, y) for x, y in ((HAND, grid.top), (HAND + OUT, grid.top))]
        pen.rules([(inner[0][0], grid.top, inner[0][0], grid.totals)], 0.5, HAIR)
        pen.rules([(inner[1][0], grid.top, inner[1][0], grid.first + grid.hands * grid.row)], 0.5, HAIR)
        pen.rules([(grid.x(place), grid.top, grid.x(place), bottom) for place in range(grid.seats)], 0.8)
        pen.rules([(pen.left, y, pen.right, y) for y in (grid.first, grid.totals)], 1.4)
        pen.box(pen.left, grid.top, pen.across, bottom - grid.top, thick=1.4)
        for n, label in enumerate(("Total", "Hands won", "Place")):
            y = grid.totals + n * 22
            pen.fitted(pen.left + 6, y, HAND + OUT + CARD - 12, 22, label, 12 if n == 0 else 10, fonts.BOLD)

    def _ordinary(self, pen: Pen, number: int, y: float) -> None:
        """A hand: its number, and the two last cards that make somebody draw, to put a ring around."""
        grid = self.grid
        middle = y + grid.row / 2
        pen.text(pen.left + HAND / 2, middle + 3.5, str(number), 10, fonts.BOLD, MIDDLE)
        for share, said in ((0.3, "+2"), (0.7, "+4")):
            pen.text(pen.left + HAND + OUT + CARD * share, middle + 3, said, 8.5, grey=QUIET, align=MIDDLE)

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
        left = x - _KEY - 12
        said = "Umpire: point the tablet's camera at the code, or open"
        at = y + pen.fitted(left, y, _KEY, 34, said, 8, grey=QUIET, top=True) + 1
        there = f"{self.job.site.partition('://')[2]}/table/"
        at += pen.fitted(left, at, _KEY, 22, there, 8.5, fonts.BOLD, least=0.94, top=True)
        pen.text(left, at + 9, "and type", 8, grey=QUIET)
        pen.fitted(left, y + 70, _KEY, 18, key.shown_code, 15, fonts.BLACK)

    def _above(self, place: int, chair: Chair) -> None:
        """Shape, letter and name on top of their column."""
        pen, grid = self.pen, self.grid
        x, wide = grid.x(place) + 4, grid.column - 8
        marks.seat(pen, chair.seat, x, grid.top + 4, 18)
        pen.text(x + 18, grid.top + 17, SEATS[chair.seat - 1], 12, fonts.BLACK)
        if chair.hint:
            pen.fitted(x + 31, grid.top + 2, wide - 31, 20, chair.hint, 8, fonts.BOLD, grey=QUIET)
        if not chair.name:
            pen.rule(x, grid.first - 8, x + wide, grid.first - 8, 0.6, QUIET)
            return
        pen.fitted(x, grid.top + 23, wide, grid.name, chair.name, 11, fonts.BOLD)
        pen.fitted(x, grid.top + 23 + grid.name, wide, 12, chair.group, 8.5, grey=QUIET)
        self._crossed(place, chair)

    def _listed(self, place: int, chair: Chair) -> None:
        """At large tables: names in two columns above the grid, shape and letter on top of each column."""
        pen, grid = self.pen, self.grid
        half, down = divmod(place, grid.list_rows)
        x, y = pen.left + half * (pen.across / 2), pen.margin + _HEAD + 8 + down * grid.name
        wide, middle = pen.across / 2 - 12, y + grid.name / 2
        marks.seat(pen, chair.seat, x, middle - 9, 18)
        pen.text(x + 19, middle + 4, SEATS[chair.seat - 1], 11, fonts.BLACK)
        if name := chair.name or chair.hint:
            pen.beside(x + 34, y, wide - 34, grid.name - 1, name, 10.5, _group(chair))
        else:
            pen.rule(x + 34, middle + 5.5, x + wide, middle + 5.5, 0.6, QUIET)
        at = grid.x(place) + grid.column / 2
        marks.seat(pen, chair.seat, at - 14, grid.top + 4, 18)
        pen.text(at + 2, grid.top + 17.5, SEATS[chair.seat - 1], 12, fonts.BLACK)
        self._crossed(place, chair)

    def _crossed(self, place: int, chair: Chair) -> None:
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
            if self.here.last and number:
                return ["Lowest score" if settings.low_wins else "Most points"]
            ways = (("best", "down"), ("worst", "up"))
            return [self._moves(why, way) for why, way in ways]
        if settings.format is Format.SINGLE or (self.here.last and number):
            wins = words.wins(settings.format, number) if number else "wins this table"
            return [f"{wins.capitalize()}:"]
        there = self.here.goes_to(number)
        return [f"Goes on to table {there}:" if there else "Goes on:"]

    def _moves(self, why: str, way: str) -> str:
        there = self.here.goes_to(self.table.number, why) if self.table.number else None
        who = words.score(why, low_wins=self.settings.low_wins).capitalize()
        if self.table.number and there is None:
            return f"{who} stays at this table:"
        return f"{who} moves {way} to table {there}:" if there else f"{who} moves {way} one table:"
