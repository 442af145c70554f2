"""Page heads, tables with columns, and documents that run over several pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tournament.printing import fonts, marks, text
from tournament.printing.pen import HAIR, LEFT, QUIET, RIGHT, WELL, Pen
from tournament.queries.event_facts import CompetitionFacts, EventFacts

FOOT: Final = 16
"""So much below is kept for the page's number."""


@dataclass(frozen=True)
class Title:
    """The head of every page of a document, and the small note at its foot."""

    title: str
    of: str
    note: str = ""


def title_of(competition: CompetitionFacts, title: str, note: str = "") -> Title:
    """The title of a competition's document. In a rehearsal its note says that nobody on it is real."""
    event = competition.event
    named = [event.name] if event.name == competition.name else [event.name, competition.name]
    day = [f"{event.date:%-d %B %Y}"] if event.date else []
    return Title(title, ", ".join([*named, *day]), ". ".join(filter(None, [note, rehearsal_note(event)])))


def rehearsal_note(event: EventFacts) -> str:
    """What a paper of a rehearsal says, so that nobody takes it for a real one."""
    return "Rehearsal: nobody here is real" if event.fictional else ""


def head(pen: Pen, title: Title, size: float = 26) -> float:
    """Draw the head of a page: its title, the event and competition, and a line below. Returns where the content
    begins."""
    y = pen.margin
    pen.fitted(pen.left, y, pen.across * 0.58, size * 1.3, title.title, size, fonts.BLACK)
    pen.fitted(pen.left + pen.across * 0.6, y, pen.across * 0.4, size * 1.3, title.of, 11, fonts.BOLD, RIGHT)
    y += size * 1.3 + 8
    pen.rule(pen.left, y, pen.right, y, 3)
    return y + 10


def foot(pen: Pen, title: Title, page: int, of: int | None = None) -> None:
    """Draw the foot of a page: its number and the document's note."""
    if title.note:
        pen.fitted(pen.left, pen.bottom - 11, pen.across - 90, 11, title.note, 8, grey=QUIET)
    pages = f"Page {page} of {of}" if of else f"Page {page}"
    pen.text(pen.right, pen.bottom - 2, pages, 8, align=RIGHT, grey=QUIET)


class Flow:
    """A document of several pages with the same head. `turned` is called on every new page."""

    def __init__(self, pen: Pen, title: Title, size: float = 26) -> None:
        self.pen, self.title, self.size, self.page = pen, title, size, 1
        self.turned: Callable[[], None] = lambda: None
        self.y = head(pen, title, size)

    @property
    def end(self) -> float:
        return self.pen.bottom - FOOT

    @property
    def room(self) -> float:
        return self.end - self.y

    def need(self, down: float) -> None:
        """Turn to the next page if less than this height is left."""
        if self.y + down > self.end:
            self.turn()

    def turn(self) -> None:
        foot(self.pen, self.title, self.page)
        self.pen.next_page()
        self.page += 1
        self.y = head(self.pen, self.title, self.size)
        self.turned()

    def close(self) -> None:
        foot(self.pen, self.title, self.page)
        self.pen.next_page()

    def heading(self, words: str, size: float = 14) -> None:
        """Write a section's heading, never alone at the end of a page."""
        self.need(size * 2 + 46)
        self.y += 6
        self.y += self.pen.fitted(self.pen.left, self.y, self.pen.across, size * 2.4, words, size, fonts.BOLD, top=True)
        self.y += 4

    def say(self, words: str, size: float = 10, weight: str = fonts.PLAIN, grey: float = 0) -> None:
        """Write a paragraph, on the next page if it does not fit on this one."""
        self.need(size * 3)
        self.y = self.pen.paragraph(self.pen.left, self.y, self.pen.across, words, size, weight, grey) + 3


Cell = str | int
"""Words; or a seat's number, which is drawn as its card; or TICK."""
TICK: Final = "\N{WHITE SQUARE}"
"""A box to be ticked by hand."""


@dataclass(frozen=True)
class Column:
    """One column of a table: its share of the width, and how its cells are written."""

    title: Cell
    share: float
    weight: str = fonts.PLAIN
    align: str = LEFT
    size: float = 10
    always: bool = True
    """Whether it is there also where no row has anything in it."""


def table(flow: Flow, columns: Sequence[Column], rows: Sequence[Sequence[Cell]], down: float = 19) -> None:
    """A table whose header is repeated on every page. A cell that is too long is shrunk a little, then wrapped, which
    makes its row higher."""
    kept = [n for n, column in enumerate(columns) if column.always or any(row[n] for row in rows)]
    columns, rows = [columns[n] for n in kept], [[row[n] for n in kept] for row in rows]
    whole = sum(column.share for column in columns)
    across = [flow.pen.across * column.share / whole for column in columns]
    flow.need(down * 3)
    flow.turned = lambda: _head(flow, columns, across)
    _head(flow, columns, across)
    for row in rows:
        high = max(down, *(_needs(column, wide, cell) for column, wide, cell in zip(columns, across, row, strict=True)))
        flow.need(high)
        _row(flow, columns, across, row, down, high)
    flow.turned = lambda: None
    flow.y += 8


_LEAST_SHRUNK_TO: Final = 0.85


def _needs(column: Column, wide: float, cell: Cell) -> float:
    return text.needs(cell, wide - 6, column.size, column.weight, _LEAST_SHRUNK_TO) + 4 if isinstance(cell, str) else 0


def _head(flow: Flow, columns: Sequence[Column], across: Sequence[float]) -> None:
    pen, x = flow.pen, flow.pen.left
    for column, wide in zip(columns, across, strict=True):
        if isinstance(column.title, int):
            marks.seat(pen, column.title, x + wide - 13, flow.y + 1, 13)
        else:
            pen.fitted(x + 3, flow.y, wide - 6, 15, column.title, 8.5, fonts.BOLD, column.align, QUIET)
        x += wide
    flow.y += 15
    pen.rule(pen.left, flow.y, pen.right, flow.y, 1.2)


def _row(
    flow: Flow, columns: Sequence[Column], across: Sequence[float], row: Sequence[Cell], usual: float, down: float
) -> None:
    pen, x = flow.pen, flow.pen.left
    for column, wide, cell in zip(columns, across, row, strict=True):
        if cell == TICK:
            marks.tick_box(pen, x + wide / 2 - 6, flow.y + down / 2 - 6, 12)
        elif isinstance(cell, int):
            marks.seat(pen, cell, x + 3, flow.y + 2 + (down - usual) / 2, usual - 4)
        elif cell:
            pen.fitted(
                x + 3,
                flow.y + 1,
                wide - 6,
                down - 2,
                cell,
                column.size,
                column.weight,
                column.align,
                least=_LEAST_SHRUNK_TO,
            )
        x += wide
    flow.y += down
    pen.rule(pen.left, flow.y, pen.right, flow.y, 0.4, HAIR)


def plain_page(pen: Pen, title: Title, words: str) -> None:
    """Draw a page that says why there is nothing to print."""
    y = head(pen, title)
    pen.box(pen.left, y + 6, pen.across, 80, fill=WELL, edge=None, radius=9)
    pen.fitted(pen.left + 20, y + 16, pen.across - 40, 60, words, 14, fonts.BOLD)
    foot(pen, title, 1)
    pen.next_page()
