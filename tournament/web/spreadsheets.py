"""Tables as files that people open in a spreadsheet, which must never take a name for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from django.http import HttpResponse

from tournament.lists.formulas import disarm


def csv_file(name: str, rows: Iterable[Sequence[str]]) -> HttpResponse:
    """A download that spreadsheets recognise as UTF-8."""
    text = io.StringIO()
    csv.writer(text).writerows([disarm(cell) for cell in row] for row in rows)
    header = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse("\ufeff" + text.getvalue(), content_type="text/csv; charset=utf-8", headers=header)
