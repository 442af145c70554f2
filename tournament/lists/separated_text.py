"""Reads CSV as spreadsheet programs write it: in any usual encoding, with any usual separator, with line breaks inside
quotes."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Final

from tournament.lists.columns import recognised
from tournament.rules.errors import ListRefused

Row = tuple[int, list[str]]
_SEPARATORS: Final = ",;\t|"
_LOOKED_AT: Final = 20
NO_LIST: Final = "This isn’t a list. Save it in your spreadsheet program as XLSX or CSV, then choose that file."


def decode(content: bytes) -> str:
    """Decode UTF-8 or UTF-16, with or without a byte order mark. Anything else is read as Windows-1252, which old
    versions of Excel write."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _strictly(content, "utf-16")
    start = content[:2000]
    for encoding, zeros in (("utf-16-be", start[0::2].count(0)), ("utf-16-le", start[1::2].count(0))):
        if zeros > len(start) // 5:
            return _strictly(content, encoding)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _without_controls(_strictly(content, "cp1252"))


def _strictly(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise ListRefused(NO_LIST) from None


def _without_controls(text: str) -> str:
    """Whether this is text at all. Windows-1252 has a letter for nearly every byte, so a picture or a program shows by
    the few bytes that have none."""
    if any(char < " " and char not in "\t\r\n" for char in text):
        raise ListRefused(NO_LIST)
    return text


def rows(text: str) -> Iterator[Row]:
    """All rows, numbered as a spreadsheet program numbers them."""
    separator = _separator(text)
    number = 0
    try:
        for number, cells in enumerate(_reader(text, separator), start=1):
            if number > 1 or not _names_separator(cells):
                yield number, cells
    except csv.Error:
        raise ListRefused(
            f"Row {number + 1} can’t be read: a quotation mark is never closed, or there’s more text after it."
        ) from None


def _reader(text: str, separator: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)


def _names_separator(cells: list[str]) -> bool:
    """The separator that a first line “sep=;” names, as Excel understands it."""
    return "".join(cells).strip().casefold() in {"sep=", *(f"sep={separator}" for separator in _SEPARATORS)}


def _separator(text: str) -> str:
    """Choose the separator by which the header has the most known columns; if none is known, the one that gives the
    most columns."""
    return max(_SEPARATORS, key=lambda separator: _found(text, separator))


def _found(text: str, separator: str) -> tuple[int, int]:
    found = (0, 0)
    with suppress(csv.Error):  # it is told with its row when the rows are read
        for cells in islice(_reader(text, separator), _LOOKED_AT):
            found = max(found, (len(recognised(cells)), len(cells)))
    return found
