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
    """The text as a cell of CSV that no program takes for a formula."""
    return re.sub(_BEGINS, r"\1'\2", text)


def rearm(text: str) -> str:
    """What was disarmed, as it was."""
    return re.sub(_DISARMED, r"\1\2", text)


def unmistakable(text: str) -> str:
    """As it is, in a cell that is text by its type; only what reading would take for disarmed is disarmed."""
    return text if rearm(text) == text else disarm(text)
