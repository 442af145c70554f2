"""Draws on pages. Coordinates are in points from the top left corner, the way people read."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any, Final

from reportlab.pdfgen.canvas import Canvas

from tournament.printing import fonts, text
from tournament.printing.colours import Ink
from tournament.printing.paper_sizes import PaperSize

INK: Final = 0.0
SLATE: Final = 0.32
QUIET: Final = 0.35
"""Grey words: dark enough for a poor copier."""
HAIR: Final = 0.72
WELL: Final = 0.9
WHITE: Final = 1.0

MOST_OF_A_NOTE: Final = 0.42
LEAST_OF_A_NOTE: Final = 0.26
"""The share of a line that the note beside a long name may take: the least where the name needs the room."""

Window = tuple[float, float, float, float]
"""Left, top, right and bottom."""

Noted = Callable[[int, int], None]
"""Told after each page how many there are, and how many there will be where that is known (else 0)."""


def nobody(pages: int, of: int) -> None:
    """Report progress to nobody."""


LEFT, MIDDLE, RIGHT = "left", "middle", "right"


class Pen:
    """Draws on the pages of one file. A page begins when something is drawn on it and ends with `next_page`."""

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
        self.copies = 1
        """How many times what is drawn now will be drawn, counting this time."""
        self.is_copy = False
        """Whether the same was drawn before: bookmarks lead to the first."""
        self.turn(paper)

    def turn(self, paper: PaperSize) -> None:
        """Use another paper size from the next page on."""
        self.take(paper)
        self.canvas.setPageSize((paper.width, paper.height))

    def take(self, paper: PaperSize) -> None:
        """Lay out as if the page had this paper size, even if its real size is another."""
        self.paper, self.width, self.height, self.margin = paper, paper.width, paper.height, paper.margin

    def fresh(self) -> None:
        """Forget which font and colour were set, because the canvas has restored an earlier state."""
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
        """End this page, even if it is empty."""
        self._begin_part()
        self.canvas.showPage()
        self._font = None
        self.pages += 1
        self.noted(self.pages, self.of)

    def expect(self, pages: int) -> None:
        """Announce how many more pages are expected, for the progress bar."""
        self.of = self.pages + pages * self.copies

    def to_front(self) -> None:
        """Make what follows begin on the front of a sheet when printing on both sides. Adds a blank page if needed."""
        if self.pages % 2:
            self.next_page()

    def part(self, title: str) -> None:
        """Begin a part of the file: it starts on the front of a sheet, and its bookmarks are listed under this one. If
        nothing is drawn in it, the part leaves no trace."""
        self.to_front()
        self._part, self._depth = title, 1

    def _begin_part(self) -> None:
        if self._part:
            title, self._part = self._part, ""
            self._mark(title, 0)

    def bookmark(self, title: str, level: int = 0) -> None:
        """Add a bookmark that readers of the file can jump to."""
        self._begin_part()
        self._mark(title, level + self._depth)

    def _mark(self, title: str, level: int) -> None:
        if self.is_copy:
            return
        self._bookmarks += 1
        key = f"place-{self._bookmarks}"
        self.canvas.bookmarkPage(key)
        self.canvas.addOutlineEntry(title, key, level, closed=True)

    def save(self) -> None:
        self.canvas.save()

    def stamp(self, name: str, draw: Callable[[Pen], None]) -> None:
        """Draw once what is the same on many pages; the other pages only refer to it."""
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
        grey: Ink = INK,
    ) -> float:  # fmt: skip
        """Write one line with its baseline at y. Returns its width."""
        parts = text.pieces(words, weight)
        wide = text.width_at_1(words, weight) * size
        at = x if align == LEFT else x - wide if align == RIGHT else x - wide / 2
        if self.window and not self._is_seen(at, y, wide, size):
            return wide
        self.fill(grey)
        for font, part in parts:
            if self._font != (font, size):
                self._font = (font, size)
                self.canvas.setFont(font, size)
            self._letters(at, y, part, size * fonts.line_around(font, weight), grey)
            at += fonts.width(font, part) * size if len(parts) > 1 else 0
        return wide

    def _letters(self, x: float, y: float, letters: str, line: float, ink: Ink) -> None:
        """Draw letters, with a line around each if their font is thinner than the rest of the document."""
        if not line:
            self.canvas.drawString(x, self.height - y, letters)
            return
        self.stroke(ink)
        self.canvas.setLineWidth(line)
        self.canvas.setLineJoin(1)
        self.canvas.drawString(x, self.height - y, letters, mode=2)
        self.canvas.setLineJoin(0)

    def _is_seen(self, x: float, y: float, wide: float, size: float) -> bool:
        left, top, right, bottom = self.window or (0, 0, self.width, self.height)
        return left <= x + wide and x <= right and top <= y and y - size <= bottom

    def fitted(
        self, x: float, y: float, across: float, down: float, words: str, size: float = 10,
        weight: str = fonts.PLAIN, align: str = LEFT, grey: Ink = INK, least: float = 0.72, top: bool = False,
    ) -> float:  # fmt: skip
        """Write words inside a box, shrinking or wrapping them until they fit, in its middle or at its top. Returns
        their height."""
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
        """Write a name on the left and a quiet note on the right. The note takes two fifths of the width at most, more
        if the name leaves it free, and less if the name would become too small to read or a word of it be broken."""
        spare = max(across * MOST_OF_A_NOTE, across - text.width(name, size, weight))
        wide = min(text.width(note, note_size) + 10, spare) if note else 0
        is_small = text.fit(name, across - wide, down, size, weight).size < text.SMALLEST_READABLE_SIZE
        if is_small or not text.has_room(name, across - wide, weight):
            wide = min(wide, across * LEAST_OF_A_NOTE)
        self.fitted(x, y, across - wide, down, name, size, weight, grey=grey)
        self.fitted(x + across - wide + 8, y, wide - 8, down, note, note_size, align=RIGHT, grey=QUIET, least=0.9)

    def paragraph(
        self, x: float, y: float, across: float, words: str, size: float = 10, weight: str = fonts.PLAIN,
        grey: float = INK, leading: float = 1.35,
    ) -> float:  # fmt: skip
        """Write a paragraph from y down, in as many lines as it needs. Returns where the next thing may begin."""
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
        """Draw many lines of the same kind at once."""
        self.canvas.setStrokeGray(grey)
        self.canvas.setLineWidth(thick)
        self.canvas.lines([(x1, self.height - y1, x2, self.height - y2) for x1, y1, x2, y2 in lines])

    def box(
        self, x: float, y: float, across: float, down: float, fill: Ink | None = None, edge: float | None = INK,
        thick: float = 0.6, radius: float = 0,
    ) -> None:  # fmt: skip
        if fill is not None:
            self.fill(fill)
        if edge is not None:
            self.canvas.setStrokeGray(edge)
            self.canvas.setLineWidth(thick)
        painted: dict[str, Any] = {"stroke": int(edge is not None), "fill": int(fill is not None)}
        if radius:
            self.canvas.roundRect(x, self.height - y - down, across, down, radius, **painted)
        else:
            self.canvas.rect(x, self.height - y - down, across, down, **painted)

    def dashes(self, on: float = 0, off: float = 0) -> None:
        """Draw dashed lines from here on; without numbers, solid ones again."""
        self.canvas.setDash([on, off] if on else [])

    def fill(self, ink: Ink) -> None:
        """Fill what is drawn next with a grey or a colour."""
        self.canvas.setFillGray(ink) if isinstance(ink, int | float) else self.canvas.setFillColorRGB(*ink)

    def stroke(self, ink: Ink) -> None:
        """Draw the next lines in a grey or a colour."""
        self.canvas.setStrokeGray(ink) if isinstance(ink, int | float) else self.canvas.setStrokeColorRGB(*ink)
