"""A PDF read back as a person holds it: its words, where each letter stands, its pages as pictures, its QR codes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pypdfium2
import zxingcpp
from pypdfium2 import raw

SLACK = 0.6
"""Points by which the boxes of two letters may touch: their sides' own white is not always in the font."""


@dataclass(frozen=True)
class Letter:
    """One drawn letter and its box, in points from the bottom left."""

    letter: str
    left: float
    bottom: float
    right: float
    top: float
    index: int = 0
    size: float = 0
    """Of its font, in points."""

    @property
    def area(self) -> float:
        return max(0.0, self.right - self.left) * max(0.0, self.top - self.bottom)

    def shared(self, other: Letter) -> float:
        """The area that both cover, less what neighbours may."""
        across = min(self.right, other.right) - max(self.left, other.left) - SLACK
        down = min(self.top, other.top) - max(self.bottom, other.bottom) - SLACK
        return max(0.0, across) * max(0.0, down)


class PrintedPage:
    """One page."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.size = tuple(round(side) for side in page.get_size())

    @cached_property
    def text(self) -> str:
        """Its words in the order in which they were drawn, in one line; readers mark a hyphen that ends a line."""
        return " ".join(self.page.get_textpage().get_text_range().replace("\x02", "-").replace("\ufffe", "-").split())

    @cached_property
    def letters(self) -> list[Letter]:
        read = self.page.get_textpage()
        found = []
        matrix = raw.FS_MATRIX()
        for index in range(read.count_chars()):
            letter = chr(raw.FPDFText_GetUnicode(read, index))
            if letter.isspace() or not letter.isprintable() or raw.FPDFText_IsGenerated(read, index) == 1:
                continue
            raw.FPDFText_GetMatrix(read, index, matrix)
            size = raw.FPDFText_GetFontSize(read, index) * abs(matrix.d)
            box: tuple[float, float, float, float] = read.get_charbox(index)
            found.append(Letter(letter, *box, index, round(size, 2)))
        return found

    @property
    def smallest(self) -> float:
        """The size of its smallest letters."""
        return min(letter.size for letter in self.letters)

    def find(self, words: str) -> list[Letter]:
        """The first letter of each place where these words stand."""
        written = "".join(letter.letter for letter in self.letters)
        return [self.letters[found.start()] for found in re.finditer(re.escape(bare(words)), written)]

    def picture(self, scale: float = 2) -> Any:
        return self.page.render(scale=scale, grayscale=True).to_pil()

    def codes(self, scale: float = 3) -> list[str]:
        """What a phone reads, from the top."""
        found = zxingcpp.read_barcodes(self.picture(scale))
        return [
            code.text for code in sorted(found, key=lambda code: (code.position.top_left.y, code.position.top_left.x))
        ]

    def check(self, margin: float = 8) -> None:
        """No letter runs outside the page or over another one."""
        width, height = self.size
        for letter in self.letters:
            inside = letter.left >= margin and letter.right <= width - margin and letter.bottom >= margin
            assert inside and letter.top <= height - margin, f"{letter} is outside of {self.size}"
        clashes = list(self._clashes())
        assert not clashes, clashes[:5]

    def _clashes(self) -> Iterator[tuple[Letter, Letter]]:
        """Pairs that cover each other. Letters that join or sit on others, as in Arabic and Vietnamese, may touch, and
        so may one that hangs over its neighbour in a word, as a J does."""
        solid = [letter for letter in self.letters if letter.area and not unicodedata.combining(letter.letter)]
        by_left = sorted(solid, key=lambda letter: letter.left)
        for place, letter in enumerate(by_left):
            for other in by_left[place + 1 :]:
                if other.left > letter.right:
                    break
                if other.bottom >= letter.top or other.top <= letter.bottom:
                    continue
                if letter.shared(other) > 0.12 * min(letter.area, other.area) and not _joins(letter, other):
                    yield letter, other


def _joins(letter: Letter, other: Letter) -> bool:
    """Neighbours in a word stand beside each other: one on top of the other is a clash like any."""
    if abs(letter.index - other.index) == 1:
        across = min(letter.right, other.right) - max(letter.left, other.left)
        return across < 0.5 * min(letter.right - letter.left, other.right - other.left)
    return all(unicodedata.bidirectional(each.letter) in ("R", "AL") for each in (letter, other))


class PrintedDocument:
    """A whole file."""

    def __init__(self, content: bytes) -> None:
        assert content.startswith(b"%PDF-"), content[:20]
        self.content = content
        self.file = pypdfium2.PdfDocument(content)
        self.pages = [PrintedPage(self.file[index]) for index in range(len(self.file))]

    @property
    def title(self) -> str:
        """What the window of a reader shows."""
        return str(self.file.get_metadata_dict().get("Title", ""))

    @property
    def text(self) -> str:
        return " ".join(page.text for page in self.pages)

    @property
    def bookmarks(self) -> list[tuple[int, str, int]]:
        """Level, title and page, counted from 1."""
        found = []
        for mark in self.file.get_toc():
            target = mark.get_dest()
            found.append((mark.level, mark.get_title(), (target.get_index() if target else 0) + 1))
        return found

    def check(self, margin: float = 8) -> PrintedDocument:
        for page in self.pages:
            page.check(margin)
        return self

    def fetches_nothing(self) -> None:
        """No link, no script, no file outside: a document is only ink."""
        told = re.sub(rb"stream\r?\n.*?endstream", b"", self.content, flags=re.DOTALL)
        for word in (b"/URI", b"/JavaScript", b"/JS", b"/Launch", b"/GoToR", b"/EmbeddedFile", b"/RichMedia"):
            assert word not in told, word


def bare(text: str) -> str:
    """Letters alone: a name may be wrapped anywhere, and Arabic is drawn in shaped letters from right to left."""
    return "".join(unicodedata.normalize("NFKC", text).split())


def has(text: str, name: str) -> bool:
    """Whether a name is there, however it is wrapped. Near letters that run from right to left every word of it:
    readers guess the order in which words and full stops were meant."""
    letters = bare(text)
    if bare(name) in letters:
        return True
    words = re.findall(r"\w+", unicodedata.normalize("NFKC", name))
    turned = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in letters)
    return turned and all(word in letters or word[::-1] in letters for word in words)


def has_row(text: str, *cells: object) -> bool:
    """Whether these stand one after the other, as in a row of a list; near letters that run from right to left, whether
    each of them is there at all."""
    told = [str(cell) for cell in cells]
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for cell in told for letter in cell):
        return all(has(text, cell) for cell in told)
    return bare("".join(told)) in bare(text)
