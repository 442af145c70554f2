"""What every page is drawn with: points from the top left corner, as people read."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any, Final

from reportlab.pdfgen.canvas import Canvas

from tournament.printing import fonts, text
from tournament.printing.paper_sizes import PaperSize

INK: Final = 0.0
SLATE: Final = 0.32
QUIET: Final = 0.35
"""Grey words: dark enough for a poor copier."""
HAIR: Final = 0.72
WELL: Final = 0.9
WHITE: Final = 1.0

Window = tuple[float, float, float, float]
"""Left, top, right and bottom."""

Noted = Callable[[int, int], None]
"""Told after each page how many there are, and how many there will be where that is known (else 0)."""


def nobody(pages: int, of: int) -> None:
    """Nobody wants to know how far it is."""


LEFT, MIDDLE, RIGHT = "left", "middle", "right"


class Pen:
    """Draws on the pages of one file. A page is begun by drawing on it and ended by `next_page`."""

    def __init__(self, out: IO[bytes] | str, paper: PaperSize, title: str) -> None:
        self.canvas = Canvas(out, pagesize=(paper.width, paper.height), pageCompression=1, invariant=1, lang="en")
        self.canvas.setTitle(title)
        self.canvas.setCreator("Turntable")
        self.canvas.setViewerPreference("DisplayDocTitle", "true")
        self.pages = 0
        self.window: Window | None = None
        """Where on a larger drawing this page looks: words outside are left out."""
        self._part = ""
        self.of = 0
        """How many pages there will be, where that is known before."""
        self.noted: Noted = nobody
        self._forms: set[str] = set()
        self._font: tuple[str, float] | None = None
        self._bookmarks = self._depth = 0
        self.turn(paper)

    def turn(self, paper: PaperSize) -> None:
        """Take other paper from the next page on."""
        self.take(paper)
        self.canvas.setPageSize((paper.width, paper.height))

    def take(self, paper: PaperSize) -> None:
        """Draw as if on this paper, whatever the page is."""
        self.paper, self.width, self.height, self.margin = paper, paper.width, paper.height, paper.margin

    def fresh(self) -> None:
        """Forget what was set: the canvas went back to an earlier state."""
        self._font = None

    # Pages

    @property
    def left(self) -> float:
        return self.margin

    @property
    def right(self) -> float:
        return self.width - self.margin

    @property
    def across(self) -> float:
        return self.right - self.left

    @property
    def bottom(self) -> float:
        return self.height - self.margin

    def next_page(self) -> None:
        """This page is done, also if nothing is on it."""
        self._begin_part()
        self.canvas.showPage()
        self._font = None
        self.pages += 1
        self.noted(self.pages, self.of)

    def expect(self, pages: int) -> None:
        """So many more will come, as far as anybody knows."""
        self.of = self.pages + pages

    def to_front(self) -> None:
        """Printed on both sides, what follows begins on a front: a blank back where needed."""
        if self.pages % 2:
            self.next_page()

    def part(self, title: str) -> None:
        """What follows is a part of a file: it begins on a front, and its own bookmarks stand below this one. A part
        of which nothing is drawn leaves no trace."""
        self.to_front()
        self._part, self._depth = title, 1

    def _begin_part(self) -> None:
        if self._part:
            title, self._part = self._part, ""
            self._mark(title, 0)

    def bookmark(self, title: str, level: int = 0) -> None:
        """A place that readers of the file can go to."""
        self._begin_part()
        self._mark(title, level + self._depth)

    def _mark(self, title: str, level: int) -> None:
        self._bookmarks += 1
        key = f"place-{self._bookmarks}"
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(title, key, level, closed=True)

    def save(self) -> None:
        self.canvas.save()

    def stamp(self, name: str, draw: Callable[[Pen], None]) -> None:
        """What is the same on many pages is drawn once and then only pointed at."""
        if name not in self._forms:
            self._forms.add(name)
            self._font = None
            self.canvas.beginForm(name, 0, 0, self.width, self.height)
            draw(self)
            self.canvas.endForm()
            self._font = None
        self.canvas.doForm(name)

    # Words

    def text(
        self, x: float, y: float, words: str, size: float = 10, weight: str = fonts.PLAIN, align: str = LEFT,
        grey: float = INK,
    ) -> float:  # fmt: skip
        """One line whose letters stand on y; how wide it is."""
        parts = text.pieces(words, weight)
        wide = text.width_at_1(words, weight) * size
        at = x if align == LEFT else x - wide if align == RIGHT else x - wide / 2
        if self.window and not self._is_seen(at, y, wide, size):
            return wide
        self._grey(grey)
        for font, part in parts:
            if self._font != (font, size):
                self._font = (font, size)
                self.canvas.setFont(font, size)
            self.canvas.drawString(at, self.height - y, part)
            at += fonts.width(font, part) * size if len(parts) > 1 else 0
        return wide

    def _is_seen(self, x: float, y: float, wide: float, size: float) -> bool:
        left, top, right, bottom = self.window or (0, 0, self.width, self.height)
        return left <= x + wide and x <= right and top <= y and y - size <= bottom

    def fitted(
        self, x: float, y: float, across: float, down: float, words: str, size: float = 10,
        weight: str = fonts.PLAIN, align: str = LEFT, grey: float = INK, least: float = 0.72, top: bool = False,
    ) -> float:  # fmt: skip
        """Words inside a box, shrunk or wrapped until they are; in its middle, or at its top. How high they are."""
        fitted = text.fit(words, across, down, size, weight, least)
        start = y if top else y + (down - fitted.height) / 2
        at = {LEFT: x, MIDDLE: x + across / 2, RIGHT: x + across}[align]
        for number, line in enumerate(fitted.lines):
            baseline = start + fitted.size * (number * text.LEADING + 0.9)
            self.text(at, baseline, line, fitted.size, weight, align, grey)
        return fitted.height

    def beside(
        self, x: float, y: float, across: float, down: float, name: str, size: float, note: str, note_size: float = 9,
        weight: str = fonts.BOLD, grey: float = INK,
    ) -> None:  # fmt: skip
        """A name on the left, and on the right a quiet note that takes no more than it must: two fifths at most, unless
        the name leaves more, and less where the name could not be read."""
        spare = max(across * 0.42, across - text.width(name, size, weight))
        wide = min(text.width(note, note_size) + 10, spare) if note else 0
        if text.fit(name, across - wide, down, size, weight).size < text.READABLE:
            wide = min(wide, across * 0.26)
        self.fitted(x, y, across - wide, down, name, size, weight, grey=grey)
        self.fitted(x + across - wide + 8, y, wide - 8, down, note, note_size, align=RIGHT, grey=QUIET, least=0.9)

    def paragraph(
        self, x: float, y: float, across: float, words: str, size: float = 10, weight: str = fonts.PLAIN,
        grey: float = INK, leading: float = 1.35,
    ) -> float:  # fmt: skip
        """As many lines as it takes, from y down; where the next thing may begin."""
        for line in text.wrap(words, across / size, weight):
            self.text(x, y + size * 0.95, line, size, weight, LEFT, grey)
            y += size * leading
        return y

    # Lines and areas

    def rule(self, x1: float, y1: float, x2: float, y2: float, thick: float = 0.6, grey: float = INK) -> None:
        self.canvas.setStrokeGray(grey)
        self.canvas.setLineWidth(thick)
        self.canvas.line(x1, self.height - y1, x2, self.height - y2)

    def rules(self, lines: list[tuple[float, float, float, float]], thick: float = 0.6, grey: float = INK) -> None:
        """Many lines of one kind at once."""
        self.canvas.setStrokeGray(grey)
        self.canvas.setLineWidth(thick)
        self.canvas.lines([(x1, self.height - y1, x2, self.height - y2) for x1, y1, x2, y2 in lines])

    def box(
        self, x: float, y: float, across: float, down: float, fill: float | None = None, edge: float | None = INK,
        thick: float = 0.6, radius: float = 0,
    ) -> None:  # fmt: skip
        if fill is not None:
            self._grey(fill)
        if edge is not None:
            self.canvas.setStrokeGray(edge)
            self.canvas.setLineWidth(thick)
        painted: dict[str, Any] = {"stroke": int(edge is not None), "fill": int(fill is not None)}
        if radius:
            self.canvas.roundRect(x, self.height - y - down, across, down, radius, **painted)
        else:
            self.canvas.rect(x, self.height - y - down, across, down, **painted)

    def dashes(self, on: float = 0, off: float = 0) -> None:
        """From here on lines are dashed; without numbers they are whole again."""
        self.canvas.setDash([on, off] if on else [])

    def _grey(self, grey: float) -> None:
        self.canvas.setFillGray(grey)
