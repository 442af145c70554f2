"""Reads a file into people, and into problems with the number of their row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Final

from tournament.lists import separated_text, workbooks
from tournament.lists.columns import Columns, is_header, read_header
from tournament.lists.separated_text import Row
from tournament.rules import names
from tournament.rules.entries import Kind
from tournament.rules.errors import EntryRefused, ListRefused
from tournament.rules.imports import MOST_ROWS, ListedPerson, RowProblem

Tick = Callable[[int, int], None]
"""Called now and then with how many rows are read, of how many; (0, 0) says only that somebody is at it."""

LONGEST_GRADES: Final = 400
"""A cell may name several competitions."""
_ROWS_BETWEEN_TICKS: Final = 500
_HEADER_WITHIN: Final = 10
_OTHER_FILES: Final[Mapping[bytes, str]] = {
    b"MZ\x90": "This is a program, not a list. Don’t open it; ask the sender for the XLSX or CSV file.",
    b"\x7fELF": "This is a program, not a list. Don’t open it; ask the sender for the XLSX or CSV file.",
    b"\xd0\xcf\x11\xe0": (
        "This workbook is from an old Excel (XLS), or has a password. "
        "Save it as XLSX without a password, or as CSV, then choose that file."
    ),
    b"%PDF": "This is a PDF. Open the list in a spreadsheet program and save it as XLSX or CSV.",
}
_WORKBOOK: Final = b"PK\x03\x04"
_KINDS: Final[Mapping[str, Kind]] = {
    **dict.fromkeys(("", "entry", "e", "entrant", "main", "player", "competitor", "1"), Kind.ENTRY),
    **dict.fromkeys(("reserve", "r", "res", "reserves", "spare", "substitute", "sub", "alternate"), Kind.RESERVE),
}
_ERROR_OF_A_SHEET: Final = re.compile(r"#(REF!|N/A|VALUE!|NAME\?|DIV/0!|NULL!|NUM!|SPILL!|CALC!)")


@dataclass
class FoundInFile:
    """What was found in a file: the people, the rows that could not be read, and the columns nobody needs."""

    people: list[ListedPerson] = field(default_factory=list)
    problems: list[RowProblem] = field(default_factory=list)
    unused: tuple[str, ...] = ()


def nobody_waits(done: int, total: int) -> None:
    """Report progress to nobody."""


def read(content: bytes, tick: Tick = nobody_waits) -> FoundInFile:
    """Read a file or pasted text. Its content decides what kind of file it is; its name is ignored."""
    for start, sentence in _OTHER_FILES.items():
        if content.startswith(start):
            raise ListRefused(sentence)
    if not content.strip(b" \t\r\n\x00\xef\xbb\xbf\xff\xfe"):
        raise ListRefused("There’s nothing in it. Choose a file, or paste the list with its header.")
    total, rows = _workbook(content, tick) if content.startswith(_WORKBOOK) else _plain_text(content)
    return _read_rows(rows, total, tick)


def _plain_text(content: bytes) -> tuple[int, Iterator[Row]]:
    decoded = separated_text.decode(content)
    return max(decoded.count("\n"), decoded.count("\r")) + 1, separated_text.rows(decoded)


def _workbook(content: bytes, tick: Tick) -> tuple[int, Iterator[Row]]:
    """Choose the first worksheet that has a header. If none has, take the first that is not empty, so that the refusal
    can say what is missing there."""
    fallback: tuple[int, Iterator[Row]] = (0, iter(()))
    for sheet in workbooks.sheets(content, lambda: tick(0, 0)):
        first = list(islice(sheet.rows, _HEADER_WITHIN))
        if any(is_header(cells) for _, cells in first):
            return sheet.last, chain(first, sheet.rows)
        if first and not fallback[0]:
            fallback = (sheet.last or len(first), iter(first))
    return fallback


def _read_rows(rows: Iterator[Row], total: int, tick: Tick) -> FoundInFile:
    columns, rest = _find_header(rows)
    found = FoundInFile(unused=columns.unused)
    for read_so_far, (number, cells) in enumerate(rest, start=1):
        if read_so_far > MOST_ROWS:
            raise ListRefused(f"This list has more than {MOST_ROWS:,} rows. Split it into several.")
        if read_so_far % _ROWS_BETWEEN_TICKS == 0:
            tick(read_so_far, max(total, read_so_far))
        _read_row(found, columns, number, cells)
    if not found.people and not found.problems:
        raise ListRefused("This list is empty: there are no rows below the header.")
    return found


def _find_header(rows: Iterator[Row]) -> tuple[Columns, Iterator[Row]]:
    """Find the header row. Lists often have a title above it."""
    filled = ((number, cells) for number, cells in rows if any(cell.strip() for cell in cells))
    first = list(islice(filled, _HEADER_WITHIN))
    if not first:
        raise ListRefused("There’s nothing in it. Choose a file, or paste the list with its header.")
    at = next((place for place, (_, cells) in enumerate(first) if is_header(cells)), 0)
    return read_header(first[at][1]), chain(first[at + 1 :], filled)


def _read_row(found: FoundInFile, columns: Columns, number: int, cells: list[str]) -> None:
    group, name = columns.cell("group", cells), columns.name(cells)
    kind, grade = columns.cell("kind", cells), columns.cell("grade", cells)
    if not any((group, name, kind, grade)):
        return  # only columns that are not used
    try:
        found.people.append(_person(number, group, name, kind, grade))
    except EntryRefused as error:
        found.problems.append(RowProblem(number, shown_row(group, name), str(error)))


def _person(number: int, group: str, name: str, kind: str, grade: str) -> ListedPerson:
    for cell in (group, name, kind, grade):
        if _ERROR_OF_A_SHEET.fullmatch(cell):
            raise EntryRefused(f"A formula here has no result ({cell}). Fix it in the spreadsheet.")
    return ListedPerson(
        number,
        names.clean(group, "The group’s name"),
        names.clean(name),
        _kind(kind),
        names.shown(grade, LONGEST_GRADES),
    )


def _kind(word: str) -> Kind:
    found = _KINDS.get(word.strip().casefold())
    if found is None:
        raise EntryRefused(f"“{names.shown(word)}” isn’t a kind of entry. Write “entry” or “reserve”.")
    return found


def shown_row(group: str, name: str) -> str:
    """A short form of a row, so that people recognise which one is meant."""
    return ", ".join(names.shown(cell) for cell in (name, group) if cell)
