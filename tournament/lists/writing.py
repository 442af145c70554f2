"""Writes the entries as files that can be imported again and in which no name is taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any, Final

from tournament.lists.formulas import disarm, unmistakable

Cells = tuple[str, ...]
HEADER: Final[Cells] = ("Group", "Name", "Kind", "Competition")
_WIDTHS: Final = {"A": 32, "B": 32, "C": 12, "D": 24}


def as_csv(rows: Iterable[Cells]) -> bytes:
    """Write CSV in UTF-8 with a byte order mark: without it Excel takes the file for another encoding."""
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL)
    writer.writerow(HEADER)
    writer.writerows([disarm(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def as_xlsx(rows: Iterable[Cells]) -> bytes:
    """Write a workbook in which every cell is text, no matter how it begins. openpyxl is imported here because it would
    slow down the start of every process."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    def text(value: str) -> Any:
        cell = WriteOnlyCell(sheet, unmistakable(value))
        cell.data_type = "s"  # the library would take “=…” for a formula
        if value.startswith("="):
            cell.quotePrefix = True  # and so would a spreadsheet program, when somebody edits the cell
        return cell

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Entries")
    sheet.freeze_panes = "A2"
    for column, width in _WIDTHS.items():
        sheet.column_dimensions[column].width = width
    header = [text(cell) for cell in HEADER]
    for cell in header:
        cell.font = Font(bold=True)
    sheet.append(header)
    for row in rows:
        sheet.append([text(cell) for cell in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
