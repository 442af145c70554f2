"""Reads XLSX, which is a zip archive of XML. A small file of either kind can be made to fill the memory, so the size of
what comes out is checked first."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from tournament.lists.separated_text import Row
from tournament.rules.errors import ListRefused

MOST_BYTES: Final = 64 * 2**20
"""Unpacked. A hundred thousand rows with a dozen columns are about half of it."""
MOST_RATIO: Final = 250
"""Unpacked over packed, for parts of more than a few megabytes: a list full of repetition stays far below."""
_LARGE: Final = 4 * 2**20
_LARGEST_BESIDE: Final = 2**20
"""For XML that holds no rows: a megabyte of cell styles is thousands of them, and ten take minutes to read."""
_ROWS: Final = ("xl/worksheets/", "xl/sharedStrings.xml")
_MOST_PARTS: Final = 1000
_MOST_COLUMNS: Final = 50
_LAST_ROW: Final = 1_048_576
_BROKEN: Final = (
    "This file is damaged, or isn’t a workbook. Open it, save it again as XLSX or CSV, then choose that file."
)
_TOO_MUCH_BESIDE: Final = "This workbook has more formatting and drawings than a list needs. Save it as CSV."
_TOO_LARGE: Final = "This workbook holds far more than a list of people needs. Copy the list into a new one."


@dataclass(frozen=True)
class Sheet:
    """One worksheet. `last` is the number of its last row, if the file says so."""

    title: str
    last: int
    rows: Iterator[Row]


class _Heard(io.BytesIO):
    """A file that reports each time something is read from it. Opening a large workbook takes so long that the page has
    to show progress."""

    def __init__(self, content: bytes, hear: Callable[[], None]) -> None:
        super().__init__(content)
        self.hear = hear

    def read(self, size: int | None = -1) -> bytes:
        self.hear()
        return super().read(size)


def nobody_listens() -> None:
    """Report progress to nobody."""


def sheets(content: bytes, hear: Callable[[], None] = nobody_listens) -> Iterator[Sheet]:
    """Read the visible worksheets in their order. A cell with a formula gives its result, never the formula. `hear` is
    called often, from the first byte on."""
    from openpyxl import load_workbook  # when a workbook is: every start of every process would wait for it

    weigh(content, hear)
    try:
        book = load_workbook(_Heard(content, hear), read_only=True, data_only=True, keep_links=False)
        for sheet in book.worksheets:
            if sheet.sheet_state == "visible":
                yield Sheet(sheet.title, min(sheet.max_row or 0, _LAST_ROW), _rows(sheet))
    except (ListRefused, GeneratorExit):
        raise
    except Exception:  # any error that a damaged or hostile workbook causes in the library
        raise ListRefused(_BROKEN) from None


def weigh(content: bytes, hear: Callable[[], None] = nobody_listens) -> None:
    """Refuse an archive that is too large: first by the sizes it declares, then by what really comes out."""
    try:
        with zipfile.ZipFile(_Heard(content, hear)) as archive:
            parts = archive.infolist()
            _check_kind({part.filename for part in parts})
            if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > MOST_BYTES:
                raise ListRefused(_TOO_LARGE)
            if any(part.file_size > max(_LARGE, MOST_RATIO * part.compress_size) for part in parts):
                raise ListRefused(_TOO_LARGE)
            if any(part.file_size > _LARGEST_BESIDE for part in parts if _is_beside(part.filename)):
                raise ListRefused(_TOO_MUCH_BESIDE)
            _unpack_once(archive, parts)
    except ListRefused:
        raise
    except Exception:  # damaged, encrypted, or packed in a way nobody uses for workbooks
        raise ListRefused(_BROKEN) from None


def _is_beside(name: str) -> bool:
    """Whether this part is XML other than rows: styles, themes, drawings. Pictures are never opened, so their size does
    not matter."""
    return name.lower().endswith((".xml", ".rels", ".vml")) and not name.startswith(_ROWS)


def _check_kind(names: set[str]) -> None:
    if "content.xml" in names:
        raise ListRefused("This is an OpenDocument file. Save it as XLSX or CSV, then choose that file.")
    if "[Content_Types].xml" not in names or not any(name.startswith("xl/") for name in names):
        raise ListRefused("This is a zip archive, not a workbook. Choose the XLSX or CSV file itself.")


def _unpack_once(archive: zipfile.ZipFile, parts: list[zipfile.ZipInfo]) -> None:
    """Unpack a part only to count its bytes and to find damage; nothing is kept."""
    left = MOST_BYTES
    for part in parts:
        most = min(left, _LARGEST_BESIDE) if _is_beside(part.filename) else left
        with archive.open(part) as stream:
            while piece := stream.read(2**16):
                left, most = left - len(piece), most - len(piece)
                if most < 0:
                    raise ListRefused(_TOO_LARGE)


def _rows(sheet: Any) -> Iterator[Row]:
    sheet.reset_dimensions()  # what a workbook says of its own size may be wrong by millions
    for number, cells in enumerate(sheet.iter_rows(max_col=_MOST_COLUMNS, values_only=True), start=1):
        if number > _LAST_ROW:
            raise ListRefused(_TOO_LARGE)
        if any(cell is not None for cell in cells):
            yield number, ["" if cell is None else _text(cell) for cell in cells]


def _text(value: Any) -> str:
    """A cell's value as people write it: 7, not 7.0."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
