"""Where the rows and columns of a scoresheet's front stand, for tables of any size and names of any length."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Final

from tournament.printing import fonts
from tournament.printing.pen import Pen
from tournament.printing.printed_rounds import note_of
from tournament.printing.text import needs, width
from tournament.queries.printed_rounds import PrintedChair, PrintedTable
from tournament.rules.presets import Ending, Format, Settings

HAND_WIDTH: Final = 34.0
OUT_WIDTH: Final = 34.0
LAST_CARD_WIDTH: Final = 52.0
"""How wide the first three columns are; the rest is the seats'."""
MOST_NAMES_ABOVE_COLUMNS: Final = 5
"""More names than this stand in a list of their own."""
HEAD_HEIGHT: Final = 102
HEIGHT_BELOW_THE_GRID: Final = 176
LOWEST_ROW: Final = 13.0
USUAL_ROW: Final = 21.0
"""How high a hand's row is."""


@dataclass(frozen=True)
class ScoresheetGrid:
    """Where the rows and columns of a front are. `name` is how high a name may be: more where one is very long."""

    pen: Pen
    settings: Settings
    seats: int
    name: float

    @property
    def top(self) -> float:
        """Below the head, and below the list of names where there is one."""
        return self.pen.margin + HEAD_HEIGHT + 10 + (self.list_rows * self.name + 8 if self.list_rows else 0)

    @property
    def list_rows(self) -> int:
        return -(-self.seats // 2) if self.seats > MOST_NAMES_ABOVE_COLUMNS else 0

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
        return HEIGHT_BELOW_THE_GRID + (44 if self.seats > MOST_NAMES_ABOVE_COLUMNS else 0)

    @property
    def hands(self) -> int:
        """As many as are played where that is known, else as many as fit."""
        room = self.pen.bottom - self.below - self.first - 66
        fit = int(room // USUAL_ROW) - len(self.specials)
        if self.settings.ending is Ending.HANDS and self.settings.hands:
            return min(self.settings.hands, int(room // LOWEST_ROW) - len(self.specials))
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
        return (self.pen.across - HAND_WIDTH - OUT_WIDTH - LAST_CARD_WIDTH) / self.seats

    def x(self, place: int) -> float:
        """The left edge of a seat's column, counted from 0."""
        return self.pen.left + HAND_WIDTH + OUT_WIDTH + LAST_CARD_WIDTH + place * self.column


def fit_grid(pen: Pen, settings: Settings, table: PrintedTable) -> ScoresheetGrid:
    """As high as the longest name of this table needs: in steps, so that tables with the same look share a stamp."""
    seats = len(table.chairs)
    usual, step = (21.0, 5.0) if seats > MOST_NAMES_ABOVE_COLUMNS else (27.0, 10.0)
    wide = (
        pen.across / 2 - 12 - 34
        if seats > MOST_NAMES_ABOVE_COLUMNS
        else (pen.across - HAND_WIDTH - OUT_WIDTH - LAST_CARD_WIDTH) / seats - 8
    )
    high = max((_name_needs(chair, wide, listed=seats > MOST_NAMES_ABOVE_COLUMNS) for chair in table.chairs), default=0)
    return ScoresheetGrid(pen, settings, seats, usual + max(0, ceil((high - usual) / step)) * step)


def _name_needs(chair: PrintedChair, wide: float, *, listed: bool) -> float:
    """In a list the group stands beside the name, on top of a column below it."""
    beside = min(width(group_beside(chair), 9) + 10, wide * 0.42) if listed else 0
    return needs(chair.name, wide - beside, 10.5 if listed else 11, fonts.BOLD) + 1


def group_beside(chair: PrintedChair) -> str:
    note = note_of(chair)
    return f"{chair.group}, {note}" if chair.name and note else chair.group
