"""Where the rows and columns of a scoresheet's front stand, for tables of any size and names of any length."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from scoring.printing import scoresheet_words
from tournament.printing import fonts
from tournament.printing.pen import LEAST_OF_A_NOTE, MOST_OF_A_NOTE, Pen
from tournament.printing.printed_rounds import note_of
from tournament.printing.text import has_room, needs, width
from tournament.queries.printed_rounds import PrintedChair, PrintedTable
from tournament.rules.presets import Ending, Format, Settings

HAND_WIDTH: Final = 40.0
LAST_CARD_WIDTH: Final = 56.0
"""How wide the first two columns are; the rest is the seats'."""
SUM_WIDTH: Final = 42.0
"""The last column, where the winner takes the sum of a row."""
MOST_NAMES_ABOVE_COLUMNS: Final = 5
"""More names than this are printed in a list of their own, and so are names whose words a column would break."""
MOST_SEATS_WITH_TOTALS: Final = 6
"""At a larger table a column has no room for running totals."""
HEAD_HEIGHT: Final = 100.0
STEP_HEIGHT: Final = 15.5
DEALT_HEIGHT: Final = 18.0
TITLES_HEIGHT: Final = 14.0
EXAMPLE_HEIGHT: Final = 24.0
BANNER_HEIGHT: Final = 15.0
TOTAL_HEIGHT: Final = 30.0
LINE_HEIGHT: Final = 18.0
SIGNED_HEIGHT: Final = 30.0
FOOT_HEIGHT: Final = 14.0
USUAL_NAME, USUAL_LISTED_NAME = 38.0, 20.0
"""How high names are above the columns, and in a list."""
LOWEST_ROW: Final = 14.0
USUAL_ROW: Final = 22.0
"""How high a hand's row is: almost 8 mm."""
HIGHEST_ROW: Final = 30.0
LARGE_MARK, SMALL_MARK = 32.0, 26.0
"""How high the seats' cards above the columns are."""


