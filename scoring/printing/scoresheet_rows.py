"""The rows of a scoresheet's front: an example in grey, one for each hand, time up, the play-off hand, the totals."""

from __future__ import annotations

from typing import Final

from scoring import words
from scoring.printing import scoresheet_words
from scoring.printing.scoresheet_grid import (
    DEALT_HEIGHT,
    EXAMPLE_HEIGHT,
    HAND_WIDTH,
    LAST_CARD_WIDTH,
    LINE_HEIGHT,
    SIGNED_HEIGHT,
    SUM_WIDTH,
    TITLES_HEIGHT,
    TOTAL_HEIGHT,
    ScoresheetGrid,
)
from scoring.printing.scoresheet_words import EXAMPLE_HELD
from tournament.printing import fonts, marks
from tournament.printing.pen import HAIR, INK, MIDDLE, QUIET, WELL, Pen

TO_TICK: Final = 0.55
"""How grey the shapes are that somebody ticks: seen on a poor copier, and a pen's line is seen on them."""
LEFT_OF_LABELS: Final = 6.0
LEAST_FOR_TWO_LINES: Final = 19.0


def draw_rows(pen: Pen, grid: ScoresheetGrid) -> None:
    """Everything below the names: the same for every table of this size."""
    _draw_heads(pen, grid)
    _draw_example(pen, grid)
    for number in range(1, grid.hands + 1):
        _draw_hand(pen, grid, number)
    if grid.banner:
        _draw_time_up(pen, grid)
    if grid.has_playoff:
        _draw_playoff(pen, grid)
    _draw_closing(pen, grid)
    _draw_lines(pen, grid)


def _draw_heads(pen: Pen, grid: ScoresheetGrid) -> None:
    """Who dealt first, and what each part of a column is for."""
    middle = grid.dealt + DEALT_HEIGHT / 2
    pen.text(pen.left + LEFT_OF_LABELS, middle + 3, "Dealt first: tick one", 8.5, fonts.BOLD)
    y, half = grid.titles + TITLES_HEIGHT - 4, grid.out / 2
    pen.text(pen.left + HAND_WIDTH / 2, y, "hand", 8, grey=QUIET, align=MIDDLE)
    if scoresheet_words.has_draw_cards(grid.settings):
        pen.text(pen.left + HAND_WIDTH + LAST_CARD_WIDTH / 2, y, "last card", 8, grey=QUIET, align=MIDDLE)
    for place in range(grid.seats):
        x = grid.x(place)
        marks.tick_box(pen, x + half - 4.5, middle - 4.5, 9)
        pen.text(x + half, y, "out", 8, grey=QUIET, align=MIDDLE)
        counted = scoresheet_words.counted(grid.settings)
        pen.text(x + grid.out + grid.points / 2, y, counted, 8, grey=QUIET, align=MIDDLE)
        if grid.has_totals:
            rest = grid.column - grid.out - grid.points
            pen.text(x + grid.column - rest / 2, y, "total", 8, grey=QUIET, align=MIDDLE)
    if grid.sum:
        pen.text(pen.right - SUM_WIDTH / 2, y, "sum", 8, grey=QUIET, align=MIDDLE)


def _draw_example(pen: Pen, grid: ScoresheetGrid) -> None:
    """Grey is ours: a hand as somebody would write it."""
    y, high, settings = grid.example, EXAMPLE_HEIGHT, grid.settings
    middle = y + high / 2
    pen.box(pen.left, y, pen.across, high, fill=WELL, edge=None)
    pen.text(pen.left + HAND_WIDTH / 2, middle - 1, "Example", 8, fonts.BOLD, MIDDLE)
    pen.text(pen.left + HAND_WIDTH / 2, middle + 8, "hand 3", 8, align=MIDDLE, grey=QUIET)
    _draw_last_cards(pen, grid, middle)
    if scoresheet_words.has_draw_cards(settings):
        marks.circled(pen, pen.left + HAND_WIDTH + LAST_CARD_WIDTH * 0.3, middle, 22, 16)
    totals = scoresheet_words.example_totals(settings, grid.seats)
    for place in range(grid.seats):
        x = grid.x(place)
        _draw_shape(pen, grid, place, middle)
        held = str(EXAMPLE_HELD[place])
        pen.text(x + grid.out + grid.points / 2, middle + 4.5, held, 13, fonts.ITALIC, MIDDLE)
        if grid.has_totals:
            rest = grid.column - grid.out - grid.points
            pen.text(x + grid.column - rest / 2, middle + 3.5, str(totals[place]), 10, fonts.ITALIC, MIDDLE)
    marks.tick(pen, grid.x(0) + grid.out / 2 - 6, middle - 6, 12)
    if grid.sum:
        total = str(sum(EXAMPLE_HELD[: grid.seats]))
        pen.text(pen.right - SUM_WIDTH / 2, middle + 4.5, total, 13, fonts.ITALIC, MIDDLE)


