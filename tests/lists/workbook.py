"""Workbooks for tests: as programs make them, and as nobody should."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

from openpyxl import Workbook

CONTENT_TYPES = "[Content_Types].xml"
SHEET = "xl/worksheets/sheet1.xml"


def workbook(*sheets: Iterable[Sequence[Any]], hidden: Sequence[int] = ()) -> bytes:
    """One worksheet for each list of rows."""
    book = Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets):
        sheet = book.create_sheet(f"Sheet{number + 1}")
        for row in rows:
            sheet.append(list(row))
        if number in hidden:
            sheet.sheet_state = "hidden"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def changed(content: bytes, **part: bytes) -> bytes:
    """The same workbook with another worksheet."""
    return packed(parts(content) | {SHEET: part["sheet"]})


def bomb(megabytes: int) -> bytes:
    """A worksheet of spaces: a thousand times smaller packed."""
    start = b"<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData>"
    return changed(workbook([["Group", "Name"]]), sheet=start + b" " * (megabytes * 2**20))


def lying_bomb(megabytes: int) -> bytes:
    """The same, but its table of contents says that it is small."""
    content = bytearray(bomb(megabytes))
    entry = content.index(SHEET.encode(), content.index(b"PK\x01\x02")) - 46
    content[entry + 24 : entry + 28] = (1000).to_bytes(4, "little")
    return bytes(content)


def entity_bomb() -> bytes:
    """A billion laughs: each entity is ten of the one before."""
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    sheet = (
        f'<?xml version="1.0"?><!DOCTYPE w [<!ENTITY l0 "ha">{laughs}]>'
        "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData>"
        "<row r='1'><c r='A1' t='inlineStr'><is><t>&l9;</t></is></c></row></sheetData></worksheet>"
    )
    return changed(workbook([["Group", "Name"]]), sheet=sheet.encode())
