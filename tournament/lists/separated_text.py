"""Text as spreadsheet programs write it: any usual encoding, any usual separator, newlines inside quotes."""

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
NO_LIST: Final = "This is no list. Save it in your spreadsheet program as XLSX or CSV, then choose that file."


def decode(content: bytes) -> str:
    """UTF-8 or UTF-16, with or without its mark; what is neither is Windows-1252, which old Excels write."""
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
    """Windows-1252 gives a letter to nearly every byte; a picture or a program betrays itself by the others."""
    if any(char < " " and char not in "\t\r\n" for char in text):
        raise ListRefused(NO_LIST)
    return text


def rows(text: str) -> Iterator[Row]:
    """Every row with its number, counted as a spreadsheet program counts them."""
    separator = _separator(text)
    number = 0
    try:
        for number, cells in enumerate(_reader(text, separator), start=1):
            if number > 1 or not _names_separator(cells):
                yield number, cells
    except csv.Error:
        raise ListRefused(
            f"Row {number + 1} cannot be read: a quotation mark is opened and not closed, or more follows behind it."
        ) from None


def _reader(text: str, separator: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)


def _names_separator(cells: list[str]) -> bool:
    """Excel understands a first line “sep=;”."""
    return "".join(cells).strip().casefold() in {"sep=", *(f"sep={separator}" for separator in _SEPARATORS)}


def _separator(text: str) -> str:
    """The one that finds the most columns with a name we know; else the one that finds the most columns."""
    return max(_SEPARATORS, key=lambda separator: _found(text, separator))


def _found(text: str, separator: str) -> tuple[int, int]:
    found = (0, 0)
    with suppress(csv.Error):  # it is told with its row when the rows are read
        for cells in islice(_reader(text, separator), _LOOKED_AT):
            found = max(found, (len(recognised(cells)), len(cells)))
    return found
