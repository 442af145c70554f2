"""Names that begin like formulas. “=HYPERLINK(…)” is a name to us and a link that steals to a spreadsheet program.

In CSV every such beginning gets an apostrophe, at the start of a cell and after whatever another country's separator
could be, since a program may cut the line there. Reading takes exactly one apostrophe away again, so that a list which
was exported comes back with the same names, also when it was saved as XLSX in between.
"""

from __future__ import annotations

import re
from typing import Final

_STARTS: Final = r"[=+\-@＝＋－＠\t\r]"
_BEGINS: Final = rf"(^|[;,|\t\r\n\"])('*)(?={_STARTS})"
_DISARMED: Final = rf"(^|[;,|\t\r\n\"])'('*)(?={_STARTS})"


def disarm(text: str) -> str:
    """Write a text so that no spreadsheet program takes it for a formula when it opens the CSV."""
    return re.sub(_BEGINS, r"\1'\2", text)


def rearm(text: str) -> str:
    """Undo `disarm`: the text as it was."""
    return re.sub(_DISARMED, r"\1\2", text)


def unmistakable(text: str) -> str:
    """Prepare a text for a workbook, whose cells are typed as text. It stays as it is, unless reading it back would
    take an apostrophe away."""
    return text if rearm(text) == text else disarm(text)