def _draw_hand(pen: Pen, grid: ScoresheetGrid, number: int) -> None:
    """A hand: its number, the last cards that make somebody draw, and everybody's shape."""
    middle = grid.first + (number - 0.5) * grid.row
    pen.text(pen.left + HAND_WIDTH / 2, middle + 3.6, str(number), 10.5, fonts.BOLD, MIDDLE)
    _draw_last_cards(pen, grid, middle)
    for place in range(grid.seats):
        _draw_shape(pen, grid, place, middle)


def _draw_last_cards(pen: Pen, grid: ScoresheetGrid, middle: float) -> None:
    if scoresheet_words.has_draw_cards(grid.settings):
        for share, card in ((0.3, "+2"), (0.72, "+4")):
            x = pen.left + HAND_WIDTH + LAST_CARD_WIDTH * share
            pen.text(x, middle + 3, card, 8.5, fonts.BOLD, MIDDLE, QUIET)


def _draw_shape(pen: Pen, grid: ScoresheetGrid, place: int, middle: float) -> None:
    size = min(12.5, grid.out - 3, grid.row - 4)
    marks.outline(pen, place + 1, grid.x(place) + (grid.out - size) / 2, middle - size / 2, size, TO_TICK)


def _draw_time_up(pen: Pen, grid: ScoresheetGrid) -> None:
    """What happens to the hand that time up stops, and a row for it where its cards count."""
    y = grid.after_hands
    pen.box(pen.left, y, pen.across, grid.banner, fill=WELL, edge=None)
    x = pen.left + LEFT_OF_LABELS
    marks.clock(pen, x, y + 3.2, 8.6)
    x += 14
    x += pen.text(x, y + 10.8, f"{words.UNFINISHED}:", 9, fonts.BOLD) + 3
    pen.text(x, y + 10.8, scoresheet_words.unfinished(grid.settings), 9)
    if grid.has_unfinished:
        pen.text(pen.left + LEFT_OF_LABELS, grid.unfinished + grid.row / 2 + 3, "Nobody went out", 8.5)


def _draw_playoff(pen: Pen, grid: ScoresheetGrid) -> None:
    """Only who went out is asked: points count nowhere (RULES 6)."""
    middle = grid.playoff + grid.row / 2
    x, is_high = pen.left + LEFT_OF_LABELS, grid.row > LEAST_FOR_TWO_LINES
    wide = pen.text(x, middle - 1.5 if is_high else middle + 3, "Play-off hand", 8.5, fonts.BOLD)
    if is_high:
        pen.text(x, middle + 8, "only if level", 8, grey=QUIET)
    else:
        pen.text(x + wide + 3, middle + 3, "if level", 8, grey=QUIET)
    for place in range(grid.seats):
        _draw_shape(pen, grid, place, middle)


def _draw_closing(pen: Pen, grid: ScoresheetGrid) -> None:
    """What comes out, and that everybody agrees."""
    x, y = pen.left + LEFT_OF_LABELS, grid.totals
    pen.text(x, y + 20, "Total", 15, fonts.BLACK)
    wide = pen.text(x, y + TOTAL_HEIGHT + 12.5, "Hands won", 9.5, fonts.BOLD)
    pen.text(x + wide + 3, y + TOTAL_HEIGHT + 12.5, "(out)", 8, grey=QUIET)
    pen.text(x, y + TOTAL_HEIGHT + LINE_HEIGHT + 12.5, "Place", 9.5, fonts.BOLD)
    signed = y + TOTAL_HEIGHT + 2 * LINE_HEIGHT
    pen.text(x, signed + 13, "Signed", 9.5, fonts.BOLD)
    pen.text(x, signed + 23, "if you agree", 8, grey=QUIET)


def _draw_lines(pen: Pen, grid: ScoresheetGrid) -> None:
    rows = [grid.first + n * grid.row for n in range(grid.hands)]
    closing = [grid.totals + TOTAL_HEIGHT, grid.totals + TOTAL_HEIGHT + LINE_HEIGHT, grid.end - SIGNED_HEIGHT]
    between = [grid.playoff] if grid.has_playoff and grid.has_unfinished else []
    pen.rules([(pen.left, y, pen.right, y) for y in (*rows, *between, *closing)], 0.5, HAIR)
    thick = [grid.example, grid.after_hands, grid.totals, grid.end]
    pen.rules([(pen.left, y, pen.right, y) for y in thick], 1.4, INK)
    edges = [grid.x(place) for place in range(grid.seats)] + ([pen.right - SUM_WIDTH] if grid.sum else [])
    parts = [(grid.names if not grid.list_rows else grid.top, grid.after_hands), (grid.unfinished, grid.end)]
    pen.rules([(x, top, x, bottom) for x in edges for top, bottom in parts], 0.8, INK)
    if grid.has_totals:
        _draw_dashes(pen, grid)


def _draw_dashes(pen: Pen, grid: ScoresheetGrid) -> None:
    """Between a hand's points and the running total."""
    parts = [(grid.first, grid.after_hands), *([(grid.unfinished, grid.playoff)] if grid.has_unfinished else [])]
    pen.dashes(1.5, 2)
    across = [grid.x(place) + grid.out + grid.points for place in range(grid.seats)]
    pen.rules([(x, top, x, bottom) for x in across for top, bottom in parts], 0.5, HAIR)
    pen.dashes()
