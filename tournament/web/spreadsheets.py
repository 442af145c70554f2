"""Tables as files that people open in a spreadsheet, which must never take a name for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from django.http import HttpResponse

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def safe_cell(text: str) -> str:
    """With an apostrophe where a spreadsheet would begin to calculate."""
    return f"'{text}" if text.lstrip().startswith(FORMULA) or text.startswith(FORMULA) else text


def csv_file(name: str, rows: Iterable[Sequence[str]]) -> HttpResponse:
    """A download that spreadsheets recognise as UTF-8."""
    text = io.StringIO()
    csv.writer(text).writerows([safe_cell(cell) for cell in row] for row in rows)
    header = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse("\ufeff" + text.getvalue(), content_type="text/csv; charset=utf-8", headers=header)