@dataclass(frozen=True)
class ScoresheetGrid:
    """Where the rows and columns of a front are. `name` is how high the names may be: more where one is very long."""

    pen: Pen
    settings: Settings
    seats: int
    name: float
    boxes: int = 1
    """How many people go somewhere after the round: their names are written below."""
    is_listed: bool = False
    """Whether the names are printed in a list of their own."""

    # From the top

    @property
    def has_totals(self) -> bool:
        """Whether there is room for a running total beside each entry."""
        return self.seats <= MOST_SEATS_WITH_TOTALS

    @property
    def steps(self) -> float:
        """Where the words begin that say how to fill it in."""
        return self.pen.margin + HEAD_HEIGHT + 9

    @property
    def names(self) -> float:
        """Where the names begin, as a list or above their columns."""
        lines = len(scoresheet_words.steps(self.settings, totals=self.has_totals))
        return self.steps + max(50, lines * STEP_HEIGHT) + 7

    @property
    def list_rows(self) -> int:
        return -(-self.seats // 2) if self.is_listed else 0

    @property
    def top(self) -> float:
        """Where the columns begin: below the list of names where there is one."""
        return self.names + (self.list_rows * self.name + 6 if self.list_rows else 0)

    @property
    def mark(self) -> float:
        """How high the seats' cards are."""
        return LARGE_MARK if self.seats < MOST_NAMES_ABOVE_COLUMNS else SMALL_MARK

    @property
    def dealt(self) -> float:
        """Where the boxes for the first dealer stand."""
        return self.top + (self.mark + 4 if self.list_rows else max(self.mark, self.name) + 3)

    @property
    def titles(self) -> float:
        return self.dealt + DEALT_HEIGHT

    @property
    def example(self) -> float:
        return self.titles + TITLES_HEIGHT

    @property
    def first(self) -> float:
        """Where hand 1 begins."""
        return self.example + EXAMPLE_HEIGHT

    # From the bottom

    @property
    def foot(self) -> float:
        """Where the last line begins."""
        return self.pen.bottom - FOOT_HEIGHT + 4

    @property
    def box(self) -> float:
        """How high each of them is."""
        return 38.0 if self.boxes == 1 else 27.0

    @property
    def _lowest_onward(self) -> float:
        return self.foot - 8 - self.boxes * (self.box + 4)

    @property
    def _closing(self) -> float:
        return TOTAL_HEIGHT + 2 * LINE_HEIGHT + SIGNED_HEIGHT

    # The rows

    @property
    def has_unfinished(self) -> bool:
        """Whether the hand that time up stops is written down."""
        return self.settings.clock is not None and self.settings.incomplete_counts()

    @property
    def has_playoff(self) -> bool:
        return self.settings.format is not Format.ROTATION

    @property
    def _others(self) -> int:
        """Rows that are as high as a hand's and are none."""
        return self.has_unfinished + self.has_playoff

    @property
    def banner(self) -> float:
        """How high the words about time up are."""
        return BANNER_HEIGHT if self.settings.clock is not None else 0.0

    @property
    def _room(self) -> float:
        return self._lowest_onward - 10 - self._closing - self.banner - self.first

    @property
    def hands(self) -> int:
        """How many lines for hands: as many as are played if that is known, otherwise as many as fit."""
        fit = int(self._room // USUAL_ROW) - self._others
        if self.settings.ending is Ending.HANDS and self.settings.hands:
            return min(self.settings.hands, int(self._room // LOWEST_ROW) - self._others)
        return fit

    @property
    def row(self) -> float:
        return min(HIGHEST_ROW, self._room / (self.hands + self._others))

    @property
    def after_hands(self) -> float:
        """Where the words about time up begin."""
        return self.first + self.row * self.hands

    @property
    def unfinished(self) -> float:
        """Where the row of the unfinished hand begins, or the next one if there is none."""
        return self.after_hands + self.banner

    @property
    def playoff(self) -> float:
        return self.unfinished + self.row * self.has_unfinished

    @property
    def totals(self) -> float:
        return self.playoff + self.row * self.has_playoff

    @property
    def end(self) -> float:
        return self.totals + self._closing

    @property
    def onward(self) -> float:
        """Where the boxes begin in which somebody's way is written."""
        return self.end + 10

    # The columns

    @property
    def seats_left(self) -> float:
        """Where the first seat's column begins."""
        return self.pen.left + HAND_WIDTH + LAST_CARD_WIDTH

    @property
    def sum(self) -> float:
        """How wide the column for a row's sum is, where there is one."""
        return SUM_WIDTH if scoresheet_words.winner_takes(self.settings) else 0.0

    @property
    def column(self) -> float:
        return (self.pen.right - self.sum - self.seats_left) / self.seats

    def x(self, place: int) -> float:
        """The left edge of a seat's column, counted from 0."""
        return self.seats_left + place * self.column

    @property
    def out(self) -> float:
        """How wide the part of a column is in which its shape is ticked."""
        return min(28.0, max(15.0, self.column * 0.24))

    @property
    def points(self) -> float:
        """How wide the part is for a hand's points."""
        rest = self.column - self.out
        return rest * 0.53 if self.has_totals else rest


def fit_grid(pen: Pen, settings: Settings, table: PrintedTable, boxes: int) -> ScoresheetGrid:
    """As high as the longest name of this table needs: in steps, so that tables with the same look share a stamp."""
    plain = ScoresheetGrid(pen, settings, len(table.chairs), USUAL_NAME, boxes)
    listed = plain.seats > MOST_NAMES_ABOVE_COLUMNS or _breaks_a_word(table, name_width(plain))
    usual, step = (USUAL_LISTED_NAME, 5.0) if listed else (USUAL_NAME, 10.0)
    wide = pen.across / 2 - 12 - 26 if listed else name_width(plain)
    high = max((_name_needs(chair, wide, listed=listed) for chair in table.chairs), default=0)
    name = usual + max(0, ceil((high - usual) / step)) * step
    return replace(plain, name=name, is_listed=listed)


def _breaks_a_word(table: PrintedTable, wide: float) -> bool:
    """Whether somebody's name, or their group's, has a word that is wider than a column even in small letters."""
    names = [text for chair in table.chairs for text in ((chair.name, fonts.BOLD), (group_beside(chair), fonts.PLAIN))]
    return not all(has_room(words, wide, weight) for words, weight in names)


def name_width(grid: ScoresheetGrid) -> float:
    """How wide a name may be beside its seat's card, above a column."""
    return grid.column - grid.mark * 0.75 - 13


def _name_needs(chair: PrintedChair, wide: float, *, listed: bool) -> float:
    """The height that a name needs. In a list the group is beside the name, on top of a column below it."""
    if not listed:
        return needs(chair.name, wide, 11, fonts.BOLD) + needs(group_beside(chair), wide, 8.5, least=0.94) + 1
    beside = min(width(group_beside(chair), 9) + 10, wide * MOST_OF_A_NOTE)
    if not has_room(chair.name, wide - beside, fonts.BOLD):
        beside = min(beside, wide * LEAST_OF_A_NOTE)
    return needs(chair.name, wide - beside, 10.5, fonts.BOLD) + 1


def group_beside(chair: PrintedChair) -> str:
    """A player's group, and for whom they play."""
    note = note_of(chair)
    return ", ".join(filter(None, (chair.group, note if chair.name else "")))
